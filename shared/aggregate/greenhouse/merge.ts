import type { ConditionWords } from "../../model/condition.ts";

/** One part's word on the condition that is merged; absent where it has none. */
export interface Share {
  readonly component: string;
  readonly condition?: ConditionWords & { readonly since?: string };
}

interface Merged {
  /** Undefined where nobody was counted. */
  readonly status: "True" | "False" | undefined;
  /** Those that are not True, in order; the first leads. */
  readonly offenders: readonly Share[];
  readonly counted: number;
}

/**
 * One condition over many parts (facts seed-systems 5.2): True where all are, Unknown as bad as False.
 * @param silent what a part counts as that does not say; `skip`: it is not counted at all.
 */
export function merge(parts: readonly Share[], silent: "bad" | "skip"): Merged {
  const counted = parts.filter(({ condition }) => condition !== undefined || silent === "bad");
  const offenders = counted.filter(({ condition }) => condition?.status !== "True");
  const status = counted.length === 0 ? undefined : offenders.length > 0 ? "False" : "True";
  return { status, offenders, counted: counted.length };
}
