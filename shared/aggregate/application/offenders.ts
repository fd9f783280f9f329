import { reportedWords } from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { ContributionRule } from "../../model/finding/row.ts";
import type { Contribution, ContributionsByType, EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { verdictByPolarity } from "../evaluation/condition-polarity.ts";

/**
 * The rows that make the Application unhealthy, by condition type. Under Ready stands every part that the controller
 * counts as not ready; the CR shows only their number. Each of the Application's own conditions that counts stands
 * under its own type.
 */
export function listApplicationOffenders(
  name: string,
  own: readonly EvaluatedCondition[],
  parts: readonly ReportNode[],
): ContributionsByType {
  const rows = parts.filter(({ judged }) => judged?.code === "InProgress");
  const isBad = ({ polarity, status }: EvaluatedCondition): boolean => isSerious(verdictByPolarity(polarity, status));
  return groupByType(makeOwnRows(name, own.filter(isBad), "reported-reason"), makePartRows(rows, parts, "not-ready"));
}

/**
 * The rows that are unknown, by condition type. They are components that the controller cannot read, or counts ready
 * although they report Unknown. Components without a Ready condition follow.
 */
export function listApplicationUncertain(
  name: string,
  own: readonly EvaluatedCondition[],
  parts: readonly ReportNode[],
): ContributionsByType {
  const unknown = parts.filter(
    ({ judged, conditions }) =>
      judged?.code === "Unknown" ||
      (judged?.code === "Ready" && lastConditionOfType(conditions, "Ready")?.status === "Unknown"),
  );
  const left = parts.filter(({ judged }) => judged?.proposal?.status === "Unknown" && !judged.proposal.counted);
  const isUnknown = ({ polarity, status }: EvaluatedCondition): boolean =>
    verdictByPolarity(polarity, status) === "unknown";
  return groupByType(makeOwnRows(name, own.filter(isUnknown), "unknown"), [
    ...makePartRows(unknown, parts, "unknown"),
    ...makePartRows(left, parts, "missing-condition"),
  ]);
}

type Row = readonly [type: string, row: Contribution];

function groupByType(own: readonly Row[], ready: readonly Contribution[]): ContributionsByType {
  const rows = [...ready.map((row): Row => ["Ready", row]), ...own];
  const grouped = Map.groupBy(rows, ([type]) => type);
  return Object.fromEntries(Array.from(grouped, ([type, those]) => [type, those.map(([, row]) => row)]));
}

/** Rows of the Application's own conditions; of a type the first one: one row per component, type and rule. */
function makeOwnRows(
  component: string,
  conditions: readonly EvaluatedCondition[],
  rule: ContributionRule,
): readonly Row[] {
  return [...new Map(conditions.toReversed().map((each) => [each.type, each])).values()]
    .toReversed()
    .map(({ type, status, reason, message, since }) => [
      type,
      { component, status, reason, message, ...definedFields({ since }), rule, shown: true },
    ]);
}

/** Rows of parts by their names, with the kind in front if two parts have the same name. */
function makePartRows(
  rows: readonly ReportNode[],
  parts: readonly ReportNode[],
  rule: ContributionRule,
): readonly Contribution[] {
  const names = new Map<string, number>();
  for (const { label } of parts) names.set(label, (names.get(label) ?? 0) + 1);
  return rows.map((part) => {
    const { label, ref, trouble, conditions } = part;
    const ready = lastConditionOfType(conditions, "Ready");
    const explaining = trouble ?? ready ?? conditions.find(({ abnormal }) => abnormal) ?? { reason: "", message: "" };
    const since = explaining.since;
    return {
      component: (names.get(label) ?? 0) > 1 ? `${ref.kind} ${label}` : label,
      status: rule === "not-ready" ? "False" : "Unknown",
      ...reportedWords(explaining),
      ...definedFields({ since }),
      rule,
      shown: false,
      ...(rule === "missing-condition" && { missing: ["Ready"] }),
    };
  });
}
