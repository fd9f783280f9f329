import type { ConditionStatus, Polarity } from "../condition.ts";

// What several findings have, or rules and sentences name. The rows of findings in shared/explanations name these types.

/** A workload that lacks replicas, or all of them. */
export interface ShortWorkload {
  readonly kind: string;
  readonly name: string;
  /** `0/1`. */
  readonly ready: string;
  /** RFC 3339 UTC: since when it is not available. */
  readonly since?: string;
}

/** One condition, and where a file defines its polarity. */
export interface SilentCondition {
  readonly object: string;
  readonly type: string;
  readonly status: ConditionStatus;
  readonly polarity: Polarity;
  readonly polarityFrom: string;
}

/**
 * A virtual machine that a drain of its node does not move. The words are KubeVirt's, or the reason `MigrationFailed`, or
 * `MigrationPending` without a message: then a migration waits for its target. Both are empty where its strategy is why.
 */
export interface HeldInstance {
  readonly namespace: string;
  readonly name: string;
  readonly reason: string;
  readonly message: string;
  /** The name of the migration that waits. */
  readonly migration?: string;
  /** RFC 3339 UTC: when the first migration of this evacuation was created. */
  readonly since?: string;
  /** Its evictionStrategy, where that is why it is not moved: `None`, `External`, `LiveMigrateIfPossible`. */
  readonly strategy?: string;
  /** The kind of the object that has this strategy, where the virtual machine has none of its own. */
  readonly strategyOf?: string;
}

/** A component that an upgrade waits for. */
export interface UpgradeLag {
  readonly label: string;
  readonly observedVersion?: string;
  readonly expectedVersion?: string;
  /** Since when it has been progressing; if the upgrade is stalled, since when. RFC 3339 UTC. */
  readonly since?: string;
  /** The upgrade stands still. */
  readonly stalled: boolean;
}

/** The rule by which HyperConverged derives its conditions from a component. */
export type ContributionRule =
  | "no-conditions"
  | "not-available"
  | "missing-available"
  | "progressing"
  | "degraded"
  | "not-upgradeable"
  | "version"
  | "missing-condition"
  | "unknown"
  | "not-ready"
  | "reported-reason"
  /** A part whose own condition is merged into another. */
  | "part";
