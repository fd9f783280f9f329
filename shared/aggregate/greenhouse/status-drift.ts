import { type Condition, conditionWords } from "../../model/condition.ts";
import type { Drift, DriftHeld } from "../../model/drift.ts";
import type { Expected } from "../../model/report.ts";
import { findDifference } from "../evaluation/condition-drift.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { arePluginsUnread } from "./aggregated-parts.ts";
import { isRequired, listLinks } from "./object-links.ts";
import type { GreenhouseSubject } from "./subject.ts";

/** The fields that each rule set defines beside the status. ADR-4 defines no reasons. */
const comparedFields = { controller: ["reason", "message"], adr: ["message"] } as const;

/** The differences between the reported and the expected conditions, in the order of the expected ones. */
export function computeGreenhouseDrift(
  ruleSet: "controller" | "adr",
  reported: readonly Condition[],
  expected: Expected,
): readonly Drift[] {
  return expected.conditions.flatMap(({ type, status, reason, message }): readonly Drift[] => {
    const condition = firstConditionOfType(reported, type);
    const expectedWords = { status, reason, message };
    if (condition === undefined) return [{ type, what: "missing", expected: expectedWords }];
    const what = findDifference(condition, expectedWords, comparedFields[ruleSet]);
    if (what === undefined) return [];
    return [{ type, what, reported: conditionWords(condition), expected: expectedWords }];
  });
}

/**
 * Why a drift is no fault now, or null if it is one:
 * - `deleting`: the controller does not write Ready during a deletion (pkg/lifecycle/reconcile.go:202-226).
 * - `incomplete`: parts were not read that the expected conditions depend on, so the drift is unknown.
 *
 * A drift is never `stale`, because no Greenhouse kind has an observedGeneration.
 */
export function findGreenhouseDriftExcuse(
  { object, isDeleting }: GreenhouseSubject,
  index: ObjectIndex,
): DriftHeld | null {
  if (isDeleting) return "deleting";
  const lacksPart = listLinks(object, index).some((link) => isRequired(link) && link.lookup.outcome !== "found");
  return lacksPart || arePluginsUnread(object, index) ? "incomplete" : null;
}
