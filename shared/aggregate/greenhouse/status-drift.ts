import { type Condition, type ConditionWords, conditionWords } from "../../model/condition.ts";
import type { Drift, DriftHeld } from "../../model/drift.ts";
import type { Expected } from "../../model/report.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { lacksPlugins } from "./aggregated-parts.ts";
import { isRequired, listLinks } from "./object-links.ts";
import type { GreenhouseSubject } from "./subject.ts";

/** The differences between an object and a rule set, in the rule set's order. ADR-4 defines no reasons, so none is compared. */
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
    return what === undefined ? [] : [{ type, what, reported: conditionWords(condition), expected: wanted }];
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

/**
 * Why a drift is no fault now, null where it is one: the controller does not write Ready during a deletion
 * (pkg/lifecycle/reconcile.go:202-226), and without its parts the drift is unknown. It is never stale, because no Greenhouse
 * kind has an observedGeneration.
 */
export function findGreenhouseDriftExcuse(
  { object, isDeleting }: GreenhouseSubject,
  index: ObjectIndex,
): DriftHeld | null {
  if (isDeleting) return "deleting";
  const lacksPart = listLinks(object, index).some((link) => isRequired(link) && link.lookup.outcome !== "found");
  return lacksPart || lacksPlugins(object, index) ? "incomplete" : null;
}
