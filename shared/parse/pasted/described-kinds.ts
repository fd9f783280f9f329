import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toRecord, toText } from "../json-value.ts";
import { readPodFields } from "./described-pod.ts";
import {
  type DescribedObject,
  type DescribedSections,
  parseDescribedTime,
  readDescribedEvents,
  readDescribedTable,
} from "./described-text.ts";

/** A built-in kind whose description has all that its rule reads. The text does not name the kind, so its labels decide. */
interface DescribedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /**
   * Matches the first four labels of a description, each followed by `, `. No text of an object can be before them:
   * `Name, Namespace, StorageClass, Status, `.
   */
  readonly firstLabels: RegExp;
  /** A line further below, for kinds whose descriptions begin with the same labels. */
  readonly laterLine?: RegExp;
  /** The labels at the margin in kubectl's order, separated by `, `. */
  readonly labels: string;
  /** The label from which on a section may contain messages that are not Kubernetes' own. */
  readonly firstLabelWithMessages: string;
  /** The description is cut unless each of these lists has a label that is in it. */
  readonly requiredLabels: readonly (readonly string[])[];
  /** Returns the spec, the status and further metadata, or why the text does not say enough. */
  readonly readFields: (sections: DescribedSections) => Fields | PastedFaultCode;
}

/** The kinds, from kubectl pkg/describe/describe.go: describePod, describeNode, describeDeployment and so on. */
const kinds: readonly DescribedKind[] = [
  {
    apiVersion: "v1",
    kind: "Pod",
    firstLabels: /^Name, Namespace, (?:Priority|Priority Class Name|Runtime Class Name|Service Account|Node), /,
    labels:
      "Name, Namespace, Priority, Priority Class Name, Runtime Class Name, Service Account, Node, Start Time, Labels, Annotations, Status, Termination Grace Period, Reason, Message, SeccompProfile, LocalhostProfile, IP, IPs, Controlled By, NominatedNodeName, Resources, Init Containers, Containers, Ephemeral Containers, Readiness Gates, Conditions, Volumes, QoS Class, Node-Selectors, Tolerations, Topology Spread Constraints, SchedulingGroup, Events",
    firstLabelWithMessages: "Init Containers",
    requiredLabels: [["Status"], ["IP"], ["Containers"], ["QoS Class"]],
    readFields: readPodFields,
  },
  {
    apiVersion: "v1",
    kind: "Node",
    firstLabels: /^Name, Roles, /,
    labels:
      "Name, Roles, Labels, Annotations, CreationTimestamp, Taints, Unschedulable, Lease, Conditions, Addresses, Capacity, Allocatable, System Info, PodCIDR, PodCIDRs, ProviderID, Non-terminated Pods, Allocated resources, Events",
    firstLabelWithMessages: "Conditions",
    requiredLabels: [["Unschedulable"], ["Conditions"], ["Addresses", "Capacity", "System Info"]],
    readFields: ({ text, time, conditions }) => ({
      metadata: { creationTimestamp: time("CreationTimestamp") },
      spec: { unschedulable: text("Unschedulable") === "true" },
      status: { conditions },
    }),
  },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    firstLabels: /^Name, Namespace, CreationTimestamp, /,
    laterLine: /^StrategyType:/m,
    labels:
      "Name, Namespace, CreationTimestamp, Labels, Annotations, Selector, Replicas, StrategyType, MinReadySeconds, RollingUpdateStrategy, Pod Template, Conditions, OldReplicaSets, NewReplicaSet, Events",
    firstLabelWithMessages: "Conditions",
    requiredLabels: [["Replicas"], ["OldReplicaSets", "NewReplicaSet", "Events"]],
    readFields: readDeploymentFields,
  },
  {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    firstLabels: /^Name, Namespace, StorageClass, /,
    labels:
      "Name, Namespace, StorageClass, Status, Volume, Labels, Annotations, Finalizers, Capacity, Access Modes, VolumeMode, DataSource, Used By, Conditions, Events",
    firstLabelWithMessages: "Conditions",
    requiredLabels: [["Status"], ["Events"]],
    // If the claim is being deleted, the status is `Terminating (lasts 5d)` and no phase.
    readFields: ({ text, conditions }) => ({
      metadata: { finalizers: /^\[(.+)\]$/.exec(text("Finalizers"))?.[1]?.split(" ") ?? [] },
      spec: { storageClassName: text("StorageClass") },
      status: { phase: text("Status").split(" ")[0], conditions },
    }),
  },
  {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    firstLabels: /^Name, Namespace, CreationTimestamp, /,
    laterLine: /^Update Strategy:/m,
    labels:
      "Name, Namespace, CreationTimestamp, Selector, Labels, Annotations, Replicas, Update Strategy, Pods Status, Pod Template, Volume Claims, Events",
    firstLabelWithMessages: "Pod Template",
    requiredLabels: [["Replicas"], ["Pods Status"], ["Events"]],
    readFields: readReplicaFields,
  },
  {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    firstLabels: /^Name, Namespace, Selector, /,
    laterLine: /^Replicas:[ \t]+\d+ current \/ /m,
    labels:
      "Name, Namespace, Selector, Labels, Annotations, Controlled By, Replicas, Pods Status, Pod Template, Conditions, Events",
    firstLabelWithMessages: "Pod Template",
    requiredLabels: [["Replicas"], ["Pods Status"], ["Events"]],
    readFields: readReplicaFields,
  },
  {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    firstLabels: /^Name, (?:Namespace, )?Selector, Node-Selector, /,
    labels:
      "Name, Namespace, Selector, Node-Selector, Labels, Annotations, Desired Number of Nodes Scheduled, Current Number of Nodes Scheduled, Number of Nodes Scheduled with Up-to-date Pods, Number of Nodes Scheduled with Available Pods, Number of Nodes Misscheduled, Pods Status, Pod Template, Events",
    firstLabelWithMessages: "Pod Template",
    requiredLabels: [["Pods Status"], ["Events"]],
    readFields: readDaemonSetFields,
  },
  {
    apiVersion: "batch/v1",
    kind: "Job",
    firstLabels: /^Name, Namespace, Selector, /,
    laterLine: /^Pods Statuses:/m,
    labels:
      "Name, Namespace, Selector, Labels, Annotations, Controlled By, Parallelism, Completions, Completion Mode, Suspend, Backoff Limit, TTL Seconds After Finished, Start Time, Completed At, Duration, Active Deadline Seconds, Pods Statuses, Completed Indexes, Pod Template, Events",
    firstLabelWithMessages: "Pod Template",
    requiredLabels: [["Pods Statuses"], ["Events"]],
    readFields: readJobFields,
  },
];

/** The built-in kind of a description, by its labels. Undefined if it is none that can be read. */
export function findDescribedKind(text: string): DescribedKind | undefined {
  const labels = text.split("\n", 4).map((line) => `${readLabel(line)}, `);
  const head = labels.join("");
  return kinds.find(({ firstLabels, laterLine }) => firstLabels.test(head) && laterLine?.test(text) !== false);
}

/** The label at the start of a line: `Start Time:  x` -> `Start Time`. Empty if there is none. */
function readLabel(line: string): string {
  return /^[A-Z][A-Za-z -]*?(?=:(?:[ \t]|$))/.exec(line)?.[0] ?? "";
}

/**
 * Reads the description of an object of a built-in kind. Returns instead why it cannot be read:
 *   `described-ambiguously`    a message in it may look like a label or like a condition
 *   `described-in-part`        a required label is missing
 *   what `readFields` of the kind returns
 */
export function readDescribedKind(
  description: string,
  describedKind: DescribedKind,
): DescribedObject | PastedFaultCode {
  const { apiVersion, kind, firstLabelWithMessages, requiredLabels } = describedKind;
  const sections = splitSections(description, describedKind);
  if (sections === undefined) return "described-ambiguously";
  const isWhole = requiredLabels.every((labels) => labels.some((label) => sections.has(label)));
  if (!isWhole) return "described-in-part";
  const conditions = readConditionTable(sections.get("Conditions") ?? []);
  const types = new Set(conditions.map(({ type }) => type));
  // A line of a message in the table may look like a row.
  if (firstLabelWithMessages === "Conditions" && types.size < conditions.length) return "described-ambiguously";

  const text = (label: string): string => (sections.get(label)?.[0] ?? "").replace(/^<(none|unset|nil)>$/, "");
  const metadata = { name: text("Name"), namespace: text("Namespace") || undefined };
  const events = readDescribedEvents(sections.get("Events") ?? [], { apiVersion, kind, metadata });
  const fields = describedKind.readFields({
    text,
    time: (label) => parseDescribedTime(text(label)),
    counts: (label) => readCounts(text(label)),
    linesBelow: (label) => sections.get(label)?.slice(1) ?? [],
    conditions,
    events,
  });
  if (typeof fields === "string") return fields;
  const { metadata: furtherMetadata, ...specAndStatus } = fields;
  const object = { apiVersion, kind, metadata: { ...metadata, ...toRecord(furtherMetadata) }, ...specAndStatus };
  return { object, events, isCut: false };
}

/** The numbers of a text by the words after them: `2 desired | 1 updated` -> `{ desired: 2, updated: 1 }`. */
function readCounts(text: string): Readonly<Record<string, number>> {
  const counts = [...text.matchAll(/(\d{1,9}) (\w+)/g)];
  return Object.fromEntries(counts.map(([, digits, word]) => [word, Number(digits)]));
}

/**
 * Splits a description at the labels of its kind. A section is the text after its label, then the lines below. Other lines
 * belong to the section before them, also at the margin, because messages contain line breaks. Undefined if a label among
 * such messages is out of order or comes twice: a message may look like one.
 *
 *     Name:    a           Name -> ["a"]
 *     Labels:  app=a       Labels -> ["app=a", "         tier=b"]
 *              tier=b
 */
function splitSections(
  description: string,
  { labels, firstLabelWithMessages }: DescribedKind,
): Map<string, string[]> | undefined {
  const order = labels.split(", ");
  const firstWithMessages = order.indexOf(firstLabelWithMessages);
  const sections = new Map<string, string[]>();
  let currentPosition = -1;
  for (const line of description.split("\n")) {
    const label = readLabel(line);
    const position = order.indexOf(label);
    if (position > currentPosition) {
      currentPosition = position;
      sections.set(label, [line.slice(label.length + 1).trim()]);
      continue;
    }
    if (position >= firstWithMessages) return undefined;
    sections.get(order[currentPosition] ?? "")?.push(line);
  }
  return sections;
}

/** The conditions of a table. Lines that are not two deep continue a message and are no rows (kubectl, pkg/describe). */
function readConditionTable([, header = "", ...lines]: readonly string[]): readonly Fields[] {
  const rows = lines.filter((line) => /^ {2}\S/.test(line) && !/^[\s-]+$/.test(line));
  return readDescribedTable([header, ...rows]).map(({ type, status, reason, message, lasttransitiontime = "" }) => ({
    type,
    status,
    reason,
    message,
    lastTransitionTime: parseDescribedTime(lasttransitiontime),
  }));
}

/** kubectl describes no number of ready replicas. Available ones are ready, so that at most too few are counted. */
function readDeploymentFields({ counts, time, conditions }: DescribedSections): Fields {
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
function readReplicaFields({ counts, conditions }: DescribedSections): Fields | PastedFaultCode {
  const { desired, total, current } = counts("Replicas");
  const replicas = total ?? current;
  const { Running: running } = counts("Pods Status");
  if (desired === undefined || replicas === undefined || running === undefined) return "described-built-in";
  if (running >= desired) return "described-built-in";
  return { spec: { replicas: desired }, status: { replicas, readyReplicas: running, conditions } };
}

/** kubectl describes no number of ready pods. Available ones are ready (kubectl, pkg/describe, describeDaemonSet). */
function readDaemonSetFields({ text }: DescribedSections): Fields | PastedFaultCode {
  const labelByField = {
    desiredNumberScheduled: "Desired Number of Nodes Scheduled",
    currentNumberScheduled: "Current Number of Nodes Scheduled",
    updatedNumberScheduled: "Number of Nodes Scheduled with Up-to-date Pods",
    numberAvailable: "Number of Nodes Scheduled with Available Pods",
    numberReady: "Number of Nodes Scheduled with Available Pods",
    numberMisscheduled: "Number of Nodes Misscheduled",
  };
  const status: Record<string, number> = {};
  for (const [field, label] of Object.entries(labelByField)) {
    const digits = /^\d{1,9}$/.exec(text(label))?.[0];
    if (digits === undefined) return "described-in-part";
    status[field] = Number(digits);
  }
  return { status };
}

/** kubectl describes no conditions of a Job (pkg/describe, describeJob), so they are inferred. */
function readJobFields(sections: DescribedSections): Fields | PastedFaultCode {
  const { text, time, counts } = sections;
  const { Active: active, Succeeded: succeeded, Failed: failed } = counts("Pods Statuses");
  if (active === undefined || succeeded === undefined || failed === undefined) return "described-in-part";
  return {
    spec: {
      completions: /^\d+/.test(text("Completions")) ? Number.parseInt(text("Completions"), 10) : undefined,
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
