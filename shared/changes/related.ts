import { isSameObject, keyOf } from "../model/object.ts";
import type { Related, RootNode } from "../model/report.ts";
import { type BeforeAfter, pairByKey, type RankedTransition, rankTransition } from "./pair-by-key.ts";

/** Up to this many entries with the same change are listed one by one. Of more, the first are named. */
const maxSingle = 3;
const maxNamed = 10;

/**
 * Entries of relatedObjects whose state changed. Entries that come or go with their root are omitted, unless their
 * state is bad.
 */
export function listRelatedChanges({ from, to }: BeforeAfter<RootNode>): readonly RankedTransition[] {
  const root = to ?? from;
  if (root === undefined || from?.related === to?.related) return [];
  const isOne = from === undefined || to === undefined;
  const changed = listDiffering(from?.related ?? [], to?.related ?? []).filter(
    (pair) => pair.from?.state !== pair.to?.state && (!isOne || isUnhealthy(pair.to ?? pair.from)),
  );
  const ways = Map.groupBy(changed, (pair) => `${pair.from?.state} ${pair.to?.state}`);
  return [...ways.values()].flatMap((way): readonly RankedTransition[] => {
    if (way.length <= maxSingle) return way.flatMap((pair) => pickOnly(pair, root));
    const refs = way.flatMap((pair) => (pair.to ?? pair.from)?.ref ?? []).slice(0, maxNamed);
    return way.slice(0, 1).flatMap((pair) => {
      const place = { about: root.ref, label: root.label, path: [root.label] };
      return rankTransition({ ...place, what: "related", ...indexStates(pair), count: way.length, refs }, "unknown");
    });
  });
}

function pickOnly(pair: BeforeAfter<Related>, root: RootNode): readonly RankedTransition[] {
  const about = (pair.to ?? pair.from)?.ref;
  if (about === undefined) return [];
  const place = { about, label: about.name, path: [root.label, about.name] };
  return [rankTransition({ ...place, what: "related", ...indexStates(pair) }, "unknown")];
}

function indexStates({ from, to }: BeforeAfter<Related>): {
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
