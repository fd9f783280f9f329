import type { Condition, ConditionWords } from "../../model/condition.ts";
import type { Drift, DriftHeld } from "../../model/drift.ts";
import type { Expected } from "../../model/report.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { lacksPlugins } from "./aggregated-parts.ts";
import { isRequired, listLinks } from "./object-links.ts";
import type { GreenhouseSubject } from "./subject.ts";

/** Where the object and a rule set differ, in the rule set's order. ADR-4 defines no reasons, so it compares none. */
export function computeGreenhouseDrift(
  ruleSet: "controller" | "adr",
  reported: readonly Condition[],
  expected: Expected,
): readonly Drift[] {
  return expected.conditions.flatMap(({ type, status, reason, message }): readonly Drift[] => {
    const condition = firstConditionOfType(reported, type);
    const wanted = { status, reason, message };
    if (condition === undefined) return [{ type, what: "missing", expected: wanted }];
    const what = findDifference(condition, wanted, ruleSet);
    return what === undefined ? [] : [{ type, what, reported: pickConditionWords(condition), expected: wanted }];
  });
}

function findDifference(
  condition: ConditionWords,
  wanted: ConditionWords,
  ruleSet: "controller" | "adr",
): Drift["what"] | undefined {
  if (condition.status !== wanted.status) return "status";
  if (ruleSet === "controller" && condition.reason !== wanted.reason) return "reason";
  return condition.message === wanted.message ? undefined : "message";
}

export function pickConditionWords({ status, reason, message }: ConditionWords): ConditionWords {
  return { status, reason, message };
}

/**
 * Why a drift is no fault now. During deletion the controller does not write Ready
 * (pkg/lifecycle/reconcile.go:202-226), and without its parts the drift is unknown. Never stale: no Greenhouse kind has
 * an observedGeneration.
 */
export function findGreenhouseDriftExcuse(
  { object, isDeleting }: GreenhouseSubject,
  index: ObjectIndex,
): DriftHeld | null {
  if (isDeleting) return "deleting";
  const isShort = listLinks(object, index).some((link) => isRequired(link) && link.lookup.outcome !== "found");
  return isShort || lacksPlugins(object, index) ? "incomplete" : null;
}
