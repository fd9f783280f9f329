/** The three words a condition's status can say (metav1.ConditionStatus). */
export type ConditionStatus = "True" | "False" | "Unknown";

/**
 * What a condition type means for its owner: `main` False is down, `good` False and `bad` True are degraded, `busy`
 * True is progressing, `advice` and `caution` deserve a remark, `info` is never judged. (facts: seed-systems 5.3)
 */
export type Sense = "main" | "good" | "bad" | "busy" | "advice" | "caution" | "info";

/** One entry of a conditions list, made total: reason and message are exactly the cluster's words or empty. */
export interface Condition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
  /** lastTransitionTime, RFC 3339 UTC: since when the *status* is so, not the reason. */
  readonly since?: string;
  readonly observedGeneration?: number;
}

/** Status, reason and message: what two conditions of one type are compared by. */
export interface ConditionWords {
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

/** The last entry of `type`, or undefined: a list is a map keyed by type, and a later duplicate replaces. */
export function conditionOf<C extends { readonly type: string }>(list: readonly C[], type: string): C | undefined {
  return list.findLast((condition) => condition.type === type);
}
