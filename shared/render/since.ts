import type { JudgedCondition, Node } from "../model/report.ts";
import { verdicts } from "../model/verdict.ts";
import { conditionVerdict } from "./marks.ts";

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

/** Conditions that are not as they should be first, worst first; the rest as they came. */
export function worstFirst(conditions: readonly JudgedCondition[]): readonly JudgedCondition[] {
  return conditions.toSorted((a, b) => rank(a) - rank(b));
}

function rank(condition: JudgedCondition): number {
  const verdict = conditionVerdict(condition);
  if (verdict === "healthy") return verdicts.length;
  return verdict === "remark" ? verdicts.length - 1 : verdicts.indexOf(verdict);
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
