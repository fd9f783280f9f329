import { families } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { RootNode } from "../../model/report.ts";
import { goodWords, healthyWords, moreWords, notJudgedWords, unreadPartsText } from "../words/report/labels.ts";
import { type PartRow, partRows } from "./component-rows.ts";
import { type ConditionRow, conditionRows } from "./condition-rows.ts";
import type { PageDetail, PageSection } from "./page.ts";

/** The abnormal conditions, worst first. */
export function conditionSection(root: RootNode, { clock, wide }: PageDetail): PageSection<ConditionRow> {
  const { abnormal, good, unjudged } = conditionRows(root.conditions, clock, wide);
  if (wide) return { listed: [...abnormal, ...good, ...unjudged], folded: [] };
  const names = (rows: readonly ConditionRow[]): readonly string[] => rows.map((row) => `${row.type} ${row.status}`);
  if (abnormal.length === 0) {
    // Good conditions have a line of their own elsewhere. Without it this line shows that there are conditions.
    const isAll = good.length === 0 && unjudged.length > 0;
    return { listed: [], folded: isAll ? [{ text: notJudgedWords(names(unjudged)) }] : [] };
  }
  return {
    listed: abnormal,
    folded: [
      ...(good.length === 0 ? [] : [{ mark: "good" as const, text: goodWords(names(good)) }]),
      ...(unjudged.length === 0 ? [] : [{ text: notJudgedWords(names(unjudged)) }]),
    ],
  };
}

/** The most parts; only `-o wide` shows more, because a selector may match thousands. */
const mostParts = 20;

/** The unhealthy parts, worst first, each with the unhealthy objects below it. */
export function partSection(root: RootNode, findings: readonly Finding[], telling: PageDetail): PageSection<PartRow> {
  const { clock, tree = false } = telling;
  const wide = telling.wide || (tree && families[root.profile].verdictFrom === "status");
  const parts = partRows(root, findings, clock, wide);
  if (!wide && parts.every((part) => !part.isListed)) return { listed: [], folded: [] };
  const isUnseen = ({ outcome, children }: PartRow): boolean =>
    (outcome === "forbidden" || outcome === "unread") && children.length === 0;
  const listed = wide ? parts : parts.filter((part) => part.isListed && !isUnseen(part));
  // Where nothing worse is known, the headline names these parts already.
  const unseen = root.verdict === "unknown" ? [] : parts.filter((part) => isUnseen(part) && !listed.includes(part));
  const healthy = parts.filter((part) => !part.isListed && !listed.includes(part)).map((part) => part.label);
  const shown = wide ? listed : listed.slice(0, mostParts);
  const left = listed.length - shown.length;
  return {
    listed: shown,
    folded: [
      ...(left === 0 ? [] : [{ text: moreWords(left) }]),
      ...(["forbidden", "unread"] as const).flatMap((outcome) => {
        const names = unseen.filter((part) => part.outcome === outcome).map((part) => part.label);
        return names.length === 0 ? [] : [{ mark: "unknown" as const, text: unreadPartsText(outcome, names) }];
      }),
      ...(healthy.length === 0 ? [] : [{ mark: "good" as const, text: healthyWords(healthy) }]),
    ],
  };
}
