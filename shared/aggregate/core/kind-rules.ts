import { definedFields } from "../../model/defined-fields.ts";
import { type GroupKind, kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Source } from "../../model/snapshot.ts";
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
import {
  evaluateIngress,
  evaluateNodeNetworkEnactment,
  evaluateNodeNetworkPolicy,
  evaluateRoute,
  evaluateService,
} from "./network.ts";
import {
  evaluateDeletionAge,
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
  ["nmstate.io/NodeNetworkConfigurationEnactment", evaluateNodeNetworkEnactment],
  ["cluster.x-k8s.io/Cluster", evaluateClusterApiObject],
  ["cluster.x-k8s.io/Machine", evaluateClusterApiObject],
  ["cluster.x-k8s.io/MachineSet", evaluateClusterApiObject],
  ["cluster.x-k8s.io/MachineDeployment", evaluateClusterApiObject],
  ["cluster.x-k8s.io/MachineHealthCheck", evaluateMachineHealthCheck],
  ["kubevirt.io/VirtualMachine", evaluateVirtualMachine],
  ["kubevirt.io/VirtualMachineInstance", evaluateVirtualMachineInstance],
  ["cdi.kubevirt.io/DataVolume", evaluateDataVolume],
]);

/**
 * The health of an object by the rule of its kind. Undefined if its kind has no rule, as a ConfigMap, which only exists.
 * Three rules hold for all kinds:
 * 1. An object that is being deleted is progressing until its deletion takes too long, and unknown where `source` does not
 *    show how long the deletion takes.
 * 2. An object without a status is progressing or unknown, never healthy.
 * 3. An object whose status is older than its spec is progressing.
 *
 * For `newestPod` see {@link KindRule}.
 */
export function evaluateCoreKind(
  object: KubeObject,
  takenAt: string,
  newestPod?: string,
  source?: Source,
): ObjectHealth | undefined {
  const rule = rules.get(kindKey(object.ref));
  if (rule === undefined) return undefined;
  if (object.deletedAt !== undefined) return evaluateDeletion(object, rule, takenAt, source);
  return evaluateStatus(object, rule, takenAt, newestPod);
}

/**
 * The health of an object that is being deleted, by the age of the deletion ({@link evaluateDeletionAge}). For the kinds that
 * report what blocks their deletion, the rule of the kind decides. It is unknown there too where the age is.
 */
function evaluateDeletion(
  object: KubeObject,
  rule: KindRule,
  takenAt: string,
  source: Source | undefined,
): ObjectHealth {
  const health = toRecord(object.status) === undefined ? healthyObject() : rule(object, takenAt);
  const { facts, trouble } = health;
  const since = object.deletedAt;
  const state = evaluateDeletionAge(object, isDeletionLate(object, takenAt), source);
  if (trouble !== undefined && kindsThatReportDeletion.has(object.ref.kind)) {
    const isOfUnknownAge = health.verdict === "progressing" && state?.verdict === "unknown";
    const verdict = isOfUnknownAge ? "unknown" : health.verdict;
    return { facts, verdict, trouble: { ...trouble, ...definedFields({ since }) } };
  }
  if (state !== undefined) return unhealthyObject(state.verdict, state.trouble, facts);
  return unhealthyObject("progressing", makeTrouble("Terminating", { code: "being-deleted" }, since), facts);
}

/** Kinds whose rule itself reports what blocks a deletion. */
const kindsThatReportDeletion: ReadonlySet<string> = new Set(["Namespace", "CustomResourceDefinition"]);

/**
 * Whether a deletion takes longer than its object may need. The deletionTimestamp of a pod is the end of its grace
 * period, so a pod gets only the minute that the kubelet needs after that.
 */
function isDeletionLate(object: KubeObject, takenAt: string): boolean {
  const isPod = object.ref.kind === "Pod";
  const dueAt = normalizeUtc(valueAt(object.raw, "metadata", "deletionTimestamp"));
  const limitSeconds = isPod ? gracePeriodSeconds.deletingPod : gracePeriodSeconds.deleting + stopSeconds(object);
  return hasLasted(dueAt ?? object.deletedAt, takenAt, limitSeconds);
}

/**
 * How long the guest of a VirtualMachineInstance has to stop (kubevirt.io/api/core/v1 types.go). Objects of other kinds
 * stop at once.
 */
function stopSeconds({ ref, spec }: KubeObject): number {
  if (ref.kind !== "VirtualMachineInstance") return 0;
  const seconds = valueAt(spec, "terminationGracePeriodSeconds");
  return typeof seconds === "number" && seconds > 0 ? seconds : 0;
}

/** The health of an object that is not being deleted. */
function evaluateStatus(
  object: KubeObject,
  rule: KindRule,
  takenAt: string,
  newestPod: string | undefined,
): ObjectHealth {
  const { status, ref, createdAt } = object;
  if (lacksStatus(object)) return evaluateMissingStatus(createdAt, takenAt);
  if (toRecord(status) === undefined) return malformedField("status");
  const health = rule(object, takenAt, newestPod);
  // The generation of a pod counts only resizes, and its containers report what the kubelet has observed.
  const isOutdated = ref.kind !== "Pod" && isOlderThanSpec(object, conditionsAt(object).conditions);
  if (!isOutdated) return health;
  return unhealthyObject("progressing", makeTrouble("StatusOutdated", { code: "outdated-status" }), health.facts);
}

/** Whether a status is absent or empty. The empty status of a CronJob counts: a CronJob that has never run keeps it. */
function lacksStatus({ status, ref }: KubeObject): boolean {
  if (status === undefined || status === null) return true;
  const fields = toRecord(status);
  return fields !== undefined && Object.keys(fields).length === 0 && ref.kind !== "CronJob";
}

function evaluateMissingStatus(createdAt: string | undefined, takenAt: string): ObjectHealth {
  if (hasLasted(createdAt, takenAt, gracePeriodSeconds.observing)) {
    return unhealthyObject("unknown", makeTrouble("NotObserved", { code: "no-status" }, createdAt));
  }
  return unhealthyObject("progressing", makeTrouble("NotObserved", { code: "not-observed" }, createdAt));
}

/** Whether a kind has a health rule. */
export function hasRule(kind: GroupKind): boolean {
  return rules.has(kindKey(kind));
}

/** The kinds with a health rule, as `group/kind`. */
export function kindsWithRule(): readonly string[] {
  return [...rules.keys()];
}

/** Whether objects of a kind have a field that says how long they take to stop, so that a longer deletion is late. */
export function hasGracePeriod(kind: GroupKind): boolean {
  return ["/Pod", "kubevirt.io/VirtualMachineInstance"].includes(kindKey(kind));
}
