import type { PrintBudget } from "./budget.ts";
import type { GoValue } from "./value.ts";

/** The counters of an evaluation: `range` and `end` act after the action they stand in. */
export interface EvaluationCounts {
  readonly budget: PrintBudget;
  begun: number;
  inside: number;
  ended: number;
}

/**
 * The result of a step. An error comes with the values that client-go returns beside it. A filter that only tests
 * existence reads these values and ignores the error.
 */
export interface StepResult {
  readonly values: readonly GoValue[];
  readonly error?: string;
}
