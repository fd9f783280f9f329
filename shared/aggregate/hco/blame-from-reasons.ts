import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Contribution, ContributionsByType } from "../../model/report.ts";
import { isMissing } from "../../model/snapshot.ts";
import { namesInReasons } from "../../profiles/hco/components.ts";
import { reasonSuffixes } from "../../tables/hyperconverged-reasons.ts";
import type { HcoComponent } from "./components.ts";

// Where reading the components is forbidden, the CR's own reasons still name one component per type
// (kubevirt/hyperconverged-cluster-operator controllers/operands/generic_operand.go and operand.go).

const negativeStatuses: readonly (readonly [type: string, status: Condition["status"]])[] = [
  ["Available", "False"],
  ["Progressing", "True"],
  ["Degraded", "True"],
  ["Upgradeable", "False"],
];

/** The component that a reason of HyperConverged names, or undefined: `CDINotAvailable` names CDI. */
export function findComponentInReason(reason: string): string | undefined {
  const row = reasonSuffixes.find(({ suffix }) => reason.endsWith(suffix));
  return row === undefined ? undefined : namesInReasons.get(reason.slice(0, -row.suffix.length));
}

/**
 * The contributions read from the CR's reasons, at most one per type. `HCODegraded` stands for the component that Degraded
 * names, `HCOUpgrading` for the one that Upgradeable names.
 *
 * @param mayBeBlamed whether the reasons may blame a component: see {@link createBlameFilter}
 */
export function blameFromReasons(
  reported: readonly Condition[],
  mayBeBlamed: (component: string) => boolean,
): ContributionsByType {
  const blamed: Record<string, Contribution[]> = {};
  for (const [type, negativeStatus] of negativeStatuses) {
    const condition = lastConditionOfType(reported, type);
    if (condition?.status !== negativeStatus) continue;
    const component = findComponentInReason(findNamingCondition(condition, reported)?.reason ?? "");
    if (component === undefined || !mayBeBlamed(component)) continue;
    const { status, reason, message, since } = condition;
    const words = { status, reason, message };
    blamed[type] = [{ component, ...words, rule: "reported-reason", shown: true, ...definedFields({ since }) }];
  }
  return blamed;
}

/**
 * Returns a predicate for the components that the CR's reasons may blame: those that could not be read. The conditions of a
 * component that was found count instead, and a missing component is a cause by itself.
 */
export function createBlameFilter(components: readonly HcoComponent[]): (name: string) => boolean {
  const certain = components.filter(({ lookup }) => lookup.outcome === "found" || isMissing(lookup));
  const certainNames = new Set(certain.map(({ row }) => row.component));
  return (name) => !certainNames.has(name);
}

/** The condition whose reason names the component. For the operator's own reasons it is another condition. */
function findNamingCondition(condition: Condition, reported: readonly Condition[]): Condition | undefined {
  if (condition.reason === "HCODegraded") return lastConditionOfType(reported, "Degraded");
  if (condition.reason !== "HCOUpgrading") return condition;
  // Upgradeable also names components that refuse upgrades and do not progress. These are not meant.
  const upgradeable = lastConditionOfType(reported, "Upgradeable");
  return upgradeable?.reason.endsWith("Progressing") ? upgradeable : undefined;
}
