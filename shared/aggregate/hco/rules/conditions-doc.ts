import { type ConditionStatus, findWorstStatus, lastConditionOfType } from "../../../model/condition.ts";
import type { Expected, ExpectedCondition } from "../../../model/report.ts";
import type { ComponentConditions } from "./component-conditions.ts";

// kubevirt/hyperconverged-cluster-operator docs/conditions.md: the worst status of every type with the worst
// component's own reason. The text does not rank Unknown among components and does not resolve ties. Here Unknown
// stands between worst and best, and the first component leads.

interface TypeRule {
  readonly type: string;
  readonly goodStatus: ConditionStatus;
  readonly statusIfMissing: ConditionStatus;
}

/** "HCO conditions": each type with its good status, and the status assumed for a component that lacks the type. */
const typeRules: readonly TypeRule[] = [
  { type: "Available", goodStatus: "True", statusIfMissing: "False" },
  { type: "Progressing", goodStatus: "False", statusIfMissing: "Unknown" },
  { type: "Degraded", goodStatus: "False", statusIfMissing: "Unknown" },
];

/**
 * Available, Progressing and Degraded with `leader`, and the readiness probe's result. Without a component they are
 * Unknown.
 */
export function applyConditionsDoc(components: readonly ComponentConditions[]): Expected {
  const conditions = typeRules.map((rule) => computeWorstCondition(rule, components));
  return { conditions, ready: evaluateReadiness(conditions) };
}

/** The worst condition of a type over all components. `leader` is the first component that reports it. */
function computeWorstCondition(
  { type, goodStatus, statusIfMissing }: TypeRule,
  components: readonly ComponentConditions[],
): ExpectedCondition {
  const conditions = components.map(({ component, conditions: ofComponent }): ExpectedCondition => {
    // Of several conditions of the type the worst counts: a list with one bad condition is not good.
    const ofType = ofComponent.filter((condition) => condition.type === type);
    const worst = findWorstStatus(ofType, goodStatus);
    // The document has InstallInvalid for "no Reason value too", which is taken to mean that the condition is missing.
    const { status, reason, message } = worst ?? { status: statusIfMissing, reason: "InstallInvalid", message: "" };
    return { type, status, reason, message, leader: component };
  });
  return findWorstStatus(conditions, goodStatus) ?? { type, status: "Unknown", reason: "", message: "" };
}

/** "Readiness Probe": true if healthy, false if progressing. The text leaves the other cases open (null). */
function evaluateReadiness(conditions: readonly ExpectedCondition[]): boolean | null {
  const triple = typeRules.map(({ type }) => lastConditionOfType(conditions, type)?.status).join("/");
  if (triple === "True/False/False") return true;
  return lastConditionOfType(conditions, "Progressing")?.status === "True" ? false : null;
}
