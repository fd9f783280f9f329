import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toText } from "../json-value.ts";
import type { DescribedSections } from "./described-text.ts";

/**
 * The spec and the status of a described Job. Its conditions are inferred, because kubectl describes none (pkg/describe,
 * describeJob). Returns `described-in-part` if the description does not count its pods.
 */
export function readJobFields(sections: DescribedSections): Fields | PastedFaultCode {
  const { text, time, counts } = sections;
  const { Active: active, Succeeded: succeeded, Failed: failed } = counts("Pods Statuses");
  if (active === undefined || succeeded === undefined || failed === undefined) return "described-in-part";
  // A Job whose pods share a queue of work has `Completions:  <unset>`.
  const completions = /^\d+/.exec(text("Completions"))?.[0];
  return {
    spec: {
      completions: completions === undefined ? undefined : Number(completions),
      parallelism: Number.parseInt(text("Parallelism"), 10) || 1,
      suspend: text("Suspend") === "true",
    },
    status: { active, succeeded, failed, startTime: time("Start Time"), conditions: inferJobConditions(sections) },
  };
}

/** The reasons for which the controller ends a Job as failed. Its event has the same reason (batch/v1 types.go). */
const failureReasons =
  /^(BackoffLimitExceeded|DeadlineExceeded|PodFailurePolicy|FailedIndexes|MaxFailedIndexesExceeded)$/;

/**
 * The condition of a Job, by the first of these that fits; none if it still runs:
 *   1. `Complete`, if it has the time of its completion
 *   2. `Failed`, if an event has a reason for which the controller ends a Job
 *   3. `Failed`, if no pod is active and more have failed than its backoff limit
 */
function inferJobConditions({ text, time, counts, events }: DescribedSections): readonly Fields[] {
  const completed = time("Completed At");
  if (completed !== undefined) return [{ type: "Complete", status: "True", lastTransitionTime: completed }];
  const event = events.find(({ type, reason }) => type === "Warning" && failureReasons.test(toText(reason)));
  if (event !== undefined) {
    return [{ type: "Failed", status: "True", reason: event["reason"], message: event["message"] }];
  }
  const { Active: active = 0, Failed: failed = 0 } = counts("Pods Statuses");
  const isOverLimit = active === 0 && failed > Number.parseInt(text("Backoff Limit"), 10);
  return isOverLimit ? [{ type: "Failed", status: "True", reason: "BackoffLimitExceeded" }] : [];
}
