import type { EvaluatedCondition, ReportNode } from "./report.ts";
import { allVerdicts, isSerious, type Verdict } from "./verdict.ts";

/**
 * Since when a node has had its verdict. Undefined if unknown. The first of these times that is known:
 * 1. the time that the node has already, as a root has that of its first cause,
 * 2. of a healthy node: that of the last change of a condition that affects the verdict, and no other,
 * 3. the time of the node's `trouble`,
 * 4. the earliest of its own conditions with that verdict,
 * 5. of a node that is only being deleted, which no condition reports: when that was requested, and no other,
 * 6. the earliest of the children that explain it,
 * 7. of an unavailable or degraded node: the earliest of its unavailable or degraded conditions, because it has been down at
 *    least since then.
 */
export function nodeSince(node: ReportNode): string | undefined {
  if (node.since !== undefined) return node.since;
  if (node.verdict === "healthy") return listTimes(node.conditions.filter(affectsVerdict)).at(-1);
  if (node.trouble?.since !== undefined) return node.trouble.since;
  const conditionsWithVerdict = node.conditions.filter((condition) => conditionVerdict(condition) === node.verdict);
  const [timeOfConditions] = listTimes(conditionsWithVerdict);
  if (timeOfConditions !== undefined) return timeOfConditions;
  if (node.deleting && node.verdict === "progressing") return node.facts["deletedAt"];
  return findTimeOfChildren(node) ?? findTimeOfSeriousConditions(node);
}

/** The earliest time of the children that explain a node. */
function findTimeOfChildren(node: ReportNode): string | undefined {
  const explainingChildren = node.children.filter((child) => explainsVerdict(child, node));
  const times = explainingChildren.map(nodeSince).filter((time) => time !== undefined);
  return times.toSorted()[0];
}

/** The earliest time of the serious conditions of a serious node. */
function findTimeOfSeriousConditions({ verdict, conditions }: ReportNode): string | undefined {
  if (!isSerious(verdict)) return undefined;
  const seriousConditions = conditions.filter((condition) => {
    const verdictOfCondition = conditionVerdict(condition);
    return verdictOfCondition === "unavailable" || verdictOfCondition === "degraded";
  });
  return listTimes(seriousConditions)[0];
}

/**
 * Whether a child explains the verdict of a node. Any serious child explains a serious node: a workload is unavailable if
 * each of its pods is degraded.
 */
function explainsVerdict(child: ReportNode, node: ReportNode): boolean {
  return child.verdict === node.verdict || (isSerious(node.verdict) && isSerious(child.verdict));
}

/** Whether a condition affects the verdict. One that is only worth a remark does not. */
function affectsVerdict({ polarity }: EvaluatedCondition): boolean {
  return polarity !== "info" && polarity !== "advice" && polarity !== "caution";
}

/** The verdict of one condition by itself, or `remark` if the condition is only worth one. */
export function conditionVerdict(condition: EvaluatedCondition): Verdict | "remark" {
  const { abnormal, polarity, status, verdict } = condition;
  if (!abnormal || polarity === "info") return "healthy";
  // An abnormal condition with a healthy verdict is excused: it is no fault, and not marked as good either.
  if (verdict !== undefined) return verdict === "healthy" ? "remark" : verdict;
  if (status === "Unknown") return "unknown";
  switch (polarity) {
    case "main":
      return "unavailable";
    case "busy":
      return "progressing";
    case "advice":
    case "caution":
      return "remark";
    default:
      return "degraded";
  }
}

/** The known times of conditions, the earliest first. Stamps are RFC 3339 UTC in whole seconds, so they sort as text. */
function listTimes(conditions: readonly EvaluatedCondition[]): readonly string[] {
  const times = conditions.map(({ since }) => since).filter((since) => since !== undefined);
  return times.toSorted();
}

/** The conditions with the abnormal ones first, the worst first. The others keep their order. */
export function worstFirst(conditions: readonly EvaluatedCondition[]): readonly EvaluatedCondition[] {
  return conditions.toSorted((a, b) => rankCondition(a) - rankCondition(b));
}

function rankCondition(condition: EvaluatedCondition): number {
  const verdict = conditionVerdict(condition);
  if (verdict === "healthy") return allVerdicts.length;
  return verdict === "remark" ? allVerdicts.length - 1 : allVerdicts.indexOf(verdict);
}
