import type { Condition, ConditionWords } from "../../model/condition.ts";
import type { Drift, DriftHeld, Expected } from "../../model/report.ts";
import type { Index } from "../lookup.ts";
import { conditionOf } from "../verbs.ts";
import { isRequired, linksOf } from "./links.ts";
import { lacksPlugins } from "./shares.ts";
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

export function wordsOf({ status, reason, message }: ConditionWords): ConditionWords {
  return { status, reason, message };
}

/**
 * Why a drift is no fault now: while it is deleted nobody writes Ready (pkg/lifecycle/reconcile.go:202-226), and without
 * its parts nobody can tell. Never stale: no Greenhouse kind has an observedGeneration.
 */
export function heldBy({ object, isDeleting }: Subject, index: Index): DriftHeld | null {
  if (isDeleting) return "deleting";
  const isShort = linksOf(object, index).some((link) => isRequired(link) && link.lookup.outcome !== "found");
  return isShort || lacksPlugins(object, index) ? "incomplete" : null;
}
