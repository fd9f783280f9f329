import type { Trouble } from "../../model/cause/trouble.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { clusterWorkPhases, clusterWorkTypes } from "../../tables/kubernetes-words.ts";
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

/**
 * The health of a Cluster, Machine, MachineDeployment or MachineSet of Cluster API. With `spec.paused` no controller
 * carries on what is under way, which is no fault (cluster-api, api/core/v1beta1 cluster_types.go).
 */
export function evaluateClusterApiObject(object: KubeObject): ObjectHealth {
  const health = evaluateByStatus(object);
  const isPaused = valueAt(object.spec, "paused") === true;
  return isPaused && health.verdict === "progressing" ? healthyObject(health.facts) : health;
}

/**
 * The health by the phase. If Ready is False, its severity decides: Info means progressing (cluster-api,
 * api/core/v1beta1 condition_types.go and *_phase_types.go).
 */
function evaluateByStatus(object: KubeObject): ObjectHealth {
  const phase = textAt(object.status, "phase");
  const counts = ["readyReplicas", "replicas"].map((name) => readCount(valueAt(object.status, name), 0));
  const [have = 0, wanted = 0] = counts;
  if (counts.includes(undefined)) return malformedField("replicas");
  const isPaused = valueAt(object.spec, "paused") === true;
  const facts: NodeFacts = {
    ...(phase !== "" && { phase }),
    ...(wanted !== 0 && { ready: `${have}/${wanted}` }),
    ...(isPaused && { paused: "true" }),
  };
  const { conditions } = conditionsAt(object);
  const ready = lastConditionOfType(conditions, "Ready");
  const available = lastConditionOfType(conditions, "Available");
  if (available !== undefined) return byAvailable(object, conditions, available, facts);
  const machines = ready === undefined ? lastConditionOfType(conditions, "MachinesReady") : undefined;
  if (machines !== undefined) return byMachines(conditions, machines, facts);
  const trouble =
    ready?.status === "False"
      ? troubleFromCondition(ready)
      : makeTrouble(phase, { code: "phase", phase }, ready?.since);
  if (phase === "Failed") return unhealthyObject("degraded", terminalFailure(object, ready) ?? trouble, facts);
  if (ready?.status === "False") {
    return unhealthyObject(severityOfReady(object) === "Info" ? "progressing" : "degraded", trouble, facts);
  }
  if (clusterWorkPhases.has(phase)) return unhealthyObject("progressing", trouble, facts);
  if (have < wanted) {
    return unhealthyObject(
      "degraded",
      makeTrouble("LessReady", { code: "replicas", count: have, wanted: wanted, state: "ready" }),
      facts,
    );
  }
  if (ready?.status === "True" || phase === "Running") return healthyObject(facts);
  return unhealthyObject("unknown", makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" }), facts);
}

/**
 * The health by the conditions of v1beta2, where Available makes the verdict, and Ready where it is. What a controller
 * changes at the moment has types of its own (cluster-api, docs/proposals/20240916-improve-status-in-CAPI-resources.md).
 */
function byAvailable(
  object: KubeObject,
  conditions: readonly Condition[],
  available: Condition,
  facts: NodeFacts,
): ObjectHealth {
  const phase = textAt(object.status, "phase");
  const main = [available, ...conditions.filter(({ type }) => type === "Ready")];
  const busy = conditions.find(({ type, status }) => clusterWorkTypes.has(type) && status === "True");
  const isMoving = busy !== undefined || clusterWorkPhases.has(phase);
  const bad = main.find(({ status }) => status !== "True");
  if (phase === "Failed")
    return unhealthyObject("degraded", terminalFailure(object, bad) ?? troubleFromCondition(bad ?? available), facts);
  if (bad?.status === "False" && !(isMoving && phase !== "Running" && phase !== "Provisioned"))
    return unhealthyObject("degraded", troubleFromCondition(bad), facts);
  if (isMoving) return unhealthyObject("progressing", troubleFromCondition(busy ?? bad ?? available), facts);
  return bad === undefined ? healthyObject(facts) : unhealthyObject("unknown", troubleFromCondition(bad), facts);
}

/**
 * The failure from which a Machine does not recover, in the words of its infrastructure (cluster-api,
 * api/core/v1beta2/machine_types.go, failureReason and failureMessage; since v1beta2 in status.deprecated.v1beta1).
 */
function terminalFailure({ status }: KubeObject, bad: Condition | undefined): Trouble | undefined {
  const [reason = "", message = ""] = ["failureReason", "failureMessage"].map(
    (field) => textAt(status, field) || textAt(status, "deprecated", "v1beta1", field),
  );
  return message === "" ? undefined : makeTrouble(reason, message, bad?.since);
}

/**
 * The health of a MachineSet of v1beta2, which has no summary: that of its machines. Its controller writes "is blocked because"
 * and what does not exist where it cannot create one (cluster-api, internal/controllers/machineset/machineset_controller_status.go).
 */
function byMachines(conditions: readonly Condition[], machines: Condition, facts: NodeFacts): ObjectHealth {
  const busy = conditions.find(({ type, status }) => clusterWorkTypes.has(type) && status === "True");
  if (busy !== undefined) {
    const isBlocked = /\bis blocked because\b[\s\S]*\bdoes not exist\b/.test(busy.message);
    return unhealthyObject(isBlocked ? "degraded" : "progressing", troubleFromCondition(busy), facts);
  }
  if (machines.status === "True") return healthyObject(facts);
  return unhealthyObject(machines.status === "False" ? "degraded" : "unknown", troubleFromCondition(machines), facts);
}

/** The health of a MachineHealthCheck by the machines that it watches. */
export function evaluateMachineHealthCheck({ status }: KubeObject): ObjectHealth {
  const [healthy, expected] = ["currentHealthy", "expectedMachines"].map((name) => readCount(valueAt(status, name), 0));
  if (healthy === undefined || expected === undefined) return malformedField("machines");
  const facts = { healthy: `${healthy}/${expected}` };
  if (healthy >= expected) return healthyObject(facts);
  return unhealthyObject(
    "degraded",
    makeTrouble("UnhealthyMachines", { code: "unhealthy-machines", healthy: healthy, wanted: expected }),
    facts,
  );
}

function severityOfReady({ status }: KubeObject): string {
  const ready = listAt(status, "conditions").findLast((each) => valueAt(each, "type") === "Ready");
  return textAt(ready, "severity");
}
