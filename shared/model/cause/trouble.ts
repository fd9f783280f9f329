/** Why an object is unhealthy: a reason in one word (the cluster's or the rule's), a message, and since when. */
export interface Trouble {
  readonly reason: string;
  readonly message: string;
  /** RFC 3339 UTC. */
  readonly since?: string;
}

/** The reason that a workload has which is scaled to 0 replicas. */
export const scaledToZero = "ScaledToZero";

/** Whether a reason only says that replicas are missing, which the replica counts show already. */
export function isCountReason(reason: string): boolean {
  return countReasons.has(reason);
}

const countReasons: ReadonlySet<string> = new Set([
  "MinimumReplicasUnavailable",
  "LessAvailable",
  "LessUpdated",
  scaledToZero,
]);

/** Whether a workload has a trouble that its replica counts do not show already. */
export function saysWhy({ trouble }: { readonly trouble?: Trouble }): boolean {
  return trouble !== undefined && !isCountReason(trouble.reason);
}
