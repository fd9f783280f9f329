import type { Condition } from "../../model/condition.ts";

/** What every HCO rule set looks at in one component that was found, in the operator's order. */
export interface ComponentConditions {
  /** The name as the operator writes it. */
  readonly component: string;
  readonly conditions: readonly Condition[];
  /** The CR has a list, be it empty; the seed text tells `nil` from a list, the operator does not. */
  readonly isRecorded: boolean;
  readonly observedVersion: string;
}
