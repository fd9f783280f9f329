import { type Condition, conditionOf } from "../../model/condition.ts";
import type { Contribution } from "../../model/report.ts";
import type { ComponentConditions } from "../rules/component-conditions.ts";
import { contributionsOf, type OperatorContribution } from "../rules/contributions.ts";
import type { OperatorInput } from "../rules/operator.ts";
import type { Component } from "./components.ts";
import type { HyperConvergedState } from "./state.ts";

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/**
 * All components that contribute something negative by the operator's rules, in component order, one row per component,
 * type and rule; each in its own words, or in the operator's where it has none.
 */
export function offendersOf(
  components: readonly ComponentConditions[],
  reported: readonly Condition[],
  switches: OperatorInput["switches"],
): ByType {
  const rows = components.flatMap((component) => lastOfEach(contributionsOf(component, switches)));
  return byType(
    rows.map((row) => {
      const condition = conditionOf(reported, row.type);
      const shown = condition?.status === row.status && condition.reason === row.reason;
      const { component, status, rule, own } = row;
      return { type: row.type, component, status, ...wordsOf(own ?? row), ...sinceOf(own), rule, shown };
    }),
  );
}

/** A component's own Upgradeable=False and its Progressing are two rules; a duplicate of one rule is one row, the last. */
function lastOfEach(rows: readonly OperatorContribution[]): readonly OperatorContribution[] {
  return [...new Map(rows.map((row) => [`${row.type}/${row.rule}`, row])).values()];
}

/** What is not negative but not good either: Unknown, and a missing type that seeds/hco-conditions.md assumes Unknown for. */
export function uncertainOf(components: readonly ComponentConditions[]): ByType {
  const types = ["Available", "Progressing", "Degraded", "Upgradeable"];
  return byType(
    components.flatMap(({ component, conditions }) =>
      types.flatMap((type): readonly (Contribution & { readonly type: string })[] => {
        const own = conditions.findLast((each) => each.type === type && each.status === "Unknown");
        const row = { type, component, status: "Unknown" as const, shown: false };
        if (own !== undefined) return [{ ...row, ...wordsOf(own), ...sinceOf(own), rule: "unknown" }];
        const isAssumed =
          conditionOf(conditions, type) === undefined &&
          (type === "Degraded" || (type === "Progressing" && conditions.length > 0));
        return isAssumed ? [{ ...row, reason: "", message: "", rule: "missing-condition", missing: [type] }] : [];
      }),
    ),
  );
}

/**
 * What keeps an upgrade open although no condition of the CR shows it: another observed version than the operator wants
 * (an empty variable never matches, one that is not there is not judged), or one of the three conditions missing
 * (generic_operand.go:152-163, operand.go:119-122).
 */
export function stalledBy(state: HyperConvergedState, components: readonly Component[]): readonly Contribution[] {
  if (state.upgradeMode !== true) return [];
  return components
    .filter((component) => component.isCalledFor && component.lookup.outcome === "found")
    .flatMap(({ row, conditions, observedVersion, expectedVersion }) => {
      const said = { component: row.component, status: "Unknown" as const, reason: "", message: "", shown: false };
      const missing = ["Available", "Progressing", "Degraded"].filter(
        (type) => conditionOf(conditions, type) === undefined,
      );
      const isBehind = expectedVersion !== undefined && (expectedVersion === "" || expectedVersion !== observedVersion);
      return [
        ...(isBehind ? [{ ...said, rule: "version" as const, observedVersion, expectedVersion }] : []),
        ...(missing.length > 0 ? [{ ...said, rule: "missing-condition" as const, missing }] : []),
      ];
    });
}

/** Rows read from reasons stand among the others in component order. */
export function withBlamed(own: ByType, blamed: ByType, components: readonly Component[]): ByType {
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

/** The silent ones have a key of their own. */
export function withStall(offenders: ByType, stalled: readonly Contribution[]): ByType {
  return stalled.length === 0 ? offenders : { ...offenders, UpgradeStall: stalled };
}

function byType(rows: readonly (Contribution & { readonly type: string })[]): ByType {
  const grouped: Record<string, Contribution[]> = {};
  for (const { type, ...row } of rows) {
    grouped[type] ??= [];
    grouped[type].push(row);
  }
  return grouped;
}

function wordsOf(words: { readonly reason: string; readonly message: string }): { reason: string; message: string } {
  return { reason: words.reason, message: words.message };
}

function sinceOf(own: Condition | undefined): { readonly since?: string } {
  return own?.since === undefined ? {} : { since: own.since };
}
