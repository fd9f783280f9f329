import type { ConditionStatus } from "./condition.ts";

// How controllers of Greenhouse compute Ready from the other conditions (tables/greenhouse/ready-rules.yaml).

/** One check of one condition; several types are names of the same condition in different releases. */
export interface ReadyGateRow {
  readonly types: readonly string[];
  /**
   * The statuses that trip it. A missing condition counts as Unknown, because the controllers' Init* writes that first.
   */
  readonly bad: readonly ConditionStatus[];
  /**
   * A missing condition makes Ready Unknown: `unless-tripped` if no other gate trips, `at-once` without further checks.
   */
  readonly missing?: "unless-tripped" | "at-once";
  readonly missingMessage?: string;
  /** The message of Ready then. */
  readonly message: string;
  /** The condition's own message instead: always, if it has one, or if its reason is this. */
  readonly own?: "always" | "where-any" | { readonly reason: string };
  /** The reason of Ready then; absent: the previous one stays. */
  readonly reason?: string;
  /** The condition's own reason instead, if its status is one of these. */
  readonly ownReason?: readonly ConditionStatus[];
}

/** The gates of one kind, and the message of Ready if none trips; without a reason the previous one stays. */
export interface ReadyRule {
  readonly gates: readonly ReadyGateRow[];
  readonly otherwise: { readonly message: string; readonly reason?: string };
}
