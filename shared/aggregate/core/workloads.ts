import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Trouble } from "../../model/report.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { count } from "./counts.ts";
import { because, type Facts, type Health, hasLasted, malformed, patience, saidBy, unwell, well } from "./verdicts.ts";

/** Replicas as a workload's status counts them. */
interface Replicas {
  readonly wanted: number;
  readonly total: number;
  /** Ready, and for as long as spec.minReadySeconds asks. */
  readonly available: number;
  readonly updated: number;
  readonly facts: Facts;
}

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
 * A StatefulSet (kstatus core.go, stsConditions): it has no deadline, so it progresses while pods are missing or revisions
 * differ; below its partition and with OnDelete old pods are as wanted.
 */
export function statefulSet(object: KubeObject, takenAt: string): Health {
  const [now, next] = ["currentRevision", "updateRevision"].map((name) => text(at(object.status, [name])));
  const replicas = replicasOf(object, now === next);
  const strategy = at(object.spec, ["updateStrategy"]);
  const partition = count(at(strategy, ["rollingUpdate", "partition"]), 0);
  if (replicas === undefined || partition === undefined) return malformed("replica counts");
  const isOnDelete = at(strategy, ["type"]) === "OnDelete";
  const isUpdating = !isOnDelete && now !== next && replicas.updated < replicas.wanted - partition;
  const isRolling = isUpdating || replicas.total < replicas.wanted || isNew(object, takenAt);
  const short = shortOf(replicas, isRolling, undefined);
  if (short !== undefined) return short;
  if (isUpdating) {
    const message = coreWords.replicas(replicas.updated, replicas.wanted - partition, "updated");
    return unwell("progressing", because("LessUpdated", message), replicas.facts);
  }
  return surplusOf(replicas);
}

/** A DaemonSet (kstatus core.go, daemonsetConditions): wanted is a pod on every node that fits; none may fit. */
export function daemonSet(object: KubeObject, takenAt: string): Health {
  const field = (name: string): number | undefined => count(at(object.status, [name]), 0);
  const desired = at(object.status, ["desiredNumberScheduled"]);
  const [wanted, total, ready, misscheduled] = [
    count(desired, -1),
    field("currentNumberScheduled"),
    field("numberReady"),
    field("numberMisscheduled"),
  ];
  if (wanted === undefined || wanted < 0 || total === undefined || ready === undefined) return malformed("pod counts");
  const available = availableOf(object, "numberAvailable", ready);
  const updated = count(at(object.status, ["updatedNumberScheduled"]), wanted);
  if (available === undefined || updated === undefined || misscheduled === undefined) return malformed("pod counts");
  const isOnDelete = at(object.spec, ["updateStrategy", "type"]) === "OnDelete";
  const isRolling = (!isOnDelete && updated < wanted) || total < wanted || isNew(object, takenAt);
  const facts = {
    ...readyFacts(ready, available, wanted),
    ...(misscheduled > 0 && { misscheduled: `${misscheduled}` }),
  };
  const replicas = { wanted, total, available, updated, facts };
  const short = shortOf(replicas, isRolling, undefined);
  if (short !== undefined) return short;
  if (isOnDelete || updated >= wanted) return well(facts);
  return unwell("progressing", because("LessUpdated", coreWords.replicas(updated, wanted, "updated")), facts);
}

/** Undefined where one of the counts is no count. `isSettled`: the controller says nothing else than that all are updated. */
function replicasOf({ spec, status }: KubeObject, isSettled: boolean): Replicas | undefined {
  const [wanted, ready] = [count(at(spec, ["replicas"]), 1), count(at(status, ["readyReplicas"]), 0)];
  if (wanted === undefined || ready === undefined) return undefined;
  const total = count(at(status, ["replicas"]), ready);
  const available = availableOf({ spec, status }, "availableReplicas", ready);
  const updated = count(at(status, ["updatedReplicas"]), isSettled ? ready : 0);
  if (total === undefined || available === undefined || updated === undefined) return undefined;
  return { wanted, total, available, updated, facts: readyFacts(ready, available, wanted) };
}

/** A count of 0 is left out of the status; without minReadySeconds what is ready is available. */
function availableOf(
  { spec, status }: Pick<KubeObject, "spec" | "status">,
  name: string,
  ready: number,
): number | undefined {
  const isAtOnce = (count(at(spec, ["minReadySeconds"]), 0) ?? 0) === 0;
  const available = count(at(status, [name]), isAtOnce ? ready : 0);
  return available === undefined ? undefined : Math.min(available, ready);
}

function readyFacts(ready: number, available: number, wanted: number): Facts {
  return { ready: `${ready}/${wanted}`, ...(available < ready ? { available: `${available}/${wanted}` } : {}) };
}

/** What fewer available pods than wanted mean; undefined where there are enough. */
function shortOf(replicas: Replicas, isRolling: boolean, said: Trouble | undefined): Health | undefined {
  const { wanted, available, facts } = replicas;
  if (available >= wanted) return undefined;
  const trouble = said ?? because("LessAvailable", coreWords.replicas(available, wanted, "available"));
  if (available === 0) return unwell("unavailable", trouble, facts);
  return unwell(isRolling ? "progressing" : "degraded", trouble, facts);
}

/** Enough are there; what is still to be removed is normal while it lasts. */
function surplusOf({ wanted, total, facts }: Replicas): Health {
  if (total <= wanted) return well(facts);
  return unwell("progressing", because("ExtraPods", coreWords.extra(total - wanted)), facts);
}

function failureOf(conditions: readonly Condition[]): Trouble | undefined {
  const failure = conditionOf(conditions, "ReplicaFailure");
  return failure?.status === "True" ? saidBy(failure) : undefined;
}

function isNew({ createdAt }: KubeObject, takenAt: string): boolean {
  return !hasLasted(createdAt, takenAt, patience.rollout);
}
