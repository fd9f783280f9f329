import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionOf, conditionsAt, readConditions } from "../../parse/conditions.ts";
import { valueAt } from "../../parse/json-value.ts";
import { scalingPauseReasons } from "../../tables/kubernetes-words.ts";
import {
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  malformedField,
  type NodeFacts,
  type ObjectHealth,
  readCount,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/** Conditions of an autoscaler that say whether it can do its work. */
const abilityTypes: ReadonlySet<string> = new Set(["AbleToScale", "ScalingActive"]);

/**
 * The health of a PodDisruptionBudget: degraded if the controller cannot count the pods (policy/v1 types.go, SyncFailed), or
 * too few of them are healthy. A budget that allows no disruption now is healthy.
 */
export function evaluateDisruptionBudget(budget: KubeObject, takenAt: string): ObjectHealth {
  const readNumber = (name: string): number | undefined => readCount(valueAt(budget.status, name), 0);
  const healthy = readNumber("currentHealthy");
  const wanted = readNumber("desiredHealthy");
  const expected = readNumber("expectedPods");
  const allowed = readNumber("disruptionsAllowed");
  if (healthy === undefined || wanted === undefined || expected === undefined || allowed === undefined) {
    return malformedField("pods");
  }

  const facts = { healthy: `${healthy}/${wanted}`, disruptionsAllowed: `${allowed}` };
  const condition = conditionOf(budget, "DisruptionAllowed");
  if (condition?.status === "False" && condition.reason !== "InsufficientPods") {
    return unhealthyObject("degraded", troubleFromCondition(condition), facts);
  }
  if (healthy < wanted && expected > 0) {
    const { reason, since } = condition ? troubleFromCondition(condition) : makeTrouble("InsufficientPods", "");
    const trouble = makeTrouble(reason, { code: "unhealthy-pods", healthy, wanted }, since);
    return unhealthyObject("degraded", trouble, facts);
  }
  const isReported = condition !== undefined || valueAt(budget.status, "observedGeneration") !== undefined;
  return isReported ? healthyObject(facts) : evaluateUnobserved(budget, takenAt, facts);
}

/**
 * The health of a HorizontalPodAutoscaler (autoscaling/v2 types.go): degraded if it cannot read its target or metrics. It is
 * healthy at its limits, and with a target that is scaled to 0.
 */
export function evaluatePodAutoscaler(autoscaler: KubeObject, takenAt: string): ObjectHealth {
  const conditions = readAutoscalerConditions(autoscaler);
  const current = readCount(valueAt(autoscaler.status, "currentReplicas"), 0);
  const wanted = readCount(valueAt(autoscaler.status, "desiredReplicas"), 0);
  if (conditions === undefined || current === undefined || wanted === undefined) return malformedField("status");

  const facts = { replicas: `${current}/${wanted}` };
  const failure = conditions.find(
    ({ type, status, reason }) => abilityTypes.has(type) && status === "False" && !scalingPauseReasons.has(reason),
  );
  if (failure !== undefined) {
    const isLong = hasLasted(failure.since, takenAt, gracePeriodSeconds.settling);
    const isDegraded = isLong || failure.reason.startsWith("Failed");
    return unhealthyObject(isDegraded ? "degraded" : "progressing", troubleFromCondition(failure), facts);
  }
  if (conditions.some(({ type, status }) => abilityTypes.has(type) && status === "True")) return healthyObject(facts);
  const scalingActive = lastConditionOfType(conditions, "ScalingActive");
  if (scalingActive?.status === "False") return healthyObject({ ...facts, scaling: scalingActive.reason });
  return evaluateUnobserved(autoscaler, takenAt, facts);
}

/** The conditions of an autoscaler, which v1 keeps in an annotation. Undefined where the annotation is not JSON. */
function readAutoscalerConditions(autoscaler: KubeObject): readonly Condition[] | undefined {
  const annotation = autoscaler.annotations.get("autoscaling.alpha.kubernetes.io/conditions");
  if (annotation === undefined) return conditionsAt(autoscaler).conditions;
  try {
    return readConditions(JSON.parse(annotation)).conditions;
  } catch {
    return undefined;
  }
}

/** The health of an object on which its controller has not reported. */
function evaluateUnobserved({ createdAt }: KubeObject, takenAt: string, facts: NodeFacts): ObjectHealth {
  const isLate = hasLasted(createdAt, takenAt, gracePeriodSeconds.observing);
  return unhealthyObject(
    isLate ? "unknown" : "progressing",
    makeTrouble("NotObserved", { code: "not-observed" }),
    facts,
  );
}
