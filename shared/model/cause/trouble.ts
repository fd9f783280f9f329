import { definedFields } from "../defined-fields.ts";
import type { Observation } from "./observation.ts";

/** What the cluster wrote; both may be empty. */
export interface ClusterWords {
  readonly reason: string;
  readonly message: string;
}

/**
 * Why something is unhealthy: a reason in one word, by the cluster or by the rule of the kind, the cluster's message, and
 * what the rule observed where there is no message, or beside it. The text of both is messageText (outline/cause.ts).
 */
export interface ReportedWords extends ClusterWords {
  readonly observed?: Observation;
}

/** Why an object is unhealthy, and since when. */
export interface Trouble extends ReportedWords {
  /** RFC 3339 UTC. */
  readonly since?: string;
}

/** Reason, message and observation, of a value that has more. */
export function reportedWords({ reason, message, observed }: ReportedWords): ReportedWords {
  return { reason, message, ...definedFields({ observed }) };
}

/** Whether there is more to say than the reason. */
export function hasMessage({ message, observed }: Omit<ReportedWords, "reason">): boolean {
  return message.trim() !== "" || observed !== undefined;
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
export function hasReasonBeyondCounts({ trouble }: { readonly trouble?: Trouble }): boolean {
  return trouble !== undefined && !isCountReason(trouble.reason);
}
