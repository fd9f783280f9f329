import type { Ref } from "./object.ts";
import type { Verdict } from "./verdict.ts";

/** What was so of one place over time: of every root its lanes, and when nobody could see. */
export interface Lanes {
  /** When the last Report was taken, RFC 3339 UTC. */
  readonly takenAt: string;
  /** By {@link keyOf}; those that are not in the Report any more last. */
  readonly roots: ReadonlyMap<string, RootLanes>;
  /** Times in which nothing was seen, oldest first; the last one may go on. */
  readonly gaps: readonly Gap[];
}

/** From when to when, RFC 3339 UTC; without `to` it goes on. */
export interface Gap {
  readonly from: string;
  readonly to?: string;
}

/** One root over time. */
export interface RootLanes {
  readonly ref: Ref;
  readonly label: string;
  /** When it was seen first, RFC 3339 UTC: what lies before was told by the cluster. */
  readonly seenFrom: string;
  /** Its verdict first, then its conditions, then its parts, each in the order of the Report. */
  readonly lanes: readonly Lane[];
  /** Parts beside them, which are too many. */
  readonly without: number;
}

/** One thing over time. */
export interface Lane {
  readonly what: "verdict" | "condition" | "component";
  /** The type of a condition, the label of a component; of the verdict nothing. */
  readonly name: string;
  /** The same for the same thing of one root. */
  readonly key: string;
  /** Oldest first; they do not overlap. */
  readonly segments: readonly Segment[];
  /** There were earlier ones, which are forgotten. */
  readonly isCut: boolean;
}

/** What was so without a break. */
export interface Segment extends Gap {
  /** From here on it was seen to be so; what lies between `from` and this the cluster says. RFC 3339 UTC. */
  readonly seenFrom: string;
  /** Nobody says since when: it was so already at `from`. */
  readonly isAtLeast: boolean;
  /** `True`, `degraded`. */
  readonly status: string;
  /** What that means. */
  readonly verdict: Verdict | "remark";
  readonly reason: string;
  /** How often it was otherwise in between and nobody saw how: the cluster says that it began anew. */
  readonly renewed: number;
}
