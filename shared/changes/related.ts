import { isSameObject, keyOf } from "../model/object.ts";
import type { Related, RootNode } from "../model/report.ts";
import {
  type BeforeAfter,
  maxNamedObjects,
  maxSingleChanges,
  pairByKey,
  type RankedTransition,
  rankTransition,
} from "./pair-by-key.ts";

/**
 * Entries of relatedObjects whose state changed. Entries that come or go with their root are omitted, unless their
 * state is bad.
 */
export function listRelatedChanges({ from, to }: BeforeAfter<RootNode>): readonly RankedTransition[] {
  const root = to ?? from;
  if (root === undefined || from?.related === to?.related) return [];
  const isRootOneSided = from === undefined || to === undefined;
  const changed = listDiffering(from?.related ?? [], to?.related ?? []).filter(
    (pair) => pair.from?.state !== pair.to?.state && (!isRootOneSided || isUnhealthy(pair.to ?? pair.from)),
  );
  const pairsByStates = Map.groupBy(changed, (pair) => `${pair.from?.state} ${pair.to?.state}`);
  return [...pairsByStates.values()].flatMap((pairs) =>
    pairs.length <= maxSingleChanges
      ? pairs.flatMap((pair) => makeSingleChange(pair, root))
      : makeCombinedChange(pairs, root),
  );
}

function makeSingleChange(pair: BeforeAfter<Related>, root: RootNode): readonly RankedTransition[] {
  const about = (pair.to ?? pair.from)?.ref;
  if (about === undefined) return [];
  const position = { about, label: about.name, path: [root.label, about.name] };
  return [rankTransition({ ...position, what: "related", ...pairStates(pair) }, "unknown")];
}

/** The change of all pairs, whose states are those of the first, as one change of the root. */
function makeCombinedChange(pairs: readonly BeforeAfter<Related>[], root: RootNode): readonly RankedTransition[] {
  const [first] = pairs;
  if (first === undefined) return [];
  const refs = pairs.flatMap((pair) => (pair.to ?? pair.from)?.ref ?? []).slice(0, maxNamedObjects);
  const position = { about: root.ref, label: root.label, path: [root.label] };
  return [rankTransition({ ...position, what: "related", ...pairStates(first), count: pairs.length, refs }, "unknown")];
}

function pairStates({ from, to }: BeforeAfter<Related>): {
  from: Related["state"] | null;
  to: Related["state"] | null;
} {
  return { from: from?.state ?? null, to: to?.state ?? null };
}

function isUnhealthy(entry: Related | undefined): boolean {
  return entry !== undefined && entry.state !== "same" && entry.state !== "changed";
}

/**
 * The pairs of entries that differ. Nearly always both lists name the same objects in the same order and are compared
 * by position.
 */
function listDiffering(before: readonly Related[], after: readonly Related[]): readonly BeforeAfter<Related>[] {
  const isAligned =
    before.length === after.length && before.every((entry, index) => isSameRef(entry, after[index] ?? entry));
  if (!isAligned) return pairByKey(before, after, ({ ref }) => keyOf(ref));
  return after.flatMap((to, index) => (before[index] === to ? [] : [{ from: before[index], to }]));
}

function isSameRef(a: Related, b: Related): boolean {
  return a === b || a.ref === b.ref || isSameObject(a.ref, b.ref);
}
