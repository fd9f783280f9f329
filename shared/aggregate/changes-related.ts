import { keyOf } from "../model/object.ts";
import type { Related, RootNode } from "../model/report.ts";
import { type Pair, pairs, type Ranked, ranked } from "./changes-pairs.ts";

/** So many entries that went one way are told one by one; of more the first are named. */
const mostSingle = 3;
const mostNamed = 10;

/** Entries of relatedObjects that are in another state; what comes or goes with its root is told with it, unless it is amiss or was. */
export function relatedChanges({ from, to }: Pair<RootNode>): readonly Ranked[] {
  const root = to ?? from;
  if (root === undefined || from?.related === to?.related) return [];
  const isOne = from === undefined || to === undefined;
  const changed = differing(from?.related ?? [], to?.related ?? []).filter(
    (pair) => pair.from?.state !== pair.to?.state && (!isOne || isAmiss(pair.to ?? pair.from)),
  );
  const ways = Map.groupBy(changed, (pair) => `${pair.from?.state} ${pair.to?.state}`);
  return [...ways.values()].flatMap((way): readonly Ranked[] => {
    if (way.length <= mostSingle) return way.flatMap((pair) => one(pair, root));
    const refs = way.flatMap((pair) => (pair.to ?? pair.from)?.ref ?? []).slice(0, mostNamed);
    return way.slice(0, 1).flatMap((pair) => {
      const place = { about: root.ref, label: root.label, path: [root.label] };
      return ranked({ ...place, what: "related", ...statesOf(pair), count: way.length, refs }, "unknown");
    });
  });
}

function one(pair: Pair<Related>, root: RootNode): readonly Ranked[] {
  const about = (pair.to ?? pair.from)?.ref;
  if (about === undefined) return [];
  const place = { about, label: about.name, path: [root.label, about.name] };
  return [ranked({ ...place, what: "related", ...statesOf(pair) }, "unknown")];
}

function statesOf({ from, to }: Pair<Related>): { from: Related["state"] | null; to: Related["state"] | null } {
  return { from: from?.state ?? null, to: to?.state ?? null };
}

function isAmiss(entry: Related | undefined): boolean {
  return entry !== undefined && entry.state !== "same" && entry.state !== "changed";
}

/** Entries that are not the very same ones; where both lists name the same in the same order, as nearly always, by place. */
function differing(before: readonly Related[], after: readonly Related[]): readonly Pair<Related>[] {
  const isAligned =
    before.length === after.length && before.every((entry, place) => isSameRef(entry, after[place] ?? entry));
  if (!isAligned) return pairs(before, after, ({ ref }) => keyOf(ref));
  return after.flatMap((to, place) => (before[place] === to ? [] : [{ from: before[place], to }]));
}

function isSameRef(a: Related, b: Related): boolean {
  return a === b || a.ref === b.ref || keyOf(a.ref) === keyOf(b.ref);
}
