import type { Ref } from "../../model/object.ts";
import type { JudgedCondition } from "../../model/report.ts";
import { failedReason } from "../../profiles/condition-reasons.ts";
import { hasKnownSense } from "../judgement/condition-sense.ts";

/**
 * The conditions with a polarity for those that no rule knows and whose reason is a failure: good where it is False, such
 * as `Enforced=False ReconciliationError`, bad where it is True. Nothing changes where the main condition is True: then
 * they are only shown.
 */
export function withReportedFaults(
  conditions: readonly JudgedCondition[],
  ref: Pick<Ref, "group" | "kind">,
): readonly JudgedCondition[] {
  if (conditions.some(({ sense, status }) => sense === "main" && status === "True")) return conditions;
  return conditions.map((condition) =>
    isReportedFault(condition, ref)
      ? { ...condition, sense: condition.status === "True" ? "bad" : "good", abnormal: true, guessed: true }
      : condition,
  );
}

function isReportedFault(condition: JudgedCondition, ref: Pick<Ref, "group" | "kind">): boolean {
  const { sense, status, type, reason, senseFrom } = condition;
  if (sense !== "info" || status === "Unknown" || !failedReason.test(reason) || senseFrom !== undefined) return false;
  return !hasKnownSense(ref, type, []);
}
