import type { Trouble } from "../../model/cause/trouble.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import {
  filledFacts,
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
  /** Of the current template. */
  readonly updated: number;
  readonly facts: NodeFacts;
}

/**
 * The health of a Deployment by its counts (kstatus core.go, deploymentConditions) and by its controller's failures
 * (deployment_util.go: ReplicaFailure, Progressing False). The first rule that fits decides:
 * 1. Fewer pods are available than wanted: unavailable without any, even during a rollout. Otherwise progressing while
 *    the controller works on it, else degraded.
 * 2. Pods are wanted, and the controller reports a failure: degraded.
 * 3. It is paused, which is the user's choice: healthy.
 * 4. Too few pods have the current template: progressing.
 * 5. Pods are wanted, and Available is still False, although the counts have reached the wanted number: progressing.
 * 6. More pods exist than wanted: progressing.
 * 7. Otherwise it is healthy. At 0 wanted pods Available is True (pkg/controller/deployment/sync.go, calculateStatus).
 */
export function evaluateDeployment(deployment: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(deployment);
  const progress = lastConditionOfType(conditions, "Progressing");
  const available = lastConditionOfType(conditions, "Available");
  const isSettled = progress === undefined || progress.reason === "NewReplicaSetAvailable";
  const counts = readReplicaCounts(deployment, isSettled);
  if (counts === undefined) return malformedField("replicas");

  const isPaused = valueAt(deployment.spec, "paused") === true;
  const facts = { ...counts.facts, ...filledFacts({ paused: isPaused ? "true" : "" }) };
  const failure = readReplicaFailure(conditions) ?? readTroubleIfFalse(progress);
  const isUpdating = !isSettled || counts.updated < counts.wanted || isNew(deployment, takenAt);
  const isMovingOn = isUpdating && !isPaused && failure === undefined;

  const pause = isPaused && progress?.status === "Unknown" ? troubleFromCondition(progress) : undefined;
  const reportedCause = failure ?? pause ?? readTroubleIfFalse(available);
  const shortage = evaluateShortage({ ...counts, facts }, isMovingOn, reportedCause);
  if (shortage !== undefined) return shortage;

  if (counts.wanted > 0 && failure !== undefined) return unhealthyObject("degraded", failure, facts);
  if (isPaused) return healthyObject(facts);
  if (counts.updated < counts.wanted) {
    return unhealthyObject("progressing", makeUpdateTrouble(counts.updated, counts.wanted, progress?.since), facts);
  }
  if (counts.wanted > 0 && available?.status === "False") {
    return unhealthyObject("progressing", troubleFromCondition(available), facts);
  }
  return evaluateSurplus({ ...counts, facts });
}

/**
 * The health of a ReplicaSet or a ReplicationController by its counts (kstatus core.go, replicasetConditions) and by
 * ReplicaFailure, which reports pods that could not be created because of a quota or of admission (replica_set_utils.go).
 */
export function evaluateReplicaSet(replicaSet: KubeObject, takenAt: string): ObjectHealth {
  const counts = readReplicaCounts(replicaSet, true);
  if (counts === undefined) return malformedField("replicas");
  const failure = readReplicaFailure(conditionsAt(replicaSet).conditions);
  const isStarting = failure === undefined && isNew(replicaSet, takenAt);
  const shortage = evaluateShortage(counts, isStarting, failure);
  if (shortage !== undefined) return shortage;
  if (counts.wanted > 0 && failure !== undefined) return unhealthyObject("degraded", failure, counts.facts);
  return evaluateSurplus(counts);
}

/**
 * The health of a StatefulSet (kstatus core.go, stsConditions). While pods are missing or have an older revision it is
 * progressing, and degraded once nothing has changed for the default deadline of a Deployment; kstatus has no such limit.
 * Old pods below its partition, or with OnDelete, are intended.
 */
export function evaluateStatefulSet(statefulSet: KubeObject, takenAt: string, newestPod?: string): ObjectHealth {
  const { spec, status } = statefulSet;
  const isSettled = textAt(status, "currentRevision") === textAt(status, "updateRevision");
  const counts = readReplicaCounts(statefulSet, isSettled);
  const strategy = valueAt(spec, "updateStrategy");
  const partition = readCount(valueAt(strategy, "rollingUpdate", "partition"), 0);
  if (counts === undefined || partition === undefined) return malformedField("replicas");

  const isOnDelete = valueAt(strategy, "type") === "OnDelete";
  const wantedUpdated = counts.wanted - partition;
  const isUpdating = !isOnDelete && !isSettled && counts.updated < wantedUpdated;
  const isMovingOn = isUpdating && isRollingOut(statefulSet, takenAt, newestPod);
  const isFilling = counts.total < counts.wanted && isScalingUp(statefulSet, takenAt, newestPod);
  const shortage = evaluateShortage(counts, isMovingOn || isFilling || isNew(statefulSet, takenAt));
  if (shortage !== undefined) return shortage;
  if (!isUpdating) return evaluateSurplus(counts);
  const trouble = makeUpdateTrouble(counts.updated, wantedUpdated);
  return unhealthyObject(isMovingOn ? "progressing" : "degraded", trouble, counts.facts);
}

/**
 * The health of a DaemonSet (kstatus core.go, daemonsetConditions), which wants a pod on every matching node, and may match
 * none. While pods are missing or have an older revision it is progressing, and degraded once nothing has changed for the
 * default deadline of a Deployment.
 */
export function evaluateDaemonSet(daemonSet: KubeObject, takenAt: string, newestPod?: string): ObjectHealth {
  const counts = readDaemonCounts(daemonSet);
  if (counts === undefined) return malformedField("pods");
  const isOnDelete = valueAt(daemonSet.spec, "updateStrategy", "type") === "OnDelete";
  // A missing pod is not a pod of an older revision.
  const isUpdating = !isOnDelete && counts.updated < Math.min(counts.total, counts.wanted);
  const isMovingOn = isUpdating && isRollingOut(daemonSet, takenAt, newestPod);
  const isFilling = counts.total < counts.wanted && isScalingUp(daemonSet, takenAt, newestPod);
  const shortage = evaluateShortage(counts, isMovingOn || isFilling || isNew(daemonSet, takenAt));
  if (shortage !== undefined) return shortage;
  if (!isUpdating) return healthyObject(counts.facts);
  const trouble = makeUpdateTrouble(counts.updated, counts.wanted);
  return unhealthyObject(isMovingOn ? "progressing" : "degraded", trouble, counts.facts);
}

/**
 * The replica counts of a workload. Undefined if one of them is malformed.
 *
 * @param isSettled nothing in the status says that an update is in progress. A status without a count of updated pods
 *   then means that all ready pods are updated.
 */
function readReplicaCounts({ spec, status }: KubeObject, isSettled: boolean): ReplicaCounts | undefined {
  const wanted = readCount(valueAt(spec, "replicas"), 1);
  const ready = readCount(valueAt(status, "readyReplicas"), 0);
  if (wanted === undefined || ready === undefined) return undefined;
  const total = readCount(valueAt(status, "replicas"), ready);
  const available = readAvailable({ spec, status }, "availableReplicas", "unavailableReplicas", ready);
  const updated = readCount(valueAt(status, "updatedReplicas"), isSettled ? ready : 0);
  if (total === undefined || available === undefined || updated === undefined) return undefined;
  return { wanted, total, available, updated, facts: makeReadyFacts(ready, available, wanted) };
}

/** The pod counts of a DaemonSet. Undefined if one of them is malformed, or the number of wanted pods is absent. */
function readDaemonCounts({ spec, status }: KubeObject): ReplicaCounts | undefined {
  const readNumber = (name: string): number | undefined => readCount(valueAt(status, name), 0);
  const wanted = wholeNumberAt(status, "desiredNumberScheduled");
  const total = readNumber("currentNumberScheduled");
  const ready = readNumber("numberReady");
  const misscheduled = readNumber("numberMisscheduled");
  if (wanted === undefined || wanted < 0 || total === undefined || ready === undefined) return undefined;
  const available = readAvailable({ spec, status }, "numberAvailable", "numberUnavailable", ready);
  const updated = readCount(valueAt(status, "updatedNumberScheduled"), wanted);
  if (available === undefined || updated === undefined || misscheduled === undefined) return undefined;
  const misscheduledFact = filledFacts({ misscheduled: misscheduled > 0 ? `${misscheduled}` : "" });
  const facts = { ...makeReadyFacts(ready, available, wanted), ...misscheduledFact };
  return { wanted, total, available, updated, facts };
}

/**
 * The number of available replicas, undefined if it is malformed. The server omits a count of 0, so an absent count means
 * 0 where replicas are unavailable or must be ready for minReadySeconds. Otherwise it means that all ready replicas are
 * available.
 */
function readAvailable(
  { spec, status }: Pick<KubeObject, "spec" | "status">,
  availableName: string,
  unavailableName: string,
  ready: number,
): number | undefined {
  const minReadySeconds = readCount(valueAt(spec, "minReadySeconds"), 0) ?? 0;
  const unavailable = readCount(valueAt(status, unavailableName), 0) ?? 0;
  const isReadyAvailable = minReadySeconds === 0 && unavailable === 0;
  const available = readCount(valueAt(status, availableName), isReadyAvailable ? ready : 0);
  return available === undefined ? undefined : Math.min(available, ready);
}

/** `ready: 2/3`, and `available: 1/3` where fewer pods are available than ready. */
function makeReadyFacts(ready: number, available: number, wanted: number): NodeFacts {
  return filledFacts({
    ready: `${ready}/${wanted}`,
    available: available < ready ? `${available}/${wanted}` : "",
  });
}

/**
 * The health of a workload with fewer available pods than wanted: unavailable without any, otherwise progressing while its
 * controller works on it, else degraded. Undefined if enough pods are available.
 *
 * @param reportedCause the cause by the conditions of the workload
 */
function evaluateShortage(
  { wanted, available, facts }: ReplicaCounts,
  isMovingOn: boolean,
  reportedCause?: Trouble,
): ObjectHealth | undefined {
  if (available >= wanted) return undefined;
  const counted = makeTrouble("LessAvailable", { code: "replicas", count: available, wanted, state: "available" });
  const trouble = reportedCause ?? counted;
  if (available === 0) return unhealthyObject("unavailable", trouble, facts);
  return unhealthyObject(isMovingOn ? "progressing" : "degraded", trouble, facts);
}

/** The health of a workload with enough pods: progressing while more exist than wanted, else healthy. */
function evaluateSurplus({ wanted, total, facts }: ReplicaCounts): ObjectHealth {
  if (total <= wanted) return healthyObject(facts);
  const trouble = makeTrouble("ExtraPods", { code: "surplus-pods", count: total - wanted });
  return unhealthyObject("progressing", trouble, facts);
}

function makeUpdateTrouble(count: number, wanted: number, since?: string): Trouble {
  return makeTrouble("LessUpdated", { code: "replicas", count, wanted, state: "updated" }, since);
}

function readReplicaFailure(conditions: readonly Condition[]): Trouble | undefined {
  const failure = lastConditionOfType(conditions, "ReplicaFailure");
  return failure?.status === "True" ? troubleFromCondition(failure) : undefined;
}

function readTroubleIfFalse(condition: Condition | undefined): Trouble | undefined {
  return condition?.status === "False" ? troubleFromCondition(condition) : undefined;
}
