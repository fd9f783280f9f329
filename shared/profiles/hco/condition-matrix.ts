import type { ConditionStatus } from "../../model/condition.ts";
import { conditionMatrix } from "../../tables/condition-matrix.ts";

/** The matrix's sentence for the three statuses. Undefined if one of them is missing or Unknown, because no row applies. */
export function matrixMeaning(
  available: ConditionStatus | undefined,
  progressing: ConditionStatus | undefined,
  degraded: ConditionStatus | undefined,
): string | undefined {
  const row = conditionMatrix.find(
    (triple) => triple.available === available && triple.progressing === progressing && triple.degraded === degraded,
  );
  return row?.meaning;
}
