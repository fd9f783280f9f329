/** The three values of a condition's status (metav1.ConditionStatus). */
export type ConditionStatus = "True" | "False" | "Unknown";

/**
 * The polarity of a condition type: what it means for its owner. `main` False is unavailable, `good` False and `bad`
 * True are degraded, `busy` True is progressing. `advice` and `caution` only produce a remark, and `info` is never
 * evaluated.
 */
export type Polarity = "main" | "good" | "bad" | "busy" | "advice" | "caution" | "info";

/** One entry of a conditions list; absent texts are empty, and reason and message are the cluster's exact words. */
export interface Condition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
  /** lastTransitionTime, RFC 3339 UTC: since when the *status* has been the same, not the reason. */
  readonly since?: string;
  readonly observedGeneration?: number;
}

/** Status, reason and message: the fields by which two conditions of one type are compared. */
export interface ConditionWords {
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

export function conditionWords({ status, reason, message }: ConditionWords): ConditionWords {
  return { status, reason, message };
}

/**
 * Whether OLM's copy of a condition, in the status of an OperatorCondition, is of another generation than the object:
 * OLM permits no upgrade until it is current.
 */
export interface OlmCopyAge {
  readonly outdated?: true;
  /** Where it is outdated: the generation of the copy, and that of the object. */
  readonly observedGeneration?: number;
  readonly generation?: number;
}

/** The last entry of `type`, or undefined: a list is a map keyed by type, and a later duplicate replaces. */
export function lastConditionOfType<C extends { readonly type: string }>(
  list: readonly C[],
  type: string,
): C | undefined {
  return list.findLast((condition) => condition.type === type);
}

/** The first entry of `type` with this status, or undefined. */
export function findConditionWithStatus<C extends { readonly type: string; readonly status: ConditionStatus }>(
  list: readonly C[],
  type: string,
  status: ConditionStatus,
): C | undefined {
  return list.find((condition) => condition.type === type && condition.status === status);
}

/**
 * The worst of conditions that are all of one type: the first with the bad status, otherwise the first that is Unknown,
 * otherwise the first. Undefined for an empty list.
 */
export function findWorstStatus<C extends { readonly status: ConditionStatus }>(
  list: readonly C[],
  goodStatus: ConditionStatus,
): C | undefined {
  const bad = list.find(({ status }) => status !== goodStatus && status !== "Unknown");
  return bad ?? list.find(({ status }) => status === "Unknown") ?? list[0];
}
