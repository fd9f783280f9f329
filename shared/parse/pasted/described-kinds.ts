import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toRecord } from "../json-value.ts";
import { readDescribedEvents } from "./described-events.ts";
import { podFields } from "./described-pod.ts";
import { type DescribedSections, describedTime, sectionsOf, tableRows, textOf } from "./described-sections.ts";
import { daemonSetFields, deploymentFields, jobFields, replicaFields } from "./described-workloads.ts";

/** A built-in kind whose description has all that its rule reads, and how to know it: the text names no kind. */
interface DescribedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** What kubectl prints first for this kind alone. No text of an object stands before it. */
  readonly begins: RegExp;
  /** A label further below, where other kinds begin so, too. */
  readonly has?: RegExp;
  /** Its labels at the margin, in kubectl's order. */
  readonly labels: readonly string[];
  /** The first label after which messages may stand that are not Kubernetes' own. */
  readonly free: string;
  /** Labels without which the description is cut: one of each list stands in every whole one. */
  readonly required: readonly (readonly string[])[];
  /** Undefined where a text may be taken for a field. A code says what else is missing. */
  readonly fields: (sections: DescribedSections, events: readonly Fields[]) => Fields | PastedFaultCode | undefined;
}

/** kubectl, pkg/describe/describe.go: describePod, describeNode, describeDeployment and the others by their kinds. */
const kinds: readonly DescribedKind[] = [
  {
    ...{ apiVersion: "v1", kind: "Pod", fields: podFields },
    begins: /^Name:.*\r?\nNamespace:.*\r?\n(?:Priority|Priority Class Name|Runtime Class Name|Service Account|Node):/,
    labels: [
      ...["Name", "Namespace", "Priority", "Priority Class Name", "Runtime Class Name", "Service Account", "Node"],
      ...["Start Time", "Labels", "Annotations", "Status", "Termination Grace Period", "Reason", "Message"],
      ...["SeccompProfile", "LocalhostProfile", "IP", "IPs", "Controlled By", "NominatedNodeName", "Resources"],
      ...["Init Containers", "Containers", "Ephemeral Containers", "Readiness Gates", "Conditions", "Volumes"],
      ...["QoS Class", "Node-Selectors", "Tolerations", "Topology Spread Constraints", "SchedulingGroup", "Events"],
    ],
    free: "Init Containers",
    required: [["Status"], ["IP"], ["Containers"], ["QoS Class"]],
  },
  {
    ...{ apiVersion: "v1", kind: "Node", fields: nodeFields, begins: /^Name:.*\r?\nRoles:/ },
    labels: [
      ...["Name", "Roles", "Labels", "Annotations", "CreationTimestamp", "Taints", "Unschedulable", "Lease"],
      ...["Conditions", "Addresses", "Capacity", "Allocatable", "System Info", "PodCIDR", "PodCIDRs", "ProviderID"],
      ...["Non-terminated Pods", "Allocated resources", "Events"],
    ],
    free: "Conditions",
    required: [["Unschedulable"], ["Conditions"], ["Addresses", "Capacity", "System Info"]],
  },
  {
    ...{ apiVersion: "apps/v1", kind: "Deployment", fields: deploymentFields },
    begins: /^Name:.*\r?\nNamespace:.*\r?\nCreationTimestamp:/,
    has: /^StrategyType:/m,
    labels: [
      ...["Name", "Namespace", "CreationTimestamp", "Labels", "Annotations", "Selector", "Replicas", "StrategyType"],
      ...["MinReadySeconds", "RollingUpdateStrategy", "Pod Template", "Conditions", "OldReplicaSets"],
      ...["NewReplicaSet", "Events"],
    ],
    free: "Conditions",
    required: [["Replicas"], ["OldReplicaSets", "NewReplicaSet", "Events"]],
  },
  {
    ...{ apiVersion: "v1", kind: "PersistentVolumeClaim", fields: claimFields },
    begins: /^Name:.*\r?\nNamespace:.*\r?\nStorageClass:/,
    labels: [
      ...["Name", "Namespace", "StorageClass", "Status", "Volume", "Labels", "Annotations", "Finalizers", "Capacity"],
      ...["Access Modes", "VolumeMode", "DataSource", "Used By", "Conditions", "Events"],
    ],
    free: "Conditions",
    required: [["Status"], ["Events"]],
  },
  {
    ...{ apiVersion: "apps/v1", kind: "StatefulSet", fields: replicaFields },
    begins: /^Name:.*\r?\nNamespace:.*\r?\nCreationTimestamp:/,
    has: /^Update Strategy:/m,
    labels: [
      ...["Name", "Namespace", "CreationTimestamp", "Selector", "Labels", "Annotations", "Replicas"],
      ...["Update Strategy", "Pods Status", "Pod Template", "Volume Claims", "Events"],
    ],
    free: "Pod Template",
    required: [["Replicas"], ["Pods Status"], ["Events"]],
  },
  {
    ...{ apiVersion: "apps/v1", kind: "ReplicaSet", fields: replicaFields },
    begins: /^Name:.*\r?\nNamespace:.*\r?\nSelector:/,
    has: /^Replicas:[ \t]+\d+ current \/ /m,
    labels: [
      ...["Name", "Namespace", "Selector", "Labels", "Annotations", "Controlled By", "Replicas", "Pods Status"],
      ...["Pod Template", "Conditions", "Events"],
    ],
    free: "Pod Template",
    required: [["Replicas"], ["Pods Status"], ["Events"]],
  },
  {
    ...{ apiVersion: "apps/v1", kind: "DaemonSet", fields: daemonSetFields },
    begins: /^Name:.*\r?\n(?:Namespace:.*\r?\n)?Selector:.*\r?\nNode-Selector:/,
    labels: [
      ...["Name", "Namespace", "Selector", "Node-Selector", "Labels", "Annotations"],
      ...["Desired Number of Nodes Scheduled", "Current Number of Nodes Scheduled"],
      ...["Number of Nodes Scheduled with Up-to-date Pods", "Number of Nodes Scheduled with Available Pods"],
      ...["Number of Nodes Misscheduled", "Pods Status", "Pod Template", "Events"],
    ],
    free: "Pod Template",
    required: [["Pods Status"], ["Events"]],
  },
  {
    ...{ apiVersion: "batch/v1", kind: "Job", fields: jobFields },
    begins: /^Name:.*\r?\nNamespace:.*\r?\nSelector:/,
    has: /^Pods Statuses:/m,
    labels: [
      ...["Name", "Namespace", "Selector", "Labels", "Annotations", "Controlled By", "Parallelism", "Completions"],
      ...["Completion Mode", "Suspend", "Backoff Limit", "TTL Seconds After Finished", "Start Time", "Completed At"],
      ...["Duration", "Active Deadline Seconds", "Pods Statuses", "Completed Indexes", "Pod Template", "Events"],
    ],
    free: "Pod Template",
    required: [["Pods Statuses"], ["Events"]],
  },
];

function kindOf(part: string): DescribedKind | undefined {
  return kinds.find(({ begins, has }) => begins.test(part) && has?.test(part) !== false);
}

/** The kind of a described built-in object that can be read, by how its description begins. */
export function describedKindName(part: string): string | undefined {
  return kindOf(part)?.kind;
}

/**
 * The object and its events in the description of one built-in object, or why it cannot be read. Undefined for a kind
 * whose description lacks what its rule reads.
 */
export function readDescribedKind(part: string): readonly Fields[] | PastedFaultCode | undefined {
  const known = kindOf(part);
  if (known === undefined) return undefined;
  const { apiVersion, kind, labels, free, required } = known;
  const sections = sectionsOf(part, labels, free);
  if (sections.isDoubtful) return "described-ambiguously";
  if (!required.every((some) => some.some((label) => sections.at(label) !== undefined))) return "described-in-part";
  const name = textOf(sections.at("Name"));
  const namespace = textOf(sections.at("Namespace"));
  const created = describedTime(textOf(sections.at("CreationTimestamp")));
  const place = namespace === "" ? {} : { namespace };
  const metadata = { name, ...place, ...(created === undefined ? {} : { creationTimestamp: created }) };
  const events = readDescribedEvents(part, { apiVersion, kind, name, ...place });
  const fields = known.fields(sections, events);
  if (typeof fields === "string" || fields === undefined) return fields ?? "described-ambiguously";
  return [merged({ apiVersion, kind, metadata }, fields), ...events];
}

/** The object with its fields; those of its metadata stand beside its name. */
function merged(object: Fields & { readonly metadata: object }, { metadata, ...fields }: Fields): Fields {
  return { ...object, ...fields, metadata: { ...object.metadata, ...toRecord(metadata) } };
}

function nodeFields(sections: DescribedSections): Fields | undefined {
  const conditions = conditionsIn(sections);
  const unschedulable = textOf(sections.at("Unschedulable")) === "true";
  return conditions === undefined ? undefined : { spec: { unschedulable }, status: { conditions } };
}

/**
 * The claim by its phase. One that is being deleted has none in the text: `Terminating (lasts 5d)` stands in its place.
 */
function claimFields(sections: DescribedSections): Fields | undefined {
  const conditions = conditionsIn(sections);
  const storageClassName = textOf(sections.at("StorageClass"));
  const [phase] = textOf(sections.at("Status")).split(" ");
  const finalizers = /^\[(.+)\]$/.exec(textOf(sections.at("Finalizers")))?.[1]?.split(" ") ?? [];
  return conditions === undefined
    ? undefined
    : { metadata: { finalizers }, spec: { storageClassName }, status: { phase, conditions } };
}

/** The conditions of a table that has a column for each field. Undefined where a type stands twice. */
function conditionsIn(sections: DescribedSections): readonly Fields[] | undefined {
  const rows = tableRows(sections.at("Conditions")?.lines ?? []);
  if (new Set(rows.map(({ type }) => type)).size < rows.length) return undefined;
  return rows.map(({ type, status, reason, message, lasttransitiontime: time = "" }) => {
    const since = describedTime(time);
    return { type, status, reason, message, ...(since === undefined ? {} : { lastTransitionTime: since }) };
  });
}
