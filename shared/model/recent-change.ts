import type { ConditionStatus } from "./condition.ts";
import type { Ref } from "./object.ts";

/** What changed around a root during the last hour, newest first. */
export interface RecentChanges {
  /** All of them, also those beyond the first few. */
  readonly count: number;
  readonly newest: readonly RecentChange[];
}

/** One change of one object. `at`: RFC 3339 UTC. */
export type RecentChange = { readonly at: string; readonly about: Ref } & (
  | { readonly is: "deletion-requested" | "created" | "recreated" }
  /** A Deployment has a ReplicaSet of a new template. */
  | { readonly is: "rollout"; readonly replicaSet: string }
  /** Pods that a ReplicaSet or DaemonSet created. */
  | { readonly is: "new-pods"; readonly count: number }
  /** A container of a Pod terminated and was started again. */
  | { readonly is: "restart"; readonly container: string; readonly reason: string; readonly exitCode: string }
  /** A client wrote the spec. */
  | { readonly is: "spec-written"; readonly client: string }
  /** Conditions that have another status since. */
  | { readonly is: "transition"; readonly conditions: readonly ChangedCondition[] }
);

/** A condition with the status that it has now. */
export interface ChangedCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
}
