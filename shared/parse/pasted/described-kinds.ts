import { readJobFields } from "./described-job.ts";
import { readPodFields } from "./described-pod.ts";
import { type DescribedKind, readLabel } from "./described-sections.ts";
import { readDaemonSetFields, readDeploymentFields, readReplicaFields } from "./described-workloads.ts";

/** The lines by whose labels a kind is found. */
const searchedLines = 4;

/** The built-in kind of a description, by its labels. Undefined if it is none that can be read. */
export function findDescribedKind(text: string): DescribedKind | undefined {
  const labels = text.split("\n", searchedLines).map((line) => `${readLabel(line)}, `);
  const head = labels.join("");
  return kinds.find(({ firstLabels, laterLine }) => firstLabels.test(head) && laterLine?.test(text) !== false);
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
