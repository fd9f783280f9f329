import { reportedWords } from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { ContributionRule } from "../../model/finding/evidence-parts.ts";
import type { Contribution, ContributionsByType, EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
import { verdictByPolarity } from "../evaluation/condition-polarity.ts";

/**
 * The rows that make the Application unhealthy, by condition type: under Ready every part that the controller counts as not
 * ready, of which the CR shows only the number, and under its own type each serious condition of the Application.
 */
export function listApplicationOffenders(
  name: string,
  ownConditions: readonly EvaluatedCondition[],
  parts: readonly ReportNode[],
): ContributionsByType {
  const unready = parts.filter(({ judged }) => judged?.code === "InProgress");
  const serious = ownConditions.filter(({ polarity, status }) => isSerious(verdictByPolarity(polarity, status)));
  return groupByType(makeOwnRows(name, serious, "reported-reason"), makePartRows(unready, parts, "not-ready"));
}

/**
 * The rows that are unknown, by condition type: components that the controller cannot read, or counts as ready although they
 * report Unknown, then components without a Ready condition, and the Application's own conditions.
 */
export function listApplicationUncertain(
  name: string,
  ownConditions: readonly EvaluatedCondition[],
  parts: readonly ReportNode[],
): ContributionsByType {
  const unknownParts = parts.filter(({ judged, conditions }) => {
    if (judged?.code === "Unknown") return true;
    return judged?.code === "Ready" && lastConditionOfType(conditions, "Ready")?.status === "Unknown";
  });
  const partsWithoutReady = parts.filter(
    ({ judged }) => judged?.proposal?.status === "Unknown" && !judged.proposal.counted,
  );
  const unknownConditions = ownConditions.filter(
    ({ polarity, status }) => verdictByPolarity(polarity, status) === "unknown",
  );
  return groupByType(makeOwnRows(name, unknownConditions, "unknown"), [
    ...makePartRows(unknownParts, parts, "unknown"),
    ...makePartRows(partsWithoutReady, parts, "missing-condition"),
  ]);
}

type Row = readonly [type: string, row: Contribution];

function groupByType(ownRows: readonly Row[], partRows: readonly Contribution[]): ContributionsByType {
  const grouped: Record<string, Contribution[]> = {};
  for (const [type, row] of [...partRows.map((partRow): Row => ["Ready", partRow]), ...ownRows]) {
    grouped[type] ??= [];
    grouped[type].push(row);
  }
  return grouped;
}

/** The rows of the Application's own conditions, of each type the first, because one type and rule has one row. */
function makeOwnRows(
  component: string,
  conditions: readonly EvaluatedCondition[],
  rule: ContributionRule,
): readonly Row[] {
  const firstOfEachType = keepFirstOfEachKey(conditions, ({ type }) => type);
  return firstOfEachType.map(({ type, status, reason, message, since }) => [
    type,
    { component, status, reason, message, ...definedFields({ since }), rule, shown: true },
  ]);
}

/** The rows of `selected`, some of all `parts`, by their names, with the kind in front where two parts have the same name. */
function makePartRows(
  selected: readonly ReportNode[],
  parts: readonly ReportNode[],
  rule: ContributionRule,
): readonly Contribution[] {
  const countByLabel = new Map<string, number>();
  for (const { label } of parts) countByLabel.set(label, (countByLabel.get(label) ?? 0) + 1);
  return selected.map((part) => {
    const { label, ref, trouble, conditions } = part;
    const ready = lastConditionOfType(conditions, "Ready");
    const explaining = trouble ?? ready ?? conditions.find(({ abnormal }) => abnormal) ?? { reason: "", message: "" };
    const { since } = explaining;
    return {
      component: (countByLabel.get(label) ?? 0) > 1 ? `${ref.kind} ${label}` : label,
      status: rule === "not-ready" ? "False" : "Unknown",
      ...reportedWords(explaining),
      ...definedFields({ since }),
      rule,
      shown: false,
      ...definedFields({ missing: rule === "missing-condition" ? ["Ready"] : undefined }),
    };
  });
}
