import type { Condition } from "../../../model/condition.ts";

/** What every HCO rule set evaluates of one component that was found, in the operator's order. */
export interface ComponentConditions {
  readonly component: string;
  /** The name as the operator writes it in reasons and messages. Absent: `component`. */
  readonly reasonName?: string;
  readonly conditions: readonly Condition[];
  /** The CR has a list, which may be empty. The seed text distinguishes `nil` from a list, the operator does not. */
  readonly hasConditionList: boolean;
}
