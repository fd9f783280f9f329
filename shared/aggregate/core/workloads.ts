import type { Trouble } from "../../model/cause/trouble.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import {
  healthyObject,
  makeTrouble,
  malformedField,
  type NodeFacts,
  type ObjectHealth,
  readCount,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";
import { isNew, isRollingOut, isScalingUp } from "./rollout.ts";

/** Replicas as a workload's status counts them. */
interface ReplicaCounts {
  readonly wanted: number;
  readonly total: number;
  /** Ready for at least spec.minReadySeconds. */
  readonly available: number;
  readonly updated: number;
  readonly facts: NodeFacts;
}

/**
 * The health of a Deployment by its counts (kstatus core.go, deploymentConditions) and by its controller's failures
 * (deployment_util.go: ReplicaFailure, Progressing False). With none of the wanted pods available it is unavailable,
 * even during a rollout. At 0 wanted there is nothing to run, and condition Available is True
 * (kubernetes/kubernetes pkg/controller/deployment/sync.go, calculateStatus). Paused is the user's choice.
 */
export function evaluateDeployment(object: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const progress = lastConditionOfType(conditions, "Progressing");
  const isSettled = progress === undefined || progress.reason === "NewReplicaSetAvailable";
  const replicas = readReplicaCounts(object, isSettled);
  if (replicas === undefined) return malformedField("replicas");
  const isPaused = valueAt(object.spec, "paused") === true;
  const failure = failureOf(conditions) ?? (progress?.status === "False" ? troubleFromCondition(progress) : undefined);
  const isRolling =
    !isPaused && failure === undefined && (!isSettled || replicas.updated < replicas.wanted || isNew(object, takenAt));
  const available = lastConditionOfType(conditions, "Available");
  const paused = isPaused && progress?.status === "Unknown" ? troubleFromCondition(progress) : undefined;
  const lacking = failure ?? paused ?? (available?.status === "False" ? troubleFromCondition(available) : undefined);
  const facts = { ...replicas.facts, ...(isPaused && { paused: "true" }) };
  const short = evaluateMissingReplicas({ ...replicas, facts }, isRolling, lacking);
  if (short !== undefined) return short;
  if (replicas.wanted > 0 && failure !== undefined) return unhealthyObject("degraded", failure, facts);
  if (isPaused) return healthyObject(facts);
  if (replicas.updated < replicas.wanted) {
    return unhealthyObject("progressing", lessUpdated(replicas.updated, replicas.wanted, progress?.since), facts);
  }
  const isContradicted = replicas.wanted > 0 && available?.status === "False";
  return isContradicted
    ? unhealthyObject("progressing", troubleFromCondition(available), facts)
    : evaluateSurplusReplicas({ ...replicas, facts });
}

/**
 * The health of a ReplicaSet or a ReplicationController (kstatus core.go, replicasetConditions). fullyLabeledReplicas
 * is omitted, because nothing depends on it. ReplicaFailure reports pods that could not be created: quota, admission
 * (replica_set_utils.go).
 */
export function evaluateReplicaSet(object: KubeObject, takenAt: string): ObjectHealth {
  const replicas = readReplicaCounts(object, true);
  if (replicas === undefined) return malformedField("replicas");
  const failure = failureOf(conditionsAt(object).conditions);
  const short = evaluateMissingReplicas(replicas, failure === undefined && isNew(object, takenAt), failure);
  if (short !== undefined) return short;
  return replicas.wanted > 0 && failure !== undefined
    ? unhealthyObject("degraded", failure, replicas.facts)
    : evaluateSurplusReplicas(replicas);
}

/**
 * The health of a StatefulSet (kstatus core.go, stsConditions). It is progressing while pods are missing or revisions
 * differ, as long as something changes. kstatus waits without a limit, but a Deployment has a deadline. Old pods below
 * its partition, or with OnDelete, are intended.
 */
export function evaluateStatefulSet(object: KubeObject, takenAt: string, newestPod?: string): ObjectHealth {
  const [now, next] = ["currentRevision", "updateRevision"].map((name) => textAt(object.status, name));
  const replicas = readReplicaCounts(object, now === next);
  const strategy = valueAt(object.spec, "updateStrategy");
  const partition = readCount(valueAt(strategy, "rollingUpdate", "partition"), 0);
  if (replicas === undefined || partition === undefined) return malformedField("replicas");
  const isOnDelete = valueAt(strategy, "type") === "OnDelete";
  const isUpdating = !isOnDelete && now !== next && replicas.updated < replicas.wanted - partition;
  const isRolling = isUpdating && isRollingOut(object, takenAt, newestPod);
  const isFilling = replicas.total < replicas.wanted && isScalingUp(object, takenAt, newestPod);
  const short = evaluateMissingReplicas(replicas, isRolling || isFilling || isNew(object, takenAt), undefined);
  if (short !== undefined) return short;
  if (isUpdating) {
    const trouble = lessUpdated(replicas.updated, replicas.wanted - partition);
    return unhealthyObject(isRolling ? "progressing" : "degraded", trouble, replicas.facts);
  }
  return evaluateSurplusReplicas(replicas);
}

/**
 * The replica counts of a workload; undefined if one of them is malformed. `isSettled`: nothing in the status says that
 * an update is in progress.
 */
function readReplicaCounts({ spec, status }: KubeObject, isSettled: boolean): ReplicaCounts | undefined {
  const wanted = readCount(valueAt(spec, "replicas"), 1);
  const ready = readCount(valueAt(status, "readyReplicas"), 0);
  if (wanted === undefined || ready === undefined) return undefined;
  const total = readCount(valueAt(status, "replicas"), ready);
  const available = availableReplicas({ spec, status }, "availableReplicas", "unavailableReplicas", ready);
  const updated = readCount(valueAt(status, "updatedReplicas"), isSettled ? ready : 0);
  if (total === undefined || available === undefined || updated === undefined) return undefined;
  return { wanted, total, available, updated, facts: readyFacts(ready, available, wanted) };
}

/** The health of a workload with enough pods; surplus pods mean progressing. */
function evaluateSurplusReplicas({ wanted, total, facts }: ReplicaCounts): ObjectHealth {
  if (total <= wanted) return healthyObject(facts);
  return unhealthyObject(
    "progressing",
    makeTrouble("ExtraPods", { code: "surplus-pods", count: total - wanted }),
    facts,
  );
}

/**
 * The health of a DaemonSet (kstatus core.go, daemonsetConditions). It wants a pod on every matching node; none may
 * match. It is progressing as long as something changes, like a StatefulSet.
 */
export function evaluateDaemonSet(object: KubeObject, takenAt: string, newestPod?: string): ObjectHealth {
  const field = (name: string): number | undefined => readCount(valueAt(object.status, name), 0);
  const desired = valueAt(object.status, "desiredNumberScheduled");
  const wanted = readCount(desired, -1);
  const total = field("currentNumberScheduled");
  const ready = field("numberReady");
  const misscheduled = field("numberMisscheduled");
  if (wanted === undefined || wanted < 0 || total === undefined || ready === undefined) return malformedField("pods");
  const available = availableReplicas(object, "numberAvailable", "numberUnavailable", ready);
  const updated = readCount(valueAt(object.status, "updatedNumberScheduled"), wanted);
  if (available === undefined || updated === undefined || misscheduled === undefined) return malformedField("pods");
  const isOnDelete = valueAt(object.spec, "updateStrategy", "type") === "OnDelete";
  // A missing pod is not a pod of an older revision.
  const isUpdating = !isOnDelete && updated < Math.min(total, wanted);
  const isRolling = isUpdating && isRollingOut(object, takenAt, newestPod);
  const isFilling = total < wanted && isScalingUp(object, takenAt, newestPod);
  const facts = {
    ...readyFacts(ready, available, wanted),
    ...(misscheduled > 0 && { misscheduled: `${misscheduled}` }),
  };
  const replicas = { wanted, total, available, updated, facts };
  const short = evaluateMissingReplicas(replicas, isRolling || isFilling || isNew(object, takenAt), undefined);
  if (short !== undefined) return short;
  if (!isUpdating) return healthyObject(facts);
  return unhealthyObject(isRolling ? "progressing" : "degraded", lessUpdated(updated, wanted), facts);
}

/**
 * The number of available replicas. A count of 0 is absent from the status: if `unavailable` is positive, an absent
 * count means 0. Otherwise, without minReadySeconds, every ready replica is available.
 */
function availableReplicas(
  { spec, status }: Pick<KubeObject, "spec" | "status">,
  name: string,
  unavailable: string,
  ready: number,
): number | undefined {
  const isAtOnce = (readCount(valueAt(spec, "minReadySeconds"), 0) ?? 0) === 0;
  const isReported = (readCount(valueAt(status, unavailable), 0) ?? 0) > 0;
  const available = readCount(valueAt(status, name), isAtOnce && !isReported ? ready : 0);
  return available === undefined ? undefined : Math.min(available, ready);
}

function readyFacts(ready: number, available: number, wanted: number): NodeFacts {
  return { ready: `${ready}/${wanted}`, ...(available < ready && { available: `${available}/${wanted}` }) };
}

/** The health of a workload with fewer available pods than wanted; undefined if it has enough. */
function evaluateMissingReplicas(
  replicas: ReplicaCounts,
  isRolling: boolean,
  reported: Trouble | undefined,
): ObjectHealth | undefined {
  const { wanted, available, facts } = replicas;
  if (available >= wanted) return undefined;
  const trouble =
    reported ??
    makeTrouble("LessAvailable", { code: "replicas", count: available, wanted: wanted, state: "available" });
  if (available === 0) return unhealthyObject("unavailable", trouble, facts);
  return unhealthyObject(isRolling ? "progressing" : "degraded", trouble, facts);
}

function lessUpdated(count: number, wanted: number, since?: string): Trouble {
  return makeTrouble("LessUpdated", { code: "replicas", count, wanted, state: "updated" }, since);
}

function failureOf(conditions: readonly Condition[]): Trouble | undefined {
  const failure = lastConditionOfType(conditions, "ReplicaFailure");
  return failure?.status === "True" ? troubleFromCondition(failure) : undefined;
}
