import type { Trouble } from "../../model/cause/trouble.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { clusterWorkPhases, clusterWorkTypes } from "../../tables/kubernetes-words.ts";
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

/**
 * The health of a Cluster, Machine, MachineDeployment or MachineSet of Cluster API. With `spec.paused` work under way
 * stands still, as the user wants, so it is healthy (cluster-api, api/core/v1beta1 cluster_types.go).
 */
export function evaluateClusterApiObject(object: KubeObject): ObjectHealth {
  const health = evaluateByStatus(object);
  const isPaused = valueAt(object.spec, "paused") === true;
  return isPaused && health.verdict === "progressing" ? healthyObject(health.facts) : health;
}

/** Counts of machines, both 0 for an object that counts none. */
interface MachineCounts {
  readonly ready: number;
  readonly wanted: number;
}

/**
 * The health by the conditions that the object has:
 * 1. Available: v1beta2.
 * 2. MachinesReady without Ready: a MachineSet of v1beta2.
 * 3. Otherwise v1beta1.
 */
function evaluateByStatus(object: KubeObject): ObjectHealth {
  const ready = readCount(valueAt(object.status, "readyReplicas"), 0);
  const wanted = readCount(valueAt(object.status, "replicas"), 0);
  if (ready === undefined || wanted === undefined) return malformedField("replicas");
  const facts = filledFacts({
    phase: textAt(object.status, "phase"),
    ready: wanted === 0 ? "" : `${ready}/${wanted}`,
    paused: valueAt(object.spec, "paused") === true ? "true" : "",
  });

  const { conditions } = conditionsAt(object);
  const available = lastConditionOfType(conditions, "Available");
  if (available !== undefined) return evaluateByAvailable(object, conditions, available, facts);
  const readyCondition = lastConditionOfType(conditions, "Ready");
  const machinesReady = lastConditionOfType(conditions, "MachinesReady");
  if (readyCondition === undefined && machinesReady !== undefined) {
    return evaluateByMachines(conditions, machinesReady, facts);
  }
  return evaluateByPhase(object, readyCondition, { ready, wanted }, facts);
}

/**
 * The health by v1beta1 (cluster-api, api/core/v1beta1 condition_types.go and *_phase_types.go). The first rule that fits
 * decides:
 * 1. The phase is Failed: degraded.
 * 2. Ready is False: degraded, or progressing where its severity is Info.
 * 3. The phase is work under way (Provisioning): progressing.
 * 4. Fewer machines are ready than wanted: degraded.
 * 5. Ready is True, or the phase is Running: healthy.
 * 6. Otherwise it is unknown.
 */
function evaluateByPhase(
  object: KubeObject,
  readyCondition: Condition | undefined,
  { ready, wanted }: MachineCounts,
  facts: NodeFacts,
): ObjectHealth {
  const phase = textAt(object.status, "phase");
  const isNotReady = readyCondition?.status === "False";
  const trouble = isNotReady
    ? troubleFromCondition(readyCondition)
    : makeTrouble(phase, { code: "phase", phase }, readyCondition?.since);
  if (phase === "Failed") {
    return unhealthyObject("degraded", readTerminalFailure(object, readyCondition) ?? trouble, facts);
  }
  if (isNotReady) {
    const isInfo = readSeverityOfReady(object) === "Info";
    return unhealthyObject(isInfo ? "progressing" : "degraded", trouble, facts);
  }
  if (clusterWorkPhases.has(phase)) return unhealthyObject("progressing", trouble, facts);
  if (ready < wanted) {
    const observed = { code: "replicas", count: ready, wanted, state: "ready" } as const;
    return unhealthyObject("degraded", makeTrouble("LessReady", observed), facts);
  }
  if (readyCondition?.status === "True" || phase === "Running") return healthyObject(facts);
  return unhealthyObject("unknown", makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" }), facts);
}

/**
 * The health by the conditions of v1beta2: Available, Ready where the object has it, and those that say what a controller
 * changes at the moment (cluster-api, docs/proposals/20240916-improve-status-in-CAPI-resources.md). The first rule that
 * fits decides:
 * 1. The phase is Failed: degraded.
 * 2. Available or Ready is False: degraded, unless that belongs to work before the object has run.
 * 3. Work is under way: progressing.
 * 4. Available and Ready are True: healthy.
 * 5. Otherwise one of them is Unknown: unknown.
 */
function evaluateByAvailable(
  object: KubeObject,
  conditions: readonly Condition[],
  available: Condition,
  facts: NodeFacts,
): ObjectHealth {
  const phase = textAt(object.status, "phase");
  const mainConditions = [available, ...conditions.filter(({ type }) => type === "Ready")];
  const unmet = mainConditions.find(({ status }) => status !== "True");
  const work = findWork(conditions);
  const isWorking = work !== undefined || clusterWorkPhases.has(phase);
  if (phase === "Failed") {
    const trouble = readTerminalFailure(object, unmet) ?? troubleFromCondition(unmet ?? available);
    return unhealthyObject("degraded", trouble, facts);
  }
  const isFirstWork = isWorking && phase !== "Running" && phase !== "Provisioned";
  if (unmet?.status === "False" && !isFirstWork) {
    return unhealthyObject("degraded", troubleFromCondition(unmet), facts);
  }
  if (isWorking) return unhealthyObject("progressing", troubleFromCondition(work ?? unmet ?? available), facts);
  if (unmet === undefined) return healthyObject(facts);
  return unhealthyObject("unknown", troubleFromCondition(unmet), facts);
}

/**
 * The health of a MachineSet of v1beta2, which has no condition that sums up: work under way is progressing, otherwise
 * MachinesReady decides. Work that the controller cannot do is degraded. It then writes, for example, "Scaling up from 0 to
 * 1 replicas is blocked because … does not exist"
 * (cluster-api, internal/controllers/machineset/machineset_controller_status.go).
 */
function evaluateByMachines(
  conditions: readonly Condition[],
  machinesReady: Condition,
  facts: NodeFacts,
): ObjectHealth {
  const work = findWork(conditions);
  if (work !== undefined) {
    const isBlocked = /\bis blocked because\b[\s\S]*\bdoes not exist\b/.test(work.message);
    return unhealthyObject(isBlocked ? "degraded" : "progressing", troubleFromCondition(work), facts);
  }
  if (machinesReady.status === "True") return healthyObject(facts);
  const isFalse = machinesReady.status === "False";
  return unhealthyObject(isFalse ? "degraded" : "unknown", troubleFromCondition(machinesReady), facts);
}

/** The condition that says what a controller changes at the moment, such as `RollingOut`. */
function findWork(conditions: readonly Condition[]): Condition | undefined {
  return conditions.find(({ type, status }) => clusterWorkTypes.has(type) && status === "True");
}

/**
 * The failure from which a Machine does not recover, in the words of its infrastructure (cluster-api,
 * api/core/v1beta2/machine_types.go, failureReason and failureMessage; since v1beta2 in status.deprecated.v1beta1).
 */
function readTerminalFailure({ status }: KubeObject, unmet: Condition | undefined): Trouble | undefined {
  const readField = (name: string): string => textAt(status, name) || textAt(status, "deprecated", "v1beta1", name);
  const message = readField("failureMessage");
  return message === "" ? undefined : makeTrouble(readField("failureReason"), message, unmet?.since);
}

/** The health of a MachineHealthCheck by the machines that it watches. */
export function evaluateMachineHealthCheck({ status }: KubeObject): ObjectHealth {
  const healthy = readCount(valueAt(status, "currentHealthy"), 0);
  const expected = readCount(valueAt(status, "expectedMachines"), 0);
  if (healthy === undefined || expected === undefined) return malformedField("machines");
  const facts = { healthy: `${healthy}/${expected}` };
  if (healthy >= expected) return healthyObject(facts);
  const observed = { code: "unhealthy-machines", healthy, wanted: expected } as const;
  return unhealthyObject("degraded", makeTrouble("UnhealthyMachines", observed), facts);
}

function readSeverityOfReady({ status }: KubeObject): string {
  const ready = listAt(status, "conditions").findLast((each) => valueAt(each, "type") === "Ready");
  return textAt(ready, "severity");
}
