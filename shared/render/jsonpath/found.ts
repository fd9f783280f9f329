import type { Budget } from "./budget.ts";
import type { Value } from "./value.ts";

/** What an evaluation counts along the way: `range` and `end` act after the action they stand in. */
export interface Counts {
  readonly budget: Budget;
  begun: number;
  inside: number;
  ended: number;
}

/**
 * What a step has found. With an error come the values client-go returns beside it, because a filter that only asks
 * whether there is something looks at them and not at the error.
 */
export interface Found {
  readonly values: readonly Value[];
  readonly error?: string;
}
