import { conditionVerdict } from "../../model/condition-age.ts";
import type { JudgedCondition } from "../../model/report.ts";
import { allVerdicts } from "../../model/verdict.ts";

/** Abnormal conditions first, worst first; the others in their given order. */
export function worstFirst(conditions: readonly JudgedCondition[]): readonly JudgedCondition[] {
  return conditions.toSorted((a, b) => rank(a) - rank(b));
}

function rank(condition: JudgedCondition): number {
  const verdict = conditionVerdict(condition);
  if (verdict === "healthy") return allVerdicts.length;
  return verdict === "remark" ? allVerdicts.length - 1 : allVerdicts.indexOf(verdict);
}
