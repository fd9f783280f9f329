import type { ConditionStatus } from "../../model/condition.ts";

// The matrix of conditions in the documentation of HyperConverged, row by row, in its own words. Its last two rows are not
// in the document, which gives no meaning to these triples. They say what is known and what to check.

const table: readonly (readonly [
  available: ConditionStatus,
  progressing: ConditionStatus,
  degraded: ConditionStatus,
  meaning: string,
])[] = [
  ["True", "False", "False", "Application is 100% healthy and the Operator is idle"],
  ["True", "True", "False", "Application is functional but, either upgrading or healing"],
  ["True", "True", "True", "Application is functioning below capacity and an upgrade or heal is in progress"],
  [
    "False",
    "False",
    "True",
    "Application and/or operator are in a failed state that requires human intervention. Failed upgrade or failed heal",
  ],
  ["False", "True", "True", "Application is in a failed state and an operator is healing"],
  ["False", "True", "False", "Operator is deploying the application"],
  ["True", "False", "True", "Application is functioning below capacity and no upgrade or heal is in progress"],
  ["False", "False", "False", "Application is down and its operator reports neither progress nor failure"],
];

/** The matrix's sentence for a triple. Undefined if one of the three is unknown: then no row applies. */
export function matrixMeaning(
  available: ConditionStatus | undefined,
  progressing: ConditionStatus | undefined,
  degraded: ConditionStatus | undefined,
): string | undefined {
  return table.find((row) => row[0] === available && row[1] === progressing && row[2] === degraded)?.[3];
}
