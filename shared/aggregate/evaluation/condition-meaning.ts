import { definedFields } from "../../model/defined-fields.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import { matrixMeaning } from "../../profiles/hco/condition-matrix.ts";
import { summaryTypes } from "../../profiles/hco/profile.ts";

/** The sentence of the condition matrix for Available, Progressing and Degraded, where all three are known. */
export function tripleMeaning(conditions: readonly EvaluatedCondition[]): { readonly meaning?: string } {
  const [available, progressing, degraded] = summaryTypes.map((type) => {
    const statuses = new Set(conditions.filter((each) => each.type === type).map((each) => each.status));
    // Contradictory duplicates make the type unknown.
    return statuses.size === 1 ? [...statuses][0] : undefined;
  });
  const sentence = matrixMeaning(available, progressing, degraded);
  return definedFields({ meaning: sentence });
}
