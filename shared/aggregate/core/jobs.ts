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
 * The health of a Job (batch/v1 types.go). The first rule that fits decides:
 * 1. A condition says that it failed, or is about to fail: degraded.
 * 2. It is complete or suspended: healthy.
 * 3. It has had no pods for longer than its back-off can take, so no controller works on it: degraded.
 * 4. Otherwise it is progressing.
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
 * The health of a CronJob by how its last job ended (batch/v1 CronJobStatus): degraded if it did not succeed. The CronJob is
 * healthy while it is suspended, was never due, has a running job, or was due a moment ago.
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
