import type { Completeness, Gap, Report } from "../model/report.ts";
import type { ReportChange, Transition } from "../model/report-change.ts";
import { verdicts } from "../model/verdict.ts";
import { findingChanges } from "./changes-findings.ts";
import { rootChanges } from "./changes-nodes.ts";
import { pairs, type Ranked, ranked } from "./changes-pairs.ts";

export { isSameToSee } from "./changes-seen.ts";

/**
 * What somebody who looks at both sees changed: what is about a root first, then worst first, else in the order of the
 * Report. Ages are no change. Without one before it is what is so at the beginning, each from null.
 */
export function changesBetween(before: Report | undefined, after: Report): readonly Transition[] {
  const all = [
    ...rootChanges(before, after),
    ...findingChanges(before, after),
    ...gapChanges(before?.completeness, after.completeness),
  ];
  return all.toSorted(byRank).map(({ transition }) => transition);
}

/** The same as the document that is printed for it. */
export function reportChangeOf(before: Report | undefined, after: Report): ReportChange {
  const { apiVersion, takenAt, source, verdict } = after;
  return {
    apiVersion,
    kind: "ReportChange",
    takenAt,
    source,
    verdict: { from: before?.verdict ?? null, to: verdict },
    changes: changesBetween(before, after),
  };
}

function byRank(a: Ranked, b: Ranked): number {
  return (
    Number(b.transition.path.length === 1) - Number(a.transition.path.length === 1) ||
    verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict)
  );
}

/** Questions that brought nothing; at the beginning only those that somebody would miss. */
function gapChanges(before: Completeness | undefined, after: Completeness): readonly Ranked[] {
  if (before?.gaps === after.gaps) return [];
  const isMissed = ({ required, outcome }: Gap): boolean => required || outcome === "forbidden" || outcome === "unread";
  const now = before === undefined ? after.gaps.filter(isMissed) : after.gaps;
  return pairs(before?.gaps ?? [], now, keyOfGap).flatMap(({ from, to }) => {
    const gap = to ?? from;
    if (gap === undefined || from?.outcome === to?.outcome) return [];
    const { group, kind, namespace, name = "", verb } = gap;
    const about = { group, kind, ...(namespace === undefined ? {} : { namespace }), name };
    const place = { about, label: name === "" ? kind : name, path: [] };
    const change = { from: from?.outcome ?? null, to: to?.outcome ?? null };
    return [ranked({ ...place, what: "completeness", type: verb, ...change }, "unknown")];
  });
}

function keyOfGap({ verb, group, kind, namespace = "", name = "" }: Gap): string {
  return [verb, group, kind, namespace, name].join("/");
}
