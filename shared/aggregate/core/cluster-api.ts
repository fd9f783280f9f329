import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { count } from "./counts.ts";
import { because, type Facts, type Health, malformed, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A Cluster, Machine, MachineDeployment or MachineSet of Cluster API by its phase, and where Ready is False by the severity
 * beside it: Info is on its way (cluster-api, api/core/v1beta1 condition_types.go and *_phase_types.go).
 */
export function machines(object: KubeObject): Health {
  const phase = text(at(object.status, ["phase"]));
  const counts = ["readyReplicas", "replicas"].map((name) => count(at(object.status, [name]), 0));
  const [have = 0, wanted = 0] = counts;
  if (counts.includes(undefined)) return malformed("replica counts");
  const isPaused = at(object.spec, ["paused"]) === true;
  const facts: Facts = {
    ...(phase === "" ? {} : { phase }),
    ...(wanted === 0 ? {} : { ready: `${have}/${wanted}` }),
    ...(isPaused ? { paused: "true" } : {}),
  };
  const ready = conditionOf(conditionsAt(object).conditions, "Ready");
  const trouble = ready?.status === "False" ? saidBy(ready) : because(phase, coreWords.phase(phase), ready?.since);
  if (phase === "Failed") return unwell("degraded", trouble, facts);
  if (ready?.status === "False") {
    return unwell(severityOfReady(object) === "Info" ? "progressing" : "degraded", trouble, facts);
  }
  if (moving.has(phase)) return unwell("progressing", trouble, facts);
  if (have < wanted) {
    return unwell("degraded", because("LessReady", coreWords.replicas(have, wanted, "ready")), facts);
  }
  if (ready?.status === "True" || phase === "Running") return well(facts);
  return unwell("unknown", because("NotObserved", coreWords.nothingKnown("ready")), facts);
}

const moving: ReadonlySet<string> = new Set(["Pending", "Provisioning", "ScalingUp", "ScalingDown", "Deleting"]);

/** A MachineHealthCheck by the machines that it watches. */
export function machineHealthCheck({ status }: KubeObject): Health {
  const [healthy, expected] = ["currentHealthy", "expectedMachines"].map((name) => count(at(status, [name]), 0));
  if (healthy === undefined || expected === undefined) return malformed("machine counts");
  const facts = { healthy: `${healthy}/${expected}` };
  if (healthy >= expected) return well(facts);
  return unwell("degraded", because("UnhealthyMachines", coreWords.tooFewMachines(healthy, expected)), facts);
}

function severityOfReady({ status }: KubeObject): string {
  const ready = list(at(status, ["conditions"])).findLast((each) => at(each, ["type"]) === "Ready");
  return text(at(ready, ["severity"]));
}
