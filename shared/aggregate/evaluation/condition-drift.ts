import type { ConditionWords } from "../../model/condition.ts";
import type { Drift } from "../../model/drift.ts";

/** A field of a condition that a rule set may define beside the status. */
export type ComparedField = "reason" | "message";

/**
 * The first field in which a reported condition differs from the expected one: the status, then the compared fields in their
 * order. Undefined if none differs.
 */
export function findDifference(
  reported: ConditionWords,
  expected: ConditionWords,
  comparedFields: readonly ComparedField[],
): Drift["what"] | undefined {
  const fields = ["status", ...comparedFields] as const;
  return fields.find((field) => reported[field] !== expected[field]);
}
