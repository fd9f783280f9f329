import type { ConditionStatus } from "./condition.ts";

// How controllers of Greenhouse compute Ready from the other conditions (tables/greenhouse/ready-rules.yaml).

/** One check of one condition. A gate that is tripped makes Ready False. */
export interface ReadyGateRow {
  /** The type of the condition, or its types in different releases, the newest first. */
  readonly types: readonly [newestType: string, ...olderTypes: string[]];
  /** The statuses of the condition that trip the gate. */
  readonly trippedBy: readonly ConditionStatus[];
  /**
   * What a missing condition makes of Ready:
   * - `unknown-at-once`: Unknown, and no further gate is checked,
   * - `unknown-if-none-trips`: Unknown if no other gate is tripped,
   * - absent: the condition counts as one with the status Unknown, which is what the controllers write first.
   */
  readonly whenMissing?: "unknown-if-none-trips" | "unknown-at-once";
  /** The message of Ready if the condition is missing. */
  readonly missingMessage?: string;
  /** The message of Ready if the gate is tripped. */
  readonly message: string;
  /**
   * When a tripped gate gives Ready the message of the condition instead of `message`: always, if the condition has a
   * message, or if the condition has this reason. Absent: never.
   */
  readonly conditionMessage?: "always" | "if-any" | { readonly reason: string };
  /** The reason of Ready if the gate is tripped. Absent: Ready keeps its previous reason. */
  readonly reason?: string;
  /** The statuses of the condition for which a tripped gate gives Ready the reason of the condition instead of `reason`. */
  readonly conditionReasonFor?: readonly ConditionStatus[];
}

/** The gates of one kind, and Ready if no gate prevents True. Without a reason there, Ready keeps its previous one. */
export interface ReadyRule {
  readonly gates: readonly ReadyGateRow[];
  readonly otherwise: { readonly message: string; readonly reason?: string };
}
