import type { ConditionWords } from "../../model/condition.ts";

/** One part's share in a merged condition; without `condition` if the part has none. */
export interface ConditionShare {
  readonly component: string;
  readonly condition?: ConditionWords & { readonly since?: string };
}

interface Merged {
  /** Undefined if no part was counted. */
  readonly status: "True" | "False" | undefined;
  /** The parts that are not True, in order; the first leads. */
  readonly offenders: readonly ConditionShare[];
  readonly counted: number;
}

/**
 * Merges one condition over many parts: True if all are True. Unknown counts as False.
 * @param silent how a part without the condition counts; `skip`: not at all
 */
export function mergeConditionShares(parts: readonly ConditionShare[], silent: "bad" | "skip"): Merged {
  const counted = parts.filter(({ condition }) => condition !== undefined || silent === "bad");
  const offenders = counted.filter(({ condition }) => condition?.status !== "True");
  const merged = offenders.length > 0 ? "False" : "True";
  const status = counted.length === 0 ? undefined : merged;
  return { status, offenders, counted: counted.length };
}
