import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { millisecondsOf, utc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { count } from "./counts.ts";
import { lastMove } from "./rolling.ts";
import { because, type Health, hasLasted, malformed, patience, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A Job by its conditions that are True (batch/v1 types.go): one that is done is well, one that runs is progressing. One of
 * which no pod runs is so for its back-off at most; after that nobody is at it.
 */
export function job(object: KubeObject, takenAt: string, newestPod?: string): Health {
  const { spec, status } = object;
  const field = (name: string): number | undefined => count(at(status, [name]), 0);
  const [active, succeeded, failed, ending] = ["active", "succeeded", "failed", "terminating"].map(field);
  const wanted = count(at(spec, ["completions"]), count(at(spec, ["parallelism"]), 1) ?? 1);
  if (active === undefined || succeeded === undefined || failed === undefined || wanted === undefined) {
    return malformed("pod counts");
  }
  const { conditions } = conditionsAt(object);
  const is = (type: string): Condition | undefined =>
    conditions.find((each) => each.type === type && each.status === "True");
  const facts = { succeeded: `${succeeded}/${wanted}`, ...(failed > 0 ? { failed: `${failed}` } : {}) };
  const failure = is("Failed") ?? is("FailureTarget");
  if (failure !== undefined) return unwell("degraded", saidBy(failure), facts);
  if (is("Complete") !== undefined) return well({ ...facts, phase: "Complete" });
  if (at(spec, ["suspend"]) === true) return well({ ...facts, suspended: "true" });
  const startedAt = utc(at(status, ["startTime"]));
  if (startedAt === undefined) {
    return unwell("progressing", because("NotStarted", coreWords.jobNotStarted, object.createdAt), facts);
  }
  const last = lastMove(object, [startedAt, newestPod]);
  if (active === 0 && (ending ?? 0) === 0 && hasLasted(last, takenAt, patience.retrying)) {
    return unwell("degraded", because("NoPods", coreWords.jobRests(succeeded, wanted), last), facts);
  }
  return unwell("progressing", because("Running", coreWords.jobRuns(active, succeeded, wanted), startedAt), facts);
}

/** A CronJob by how its last job ended (batch/v1 CronJobStatus); suspended or never due it is well. */
export function cronJob(object: KubeObject, takenAt: string): Health {
  const active = at(object.status, ["active"]);
  if (active !== undefined && active !== null && !Array.isArray(active)) return malformed("list of active jobs");
  const [scheduledAt, succeededAt] = ["lastScheduleTime", "lastSuccessfulTime"].map((name) =>
    utc(at(object.status, [name])),
  );
  const facts = {
    ...(scheduledAt === undefined ? {} : { lastSchedule: scheduledAt }),
    ...(succeededAt === undefined ? {} : { lastSuccess: succeededAt }),
    ...(list(active).length === 0 ? {} : { active: `${list(active).length}` }),
  };
  if (["lastScheduleTime", "lastSuccessfulTime"].some((name) => isNoTime(at(object.status, [name])))) {
    return malformed("times", facts);
  }
  if (at(object.spec, ["suspend"]) === true) return well({ ...facts, suspended: "true" });
  const isDue = scheduledAt !== undefined && list(active).length === 0;
  if (!isDue || !hasLasted(scheduledAt, takenAt, patience.settling)) return well(facts);
  if (succeededAt === undefined) {
    return unwell("degraded", because("NeverSucceeded", coreWords.neverSucceeded, scheduledAt), facts);
  }
  const isBehind = (millisecondsOf(succeededAt) ?? 0) < (millisecondsOf(scheduledAt) ?? 0);
  return isBehind
    ? unwell("degraded", because("LastJobFailed", coreWords.lastFailed, scheduledAt), facts)
    : well(facts);
}

function isNoTime(value: unknown): boolean {
  return value !== undefined && value !== null && utc(value) === undefined;
}
