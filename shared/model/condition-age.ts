import type { EvaluatedCondition, ReportNode } from "./report.ts";
import { allVerdicts, isSerious, type Verdict } from "./verdict.ts";

/**
 * Since when a node has had its verdict; undefined if unknown. The first of these times that is known: of a root the time
 * of its present cause; the time of the node's `trouble`; the earliest of its own conditions with that verdict; the
 * earliest of its children; the earliest of any bad condition of its own. Healthy counts from the last change.
 */
export function nodeSince(node: ReportNode): string | undefined {
  if (node.since !== undefined) return node.since;
  if (node.verdict === "healthy") return sortedTimes(node.conditions.filter(affectsVerdict)).at(-1);
  if (node.trouble?.since !== undefined) return node.trouble.since;
  const ownTimes = sortedTimes(node.conditions.filter((condition) => conditionVerdict(condition) === node.verdict));
  const timesBelow = node.children.filter((child) => explains(child, node)).map(nodeSince);
  // A node that is down without a condition for it is down at least since its first bad condition.
  const badTimes = sortedTimes(
    node.conditions.filter(
      (condition) => isSerious(node.verdict) && /^(unavailable|degraded)$/.test(conditionVerdict(condition)),
    ),
  );
  // Its conditions do not report the deletion; the deletionTimestamp does.
  if (node.deleting && node.verdict === "progressing" && ownTimes.length === 0) return node.facts["deletedAt"];
  return ownTimes[0] ?? timesBelow.filter(isKnown).sort()[0] ?? badTimes[0];
}

/**
 * Whether a child explains the node. Any bad child explains a degraded or unavailable node: a workload is down if each
 * of its pods is degraded.
 */
function explains(child: ReportNode, node: ReportNode): boolean {
  return child.verdict === node.verdict || (isSerious(node.verdict) && isSerious(child.verdict));
}

/** Whether a condition affects the verdict. One that is only worth a remark does not. */
function affectsVerdict({ polarity }: EvaluatedCondition): boolean {
  return polarity !== "info" && polarity !== "advice" && polarity !== "caution";
}

/** The verdict of one condition by itself, or `remark` if its type only deserves one. */
export function conditionVerdict(condition: EvaluatedCondition): Verdict | "remark" {
  if (!condition.abnormal || condition.polarity === "info") return "healthy";
  // An abnormal condition with a healthy verdict is excused: it is no fault, and not marked as good either.
  if (condition.verdict !== undefined) return condition.verdict === "healthy" ? "remark" : condition.verdict;
  if (condition.status === "Unknown") return "unknown";
  if (condition.polarity === "main") return "unavailable";
  if (condition.polarity === "busy") return "progressing";
  return condition.polarity === "advice" || condition.polarity === "caution" ? "remark" : "degraded";
}

/** The known times in order. Stamps are RFC 3339 UTC in whole seconds, so they sort as text. */
function sortedTimes(conditions: readonly EvaluatedCondition[]): readonly string[] {
  return conditions
    .map((condition) => condition.since)
    .filter(isKnown)
    .sort();
}

function isKnown(since: string | undefined): since is string {
  return since !== undefined;
}

/** Abnormal conditions first, worst first; the others in their given order. */
export function worstFirst(conditions: readonly EvaluatedCondition[]): readonly EvaluatedCondition[] {
  return conditions.toSorted((a, b) => rank(a) - rank(b));
}

function rank(condition: EvaluatedCondition): number {
  const verdict = conditionVerdict(condition);
  if (verdict === "healthy") return allVerdicts.length;
  return verdict === "remark" ? allVerdicts.length - 1 : allVerdicts.indexOf(verdict);
}
