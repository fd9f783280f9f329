import type { Condition } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc, parseMilliseconds } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { toList, valueAt } from "../../parse/json-value.ts";
import {
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
import { lastProgressTime } from "./rollout.ts";

/**
 * The health of a Job by its conditions that are True (batch/v1 types.go). A finished Job is healthy, a running one is
 * progressing. A Job without pods is progressing for its back-off at most; after that no controller is working on it.
 */
export function evaluateJob(object: KubeObject, takenAt: string, newestPod?: string): ObjectHealth {
  const { spec, status } = object;
  const field = (name: string): number | undefined => readCount(valueAt(status, name), 0);
  const [active, succeeded, failed, ending] = ["active", "succeeded", "failed", "terminating"].map(field);
  const wanted = readCount(valueAt(spec, "completions"), readCount(valueAt(spec, "parallelism"), 1) ?? 1);
  if (active === undefined || succeeded === undefined || failed === undefined || wanted === undefined) {
    return malformedField("pods");
  }
  const { conditions } = conditionsAt(object);
  const is = (type: string): Condition | undefined =>
    conditions.find((each) => each.type === type && each.status === "True");
  const facts = { succeeded: `${succeeded}/${wanted}`, ...(failed > 0 && { failed: `${failed}` }) };
  const failure = is("Failed") ?? is("FailureTarget");
  if (failure !== undefined) return unhealthyObject("degraded", troubleFromCondition(failure), facts);
  if (is("Complete") !== undefined) return healthyObject({ ...facts, phase: "Complete" });
  if (valueAt(spec, "suspend") === true) return healthyObject({ ...facts, suspended: "true" });
  const startedAt = normalizeUtc(valueAt(status, "startTime"));
  if (startedAt === undefined) {
    return unhealthyObject(
      "progressing",
      makeTrouble("NotStarted", { code: "job-not-started" }, object.createdAt),
      facts,
    );
  }
  const last = lastProgressTime(object, [startedAt, newestPod]);
  if (active === 0 && (ending ?? 0) === 0 && hasLasted(last, takenAt, gracePeriodSeconds.retrying)) {
    return unhealthyObject("degraded", makeTrouble("NoPods", { code: "job-rests", succeeded, wanted }, last), facts);
  }
  return unhealthyObject(
    "progressing",
    makeTrouble("Running", { code: "job-runs", active, succeeded, wanted }, startedAt),
    facts,
  );
}

/**
 * The health of a CronJob by how its last job ended (batch/v1 CronJobStatus). Suspended or never due, it is healthy.
 */
export function evaluateCronJob(object: KubeObject, takenAt: string): ObjectHealth {
  const active = valueAt(object.status, "active");
  if (active !== undefined && active !== null && !Array.isArray(active)) return malformedField("activeJobs");
  const [scheduledAt, succeededAt] = ["lastScheduleTime", "lastSuccessfulTime"].map((name) =>
    normalizeUtc(valueAt(object.status, name)),
  );
  const facts = {
    ...definedFields({ lastSchedule: scheduledAt, lastSuccess: succeededAt }),
    ...(toList(active).length > 0 && { active: `${toList(active).length}` }),
  };
  if (["lastScheduleTime", "lastSuccessfulTime"].some((name) => isNoTime(valueAt(object.status, name)))) {
    return malformedField("times", facts);
  }
  if (valueAt(object.spec, "suspend") === true) return healthyObject({ ...facts, suspended: "true" });
  const isDue = scheduledAt !== undefined && toList(active).length === 0;
  if (!isDue || !hasLasted(scheduledAt, takenAt, gracePeriodSeconds.settling)) return healthyObject(facts);
  if (succeededAt === undefined) {
    return unhealthyObject("degraded", makeTrouble("NeverSucceeded", { code: "no-job-succeeded" }, scheduledAt), facts);
  }
  const isBehind = (parseMilliseconds(succeededAt) ?? 0) < (parseMilliseconds(scheduledAt) ?? 0);
  return isBehind
    ? unhealthyObject("degraded", makeTrouble("LastJobFailed", { code: "last-job-failed" }, scheduledAt), facts)
    : healthyObject(facts);
}

function isNoTime(value: unknown): boolean {
  return value !== undefined && value !== null && normalizeUtc(value) === undefined;
}
