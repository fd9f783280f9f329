import type { Completeness, ReadGap, Report } from "../model/report.ts";
import type { ReportChange, Transition } from "../model/report-change.ts";
import { allVerdicts } from "../model/verdict.ts";
import { writeMessages } from "../outline/written-messages.ts";
import { findingChanges } from "./findings.ts";
import { rootChanges } from "./nodes.ts";
import { pairByKey, type RankedTransition, rankTransition } from "./pair-by-key.ts";

export { isSameToSee } from "./visible-equality.ts";

/**
 * The visible changes between two Reports. Changes of roots come first, then the worst, else the order of the Report.
 * Ages are no change. Without `before` it is the initial state, each change from null.
 */
export function changesBetween(before: Report | undefined, after: Report): readonly Transition[] {
  const all = [
    ...rootChanges(before, after),
    ...findingChanges(before, after),
    ...gapChanges(before?.completeness, after.completeness),
  ];
  return all.toSorted(byRank).map(({ transition }) => transition);
}

/** The same changes as the document that is printed. `changes`: where the two Reports were compared already. */
export function compareReports(
  before: Report | undefined,
  after: Report,
  changes: readonly Transition[] = changesBetween(before, after),
): ReportChange {
  const { apiVersion, takenAt, source, verdict } = after;
  return {
    apiVersion,
    kind: "ReportChange",
    takenAt,
    source,
    verdict: { from: before?.verdict ?? null, to: verdict },
    changes: writeMessages(changes),
  };
}

function byRank(a: RankedTransition, b: RankedTransition): number {
  return (
    Number(b.transition.path.length === 1) - Number(a.transition.path.length === 1) ||
    allVerdicts.indexOf(a.verdict) - allVerdicts.indexOf(b.verdict)
  );
}

/** Changes of queries without a result. Initially only those that the user needs to know. */
function gapChanges(before: Completeness | undefined, after: Completeness): readonly RankedTransition[] {
  if (before?.gaps === after.gaps) return [];
  const isMissed = ({ required, outcome }: ReadGap): boolean =>
    required || outcome === "forbidden" || outcome === "unread";
  const now = before === undefined ? after.gaps.filter(isMissed) : after.gaps;
  return pairByKey(before?.gaps ?? [], now, keyOfGap).flatMap(({ from, to }) => {
    const gap = to ?? from;
    if (gap === undefined || from?.outcome === to?.outcome) return [];
    const { group, kind, namespace, name = "", verb } = gap;
    const about = { group, kind, ...(namespace === undefined ? {} : { namespace }), name };
    const place = { about, label: name === "" ? kind : name, path: [] };
    const change = { from: from?.outcome ?? null, to: to?.outcome ?? null };
    return [rankTransition({ ...place, what: "completeness", type: verb, ...change }, "unknown")];
  });
}

function keyOfGap({ verb, group, kind, namespace = "", name = "" }: ReadGap): string {
  return [verb, group, kind, namespace, name].join("/");
}
