import { definedFields } from "../model/defined-fields.ts";
import { keyOfFinding } from "../model/finding/goal.ts";
import { listedFindings } from "../model/finding/root-findings.ts";
import type { Severity } from "../model/finding/severity.ts";
import { keyOf } from "../model/object.ts";
import type { Completeness, ReadGap, Report, ReportNode } from "../model/report.ts";
import type { ReportChange, Transition } from "../model/report-change.ts";
import { isUnread } from "../model/snapshot.ts";
import { allVerdicts, type Verdict } from "../model/verdict.ts";
import { writeMessages } from "../outline/written-messages.ts";
import { listRootChanges } from "./nodes.ts";
import { pairByKey, type RankedTransition, rankTransition } from "./pair-by-key.ts";
import { isSameFinding } from "./visible-equality.ts";

export { isSameToSee } from "./visible-equality.ts";

/** The verdict by which a change of a finding is sorted among those of nodes. */
const verdictsBySeverity: Readonly<Record<Severity, Verdict>> = {
  error: "degraded",
  warning: "unknown",
  info: "healthy",
};

/**
 * The visible changes between two Reports. Changes of roots come first, then the worst, else the order of the Report.
 * Ages are no change. Without `before` it is the initial state, each change from null.
 */
export function listChanges(before: Report | undefined, after: Report): readonly Transition[] {
  const changes = [
    ...listRootChanges(before, after),
    ...listFindingChanges(before, after),
    ...listGapChanges(before?.completeness, after.completeness),
  ];
  return changes.toSorted(compareRanks).map(({ transition }) => transition);
}

/** The findings that were added or resolved, became worse or better, or have other evidence. */
function listFindingChanges(before: Report | undefined, after: Report): readonly RankedTransition[] {
  if (before?.findings === after.findings) return [];
  const findingsBefore = before === undefined ? [] : listedFindings(before);
  const changed = pairByKey(findingsBefore, listedFindings(after), keyOfFinding).filter(
    ({ from, to }) => from === undefined || to === undefined || !isSameFinding(from, to),
  );
  if (changed.length === 0) return [];
  const positions = indexPositions([...after.roots, ...(before?.roots ?? [])]);
  return changed.flatMap(({ from, to }) => {
    const finding = to ?? from;
    if (finding === undefined) return [];
    const { about, code, severity } = finding;
    const position = positions.get(keyOf(about)) ?? { label: about.name, path: [] };
    const change = { from: from?.severity ?? null, to: to?.severity ?? null };
    const isSameSeverity = from !== undefined && to !== undefined && from.severity === to.severity;
    const was = isSameSeverity ? from : undefined;
    return [
      rankTransition(
        { about, ...position, what: "finding", type: code, ...change, finding, ...definedFields({ was }) },
        verdictsBySeverity[severity],
      ),
    ];
  });
}

/** The label and the path of each object's first node, by its key. Containers are omitted, because they have the ref of their Pod. */
function indexPositions(nodes: readonly ReportNode[]): ReadonlyMap<string, { label: string; path: readonly string[] }> {
  const positions = new Map<string, { label: string; path: readonly string[] }>();
  const add = (siblings: readonly ReportNode[], above: readonly string[]): void => {
    for (const { ref, label, role, children } of siblings) {
      const path = [...above, label];
      if (role !== "container" && !positions.has(keyOf(ref))) positions.set(keyOf(ref), { label, path });
      add(children, path);
    }
  };
  add(nodes, []);
  return positions;
}

/** The same changes as the document that is printed. `changes`: where the two Reports were compared already. */
export function compareReports(
  before: Report | undefined,
  after: Report,
  changes: readonly Transition[] = listChanges(before, after),
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

/** Compares two changes for a list that begins with those of roots, each group worst first. */
function compareRanks(a: RankedTransition, b: RankedTransition): number {
  const isOfRoot = ({ transition }: RankedTransition): boolean => transition.path.length === 1;
  if (isOfRoot(a) !== isOfRoot(b)) return isOfRoot(a) ? -1 : 1;
  return allVerdicts.indexOf(a.verdict) - allVerdicts.indexOf(b.verdict);
}

/** The changes of queries without a result. Of an initial state only those of required or unread objects. */
function listGapChanges(before: Completeness | undefined, after: Completeness): readonly RankedTransition[] {
  if (before?.gaps === after.gaps) return [];
  const isRelevant = (gap: ReadGap): boolean => gap.required || isUnread(gap);
  const current = before === undefined ? after.gaps.filter(isRelevant) : after.gaps;
  return pairByKey(before?.gaps ?? [], current, keyOfGap).flatMap(({ from, to }) => {
    const gap = to ?? from;
    if (gap === undefined || from?.outcome === to?.outcome) return [];
    const { group, kind, namespace, name = "", verb } = gap;
    const about = { group, kind, ...definedFields({ namespace }), name };
    const position = { about, label: name === "" ? kind : name, path: [] };
    const change = { from: from?.outcome ?? null, to: to?.outcome ?? null };
    return [rankTransition({ ...position, what: "completeness", type: verb, ...change }, "unknown")];
  });
}

function keyOfGap({ verb, group, kind, namespace = "", name = "" }: ReadGap): string {
  return [verb, group, kind, namespace, name].join("/");
}
