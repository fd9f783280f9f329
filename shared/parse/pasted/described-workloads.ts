import type { PastedFaultCode } from "../../model/fault/input.ts";
import type { Fields } from "../json-value.ts";
import type { DescribedSections } from "./described-text.ts";

/** kubectl describes no number of ready replicas. Available ones are ready, so that at most too few are counted. */
export function readDeploymentFields({ counts, time, conditions }: DescribedSections): Fields {
  const { desired = 0, total = 0, updated = 0, available = 0, unavailable = 0 } = counts("Replicas");
  return {
    metadata: { creationTimestamp: time("CreationTimestamp") },
    spec: { replicas: desired },
    status: {
      replicas: total,
      updatedReplicas: updated,
      unavailableReplicas: unavailable,
      readyReplicas: available,
      availableReplicas: available,
      conditions,
    },
  };
}

/**
 * A StatefulSet or ReplicaSet with too few running pods, all of which count as ready. If enough run, returns
 * `described-built-in`, because the description does not say whether they are ready (kubectl, pkg/describe,
 * describeStatefulSet, describeReplicaSet). The time of creation is omitted: as the only time of the object it would be
 * taken for the time since which pods are missing.
 */
export function readReplicaFields({ counts, conditions }: DescribedSections): Fields | PastedFaultCode {
  const { desired, total, current } = counts("Replicas");
  // A StatefulSet has `1 desired | 1 total`, a ReplicaSet `1 current / 1 desired`.
  const replicas = total ?? current;
  const { Running: running } = counts("Pods Status");
  if (desired === undefined || replicas === undefined || running === undefined) return "described-built-in";
  if (running >= desired) return "described-built-in";
  return { spec: { replicas: desired }, status: { replicas, readyReplicas: running, conditions } };
}

/** kubectl describes no number of ready pods. Available ones are ready (kubectl, pkg/describe, describeDaemonSet). */
export function readDaemonSetFields({ text }: DescribedSections): Fields | PastedFaultCode {
  const labelsByField = {
    desiredNumberScheduled: "Desired Number of Nodes Scheduled",
    currentNumberScheduled: "Current Number of Nodes Scheduled",
    updatedNumberScheduled: "Number of Nodes Scheduled with Up-to-date Pods",
    numberAvailable: "Number of Nodes Scheduled with Available Pods",
    numberReady: "Number of Nodes Scheduled with Available Pods",
    numberMisscheduled: "Number of Nodes Misscheduled",
  };
  const status: Record<string, number> = {};
  for (const [field, label] of Object.entries(labelsByField)) {
    const digits = /^\d{1,9}$/.exec(text(label))?.[0];
    if (digits === undefined) return "described-in-part";
    status[field] = Number(digits);
  }
  return { status };
}
