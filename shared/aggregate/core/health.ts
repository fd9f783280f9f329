import type { KubeObject, Ref } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { record } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { isOlderThanSpec } from "../freshness.ts";
import { apiService, customResourceDefinition, namespace, node } from "./cluster.ts";
import { machineHealthCheck, machines } from "./cluster-api.ts";
import { cronJob, job } from "./jobs.ts";
import { clusterServiceVersion, installPlan, subscription } from "./lifecycle.ts";
import { ingress, nodeNetworkPolicy, route, service } from "./network.ts";
import { pod } from "./pods.ts";
import { disruptionBudget, podAutoscaler } from "./policies.ts";
import { snapshotContent, volume, volumeClaim } from "./storage.ts";
import { because, type Health, hasLasted, malformed, patience, type Rule, unwell, well } from "./verdicts.ts";
import { dataVolume, virtualMachine, virtualMachineInstance } from "./virtual-machines.ts";
import { daemonSet, deployment, replicaSet, statefulSet } from "./workloads.ts";

export type { Health } from "./verdicts.ts";

/**
 * How an object is by the rule of its kind; undefined where there is no rule for it, as for a ConfigMap, of which it is all
 * that it is there. Without a status nothing is healthy, a status older than the spec is progressing, and so is what is
 * being deleted, until it takes too long. `newestPod`: as {@link Rule} wants it.
 */
export function healthOf(object: KubeObject, takenAt: string, newestPod?: string): Health | undefined {
  const rule = rules.get(`${object.ref.group}/${object.ref.kind}`);
  if (rule === undefined) return undefined;
  return object.deletedAt === undefined ? reported(object, rule, takenAt, newestPod) : deleting(object, rule, takenAt);
}

/** Whether there is more to say about objects of a kind than that they are there. */
export function hasRule({ group, kind }: Pick<Ref, "group" | "kind">): boolean {
  return rules.has(`${group}/${kind}`);
}

/** The rules by group and kind, whatever the version. */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["/Pod", pod],
  ["/ReplicationController", replicaSet],
  ["/PersistentVolumeClaim", volumeClaim],
  ["/PersistentVolume", volume],
  ["/Service", service],
  ["/Node", node],
  ["/Namespace", namespace],
  ["apps/Deployment", deployment],
  ["apps/ReplicaSet", replicaSet],
  ["apps/StatefulSet", statefulSet],
  ["apps/DaemonSet", daemonSet],
  ["batch/Job", job],
  ["batch/CronJob", cronJob],
  ["networking.k8s.io/Ingress", ingress],
  ["extensions/Ingress", ingress],
  ["policy/PodDisruptionBudget", disruptionBudget],
  ["autoscaling/HorizontalPodAutoscaler", podAutoscaler],
  ["apiregistration.k8s.io/APIService", apiService],
  ["apiextensions.k8s.io/CustomResourceDefinition", customResourceDefinition],
  ["operators.coreos.com/ClusterServiceVersion", clusterServiceVersion],
  ["operators.coreos.com/Subscription", subscription],
  ["operators.coreos.com/InstallPlan", installPlan],
  ["route.openshift.io/Route", route],
  ["snapshot.storage.k8s.io/VolumeSnapshot", snapshotContent],
  ["snapshot.storage.k8s.io/VolumeSnapshotContent", snapshotContent],
  ["nmstate.io/NodeNetworkConfigurationPolicy", nodeNetworkPolicy],
  ["cluster.x-k8s.io/Cluster", machines],
  ["cluster.x-k8s.io/Machine", machines],
  ["cluster.x-k8s.io/MachineSet", machines],
  ["cluster.x-k8s.io/MachineDeployment", machines],
  ["cluster.x-k8s.io/MachineHealthCheck", machineHealthCheck],
  ["kubevirt.io/VirtualMachine", virtualMachine],
  ["kubevirt.io/VirtualMachineInstance", virtualMachineInstance],
  ["cdi.kubevirt.io/DataVolume", dataVolume],
]);

function reported(object: KubeObject, rule: Rule, takenAt: string, newestPod: string | undefined): Health {
  const { status, ref, createdAt } = object;
  if (status === undefined || status === null || isEmpty(status, ref.kind)) return unreported(createdAt, takenAt);
  if (record(status) === undefined) return malformed("status");
  const health = rule(object, takenAt, newestPod);
  // A pod's generation counts resizes only, and its containers report whatever the kubelet has seen of them.
  const isStale = ref.kind !== "Pod" && isOlderThanSpec(object, conditionsAt(object).conditions);
  return isStale ? unwell("progressing", because("StatusOutdated", coreWords.stale), health.facts) : health;
}

/** A CronJob that has never run has an empty status for good. */
function isEmpty(status: unknown, kind: string): boolean {
  return kind !== "CronJob" && Object.keys(record(status) ?? { odd: true }).length === 0;
}

function unreported(createdAt: string | undefined, takenAt: string): Health {
  return hasLasted(createdAt, takenAt, patience.observing)
    ? unwell("unknown", because("NotObserved", coreWords.neverReported, createdAt))
    : unwell("progressing", because("NotObserved", coreWords.notObserved, createdAt));
}

/** A deletionTimestamp is the end of the grace, so of a pod that is past it somebody owes the last step. */
function deleting(object: KubeObject, rule: Rule, takenAt: string): Health {
  const health = record(object.status) === undefined ? well() : rule(object, takenAt);
  const { facts, trouble } = health;
  if (trouble !== undefined && tellOfDeletion.has(object.ref.kind)) {
    return {
      ...health,
      trouble: { ...trouble, ...(object.deletedAt === undefined ? {} : { since: object.deletedAt }) },
    };
  }
  const limit = object.ref.kind === "Pod" ? patience.deletingPod : patience.deleting;
  const since = object.deletedAt;
  return hasLasted(since, takenAt, limit)
    ? unwell("degraded", because("Terminating", coreWords.deletionWaits(object.finalizers), since), facts)
    : unwell("progressing", because("Terminating", coreWords.deleting, since), facts);
}

/** Kinds whose rule says itself what a deletion waits for. */
const tellOfDeletion: ReadonlySet<string> = new Set(["Namespace", "CustomResourceDefinition"]);
