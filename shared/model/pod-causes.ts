import { conditionOf } from "./condition.ts";
import type { Node } from "./report.ts";

/**
 * Others stand in for this Pod: it has ended or failed, or goes in time, below a controller that makes the next one. It
 * explains only what nothing else does.
 */
export function isReplaced({ role, ownVerdict, deleting, facts }: Node): boolean {
  return role === "pod" && (hasEnded(facts) || (deleting && ownVerdict === "progressing"));
}

/**
 * What stands below a Pod explains it; false of what only stands beside its words. A Node explains a Pod that waits for that
 * very Node: one of which nothing is heard, one that is not ready while the containers do not fail by themselves (the crash of
 * a network plugin makes its Node unready, and not the other way round), and the pressure by which the Pod was evicted. A
 * claim explains a Pod without a Node where the scheduler speaks of volumes. The containers of an evicted Pod only died of it.
 */
export function explainsPod(child: Node, pod: Node): boolean {
  if (child.role === "container") return !(hasEnded(pod.facts) && saysItself(pod));
  if (child.outcome !== "found") return true;
  if (child.ref.kind === "Node") return nodeExplains(child, pod);
  const { reason, message } = pod.trouble ?? { reason: "", message: "" };
  return reason !== "Unschedulable" || message === "" || /volume|free storage/i.test(message);
}

function nodeExplains(node: Node, { facts, children }: Node): boolean {
  if (node.ref.name !== facts["node"]) return false;
  if (facts["phase"] === "Failed") return facts["reason"] === "Evicted" && node.verdict === "degraded";
  if (node.verdict !== "unavailable") return false;
  const isSilent = conditionOf(node.conditions, "Ready")?.status !== "False";
  return isSilent || !children.some(({ role, verdict }) => role === "container" && verdict === "degraded");
}

function hasEnded(facts: Node["facts"]): boolean {
  return facts["phase"] === "Failed" || facts["phase"] === "Succeeded";
}

/** Evicted, preempted, out of time: its own reason, and not that of one of its containers. */
function saysItself({ facts, trouble }: Node): boolean {
  return trouble !== undefined && facts["container"] === undefined;
}
