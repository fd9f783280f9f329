import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt, readConditions } from "../../parse/conditions.ts";
import { at } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { count } from "./counts.ts";
import { because, type Health, hasLasted, malformed, patience, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A PodDisruptionBudget: degraded where fewer pods are healthy than it asks for, or it cannot count them (policy/v1
 * types.go, SyncFailed); that it allows no disruption now is a fact.
 */
export function disruptionBudget(object: KubeObject, takenAt: string): Health {
  const field = (name: string): number | undefined => count(at(object.status, [name]), 0);
  const [healthy, desired, expected] = [field("currentHealthy"), field("desiredHealthy"), field("expectedPods")];
  const allowed = field("disruptionsAllowed");
  if (healthy === undefined || desired === undefined || expected === undefined || allowed === undefined) {
    return malformed("pod counts");
  }
  const facts = { healthy: `${healthy}/${desired}`, disruptionsAllowed: `${allowed}` };
  const condition = conditionOf(conditionsAt(object).conditions, "DisruptionAllowed");
  if (condition?.status === "False" && condition.reason !== "InsufficientPods") {
    return unwell("degraded", saidBy(condition), facts);
  }
  if (healthy < desired && expected > 0) {
    const { reason, since } = condition ? saidBy(condition) : because("InsufficientPods", "");
    return unwell("degraded", because(reason, coreWords.tooFewPods(healthy, desired), since), facts);
  }
  const isReported = condition !== undefined || at(object.status, ["observedGeneration"]) !== undefined;
  if (isReported) return well(facts);
  const isLong = hasLasted(object.createdAt, takenAt, patience.observing);
  return unwell(isLong ? "unknown" : "progressing", because("NotObserved", coreWords.notObserved), facts);
}

/**
 * A HorizontalPodAutoscaler (autoscaling/v2 types.go; v1 keeps its conditions in an annotation): degraded where it cannot
 * read its target or metrics; at its limits, or switched off by a target scaled to 0, it does what it should.
 */
export function podAutoscaler(object: KubeObject, takenAt: string): Health {
  const conditions = autoscalerConditions(object);
  const [now, wanted] = ["currentReplicas", "desiredReplicas"].map((name) => count(at(object.status, [name]), 0));
  if (conditions === undefined || now === undefined || wanted === undefined) return malformed("status");
  const facts = { replicas: `${now}/${wanted}` };
  const failure = conditions.find(
    ({ type, status, reason }) => able.has(type) && status === "False" && !harmless.has(reason),
  );
  if (failure !== undefined) {
    const isLong = hasLasted(failure.since, takenAt, patience.settling);
    return unwell(isLong || failure.reason.startsWith("Failed") ? "degraded" : "progressing", saidBy(failure), facts);
  }
  if (conditions.some(({ type, status }) => able.has(type) && status === "True")) return well(facts);
  const off = conditionOf(conditions, "ScalingActive");
  if (off !== undefined && off.status === "False") return well({ ...facts, scaling: off.reason });
  const isLong = hasLasted(object.createdAt, takenAt, patience.observing);
  return unwell(isLong ? "unknown" : "progressing", because("NotObserved", coreWords.notObserved), facts);
}

const able: ReadonlySet<string> = new Set(["AbleToScale", "ScalingActive"]);

/** Its target is scaled to 0 on purpose; it has just scaled and waits. */
const harmless: ReadonlySet<string> = new Set(["ScalingDisabled", "BackoffBoth", "BackoffDownscale", "BackoffUpscale"]);

function autoscalerConditions(object: KubeObject): readonly Condition[] | undefined {
  const annotation = object.annotations.get("autoscaling.alpha.kubernetes.io/conditions");
  if (annotation === undefined) return conditionsAt(object).conditions;
  try {
    return readConditions(JSON.parse(annotation)).conditions;
  } catch {
    return undefined;
  }
}
