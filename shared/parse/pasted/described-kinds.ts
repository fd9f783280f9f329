import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toRecord, toText } from "../json-value.ts";
import { podFields } from "./described-pod.ts";
import {
  type DescribedObject,
  type DescribedSections,
  describedEvents,
  describedTable,
  describedTime,
} from "./described-text.ts";

/** A built-in kind whose description has all that its rule reads, and how to know it: the text names no kind. */
interface DescribedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /**
   * The labels that kubectl prints first for this kind alone, each followed by a comma. No text of an object stands before
   * them.
   */
  readonly begins: RegExp;
  /** A line further below, where descriptions of other kinds begin alike. */
  readonly has?: RegExp;
  /** Its labels at the margin, in kubectl's order, separated by commas. */
  readonly labels: string;
  /** The first label after which messages may stand that are not Kubernetes' own. */
  readonly free: string;
  /** One label of each row is there, else the description is cut. */
  readonly required: readonly (readonly string[])[];
  /** The spec and the status, or why the text does not say enough. */
  readonly fields: (sections: DescribedSections) => Fields | PastedFaultCode;
}

/** kubectl, pkg/describe/describe.go: describePod, describeNode, describeDeployment and the others by their kinds. */
const kinds: readonly DescribedKind[] = [
  {
    apiVersion: "v1",
    kind: "Pod",
    begins: /^Name, Namespace, (?:Priority|Priority Class Name|Runtime Class Name|Service Account|Node), /,
    labels:
      "Name, Namespace, Priority, Priority Class Name, Runtime Class Name, Service Account, Node, Start Time, Labels, Annotations, Status, Termination Grace Period, Reason, Message, SeccompProfile, LocalhostProfile, IP, IPs, Controlled By, NominatedNodeName, Resources, Init Containers, Containers, Ephemeral Containers, Readiness Gates, Conditions, Volumes, QoS Class, Node-Selectors, Tolerations, Topology Spread Constraints, SchedulingGroup, Events",
    free: "Init Containers",
    required: [["Status"], ["IP"], ["Containers"], ["QoS Class"]],
    fields: podFields,
  },
  {
    apiVersion: "v1",
    kind: "Node",
    begins: /^Name, Roles, /,
    labels:
      "Name, Roles, Labels, Annotations, CreationTimestamp, Taints, Unschedulable, Lease, Conditions, Addresses, Capacity, Allocatable, System Info, PodCIDR, PodCIDRs, ProviderID, Non-terminated Pods, Allocated resources, Events",
    free: "Conditions",
    required: [["Unschedulable"], ["Conditions"], ["Addresses", "Capacity", "System Info"]],
    fields: ({ text, time, conditions }) => ({
      metadata: { creationTimestamp: time("CreationTimestamp") },
      spec: { unschedulable: text("Unschedulable") === "true" },
      status: { conditions },
    }),
  },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    begins: /^Name, Namespace, CreationTimestamp, /,
    has: /^StrategyType:/m,
    labels:
      "Name, Namespace, CreationTimestamp, Labels, Annotations, Selector, Replicas, StrategyType, MinReadySeconds, RollingUpdateStrategy, Pod Template, Conditions, OldReplicaSets, NewReplicaSet, Events",
    free: "Conditions",
    required: [["Replicas"], ["OldReplicaSets", "NewReplicaSet", "Events"]],
    fields: deploymentFields,
  },
  {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    begins: /^Name, Namespace, StorageClass, /,
    labels:
      "Name, Namespace, StorageClass, Status, Volume, Labels, Annotations, Finalizers, Capacity, Access Modes, VolumeMode, DataSource, Used By, Conditions, Events",
    free: "Conditions",
    required: [["Status"], ["Events"]],
    // Of one that is being deleted the text has no phase, but `Terminating (lasts 5d)`.
    fields: ({ text, conditions }) => ({
      metadata: { finalizers: /^\[(.+)\]$/.exec(text("Finalizers"))?.[1]?.split(" ") ?? [] },
      spec: { storageClassName: text("StorageClass") },
      status: { phase: text("Status").split(" ")[0], conditions },
    }),
  },
  {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    begins: /^Name, Namespace, CreationTimestamp, /,
    has: /^Update Strategy:/m,
    labels:
      "Name, Namespace, CreationTimestamp, Selector, Labels, Annotations, Replicas, Update Strategy, Pods Status, Pod Template, Volume Claims, Events",
    free: "Pod Template",
    required: [["Replicas"], ["Pods Status"], ["Events"]],
    fields: replicaFields,
  },
  {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    begins: /^Name, Namespace, Selector, /,
    has: /^Replicas:[ \t]+\d+ current \/ /m,
    labels:
      "Name, Namespace, Selector, Labels, Annotations, Controlled By, Replicas, Pods Status, Pod Template, Conditions, Events",
    free: "Pod Template",
    required: [["Replicas"], ["Pods Status"], ["Events"]],
    fields: replicaFields,
  },
  {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    begins: /^Name, (?:Namespace, )?Selector, Node-Selector, /,
    labels:
      "Name, Namespace, Selector, Node-Selector, Labels, Annotations, Desired Number of Nodes Scheduled, Current Number of Nodes Scheduled, Number of Nodes Scheduled with Up-to-date Pods, Number of Nodes Scheduled with Available Pods, Number of Nodes Misscheduled, Pods Status, Pod Template, Events",
    free: "Pod Template",
    required: [["Pods Status"], ["Events"]],
    fields: daemonSetFields,
  },
  {
    apiVersion: "batch/v1",
    kind: "Job",
    begins: /^Name, Namespace, Selector, /,
    has: /^Pods Statuses:/m,
    labels:
      "Name, Namespace, Selector, Labels, Annotations, Controlled By, Parallelism, Completions, Completion Mode, Suspend, Backoff Limit, TTL Seconds After Finished, Start Time, Completed At, Duration, Active Deadline Seconds, Pods Statuses, Completed Indexes, Pod Template, Events",
    free: "Pod Template",
    required: [["Pods Statuses"], ["Events"]],
    fields: jobFields,
  },
];

/** The kind of a described built-in object that can be read, by how its description begins. */
export function describedKindOf(part: string): DescribedKind | undefined {
  const first = part.split("\n", 4).map((line) => `${labelAt(line)}, `);
  const head = first.join("");
  return kinds.find(({ begins, has }) => begins.test(head) && has?.test(part) !== false);
}

/** The label at the start of a line: `Start Time` of `Start Time:  x`; empty where there is none. */
function labelAt(line: string): string {
  return /^[A-Z][A-Za-z -]*?(?=:(?:[ \t]|$))/.exec(line)?.[0] ?? "";
}

/** The object in the description of a built-in kind, or why it cannot be read. */
export function readDescribedKind(part: string, known: DescribedKind): DescribedObject | PastedFaultCode {
  const { apiVersion, kind } = known;
  const sections = sectionsOf(part, known);
  if (sections === undefined) return "described-ambiguously";
  const isWhole = known.required.every((labels) => labels.some((label) => sections.has(label)));
  if (!isWhole) return "described-in-part";
  const conditions = conditionsIn(sections.get("Conditions") ?? []);
  // A line of a message in the table may look like a row.
  if (known.free === "Conditions" && new Set(conditions.map(({ type }) => type)).size < conditions.length)
    return "described-ambiguously";
  const text = (label: string): string => (sections.get(label)?.[0] ?? "").replace(/^<(none|unset|nil)>$/, "");
  const metadata = { name: text("Name"), namespace: text("Namespace") || undefined };
  const events = describedEvents(sections.get("Events") ?? [], { apiVersion, kind, metadata });
  const fields = known.fields({
    text,
    time: (label) => describedTime(text(label)),
    counts: (label) =>
      Object.fromEntries(
        [...text(label).matchAll(/(\d{1,9}) (\w+)/g)].map(([, digits, word]) => [word, Number(digits)]),
      ),
    linesBelow: (label) => sections.get(label)?.slice(1) ?? [],
    conditions,
    events,
  });
  if (typeof fields === "string") return fields;
  const { metadata: more, ...rest } = fields;
  const object = { apiVersion, kind, metadata: { ...metadata, ...toRecord(more) }, ...rest };
  return { object, events, isCut: false };
}

/**
 * Cuts a description at the labels of its kind, in their order: by each label the text behind it, then the lines below.
 * Any other line belongs to the section before it, also at the margin: messages stand there with their own line breaks.
 * Undefined where a label stands twice or out of order among such messages, one of which may look like it.
 */
function sectionsOf(part: string, { labels, free }: DescribedKind): Map<string, string[]> | undefined {
  const order = labels.split(", ");
  const sections = new Map<string, string[]>();
  let current = -1;
  for (const line of part.split("\n")) {
    const label = labelAt(line);
    const found = order.indexOf(label);
    if (found > current) {
      current = found;
      sections.set(label, [line.slice(label.length + 1).trim()]);
      continue;
    }
    if (found >= order.indexOf(free)) return undefined;
    sections.get(order[current] ?? "")?.push(line);
  }
  return sections;
}

/** The conditions in a table, whose rows are two deep: further lines of a message are none (kubectl, pkg/describe). */
function conditionsIn([, header = "", ...rows]: readonly string[]): readonly Fields[] {
  const whole = rows.filter((row) => /^ {2}\S/.test(row) && !/^[\s-]+$/.test(row));
  return describedTable([header, ...whole]).map(({ type, status, reason, message, lasttransitiontime = "" }) => ({
    type,
    status,
    reason,
    message,
    lastTransitionTime: describedTime(lasttransitiontime),
  }));
}

/** What is ready is not described. What is available is ready, so that no more is missing than this says. */
function deploymentFields({ counts, time, conditions }: DescribedSections): Fields {
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
 * A StatefulSet or ReplicaSet of which too few pods run, so that no more than these are ready. Where enough run, the
 * description does not say whether they are ready (kubectl, pkg/describe, describeStatefulSet, describeReplicaSet). Its
 * creation is omitted: as the only time in the text it would be taken for the time since which pods are missing.
 */
function replicaFields({ counts, conditions }: DescribedSections): Fields | PastedFaultCode {
  const { desired, total, current } = counts("Replicas");
  const replicas = total ?? current;
  const { Running: running } = counts("Pods Status");
  if (desired === undefined || replicas === undefined || running === undefined) return "described-built-in";
  if (running >= desired) return "described-built-in";
  return { spec: { replicas: desired }, status: { replicas, readyReplicas: running, conditions } };
}

/** What is ready is not described, and what is available is ready (kubectl, pkg/describe, describeDaemonSet). */
function daemonSetFields({ text }: DescribedSections): Fields | PastedFaultCode {
  const labels = {
    desiredNumberScheduled: "Desired Number of Nodes Scheduled",
    currentNumberScheduled: "Current Number of Nodes Scheduled",
    updatedNumberScheduled: "Number of Nodes Scheduled with Up-to-date Pods",
    numberAvailable: "Number of Nodes Scheduled with Available Pods",
    numberReady: "Number of Nodes Scheduled with Available Pods",
    numberMisscheduled: "Number of Nodes Misscheduled",
  };
  const counts = Object.entries(labels).map(([field, label]) => [field, /^\d{1,9}$/.exec(text(label))?.[0]] as const);
  if (counts.some(([, count]) => count === undefined)) return "described-in-part";
  return { status: Object.fromEntries(counts.map(([field, count]) => [field, Number(count)])) };
}

/** Its conditions are not described (kubectl, pkg/describe, describeJob). */
function jobFields(sections: DescribedSections): Fields | PastedFaultCode {
  const { text, time, counts } = sections;
  const { Active: active, Succeeded: succeeded, Failed: failed } = counts("Pods Statuses");
  if (active === undefined || succeeded === undefined || failed === undefined) return "described-in-part";
  return {
    spec: {
      completions: /^\d+/.test(text("Completions")) ? Number.parseInt(text("Completions"), 10) : undefined,
      parallelism: Number.parseInt(text("Parallelism"), 10) || 1,
      suspend: text("Suspend") === "true",
    },
    status: { active, succeeded, failed, startTime: time("Start Time"), conditions: jobConditions(sections) },
  };
}

/** Reasons with which the controller ends a Job as failed, also those of its event (batch/v1 types.go). */
const failures = /^(BackoffLimitExceeded|DeadlineExceeded|PodFailurePolicy|FailedIndexes|MaxFailedIndexesExceeded)$/;

/**
 * A Job is complete where it has the time of that, and failed where its event says so, or where none of its pods is active
 * and more have failed than its limit.
 */
function jobConditions({ text, time, counts, events }: DescribedSections): readonly Fields[] {
  const completed = time("Completed At");
  if (completed !== undefined) return [{ type: "Complete", status: "True", lastTransitionTime: completed }];
  const event = events.find((each) => each["type"] === "Warning" && failures.test(toText(each["reason"])));
  if (event !== undefined)
    return [{ type: "Failed", status: "True", reason: event["reason"], message: event["message"] }];
  const { Active: active = 0, Failed: failed = 0 } = counts("Pods Statuses");
  const isOver = active === 0 && failed > Number.parseInt(text("Backoff Limit"), 10);
  return isOver ? [{ type: "Failed", status: "True", reason: "BackoffLimitExceeded" }] : [];
}
