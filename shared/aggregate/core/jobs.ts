import { findConditionWithStatus } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc, parseMilliseconds } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { toList, valueAt } from "../../parse/json-value.ts";
import {
  filledFacts,
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  malformedField,
  type ObjectHealth,
  readCount,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";
import { findLastProgressTime } from "./rollout.ts";

/**
 * The health of a Job by its conditions that are True (batch/v1 types.go). A finished Job is healthy, a running one is
 * progressing. A Job without pods is progressing for its back-off at most; after that no controller is working on it.
 */
export function evaluateJob(job: KubeObject, takenAt: string, newestPod?: string): ObjectHealth {
  const { spec, status } = job;
  const active = readCount(valueAt(status, "active"), 0);
  const succeeded = readCount(valueAt(status, "succeeded"), 0);
  const failed = readCount(valueAt(status, "failed"), 0);
  const terminating = readCount(valueAt(status, "terminating"), 0) ?? 0;
  const parallelism = readCount(valueAt(spec, "parallelism"), 1) ?? 1;
  const wanted = readCount(valueAt(spec, "completions"), parallelism);
  if (active === undefined || succeeded === undefined || failed === undefined || wanted === undefined) {
    return malformedField("pods");
  }

  const { conditions } = conditionsAt(job);
  const facts = filledFacts({ succeeded: `${succeeded}/${wanted}`, failed: failed > 0 ? `${failed}` : "" });
  const failure =
    findConditionWithStatus(conditions, "Failed", "True") ??
    findConditionWithStatus(conditions, "FailureTarget", "True");
  if (failure !== undefined) return unhealthyObject("degraded", troubleFromCondition(failure), facts);
  const complete = findConditionWithStatus(conditions, "Complete", "True");
  if (complete !== undefined) return healthyObject({ ...facts, phase: "Complete" });
  if (valueAt(spec, "suspend") === true) return healthyObject({ ...facts, suspended: "true" });

  const startedAt = normalizeUtc(valueAt(status, "startTime"));
  if (startedAt === undefined) {
    const trouble = makeTrouble("NotStarted", { code: "job-not-started" }, job.createdAt);
    return unhealthyObject("progressing", trouble, facts);
  }
  const changedAt = findLastProgressTime(job, [startedAt, newestPod]);
  const hasNoPods = active === 0 && terminating === 0;
  if (hasNoPods && hasLasted(changedAt, takenAt, gracePeriodSeconds.retrying)) {
    const trouble = makeTrouble("NoPods", { code: "job-rests", succeeded, wanted }, changedAt);
    return unhealthyObject("degraded", trouble, facts);
  }
  const trouble = makeTrouble("Running", { code: "job-runs", active, succeeded, wanted }, startedAt);
  return unhealthyObject("progressing", trouble, facts);
}

/**
 * The health of a CronJob by how its last job ended (batch/v1 CronJobStatus). It is healthy while it is suspended, was
 * never due, or has a running job.
 */
export function evaluateCronJob(cronJob: KubeObject, takenAt: string): ObjectHealth {
  const { spec, status } = cronJob;
  const activeJobs = valueAt(status, "active");
  if (activeJobs !== undefined && activeJobs !== null && !Array.isArray(activeJobs)) {
    return malformedField("activeJobs");
  }
  const activeCount = toList(activeJobs).length;
  const scheduledAt = normalizeUtc(valueAt(status, "lastScheduleTime"));
  const succeededAt = normalizeUtc(valueAt(status, "lastSuccessfulTime"));
  const facts = filledFacts({
    lastSchedule: scheduledAt,
    lastSuccess: succeededAt,
    active: activeCount > 0 ? `${activeCount}` : "",
  });
  if (isMalformedTime(valueAt(status, "lastScheduleTime")) || isMalformedTime(valueAt(status, "lastSuccessfulTime"))) {
    return malformedField("times", facts);
  }

  if (valueAt(spec, "suspend") === true) return healthyObject({ ...facts, suspended: "true" });
  if (scheduledAt === undefined || activeCount > 0) return healthyObject(facts);
  if (!hasLasted(scheduledAt, takenAt, gracePeriodSeconds.settling)) return healthyObject(facts);
  if (succeededAt === undefined) {
    return unhealthyObject("degraded", makeTrouble("NeverSucceeded", { code: "no-job-succeeded" }, scheduledAt), facts);
  }
  const hasLastJobSucceeded = (parseMilliseconds(succeededAt) ?? 0) >= (parseMilliseconds(scheduledAt) ?? 0);
  if (hasLastJobSucceeded) return healthyObject(facts);
  return unhealthyObject("degraded", makeTrouble("LastJobFailed", { code: "last-job-failed" }, scheduledAt), facts);
}

function isMalformedTime(value: unknown): boolean {
  return value !== undefined && value !== null && normalizeUtc(value) === undefined;
}
