import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Trouble } from "../../model/report.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { count } from "./counts.ts";
import { availableOf, readyFacts, replicasOf, shortOf, surplusOf } from "./replicas.ts";
import { fillsUp, isNew, rollsOn } from "./rolling.ts";
import { because, type Health, malformed, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A Deployment by its counts (kstatus core.go, deploymentConditions) and by what its controller says it cannot do
 * (deployment_util.go: ReplicaFailure, Progressing False). None available of some wanted is unavailable whoever is at it; at
 * 0 wanted there is nothing to run, and condition Available says True (facts hco 14.13). Paused is on purpose.
 */
export function deployment(object: KubeObject, takenAt: string): Health {
  const { conditions } = conditionsAt(object);
  const progress = conditionOf(conditions, "Progressing");
  const isSettled = progress === undefined || progress.reason === "NewReplicaSetAvailable";
  const replicas = replicasOf(object, isSettled);
  if (replicas === undefined) return malformed("replica counts");
  const isPaused = at(object.spec, ["paused"]) === true;
  const failure = failureOf(conditions) ?? (progress?.status === "False" ? saidBy(progress) : undefined);
  const isRolling =
    !isPaused && failure === undefined && (!isSettled || replicas.updated < replicas.wanted || isNew(object, takenAt));
  const available = conditionOf(conditions, "Available");
  const paused = isPaused && progress?.status === "Unknown" ? saidBy(progress) : undefined;
  const lacking = failure ?? paused ?? (available?.status === "False" ? saidBy(available) : undefined);
  const facts = { ...replicas.facts, ...(isPaused ? { paused: "true" } : {}) };
  const short = shortOf({ ...replicas, facts }, isRolling, lacking);
  if (short !== undefined) return short;
  if (replicas.wanted > 0 && failure !== undefined) return unwell("degraded", failure, facts);
  if (isPaused) return well(facts);
  if (replicas.updated < replicas.wanted) {
    const message = coreWords.replicas(replicas.updated, replicas.wanted, "updated");
    return unwell("progressing", because("LessUpdated", message, progress?.since), facts);
  }
  const isContradicted = replicas.wanted > 0 && available?.status === "False";
  return isContradicted ? unwell("progressing", saidBy(available), facts) : surplusOf({ ...replicas, facts });
}

/**
 * A ReplicaSet or a ReplicationController (kstatus core.go, replicasetConditions; fullyLabeledReplicas left out, for nothing
 * depends on it). What it could not create it says in ReplicaFailure: quota, admission (replica_set_utils.go).
 */
export function replicaSet(object: KubeObject, takenAt: string): Health {
  const replicas = replicasOf(object, true);
  if (replicas === undefined) return malformed("replica counts");
  const failure = failureOf(conditionsAt(object).conditions);
  const short = shortOf(replicas, failure === undefined && isNew(object, takenAt), failure);
  if (short !== undefined) return short;
  return replicas.wanted > 0 && failure !== undefined
    ? unwell("degraded", failure, replicas.facts)
    : surplusOf(replicas);
}

/**
 * A StatefulSet (kstatus core.go, stsConditions): it progresses while pods are missing or revisions differ, for as long as
 * something is seen to move: kstatus waits for ever, a Deployment has a deadline. Below its partition and with OnDelete old
 * pods are as wanted.
 */
export function statefulSet(object: KubeObject, takenAt: string, newestPod?: string): Health {
  const [now, next] = ["currentRevision", "updateRevision"].map((name) => text(at(object.status, [name])));
  const replicas = replicasOf(object, now === next);
  const strategy = at(object.spec, ["updateStrategy"]);
  const partition = count(at(strategy, ["rollingUpdate", "partition"]), 0);
  if (replicas === undefined || partition === undefined) return malformed("replica counts");
  const isOnDelete = at(strategy, ["type"]) === "OnDelete";
  const isUpdating = !isOnDelete && now !== next && replicas.updated < replicas.wanted - partition;
  const isRolling = isUpdating && rollsOn(object, takenAt, newestPod);
  const isFilling = replicas.total < replicas.wanted && fillsUp(object, takenAt, newestPod);
  const short = shortOf(replicas, isRolling || isFilling || isNew(object, takenAt), undefined);
  if (short !== undefined) return short;
  if (isUpdating) {
    const message = coreWords.replicas(replicas.updated, replicas.wanted - partition, "updated");
    return unwell(isRolling ? "progressing" : "degraded", because("LessUpdated", message), replicas.facts);
  }
  return surplusOf(replicas);
}

/**
 * A DaemonSet (kstatus core.go, daemonsetConditions): wanted is a pod on every node that fits; none may fit. It progresses
 * for as long as something is seen to move, as a StatefulSet does.
 */
export function daemonSet(object: KubeObject, takenAt: string, newestPod?: string): Health {
  const field = (name: string): number | undefined => count(at(object.status, [name]), 0);
  const desired = at(object.status, ["desiredNumberScheduled"]);
  const [wanted, total, ready, misscheduled] = [
    count(desired, -1),
    field("currentNumberScheduled"),
    field("numberReady"),
    field("numberMisscheduled"),
  ];
  if (wanted === undefined || wanted < 0 || total === undefined || ready === undefined) return malformed("pod counts");
  const available = availableOf(object, "numberAvailable", "numberUnavailable", ready);
  const updated = count(at(object.status, ["updatedNumberScheduled"]), wanted);
  if (available === undefined || updated === undefined || misscheduled === undefined) return malformed("pod counts");
  const isOnDelete = at(object.spec, ["updateStrategy", "type"]) === "OnDelete";
  // What is not there at all is not of an older revision.
  const isUpdating = !isOnDelete && updated < Math.min(total, wanted);
  const isRolling = isUpdating && rollsOn(object, takenAt, newestPod);
  const isFilling = total < wanted && fillsUp(object, takenAt, newestPod);
  const facts = {
    ...readyFacts(ready, available, wanted),
    ...(misscheduled > 0 && { misscheduled: `${misscheduled}` }),
  };
  const replicas = { wanted, total, available, updated, facts };
  const short = shortOf(replicas, isRolling || isFilling || isNew(object, takenAt), undefined);
  if (short !== undefined) return short;
  if (!isUpdating) return well(facts);
  const trouble = because("LessUpdated", coreWords.replicas(updated, wanted, "updated"));
  return unwell(isRolling ? "progressing" : "degraded", trouble, facts);
}

function failureOf(conditions: readonly Condition[]): Trouble | undefined {
  const failure = conditionOf(conditions, "ReplicaFailure");
  return failure?.status === "True" ? saidBy(failure) : undefined;
}
