import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
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
 * The contributions read from the CR's reasons, at most one per type, of components that `mayBeNamed`. `HCODegraded`
 * stands for the component that Degraded names, `HCOUpgrading` for the one that Upgradeable names.
 */
export function blameFromReasons(
  reported: readonly Condition[],
  mayBeNamed: (component: string) => boolean,
): ContributionsByType {
  const blamed: Record<string, Contribution[]> = {};
  for (const [type, negative] of negativeStatuses) {
    const condition = lastConditionOfType(reported, type);
    if (condition?.status !== negative) continue;
    const component = findComponentInReason(findNamingCondition(condition, reported)?.reason ?? "");
    if (component === undefined || !mayBeNamed(component)) continue;
    const { status, reason, message, since } = condition;
    const words = { status, reason, message };
    blamed[type] = [{ component, ...words, rule: "reported-reason", shown: true, ...definedFields({ since }) }];
  }
  return blamed;
}

/**
 * Returns a predicate for components that only the CR's reasons may blame: those that were neither found, so that their
 * own conditions count, nor are missing, which is a cause of its own.
 */
export function createNameFilter(components: readonly HcoComponent[]): (name: string) => boolean {
  const isKnown = ({ lookup }: HcoComponent): boolean => lookup.outcome === "found" || isMissing(lookup);
  const known = new Set(components.filter(isKnown).map(({ row }) => row.component));
  return (name) => !known.has(name);
}

const negativeStatuses: readonly (readonly [type: string, status: Condition["status"]])[] = [
  ["Available", "False"],
  ["Progressing", "True"],
  ["Degraded", "True"],
  ["Upgradeable", "False"],
];

/** The condition whose reason names the component. For the operator's own reasons it is another condition. */
function findNamingCondition(condition: Condition, reported: readonly Condition[]): Condition | undefined {
  if (condition.reason === "HCODegraded") return lastConditionOfType(reported, "Degraded");
  if (condition.reason !== "HCOUpgrading") return condition;
  // Upgradeable also names components that refuse upgrades and do not progress. These are not meant.
  const upgradeable = lastConditionOfType(reported, "Upgradeable");
  return upgradeable?.reason.endsWith("Progressing") ? upgradeable : undefined;
}
