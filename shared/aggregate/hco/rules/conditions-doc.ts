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

/** The worst condition of a type over all components. `leader` is the first component that reports it. */
function computeWorstCondition(
  { type, order, whenMissing }: (typeof types)[number],
  components: readonly ComponentConditions[],
): ExpectedCondition {
  const entries = components.map(({ component, conditions }) => {
    const reported = findWorstEntry(conditions, type, order);
    // The document has InstallInvalid for "no Reason value too", which is taken to mean that the condition is missing.
    if (reported === undefined) {
      return { type, status: whenMissing, reason: "InstallInvalid", message: "", leader: component };
    }
    const { status, reason, message } = reported;
    return { type, status, reason, message, leader: component };
  });
  for (const status of order) {
    const first = entries.find((each) => each.status === status);
    if (first !== undefined) return first;
  }
  return { type, status: "Unknown", reason: "", message: "" };
}

/** The worst of several conditions of a type: a list with one bad condition is not good. `order`: worst first. */
function findWorstEntry<C extends { readonly type: string; readonly status: ConditionStatus }>(
  conditions: readonly C[],
  type: string,
  order: readonly ConditionStatus[],
): C | undefined {
  const ofType = conditions.filter((condition) => condition.type === type);
  return ofType.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))[0];
}

/** "Readiness Probe": true if healthy, false if progressing. The text leaves the other cases open (null). */
function evaluateReadiness(conditions: readonly ExpectedCondition[]): boolean | null {
  const triple = types.map(({ type }) => lastConditionOfType(conditions, type)?.status).join("/");
  if (triple === "True/False/False") return true;
  return lastConditionOfType(conditions, "Progressing")?.status === "True" ? false : null;
}
