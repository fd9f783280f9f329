import { type Condition, type ConditionWords, conditionOf } from "../../model/condition.ts";
import type { Drift, DriftHeld, Expected, ExpectedCondition, Node, RuleSetName } from "../../model/report.ts";
import type { HyperConvergedState } from "./state.ts";

/** Where the CR and a rule set differ, in the rule set's order, then what is reported and should not be. */
export function driftOf(ruleSet: RuleSetName, reported: readonly Condition[], expected: Expected): readonly Drift[] {
  const said = new Map(reported.map((condition) => [condition.type, condition]));
  const drifts = expected.conditions.map((condition) => compare(ruleSet, condition, said.get(condition.type)));
  // A document's set knows only its own types; the operator's set holds all that may be there.
  const known = new Set(expected.conditions.map((condition) => condition.type));
  const extra = ruleSet === "operator" ? [...said.values()].filter(({ type }) => !known.has(type)) : [];
  return [
    ...drifts.filter((each) => each !== undefined),
    ...extra.map((condition): Drift => ({ type: condition.type, what: "extra", reported: wordsOf(condition) })),
  ];
}

function compare(
  ruleSet: RuleSetName,
  expected: ExpectedCondition,
  reported: Condition | undefined,
): Drift | undefined {
  const { type } = expected;
  const both = { expected: wordsOf(expected), ...reportedWords(reported) };
  if (reported === undefined) return { type, what: "missing", ...both };
  if (reported.status !== expected.status) return { type, what: "status", ...both };
  // conditions-doc carries the component's own reason and no message; status-doc gives good conditions no words.
  const isSaid = ruleSet === "operator" || (ruleSet === "status-doc" && expected.reason !== "");
  if (isSaid && reported.reason !== expected.reason) return { type, what: "reason", ...both };
  return isSaid && reported.message !== expected.message ? { type, what: "message", ...both } : undefined;
}

function wordsOf({ status, reason, message }: ConditionWords): ConditionWords {
  return { status, reason, message };
}

function reportedWords(reported: Condition | undefined): { readonly reported?: ConditionWords } {
  return reported === undefined ? {} : { reported: wordsOf(reported) };
}

/** Why a drift is no fault now: the first that holds (report.md, `driftHeld`). */
export function heldBy(state: HyperConvergedState, parts: readonly Node[]): DriftHeld | null {
  const reconcile = conditionOf(state.conditions, "ReconcileComplete");
  if (state.isDeleting) return "deleting";
  if (state.operator.running === false) return "operator-down";
  if (reconcile !== undefined && reconcile.status !== "True") return "reconcile-error";
  // A CR without conditions has not been looked at: its status is older than its spec.
  if (state.isStale || state.isUnseen) return "stale";
  if (state.upgradeMode === true) return "upgrading";
  return parts.some((part) => part.required && part.outcome !== "found") ? "incomplete" : null;
}
