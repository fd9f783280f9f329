import type { ConditionWords } from "./condition.ts";

/** Why a difference between the CR and the rule set proves nothing now. */
export type DriftHeld =
  | "deleting"
  | "operator-down"
  | "reconcile-error"
  | "stale"
  | "upgrading"
  | "incomplete"
  /** Younger than the operator's usual delay. */
  | "settling";

/** One condition type in which the CR and the rule set differ; `what` is the first difference that applies. */
export interface Drift {
  readonly type: string;
  readonly what: "missing" | "extra" | "status" | "reason" | "message";
  readonly reported?: ConditionWords;
  readonly expected?: ConditionWords;
}
