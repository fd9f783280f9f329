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
 * The health of a Cluster, Machine, MachineDeployment or MachineSet of Cluster API. With `spec.paused` no controller
 * carries on what is under way, which is no fault (cluster-api, api/core/v1beta1 cluster_types.go).
 */
export function evaluateClusterApiObject(object: KubeObject): ObjectHealth {
  const health = evaluateByStatus(object);
  const isPaused = valueAt(object.spec, "paused") === true;
  return isPaused && health.verdict === "progressing" ? healthyObject(health.facts) : health;
}

/** The health by the conditions of v1beta2 where the object has them, otherwise by those of v1beta1. */
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
 * The health by the phase and the conditions of v1beta1. If Ready is False, its severity decides: Info means progressing
 * (cluster-api, api/core/v1beta1 condition_types.go and *_phase_types.go).
 */
function evaluateByPhase(
  object: KubeObject,
  readyCondition: Condition | undefined,
  replicas: { readonly ready: number; readonly wanted: number },
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
  if (replicas.ready < replicas.wanted) {
    const observed = { code: "replicas", count: replicas.ready, wanted: replicas.wanted, state: "ready" } as const;
    return unhealthyObject("degraded", makeTrouble("LessReady", observed), facts);
  }
  if (readyCondition?.status === "True" || phase === "Running") return healthyObject(facts);
  return unhealthyObject("unknown", makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" }), facts);
}

/**
 * The health by the conditions of v1beta2, where Available makes the verdict, and Ready where it is. What a controller
 * changes at the moment has types of its own (cluster-api, docs/proposals/20240916-improve-status-in-CAPI-resources.md).
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
  const isExcusedByWork = isWorking && phase !== "Running" && phase !== "Provisioned";
  if (unmet?.status === "False" && !isExcusedByWork) {
    return unhealthyObject("degraded", troubleFromCondition(unmet), facts);
  }
  if (isWorking) return unhealthyObject("progressing", troubleFromCondition(work ?? unmet ?? available), facts);
  if (unmet === undefined) return healthyObject(facts);
  return unhealthyObject("unknown", troubleFromCondition(unmet), facts);
}

/**
 * The health of a MachineSet of v1beta2, which has no summary: that of its machines. Where its controller cannot create
 * a machine, it writes "is blocked because" and what does not exist
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
