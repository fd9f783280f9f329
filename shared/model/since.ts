import type { JudgedCondition, Node } from "./report.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Since when a node is as its verdict says, or undefined where nobody says: its trouble's time; else the earliest of its own conditions that say
 * so, else of its children that are so, else of its own that say anything bad. Healthy counts from the last change.
 */
export function sinceOf(node: Node): string | undefined {
  if (node.verdict === "healthy") return times(node.conditions.filter(isWeighed)).at(-1);
  if (node.trouble?.since !== undefined) return node.trouble.since;
  const own = times(node.conditions.filter((one) => conditionVerdict(one) === node.verdict));
  const below = node.children.filter((child) => explains(child, node)).map(sinceOf);
  // What is down without saying so is so at least since it says that something is bad.
  const bad = times(
    node.conditions.filter((one) => isBad(node) && /^(unavailable|degraded)$/.test(conditionVerdict(one))),
  );
  // Its conditions say nothing of its going; whoever deletes it says when.
  if (node.deleting && node.verdict === "progressing" && own.length === 0) return node.facts["deletedAt"];
  return own[0] ?? below.filter(known).sort()[0] ?? bad[0];
}

/** What is degraded or down is so by a child that is either: a workload is down where each of its pods is degraded. */
function explains(child: Node, node: Node): boolean {
  return child.verdict === node.verdict || (isBad(node) && isBad(child));
}

function isBad({ verdict }: Node): boolean {
  return verdict === "unavailable" || verdict === "degraded";
}

/** Remarks come and go without the object being any better or worse. */
function isWeighed({ sense }: JudgedCondition): boolean {
  return sense !== "info" && sense !== "advice" && sense !== "caution";
}

/** What one condition says by itself: a verdict, or `remark` where its type only deserves one. */
export function conditionVerdict(condition: JudgedCondition): Verdict | "remark" {
  if (!condition.abnormal || condition.sense === "info") return "healthy";
  if (condition.status === "Unknown") return "unknown";
  if (condition.sense === "main") return "unavailable";
  if (condition.sense === "busy") return "progressing";
  return condition.sense === "advice" || condition.sense === "caution" ? "remark" : "degraded";
}

/** Stamps are RFC 3339 UTC in whole seconds, so their order is the order of their letters. */
function times(conditions: readonly JudgedCondition[]): readonly string[] {
  return conditions
    .map((condition) => condition.since)
    .filter(known)
    .sort();
}

function known(since: string | undefined): since is string {
  return since !== undefined;
}
