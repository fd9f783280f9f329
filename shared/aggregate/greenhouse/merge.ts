import type { ConditionStatus, ConditionWords } from "../../model/condition.ts";

/** One part's word on the condition that is merged; absent where it has none. */
export interface Share {
  readonly component: string;
  readonly condition?: ConditionWords & { readonly since?: string };
}

/** How one condition over many parts becomes one. */
export interface MergeRule {
  readonly worst: "True" | "False";
  /** What counts for a part that does not say; `skip`: it is not counted at all. */
  readonly missing: ConditionStatus | "skip";
  /** Unknown is as bad as the worst, ranks between worst and best, or is as good as the best. */
  readonly unknown: "bad" | "between" | "harmless";
  /** Which of several worst ones leads. */
  readonly lead: "first" | "last";
}

interface Merged {
  /** Undefined where nobody was counted. */
  readonly status: ConditionStatus | undefined;
  readonly leader?: Share;
  /** Those that are as bad as it gets, in order, and those of which it is not known. */
  readonly offenders: readonly Share[];
  readonly uncertain: readonly Share[];
  readonly counted: number;
}

/** The worst of one condition over many parts, its leader, and all that are as bad (facts seed-systems 5.2). */
export function merge(parts: readonly Share[], rule: MergeRule): Merged {
  const counted = parts.flatMap((part) => {
    const status = part.condition?.status ?? rule.missing;
    return status === "skip" ? [] : [{ part, status }];
  });
  const isWorst = (status: ConditionStatus): boolean =>
    status === rule.worst || (status === "Unknown" && rule.unknown === "bad");
  const offenders = counted.filter(({ status }) => isWorst(status)).map(({ part }) => part);
  const uncertain = counted.filter(({ status }) => status === "Unknown" && !isWorst(status)).map(({ part }) => part);
  const between = rule.unknown === "between" ? uncertain : [];
  const leading = offenders.length > 0 ? offenders : between;
  const leader = rule.lead === "first" ? leading[0] : leading.at(-1);
  const best = rule.worst === "True" ? "False" : "True";
  const status = offenders.length > 0 ? rule.worst : between.length > 0 ? "Unknown" : best;
  return {
    status: counted.length === 0 ? undefined : status,
    ...(leader === undefined ? {} : { leader }),
    ...{ offenders, uncertain, counted: counted.length },
  };
}
