import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import type { Section, Telling } from "./page-model.ts";
import { type ConditionRow, conditionRows } from "./rows-conditions.ts";
import { type PartRow, partRows } from "./rows-parts.ts";
import { goodWords, healthyWords, moreWords, notJudgedWords, unseenWords } from "./words-labels.ts";

/** Those that are not as they should be, worst first. */
export function conditionsOf(root: RootNode, { clock, wide }: Telling): Section<ConditionRow> {
  const { abnormal, good, unjudged } = conditionRows(root.conditions, clock, wide);
  if (wide) return { listed: [...abnormal, ...good, ...unjudged], folded: [] };
  const names = (rows: readonly ConditionRow[]): readonly string[] => rows.map((row) => `${row.type} ${row.status}`);
  if (abnormal.length === 0) {
    // What is good has its line elsewhere; without it nobody would see that there are conditions at all.
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

/** Parts beyond these are left to `-o wide`: a selector may match thousands. */
const mostParts = 20;

/** Those that are unwell, worst first, each with what is unwell below it. */
export function partsOf(root: RootNode, findings: readonly Finding[], telling: Telling): Section<PartRow> {
  const { clock, tree = false } = telling;
  const wide = telling.wide || (tree && root.profile === "generic");
  const parts = partRows(root, findings, clock, wide);
  if (!wide && parts.every((part) => !part.isListed)) return { listed: [], folded: [] };
  const isUnseen = ({ outcome, children }: PartRow): boolean =>
    (outcome === "forbidden" || outcome === "unread") && children.length === 0;
  const listed = wide ? parts : parts.filter((part) => part.isListed && !isUnseen(part));
  // Where nothing worse is known the headline names them already.
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
        return names.length === 0 ? [] : [{ mark: "unknown" as const, text: unseenWords(outcome, names) }];
      }),
      ...(healthy.length === 0 ? [] : [{ mark: "good" as const, text: healthyWords(healthy) }]),
    ],
  };
}
