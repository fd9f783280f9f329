import { definedFields } from "../../model/defined-fields.ts";
import type { GroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { evaluateClusterApiObject, evaluateMachineHealthCheck } from "./cluster-api.ts";
import {
  evaluateApiService,
  evaluateCustomResourceDefinition,
  evaluateNamespace,
  evaluateNode,
} from "./cluster-kinds.ts";
import { evaluateCronJob, evaluateJob } from "./jobs.ts";
import { evaluateIngress, evaluateNodeNetworkPolicy, evaluateRoute, evaluateService } from "./network.ts";
import {
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  type KindRule,
  makeTrouble,
  malformedField,
  type ObjectHealth,
  unhealthyObject,
} from "./object-health.ts";
import { evaluateClusterServiceVersion, evaluateInstallPlan, evaluateSubscription } from "./olm.ts";
import { evaluatePod } from "./pods.ts";
import { evaluateDisruptionBudget, evaluatePodAutoscaler } from "./scaling-policies.ts";
import { evaluateVolume, evaluateVolumeClaim, evaluateVolumeSnapshot } from "./storage.ts";
import { evaluateDataVolume, evaluateVirtualMachine, evaluateVirtualMachineInstance } from "./virtual-machines.ts";
import { evaluateDaemonSet, evaluateDeployment, evaluateReplicaSet, evaluateStatefulSet } from "./workloads.ts";

export type { ObjectHealth } from "./object-health.ts";

/**
 * The health of an object by the rule of its kind. Undefined if its kind has no rule: a ConfigMap, for example, only
 * exists. An object without a status is never healthy. A status older than the spec means progressing. So does a
 * deletion, until it takes too long. For `newestPod` see {@link KindRule}.
 */
export function evaluateCoreKind(object: KubeObject, takenAt: string, newestPod?: string): ObjectHealth | undefined {
  const rule = rules.get(`${object.ref.group}/${object.ref.kind}`);
  if (rule === undefined) return undefined;
  return object.deletedAt === undefined ? reported(object, rule, takenAt, newestPod) : deleting(object, rule, takenAt);
}

/** Whether a kind has a health rule. */
export function hasRule({ group, kind }: GroupKind): boolean {
  return rules.has(`${group}/${kind}`);
}

/** The kinds with a health rule, as `group/kind`. */
export function kindsWithRule(): readonly string[] {
  return [...rules.keys()];
}

/** Whether objects of a kind say themselves how long they take to stop, so that a longer deletion is late. */
export function hasGracePeriod({ group, kind }: GroupKind): boolean {
  return kind === "Pod" ? group === "" : group === "kubevirt.io" && kind === "VirtualMachineInstance";
}

/** The rules by group and kind, for every version. */
const rules: ReadonlyMap<string, KindRule> = new Map<string, KindRule>([
  ["/Pod", evaluatePod],
  ["/ReplicationController", evaluateReplicaSet],
  ["/PersistentVolumeClaim", evaluateVolumeClaim],
  ["/PersistentVolume", evaluateVolume],
  ["/Service", evaluateService],
  ["/Node", evaluateNode],
  ["/Namespace", evaluateNamespace],
  ["apps/Deployment", evaluateDeployment],
  ["apps/ReplicaSet", evaluateReplicaSet],
  ["apps/StatefulSet", evaluateStatefulSet],
  ["apps/DaemonSet", evaluateDaemonSet],
  ["batch/Job", evaluateJob],
  ["batch/CronJob", evaluateCronJob],
  ["networking.k8s.io/Ingress", evaluateIngress],
  ["extensions/Ingress", evaluateIngress],
  ["policy/PodDisruptionBudget", evaluateDisruptionBudget],
  ["autoscaling/HorizontalPodAutoscaler", evaluatePodAutoscaler],
  ["apiregistration.k8s.io/APIService", evaluateApiService],
  ["apiextensions.k8s.io/CustomResourceDefinition", evaluateCustomResourceDefinition],
  ["operators.coreos.com/ClusterServiceVersion", evaluateClusterServiceVersion],
  ["operators.coreos.com/Subscription", evaluateSubscription],
  ["operators.coreos.com/InstallPlan", evaluateInstallPlan],
  ["route.openshift.io/Route", evaluateRoute],
  ["snapshot.storage.k8s.io/VolumeSnapshot", evaluateVolumeSnapshot],
  ["snapshot.storage.k8s.io/VolumeSnapshotContent", evaluateVolumeSnapshot],
  ["nmstate.io/NodeNetworkConfigurationPolicy", evaluateNodeNetworkPolicy],
  ["cluster.x-k8s.io/Cluster", evaluateClusterApiObject],
  ["cluster.x-k8s.io/Machine", evaluateClusterApiObject],
  ["cluster.x-k8s.io/MachineSet", evaluateClusterApiObject],
  ["cluster.x-k8s.io/MachineDeployment", evaluateClusterApiObject],
  ["cluster.x-k8s.io/MachineHealthCheck", evaluateMachineHealthCheck],
  ["kubevirt.io/VirtualMachine", evaluateVirtualMachine],
  ["kubevirt.io/VirtualMachineInstance", evaluateVirtualMachineInstance],
  ["cdi.kubevirt.io/DataVolume", evaluateDataVolume],
]);

function reported(object: KubeObject, rule: KindRule, takenAt: string, newestPod: string | undefined): ObjectHealth {
  const { status, ref, createdAt } = object;
  if (status === undefined || status === null || isEmpty(status, ref.kind)) return unreported(createdAt, takenAt);
  if (toRecord(status) === undefined) return malformedField("status");
  const health = rule(object, takenAt, newestPod);
  // The generation of a pod counts only resizes, and its containers report what the kubelet has observed.
  const isStale = ref.kind !== "Pod" && isOlderThanSpec(object, conditionsAt(object).conditions);
  return isStale
    ? unhealthyObject("progressing", makeTrouble("StatusOutdated", { code: "outdated-status" }), health.facts)
    : health;
}

/** Whether a status is empty; a CronJob that has never run keeps an empty status. */
function isEmpty(status: unknown, kind: string): boolean {
  return kind !== "CronJob" && Object.keys(toRecord(status) ?? { odd: true }).length === 0;
}

function unreported(createdAt: string | undefined, takenAt: string): ObjectHealth {
  return hasLasted(createdAt, takenAt, gracePeriodSeconds.observing)
    ? unhealthyObject("unknown", makeTrouble("NotObserved", { code: "no-status" }, createdAt))
    : unhealthyObject("progressing", makeTrouble("NotObserved", { code: "not-observed" }, createdAt));
}

/**
 * The health of an object that is being deleted. The deletionTimestamp of a pod is the end of its grace period. After
 * that the kubelet or a finalizer's controller is late.
 */
function deleting(object: KubeObject, rule: KindRule, takenAt: string): ObjectHealth {
  const health = toRecord(object.status) === undefined ? healthyObject() : rule(object, takenAt);
  const { facts, trouble } = health;
  const since = object.deletedAt;
  if (trouble !== undefined && reportDeletion.has(object.ref.kind)) {
    return {
      ...health,
      trouble: { ...trouble, ...definedFields({ since }) },
    };
  }
  const limit =
    object.ref.kind === "Pod" ? gracePeriodSeconds.deletingPod : gracePeriodSeconds.deleting + stopSeconds(object);
  const due = normalizeUtc(valueAt(object.raw, "metadata", "deletionTimestamp"));
  return hasLasted(due ?? since, takenAt, limit)
    ? unhealthyObject(
        "degraded",
        makeTrouble("Terminating", { code: "deletion-waits", finalizers: object.finalizers }, since),
        facts,
      )
    : unhealthyObject("progressing", makeTrouble("Terminating", { code: "being-deleted" }, since), facts);
}

/** How long the guest of a VirtualMachineInstance has to stop (kubevirt.io/api/core/v1 types.go). Other kinds stop at once. */
function stopSeconds({ ref, spec }: KubeObject): number {
  if (ref.kind !== "VirtualMachineInstance") return 0;
  const seconds = valueAt(spec, "terminationGracePeriodSeconds");
  return typeof seconds === "number" && seconds > 0 ? seconds : 0;
}

/** Kinds whose rule itself reports what blocks a deletion. */
const reportDeletion: ReadonlySet<string> = new Set(["Namespace", "CustomResourceDefinition"]);
