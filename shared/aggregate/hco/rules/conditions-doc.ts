import { type ConditionStatus, lastConditionOfType } from "../../../model/condition.ts";
import type { Expected, ExpectedCondition } from "../../../model/report.ts";
import type { ComponentConditions } from "./component-conditions.ts";

// kubevirt/hyperconverged-cluster-operator docs/conditions.md: the worst status of every type with the worst
// component's own reason. The text does not rank Unknown among components and does not resolve ties. Here Unknown
// stands between worst and best, and the first component leads.

/**
 * "HCO conditions": the statuses of each type, worst first, and the status assumed for a component that lacks the type.
 */
const types: readonly {
  readonly type: string;
  readonly order: readonly ConditionStatus[];
  readonly whenMissing: ConditionStatus;
}[] = [
  { type: "Available", order: ["False", "Unknown", "True"], whenMissing: "False" },
  { type: "Progressing", order: ["True", "Unknown", "False"], whenMissing: "Unknown" },
  { type: "Degraded", order: ["True", "Unknown", "False"], whenMissing: "Unknown" },
];

/**
 * Available, Progressing and Degraded with `leader`, and the readiness probe's result. Without a component they are
 * Unknown.
 */
export function applyConditionsDoc(components: readonly ComponentConditions[]): Expected {
  const conditions = types.map((type) => computeWorstCondition(type, components));
  return { conditions, ready: evaluateReadiness(conditions) };
}

function computeWorstCondition(
  { type, order, whenMissing }: (typeof types)[number],
  components: readonly ComponentConditions[],
): ExpectedCondition {
  const entries = components.map(({ component, conditions }) => {
    const own = findWorstEntry(conditions, type, order);
    // "If the HCO also detects there is no Reason value too": only where the condition itself is missing.
    return own === undefined
      ? { type, status: whenMissing, reason: "InstallInvalid", message: "", leader: component }
      : { type, status: own.status, reason: own.reason, message: own.message, leader: component };
  });
  for (const status of order) {
    const first = entries.find((each) => each.status === status);
    if (first !== undefined) return first;
  }
  return { type, status: "Unknown", reason: "", message: "" };
}

/** The worst of duplicate conditions: a list with one bad condition is not good. */
function findWorstEntry<C extends { readonly type: string; readonly status: ConditionStatus }>(
  conditions: readonly C[],
  type: string,
  order: readonly ConditionStatus[],
): C | undefined {
  const same = conditions.filter((condition) => condition.type === type);
  return order
    .map((status) => same.find((condition) => condition.status === status))
    .find((each) => each !== undefined);
}

/** "Readiness Probe": true if healthy, false if progressing. The text leaves the other cases open (null). */
function evaluateReadiness(conditions: readonly ExpectedCondition[]): boolean | null {
  const triple = types.map(({ type }) => lastConditionOfType(conditions, type)?.status).join("/");
  if (triple === "True/False/False") return true;
  return lastConditionOfType(conditions, "Progressing")?.status === "True" ? false : null;
}
