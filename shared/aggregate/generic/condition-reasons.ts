import type { EvaluatedCondition } from "../../model/report.ts";
import {
  absentReason,
  busyMessage,
  busyReason,
  deniedReason,
  failedReason,
  faultMessage,
} from "../../tables/reasons.ts";

// What a single condition says by its polarity, reason and message, whatever the object is.

/** A reason in words: "the referenced resource is not synced yet" (ACK, runtime/apis/core/v1alpha1/conditions.go, ACK.ReferencesResolved). */
const notYetReason = /\bnot (\w+ ){1,2}yet\b/;

/** Whether a condition is good where it is True. */
export function isGood({ polarity }: EvaluatedCondition): boolean {
  return polarity === "main" || polarity === "good";
}

/** Whether a condition says by its reason or message that work is under way. */
export function hasBusyReason({ reason, message }: Pick<EvaluatedCondition, "reason" | "message">): boolean {
  return busyReason.test(reason) || busyMessage.test(message) || notYetReason.test(reason);
}

/** Whether a condition reports that an object which this one refers to does not exist. */
export function reportsAbsence({ reason, message }: EvaluatedCondition): boolean {
  return absentReason.test(reason) && message !== "" && !busyMessage.test(message);
}

/**
 * Whether an object has not been set up yet, and no fault is the reason (Karpenter NodeClaim, Initialized:
 * https://karpenter.sh/docs/concepts/nodeclaims/).
 */
export function isStarting(condition: EvaluatedCondition): boolean {
  const { type, status, reason, message } = condition;
  if (type !== "Initialized" || status !== "False") return false;
  const isFault = failedReason.test(reason) || deniedReason.test(reason) || faultMessage.test(message);
  return !isFault && !reportsAbsence(condition);
}
