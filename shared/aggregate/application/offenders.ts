import { reportedWords, type Trouble } from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { ContributionRule } from "../../model/finding/evidence-parts.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import type { ContributionsByType, EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { groupByType, type TypedContribution } from "../evaluation/contributions.ts";

/**
 * What makes the Application unhealthy, by condition type: under Ready every part that the controller counts as not ready, of
 * which the CR shows only the number, and under its own type each unavailable or degraded condition of the Application.
 */
export function listApplicationOffenders(
  applicationName: string,
  ownConditions: readonly EvaluatedCondition[],
  parts: readonly ReportNode[],
): ContributionsByType {
  const unreadyParts = parts.filter(({ judged }) => judged?.code === "InProgress");
  const seriousConditions = ownConditions.filter(({ polarity, status }) =>
    isSerious(verdictByPolarity(polarity, status)),
  );
  return groupByType([
    ...makePartContributions(unreadyParts, parts, "not-ready"),
    ...makeOwnContributions(applicationName, seriousConditions, "reported-reason"),
  ]);
}

/**
 * What is unknown, by condition type: parts that the controller cannot read, or counts as ready although they report Unknown,
 * then parts without a Ready condition, then the Application's own conditions.
 */
export function listApplicationUncertain(
  applicationName: string,
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
  return groupByType([
    ...makePartContributions(unknownParts, parts, "unknown"),
    ...makePartContributions(partsWithoutReady, parts, "missing-condition"),
    ...makeOwnContributions(applicationName, unknownConditions, "unknown"),
  ]);
}

/** The contributions of the Application's own conditions. Of several conditions of one type the first contributes. */
function makeOwnContributions(
  component: string,
  conditions: readonly EvaluatedCondition[],
  rule: ContributionRule,
): readonly TypedContribution[] {
  const firstOfEachType = keepFirstOfEachKey(conditions, ({ type }) => type);
  return firstOfEachType.map(({ type, status, reason, message, since }) => {
    return { type, component, status, reason, message, ...definedFields({ since }), rule, shown: true };
  });
}

/**
 * The contributions of some parts to Ready, by the names of the parts. A part whose name another part of the Application also
 * has is named with its kind: `Deployment web`.
 *
 * @param contributingParts some of `allParts`
 */
function makePartContributions(
  contributingParts: readonly ReportNode[],
  allParts: readonly ReportNode[],
  rule: ContributionRule,
): readonly TypedContribution[] {
  const countByLabel = new Map<string, number>();
  for (const { label } of allParts) countByLabel.set(label, (countByLabel.get(label) ?? 0) + 1);
  return contributingParts.map((part) => {
    const { label, ref } = part;
    const explanation = findExplanation(part);
    return {
      type: "Ready",
      component: (countByLabel.get(label) ?? 0) > 1 ? `${ref.kind} ${label}` : label,
      status: rule === "not-ready" ? "False" : "Unknown",
      ...reportedWords(explanation),
      ...definedFields({ since: explanation.since }),
      rule,
      shown: false,
      ...definedFields({ missing: rule === "missing-condition" ? ["Ready"] : undefined }),
    };
  });
}

/** What explains a part best: its trouble, else its Ready condition, else its first abnormal condition. */
function findExplanation({ trouble, conditions }: ReportNode): Trouble {
  const condition = lastConditionOfType(conditions, "Ready") ?? conditions.find(({ abnormal }) => abnormal);
  return trouble ?? condition ?? { reason: "", message: "" };
}
