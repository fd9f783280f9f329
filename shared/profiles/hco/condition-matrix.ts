import type { ConditionStatus } from "../../model/condition.ts";
import { conditionMatrix } from "../../tables/condition-matrix.ts";

/** The matrix's sentence for a triple. Undefined if one of the three is unknown: then no row applies. */
export function matrixMeaning(
  available: ConditionStatus | undefined,
  progressing: ConditionStatus | undefined,
  degraded: ConditionStatus | undefined,
): string | undefined {
  const row = conditionMatrix.find(
    (each) => each.available === available && each.progressing === progressing && each.degraded === degraded,
  );
  return row?.meaning;
}
