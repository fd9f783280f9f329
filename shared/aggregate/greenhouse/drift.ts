import { type Condition, type ConditionWords, conditionOf } from "../../model/condition.ts";
import type { Drift, DriftHeld, Expected, Node } from "../../model/report.ts";
import type { Subject } from "./subject.ts";

/** Where the object and a rule set differ, in the rule set's order. ADR-4 knows no reason, so none is compared with it. */
export function driftOf(
  ruleSet: "controller" | "adr",
  reported: readonly Condition[],
  expected: Expected,
): readonly Drift[] {
  return expected.conditions.flatMap(({ type, status, reason, message }): readonly Drift[] => {
    const said = conditionOf(reported, type);
    const wanted = { status, reason, message };
    if (said === undefined) return [{ type, what: "missing", expected: wanted }];
    const what = differenceOf(said, wanted, ruleSet);
    return what === undefined ? [] : [{ type, what, reported: wordsOf(said), expected: wanted }];
  });
}

function differenceOf(
  said: ConditionWords,
  wanted: ConditionWords,
  ruleSet: "controller" | "adr",
): Drift["what"] | undefined {
  if (said.status !== wanted.status) return "status";
  if (ruleSet === "controller" && said.reason !== wanted.reason) return "reason";
  return said.message === wanted.message ? undefined : "message";
}

function wordsOf({ status, reason, message }: ConditionWords): ConditionWords {
  return { status, reason, message };
}

/**
 * Why a drift is no fault now: while it is deleted or suspended nobody writes Ready (pkg/lifecycle/reconcile.go:109-125,
 * 169-176). Never stale: no Greenhouse kind has an observedGeneration.
 */
export function heldBy({ isDeleting, isSuspended }: Subject, parts: readonly Node[]): DriftHeld | null {
  if (isDeleting) return "deleting";
  if (isSuspended) return "frozen";
  return parts.some((part) => part.required && part.outcome !== "found") ? "incomplete" : null;
}
