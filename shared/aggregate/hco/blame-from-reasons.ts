import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { Contribution, ContributionsByType } from "../../model/report.ts";
import { isMissing } from "../../model/snapshot.ts";
import { namesInReasons } from "../../profiles/hco/components.ts";
import { reasonSuffixes } from "../../tables/hyperconverged-reasons.ts";
import type { HcoComponent } from "./components.ts";

// Where reading the components is forbidden, the CR's own reasons still name one component per type
// (kubevirt/hyperconverged-cluster-operator controllers/operands/generic_operand.go and operand.go).

/** The component that a reason of HyperConverged names, or undefined: `CDINotAvailable` names CDI. */
export function findComponentInReason(reason: string): string | undefined {
  const row = reasonSuffixes.find(({ suffix }) => reason.endsWith(suffix));
  return row === undefined ? undefined : namesInReasons.get(reason.slice(0, -row.suffix.length));
}

/**
 * The offenders read from the reported reasons, one per type, for components that `mayBeNamed`. `HCODegraded` stands for
 * the component that Degraded names, `HCOUpgrading` for the one that Upgradeable names.
 */
export function blameFromReasons(
  reported: readonly Condition[],
  mayBeNamed: (component: string) => boolean,
): ContributionsByType {
  const blamed: Record<string, Contribution[]> = {};
  for (const [type, negative] of negatives) {
    const condition = lastConditionOfType(reported, type);
    if (condition?.status !== negative) continue;
    const component = findComponentInReason(findNamingCondition(condition, reported)?.reason ?? "");
    if (component === undefined || !mayBeNamed(component)) continue;
    const { status, reason, message, since } = condition;
    const row = { component, status, reason, message, rule: "reported-reason" as const, shown: true };
    blamed[type] = [since === undefined ? row : { ...row, since }];
  }
  return blamed;
}

/** A test for components that the CR may name although the snapshot does not show them. */
export function createNameFilter(components: readonly HcoComponent[]): (name: string) => boolean {
  const found = new Set(components.filter((each) => each.lookup.outcome === "found").map((each) => each.row.component));
  const gone = new Set(components.filter(({ lookup }) => isMissing(lookup)).map((each) => each.row.component));
  return (name) => !found.has(name) && !gone.has(name);
}

const negatives: readonly (readonly [type: string, status: Condition["status"]])[] = [
  ["Available", "False"],
  ["Progressing", "True"],
  ["Degraded", "True"],
  ["Upgradeable", "False"],
];

/** The condition whose reason names the component. For the operator's own reasons it is another condition. */
function findNamingCondition(condition: Condition, reported: readonly Condition[]): Condition | undefined {
  if (condition.reason === "HCODegraded") return lastConditionOfType(reported, "Degraded");
  if (condition.reason !== "HCOUpgrading") return condition;
  // Only a reason of a progressing component is taken over: a component may refuse upgrades without progressing.
  const lender = lastConditionOfType(reported, "Upgradeable");
  return lender?.reason.endsWith("Progressing") ? lender : undefined;
}
