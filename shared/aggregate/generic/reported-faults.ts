import type { KubeObject, Ref } from "../../model/object.ts";
import type { JudgedCondition } from "../../model/report.ts";
import { failedReason, faultMessage, wholeFailure } from "../../profiles/condition-reasons.ts";
import { hasKnownPolarity } from "../judgement/condition-polarity.ts";
import { conditionWeights } from "./condition-weights.ts";
import { statusWords } from "./status-words.ts";
import type { StatusWord } from "./word-verdict.ts";

/**
 * The conditions with a polarity for those that no rule knows and whose reason is a failure: good where it is False, such
 * as `Enforced=False ReconciliationError`, bad where it is True. One that is True may tell what was done about a failure,
 * `Restarted=True NodeFailure`: its reason must begin with the failure, and no good word of the status stand beside it.
 * Nothing changes where the main condition is True: then they are only shown.
 */
export function withReportedFaults(
  conditions: readonly JudgedCondition[],
  object: KubeObject,
): readonly JudgedCondition[] {
  if (conditions.some(({ polarity, status }) => polarity === "main" && status === "True")) return conditions;
  const weights = conditionWeights(object);
  const faults = new Set(
    conditions.filter((condition) => isReportedFault(condition, object.ref, weights.get(condition.type))),
  );
  const isGood = faults.size > 0 && statusWords(object).some(isGoodWord);
  return conditions.map((condition) =>
    faults.has(condition) && !(isGood && condition.status === "True")
      ? { ...condition, polarity: condition.status === "True" ? "bad" : "good", abnormal: true, inferred: true }
      : condition,
  );
}

function isReportedFault(
  condition: JudgedCondition,
  ref: Pick<Ref, "group" | "kind">,
  weight: string | undefined,
): boolean {
  const { polarity, status, type, reason, message, polarityFrom } = condition;
  if (polarity !== "info" || status === "Unknown" || polarityFrom !== undefined) return false;
  const isFailure =
    status === "True"
      ? wholeFailure.test(reason) && !type.endsWith("ed")
      : failedReason.test(reason) || faultMessage.test(message) || weight === "Error";
  return isFailure && !hasKnownPolarity(ref, type, []);
}

function isGoodWord({ verdict, of, isResting }: StatusWord): boolean {
  return verdict === "healthy" && of === undefined && !isResting;
}
