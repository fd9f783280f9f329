import type { JudgedCondition, Node } from "../model/report.ts";
import { verdicts } from "../model/verdict.ts";
import { conditionVerdict } from "./marks.ts";

/**
 * Since when a node is as its verdict says, or undefined where nobody says: the earliest of its own conditions that say
 * so, else of its children that are so. Healthy counts from the last time anything changed.
 */
export function sinceOf(node: Node): string | undefined {
  if (node.verdict === "healthy") return times(node.conditions.filter((one) => one.sense !== "info")).at(-1);
  const own = times(node.conditions.filter((one) => conditionVerdict(one) === node.verdict));
  return (
    own[0] ??
    node.children
      .filter((child) => child.verdict === node.verdict)
      .map(sinceOf)
      .filter(known)
      .sort()[0]
  );
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
