import type { JudgedCondition, ReportNode } from "../model/report.ts";
import type { UnrecoverableProblem } from "../model/wait.ts";

/**
 * The obstacle of a custom resource whose own status reports that its work ended with a failure: a Certificate with
 * Issuing=False (Failed), a task in phase Failed. A controller that retries does so after an hour at the earliest
 * (cert-manager, pkg/controller/certificates/trigger: 1 h to 32 h), or only after a change of the spec.
 */
export function findEndedWork(node: ReportNode, label: string): readonly UnrecoverableProblem[] {
  if (node.verdict !== "unavailable" && node.verdict !== "degraded") return [];
  const condition = node.conditions.find((each) => !each.outdated && isEnd(each));
  if (condition !== undefined) {
    const { type, reason, message, since } = condition;
    return [{ label, reason: reason || type, message, ...(since !== undefined && { since }), grace }];
  }
  const { trouble } = node;
  if (trouble === undefined || !finalWords.test(trouble.reason)) return [];
  return [{ label, ...trouble, grace }];
}

/** A controller may write a failure for a moment and try once more. */
const grace = 120;

/** Whether the condition reports a failure at the end: work that is over, a result that is not reached. */
function isEnd({ type, status, sense, reason }: JudgedCondition): boolean {
  if (sense === "bad") return status === "True" && finalWords.test(type);
  return sense !== "info" && sense !== "advice" && status === "False" && finalWords.test(reason);
}

const finalWords =
  /^(Failed|Failure|Denied|Rejected|Aborted|Cancell?ed|Expired|TimedOut|Invalid(Request|Spec|Configuration)?|(Backoff|Deadline|Retry)(Limit)?Exceeded)$/i;
