import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Contribution, ContributionsByType } from "../../model/report.ts";
import { contributingTypes, summaryTypes } from "../../profiles/hco/profile.ts";
import { groupByType, type TypedContribution } from "../evaluation/contributions.ts";
import type { HcoComponent } from "./components.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import type { ComponentConditions } from "./rules/component-conditions.ts";
import { listOperatorContributions, type OperatorContribution } from "./rules/operator-contributions.ts";
import type { OperatorInput } from "./rules/operator-loop.ts";

/**
 * All components that contribute something negative by the operator's rules. There is one row per component, type and
 * rule, in component order. Each row has the component's own reason and message, or the operator's where the component
 * has none.
 */
export function listHyperConvergedOffenders(
  components: readonly ComponentConditions[],
  reported: readonly Condition[],
  switches: OperatorInput["switches"],
): ContributionsByType {
  const contributions = components.flatMap((component) =>
    keepLastOfEach(listOperatorContributions(component, switches)),
  );
  return groupByType(
    contributions.map((contribution) => {
      const { type, component, status, rule, condition } = contribution;
      const reportedCondition = lastConditionOfType(reported, type);
      const shown = reportedCondition?.status === status && reportedCondition.reason === contribution.reason;
      const { reason, message } = condition ?? contribution;
      return { type, component, status, reason, message, ...definedFields({ since: condition?.since }), rule, shown };
    }),
  );
}

/**
 * The last contribution of each type and rule, so that duplicate conditions make one row. Upgradeable has two rules: the
 * component's own Upgradeable=False, and its Progressing.
 */
function keepLastOfEach(contributions: readonly OperatorContribution[]): readonly OperatorContribution[] {
  const lastByRule = new Map(contributions.map((row) => [`${row.type}/${row.rule}`, row]));
  return [...lastByRule.values()];
}

/**
 * The components that are neither negative nor good by a type: they report it as Unknown, or lack it where
 * kubevirt/hyperconverged-cluster-operator docs/conditions.md assumes Unknown for a missing type.
 */
export function listHyperConvergedUncertain(components: readonly ComponentConditions[]): ContributionsByType {
  return groupByType(components.flatMap(listUncertainRows));
}

function listUncertainRows({ component, conditions }: ComponentConditions): readonly TypedContribution[] {
  return contributingTypes.flatMap((type): readonly TypedContribution[] => {
    const row = { type, component, status: "Unknown" as const, shown: false };
    const unknown = conditions.findLast((condition) => condition.type === type && condition.status === "Unknown");
    if (unknown !== undefined) {
      const { reason, message, since } = unknown;
      return [{ ...row, reason, message, ...definedFields({ since }), rule: "unknown" }];
    }
    const isMissing = lastConditionOfType(conditions, type) === undefined;
    const isAssumedUnknown = type === "Degraded" || (type === "Progressing" && conditions.length > 0);
    if (!isMissing || !isAssumedUnknown) return [];
    return [{ ...row, reason: "", message: "", rule: "missing-condition", missing: [type] }];
  });
}

/**
 * The components that keep an upgrade open although no condition of the CR shows it, by two rules
 * (generic_operand.go:152-163, operand.go:119-122):
 * - `version`: the component has another version than the operator expects. An empty expected version never matches. A
 *   missing one is not compared.
 * - `missing-condition`: the component lacks one of the three summary conditions.
 */
export function listStallContributions(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
): readonly Contribution[] {
  if (state.upgradeMode !== true) return [];
  const found = components.filter((component) => component.isRequired && component.lookup.outcome === "found");
  return found.flatMap(({ row, conditions, observedVersion, expectedVersion }) => {
    const unreported = { component: row.component, status: "Unknown" as const, reason: "", message: "", shown: false };
    const contributions: Contribution[] = [];
    if (expectedVersion !== undefined && (expectedVersion === "" || expectedVersion !== observedVersion)) {
      contributions.push({ ...unreported, rule: "version", observedVersion, expectedVersion });
    }
    const missing = summaryTypes.filter((type) => lastConditionOfType(conditions, type) === undefined);
    if (missing.length > 0) contributions.push({ ...unreported, rule: "missing-condition", missing });
    return contributions;
  });
}

/** All contributions by type, each type in component order. `blamed` are those read from the CR's reasons. */
export function addBlamed(
  contributed: ContributionsByType,
  blamed: ContributionsByType,
  components: readonly HcoComponent[],
): ContributionsByType {
  const positions = new Map(components.map(({ row }, position) => [row.component, position]));
  const positionOf = ({ component }: Contribution): number => positions.get(component) ?? positions.size;
  const types = new Set([...Object.keys(contributed), ...Object.keys(blamed)]);
  const merged: Record<string, readonly Contribution[]> = {};
  for (const type of types) {
    const rows = [...(contributed[type] ?? []), ...(blamed[type] ?? [])];
    merged[type] = rows.toSorted((a, b) => positionOf(a) - positionOf(b));
  }
  return merged;
}

/** The contributions by type, with those that stall an upgrade under the key `UpgradeStall`. */
export function addStall(offenders: ContributionsByType, stalled: readonly Contribution[]): ContributionsByType {
  return stalled.length === 0 ? offenders : { ...offenders, UpgradeStall: stalled };
}
