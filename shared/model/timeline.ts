import type { Ref } from "./object.ts";
import type { Verdict } from "./verdict.ts";

/** The history of one place: the lanes of every root, and the times without observation. */
export interface TimelineLanes {
  /** When the last Report was taken, RFC 3339 UTC. */
  readonly takenAt: string;
  /** By {@link keyOf}; roots that are no longer in the Report come last. */
  readonly roots: ReadonlyMap<string, RootLanes>;
  /** Times without observation, oldest first; the last one may continue. */
  readonly gaps: readonly UnseenGap[];
}

/** A period, RFC 3339 UTC; without `to` it continues. */
export interface UnseenGap {
  readonly from: string;
  readonly to?: string;
}

/** The history of one root. */
export interface RootLanes {
  readonly ref: Ref;
  readonly label: string;
  /** When it was first observed, RFC 3339 UTC: earlier times come from the cluster's own data. */
  readonly seenFrom: string;
  /** Its verdict first, then its conditions, then its parts, each in the order of the Report. */
  readonly lanes: readonly TimelineLane[];
  /** The number of parts without a lane, because there are too many. */
  readonly without: number;
}

/** The history of one verdict, condition or component. */
export interface TimelineLane {
  readonly what: "verdict" | "condition" | "component";
  /** The type of a condition or the label of a component; empty for the verdict. */
  readonly name: string;
  /** Stable for the same thing of one root. */
  readonly key: string;
  /** Oldest first; segments do not overlap. */
  readonly segments: readonly LaneSegment[];
  /** Earlier segments existed and were dropped. */
  readonly isCut: boolean;
  /**
   * When the present status began as the last Report says, RFC 3339 UTC: every other surface counts the age of the status
   * from it. Absent where the Report has no time.
   */
  readonly since?: string;
}

/** One status that lasted without a break. */
export interface LaneSegment extends UnseenGap {
  /** When the status was first observed, RFC 3339 UTC; its start at `from` is what the cluster reports. */
  readonly seenFrom: string;
  /** The start is unknown: at `from` the status already held. */
  readonly isAtLeast: boolean;
  /** `True`, `degraded`. */
  readonly status: string;
  /** The meaning of the status. */
  readonly verdict: Verdict | "remark";
  readonly reason: string;
  /** How often the status changed and returned unobserved: the cluster reports a new start. */
  readonly renewed: number;
}
