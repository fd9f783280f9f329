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
  type ObjectHealth,
  readCount,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/**
 * The health of a PodDisruptionBudget. It is degraded if too few pods are healthy, or the controller cannot count them
 * (policy/v1 types.go, SyncFailed). That it allows no disruption now is only a fact.
 */
export function evaluateDisruptionBudget(object: KubeObject, takenAt: string): ObjectHealth {
  const field = (name: string): number | undefined => readCount(valueAt(object.status, name), 0);
  const healthy = field("currentHealthy");
  const desired = field("desiredHealthy");
  const expected = field("expectedPods");
  const allowed = field("disruptionsAllowed");
  if (healthy === undefined || desired === undefined || expected === undefined || allowed === undefined) {
    return malformedField("pods");
  }
  const facts = { healthy: `${healthy}/${desired}`, disruptionsAllowed: `${allowed}` };
  const condition = conditionOf(object, "DisruptionAllowed");
  if (condition?.status === "False" && condition.reason !== "InsufficientPods") {
    return unhealthyObject("degraded", troubleFromCondition(condition), facts);
  }
  if (healthy < desired && expected > 0) {
    const { reason, since } = condition ? troubleFromCondition(condition) : makeTrouble("InsufficientPods", "");
    return unhealthyObject(
      "degraded",
      makeTrouble(reason, { code: "unhealthy-pods", healthy: healthy, wanted: desired }, since),
      facts,
    );
  }
  const isReported = condition !== undefined || valueAt(object.status, "observedGeneration") !== undefined;
  if (isReported) return healthyObject(facts);
  const isLong = hasLasted(object.createdAt, takenAt, gracePeriodSeconds.observing);
  return unhealthyObject(
    isLong ? "unknown" : "progressing",
    makeTrouble("NotObserved", { code: "not-observed" }),
    facts,
  );
}

/**
 * The health of a HorizontalPodAutoscaler (autoscaling/v2 types.go; v1 keeps its conditions in an annotation). It is
 * degraded if it cannot read its target or metrics. At its limits, or with a target scaled to 0, it is healthy.
 */
export function evaluatePodAutoscaler(object: KubeObject, takenAt: string): ObjectHealth {
  const conditions = autoscalerConditions(object);
  const [now, wanted] = ["currentReplicas", "desiredReplicas"].map((name) =>
    readCount(valueAt(object.status, name), 0),
  );
  if (conditions === undefined || now === undefined || wanted === undefined) return malformedField("status");
  const facts = { replicas: `${now}/${wanted}` };
  const failure = conditions.find(
    ({ type, status, reason }) => able.has(type) && status === "False" && !scalingPauseReasons.has(reason),
  );
  if (failure !== undefined) {
    const isLong = hasLasted(failure.since, takenAt, gracePeriodSeconds.settling);
    return unhealthyObject(
      isLong || failure.reason.startsWith("Failed") ? "degraded" : "progressing",
      troubleFromCondition(failure),
      facts,
    );
  }
  if (conditions.some(({ type, status }) => able.has(type) && status === "True")) return healthyObject(facts);
  const off = lastConditionOfType(conditions, "ScalingActive");
  if (off !== undefined && off.status === "False") return healthyObject({ ...facts, scaling: off.reason });
  const isLong = hasLasted(object.createdAt, takenAt, gracePeriodSeconds.observing);
  return unhealthyObject(
    isLong ? "unknown" : "progressing",
    makeTrouble("NotObserved", { code: "not-observed" }),
    facts,
  );
}

const able: ReadonlySet<string> = new Set(["AbleToScale", "ScalingActive"]);

function autoscalerConditions(object: KubeObject): readonly Condition[] | undefined {
  const annotation = object.annotations.get("autoscaling.alpha.kubernetes.io/conditions");
  if (annotation === undefined) return conditionsAt(object).conditions;
  try {
    return readConditions(JSON.parse(annotation)).conditions;
  } catch {
    return undefined;
  }
}
