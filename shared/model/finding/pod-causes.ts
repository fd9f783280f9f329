import { lastConditionOfType } from "../condition.ts";
import type { ReportNode } from "../report.ts";

/**
 * Whether a controller replaces this Pod: it has ended or failed, or its deletion is within its grace period. Such a Pod is a
 * cause only if nothing else is.
 */
export function isReplaced(node: ReportNode): boolean {
  return node.role === "pod" && (hasEnded(node.facts) || isDeletedInTime(node));
}

/** Whether an object is being deleted, and nothing shows that this takes longer than it may. */
export function isDeletedInTime({ deleting, ownVerdict, trouble }: ReportNode): boolean {
  return deleting && (ownVerdict === "progressing" || trouble?.observed?.code === "deletion-of-unknown-age");
}

/**
 * Whether a node below a Pod is a cause of the Pod's state:
 * - a Node on which the Pod runs, if it no longer reports, or if it is not ready while no container fails by itself (a
 *   crashing network plugin makes its Node not ready, not the reverse); of an evicted Pod, if it reports pressure;
 * - a Node on which no virtual machine can start, of a virtual machine without a node;
 * - a claim, of a Pod without a Node, if the scheduler's message names volumes;
 * - a container, unless the Pod was evicted: then it ended because of the eviction.
 */
export function explainsPod(child: ReportNode, pod: ReportNode): boolean {
  if (child.role === "container") return !hasEnded(pod.facts) || !hasReasonOfPod(pod);
  if (child.outcome !== "found") return true;
  if (child.ref.kind === "Node") return doesNodeExplain(child, pod);
  const { reason, message } = pod.trouble ?? { reason: "", message: "" };
  return reason !== "Unschedulable" || message === "" || /volume|free storage/i.test(message);
}

/** The first two rules of `explainsPod`. */
function doesNodeExplain(node: ReportNode, { facts, children }: ReportNode): boolean {
  if (node.trouble?.observed?.code === "node-without-machines") return true;
  if (node.ref.name !== facts["node"]) return false;
  if (facts["phase"] === "Failed") return facts["reason"] === "Evicted" && node.verdict === "degraded";
  if (node.verdict !== "unavailable") return false;
  const isKubeletSilent = lastConditionOfType(node.conditions, "Ready")?.status !== "False";
  if (isKubeletSilent) return true;
  const hasFailingContainer = children.some(({ role, verdict }) => role === "container" && verdict === "degraded");
  return !hasFailingContainer;
}

function hasEnded(facts: ReportNode["facts"]): boolean {
  return facts["phase"] === "Failed" || facts["phase"] === "Succeeded";
}

/** Whether the Pod has a reason of its own (evicted, preempted, past its deadline), and not one of its containers. */
function hasReasonOfPod({ facts, trouble }: ReportNode): boolean {
  return trouble !== undefined && facts["container"] === undefined;
}
