import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Contribution, ContributionsByType } from "../../model/report.ts";
import { contributingTypes, summaryTypes } from "../../profiles/hco/profile.ts";
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
  const rows = components.flatMap((component) => keepLastOfEach(listOperatorContributions(component, switches)));
  return groupByType(
    rows.map((row) => {
      const condition = lastConditionOfType(reported, row.type);
      const shown = condition?.status === row.status && condition.reason === row.reason;
      const { component, status, rule, own } = row;
      return { type: row.type, component, status, ...reasonAndMessage(own ?? row), ...sinceOf(own), rule, shown };
    }),
  );
}

/**
 * The last row of each rule. A component's own Upgradeable=False and its Progressing are two rules. A duplicate of one
 * rule is one row.
 */
function keepLastOfEach(rows: readonly OperatorContribution[]): readonly OperatorContribution[] {
  return [...new Map(rows.map((row) => [`${row.type}/${row.rule}`, row])).values()];
}

/**
 * The components that are neither negative nor good: Unknown, and a missing type for which
 * kubevirt/hyperconverged-cluster-operator docs/conditions.md assumes Unknown.
 */
export function listHyperConvergedUncertain(components: readonly ComponentConditions[]): ContributionsByType {
  return groupByType(
    components.flatMap(({ component, conditions }) =>
      contributingTypes.flatMap((type): readonly (Contribution & { readonly type: string })[] => {
        const own = conditions.findLast((each) => each.type === type && each.status === "Unknown");
        const row = { type, component, status: "Unknown" as const, shown: false };
        if (own !== undefined) return [{ ...row, ...reasonAndMessage(own), ...sinceOf(own), rule: "unknown" }];
        const isAssumed =
          lastConditionOfType(conditions, type) === undefined &&
          (type === "Degraded" || (type === "Progressing" && conditions.length > 0));
        return isAssumed ? [{ ...row, reason: "", message: "", rule: "missing-condition", missing: [type] }] : [];
      }),
    ),
  );
}

/**
 * The components that keep an upgrade open although no condition of the CR shows it. One cause is another observed
 * version than the operator wants. An empty variable never matches, and a missing one is not evaluated. The other is
 * one of the three conditions missing (generic_operand.go:152-163, operand.go:119-122).
 */
export function listStallContributions(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
): readonly Contribution[] {
  if (state.upgradeMode !== true) return [];
  return components
    .filter((component) => component.isCalledFor && component.lookup.outcome === "found")
    .flatMap(({ row, conditions, observedVersion, expectedVersion }) => {
      const unreported = {
        component: row.component,
        status: "Unknown" as const,
        reason: "",
        message: "",
        shown: false,
      };
      const missing = summaryTypes.filter((type) => lastConditionOfType(conditions, type) === undefined);
      const isBehind = expectedVersion !== undefined && (expectedVersion === "" || expectedVersion !== observedVersion);
      return [
        ...(isBehind ? [{ ...unreported, rule: "version" as const, observedVersion, expectedVersion }] : []),
        ...(missing.length > 0 ? [{ ...unreported, rule: "missing-condition" as const, missing }] : []),
      ];
    });
}

/** The offenders with the rows read from the CR's reasons added, in component order. */
export function addBlamed(
  own: ContributionsByType,
  blamed: ContributionsByType,
  components: readonly HcoComponent[],
): ContributionsByType {
  const order = new Map(components.map((each, position) => [each.row.component, position]));
  const place = (row: Contribution): number => order.get(row.component) ?? order.size;
  const types = [...new Set([...Object.keys(own), ...Object.keys(blamed)])];
  return Object.fromEntries(
    types.map((type) => [
      type,
      [...(own[type] ?? []), ...(blamed[type] ?? [])].toSorted((a, b) => place(a) - place(b)),
    ]),
  );
}

/** The offenders with the components that stall an upgrade silently, under a key of their own. */
export function addStall(offenders: ContributionsByType, stalled: readonly Contribution[]): ContributionsByType {
  return stalled.length === 0 ? offenders : { ...offenders, UpgradeStall: stalled };
}

function groupByType(rows: readonly (Contribution & { readonly type: string })[]): ContributionsByType {
  const grouped: Record<string, Contribution[]> = {};
  for (const { type, ...row } of rows) {
    grouped[type] ??= [];
    grouped[type].push(row);
  }
  return grouped;
}

function reasonAndMessage(words: { readonly reason: string; readonly message: string }): {
  reason: string;
  message: string;
} {
  return { reason: words.reason, message: words.message };
}

function sinceOf(own: Condition | undefined): { readonly since?: string } {
  return definedFields({ since: own?.since });
}
