import type { Finding, Severity } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { Node, Report } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { pairs, type Ranked, ranked } from "./changes-pairs.ts";
import { isSameFinding } from "./changes-seen.ts";

/** Findings that came and went, those that are worse or better than they were, and those of which the evidence is another. */
export function findingChanges(before: Report | undefined, after: Report): readonly Ranked[] {
  if (before?.findings === after.findings) return [];
  const changed = pairs(before?.findings ?? [], after.findings, keyOfFinding).filter(
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
    return [ranked({ about, ...place, what: "finding", type: code, ...change, finding, ...was }, ranks[severity])];
  });
}

const ranks: Readonly<Record<Severity, Verdict>> = { error: "degraded", warning: "unknown", info: "healthy" };

/** What tells two findings of one code about one object apart: never a number, a time or a text of the cluster. */
function keyOfFinding(finding: Finding): string {
  const fields: Readonly<Record<string, unknown>> = { ...finding };
  return [finding.code, keyOf(finding.about), ...telling.map((name) => fields[name] ?? "")].join(" ");
}

const telling = ["component", "type", "annotation", "container", "name", "kind", "state", "verb"];

/** The first node of each object, worst root first; not its containers, which bear its name. */
function placesIn(nodes: readonly Node[]): ReadonlyMap<string, { label: string; path: readonly string[] }> {
  const places = new Map<string, { label: string; path: readonly string[] }>();
  add(nodes, []);
  return places;

  function add(some: readonly Node[], above: readonly string[]): void {
    for (const { ref, label, role, children } of some) {
      const path = [...above, label];
      if (role !== "container" && !places.has(keyOf(ref))) places.set(keyOf(ref), { label, path });
      add(children, path);
    }
  }
}
