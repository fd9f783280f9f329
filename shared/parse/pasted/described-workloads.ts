import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toText, valueAt } from "../json-value.ts";
import { type DescribedSections, describedTime, tableRows, textOf } from "./described-sections.ts";

/** What is ready is not described. What is available is ready, so that no more is missing than this says. */
export function deploymentFields(sections: DescribedSections): Fields {
  const counts = textOf(sections.at("Replicas"));
  const count = (word: string): number => Number(new RegExp(`(\\d{1,9}) ${word}\\b`).exec(counts)?.[1] ?? 0);
  const available = count("available");
  return {
    spec: { replicas: count("desired") },
    status: {
      ...{ replicas: count("total"), updatedReplicas: count("updated"), unavailableReplicas: count("unavailable") },
      ...{ readyReplicas: available, availableReplicas: available },
      conditions: tableRows(sections.at("Conditions")?.lines ?? []),
    },
  };
}

/**
 * A StatefulSet or ReplicaSet of which too few pods run, so that no more than these are ready. Where enough run, the
 * description does not say whether they are ready (kubectl, pkg/describe, describeStatefulSet, describeReplicaSet).
 */
export function replicaFields(sections: DescribedSections): Fields | PastedFaultCode {
  const replicas = textOf(sections.at("Replicas"));
  const [desired, total, running] = [
    countBefore("desired", replicas),
    countBefore("(?:total|current)", replicas),
    countBefore("Running", textOf(sections.at("Pods Status"))),
  ];
  if (desired === undefined || total === undefined || running === undefined || running >= desired)
    return "described-built-in";
  const conditions = tableRows(sections.at("Conditions")?.lines ?? []);
  // Its creation is the only time in the text: an age that counts from there is none.
  const metadata = { creationTimestamp: undefined };
  return { metadata, spec: { replicas: desired }, status: { replicas: total, readyReplicas: running, conditions } };
}

/** What is ready is not described, and what is available is ready (kubectl, pkg/describe, describeDaemonSet). */
export function daemonSetFields(sections: DescribedSections): Fields | PastedFaultCode {
  const labels = {
    desiredNumberScheduled: "Desired Number of Nodes Scheduled",
    currentNumberScheduled: "Current Number of Nodes Scheduled",
    updatedNumberScheduled: "Number of Nodes Scheduled with Up-to-date Pods",
    numberAvailable: "Number of Nodes Scheduled with Available Pods",
    numberReady: "Number of Nodes Scheduled with Available Pods",
    numberMisscheduled: "Number of Nodes Misscheduled",
  };
  const texts = Object.entries(labels).map(([field, label]) => [field, textOf(sections.at(label))] as const);
  if (!texts.every(([, text]) => /^\d{1,9}$/.test(text))) return "described-in-part";
  return { status: Object.fromEntries(texts.map(([field, text]) => [field, Number(text)])) };
}

/** Reasons with which the controller ends a Job as failed, also those of its event (batch/v1 types.go). */
const failures = /^(BackoffLimitExceeded|DeadlineExceeded|PodFailurePolicy|FailedIndexes|MaxFailedIndexesExceeded)$/;

/**
 * A Job. Its conditions are not described: it is complete where it has the time of that, and failed where its event says
 * so, or where none of its pods is active and more have failed than its limit (kubectl, pkg/describe, describeJob).
 */
export function jobFields(sections: DescribedSections, events: readonly Fields[]): Fields | PastedFaultCode {
  const pods = textOf(sections.at("Pods Statuses"));
  const active = Number(/^(\d{1,9}) Active\b/.exec(pods)?.[1] ?? Number.NaN);
  const [succeeded, failed] = [countBefore("Succeeded", pods), countBefore("Failed", pods)];
  if (Number.isNaN(active) || succeeded === undefined || failed === undefined) return "described-in-part";
  const number = (label: string): number => Number.parseInt(textOf(sections.at(label)), 10);
  const [startTime, completionTime] = ["Start Time", "Completed At"].map((label) =>
    describedTime(textOf(sections.at(label))),
  );
  const event = events.find((each) => each["type"] === "Warning" && failures.test(toText(each["reason"])));
  const isOver = active === 0 && failed > number("Backoff Limit");
  const failure = { type: "Failed", status: "True", reason: "BackoffLimitExceeded" };
  const [reason, message] = ["reason", "message"].map((field) => toText(valueAt(event, [field])));
  const conditions =
    completionTime !== undefined
      ? [{ type: "Complete", status: "True", lastTransitionTime: completionTime }]
      : event !== undefined
        ? [{ ...failure, reason, message }]
        : isOver
          ? [failure]
          : [];
  const completions = number("Completions");
  return {
    spec: {
      ...(Number.isNaN(completions) ? {} : { completions }),
      ...{ parallelism: number("Parallelism") || 1, suspend: textOf(sections.at("Suspend")) === "true" },
    },
    status: { active, succeeded, failed, conditions, ...(startTime === undefined ? {} : { startTime }) },
  };
}

function countBefore(word: string, text: string): number | undefined {
  const [, digits] = new RegExp(`(\\d{1,9}) ${word}\\b`).exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
