import type { Condition } from "../../model/condition.ts";

/** What every HCO rule set looks at in one component that was found, in the operator's order. */
export interface ComponentConditions {
  readonly component: string;
  /** The name as the operator writes it in reasons and messages; absent: `component`. */
  readonly reasonName?: string;
  readonly conditions: readonly Condition[];
  /** The CR has a list, be it empty; the seed text tells `nil` from a list, the operator does not. */
  readonly isRecorded: boolean;
}
