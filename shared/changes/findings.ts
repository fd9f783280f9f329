import type { Severity } from "../model/finding/finding.ts";
import { keyOfFinding } from "../model/finding/finding-key.ts";
import { remarksOf } from "../model/finding/root-findings.ts";
import { keyOf } from "../model/object.ts";
import type { Report, ReportNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { pairByKey, type RankedTransition, rankTransition } from "./pair-by-key.ts";
import { isSameFinding } from "./visible-equality.ts";

/** The findings that were added or resolved, became worse or better, or have other evidence. */
export function findingChanges(before: Report | undefined, after: Report): readonly RankedTransition[] {
  if (before?.findings === after.findings) return [];
  const changed = pairByKey(before === undefined ? [] : remarksOf(before), remarksOf(after), keyOfFinding).filter(
    ({ from, to }) => from === undefined || to === undefined || !isSameFinding(from, to),
  );
  if (changed.length === 0) return [];
  const places = placesIn([...after.roots, ...(before?.roots ?? [])]);
  return changed.flatMap(({ from, to }) => {
    const finding = to ?? from;
    if (finding === undefined) return [];
    const { about, code, severity } = finding;
    const place = places.get(keyOf(about)) ?? { label: about.name, path: [] };
    const change = { from: from?.severity ?? null, to: to?.severity ?? null };
    const was = from !== undefined && to !== undefined && from.severity === to.severity ? { was: from } : {};
    return [
      rankTransition({ about, ...place, what: "finding", type: code, ...change, finding, ...was }, ranks[severity]),
    ];
  });
}

const ranks: Readonly<Record<Severity, Verdict>> = { error: "degraded", warning: "unknown", info: "healthy" };

/** The first node of each object, worst root first. Containers are omitted, because they have the ref of their Pod. */
function placesIn(nodes: readonly ReportNode[]): ReadonlyMap<string, { label: string; path: readonly string[] }> {
  const places = new Map<string, { label: string; path: readonly string[] }>();
  add(nodes, []);
  return places;

  function add(some: readonly ReportNode[], above: readonly string[]): void {
    for (const { ref, label, role, children } of some) {
      const path = [...above, label];
      if (role !== "container" && !places.has(keyOf(ref))) places.set(keyOf(ref), { label, path });
      add(children, path);
    }
  }
}
