import type { Ref } from "../../model/object.ts";
import type { JudgedCondition } from "../../model/report.ts";
import { hasKnownSense } from "../judgement/condition-sense.ts";
import { failedReason } from "./condition-verdict.ts";

/**
 * The conditions with those as good ones that no rule knows and that are False for a failure, such as `Enforced=False
 * ReconciliationError`. Nothing changes where the main condition is True: then they are only shown.
 */
export function withReportedFaults(
  conditions: readonly JudgedCondition[],
  ref: Pick<Ref, "group" | "kind">,
): readonly JudgedCondition[] {
  if (conditions.some(({ sense, status }) => sense === "main" && status === "True")) return conditions;
  return conditions.map((condition) =>
    isReportedFault(condition, ref) ? { ...condition, sense: "good", abnormal: true, guessed: true } : condition,
  );
}

function isReportedFault(condition: JudgedCondition, ref: Pick<Ref, "group" | "kind">): boolean {
  const { sense, status, type, reason, senseFrom } = condition;
  if (sense !== "info" || status !== "False" || !failedReason.test(reason) || senseFrom !== undefined) return false;
  return !hasKnownSense(ref, type, []);
}
