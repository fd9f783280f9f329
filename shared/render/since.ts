import type { JudgedCondition } from "../model/report.ts";
import { conditionVerdict } from "../model/since.ts";
import { verdicts } from "../model/verdict.ts";

export { sinceOf } from "../model/since.ts";

/** Conditions that are not as they should be first, worst first; the rest as they came. */
export function worstFirst(conditions: readonly JudgedCondition[]): readonly JudgedCondition[] {
  return conditions.toSorted((a, b) => rank(a) - rank(b));
}

function rank(condition: JudgedCondition): number {
  const verdict = conditionVerdict(condition);
  if (verdict === "healthy") return verdicts.length;
  return verdict === "remark" ? verdicts.length - 1 : verdicts.indexOf(verdict);
}
