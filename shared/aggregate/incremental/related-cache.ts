import type { Related } from "../../model/report.ts";
import { relatedObject } from "../related/related-objects.ts";
import { kindKey, type ObjectIndex } from "../snapshot/object-index.ts";
import type { RecordedObject } from "../snapshot/recorded-references.ts";
import type { ReadingChanges } from "./reading-store.ts";

/** Computes the state of recorded objects, and again only for those that may have changed. */
export interface RelatedCache {
  readonly related: (recorded: readonly RecordedObject[], index: ObjectIndex) => readonly Related[];
  /** Takes the changes of the next index. */
  readonly note: (changes: ReadingChanges) => void;
  /** Carries over the results when one list of entries replaces another. */
  readonly follow: (before: readonly RecordedObject[], after: readonly RecordedObject[]) => void;
}

/** The results in the order of `recorded`, and the number of changes before them. */
interface Standing {
  readonly recorded: readonly RecordedObject[];
  readonly related: readonly Related[];
  readonly time: number;
}

/** Results older than this many changes are computed from the beginning. */
const mostChanges = 32;

export function createRelatedCache(): RelatedCache {
  const standings = new WeakMap<readonly RecordedObject[], Standing>();
  const log: ReadingChanges[] = [];
  let time = 0;

  function related(recorded: readonly RecordedObject[], index: ObjectIndex): readonly Related[] {
    const before = standings.get(recorded);
    const missed = before === undefined ? undefined : since(before);
    const now =
      before === undefined || missed === undefined
        ? recorded.map((one) => relatedObject(one, index))
        : renewed(before, recorded, missed, index);
    standings.set(recorded, { recorded, related: now, time });
    return now;
  }

  /** The changes since a result. Undefined if the log no longer holds them all. */
  function since({ time: then }: Standing): Touched | undefined {
    const missed = time - then;
    if (missed > log.length) return undefined;
    const changes = missed === 0 ? [] : log.slice(-missed);
    const [first] = changes;
    if (first !== undefined && changes.length === 1) return first;
    return {
      names: new Set(changes.flatMap(({ names }) => [...names])),
      kinds: new Set(changes.flatMap(({ kinds }) => [...kinds])),
    };
  }

  return {
    related,
    note: (changes) => {
      time += 1;
      log.push(changes);
      if (log.length > mostChanges) log.shift();
    },
    follow: (before, after) => {
      const standing = standings.get(before);
      if (standing !== undefined && before !== after) standings.set(after, standing);
    },
  };
}

type Touched = Pick<ReadingChanges, "names" | "kinds">;

/** The current states of the entries. The same list is returned if none changed. */
function renewed(
  { recorded: old, related }: Standing,
  recorded: readonly RecordedObject[],
  touched: Touched,
  index: ObjectIndex,
): readonly Related[] {
  const before = old === recorded ? related : aligned(old, related, recorded);
  let now: Related[] | undefined;
  for (const place of placesTouched(before, recorded, touched, old === recorded)) {
    const one = recorded[place];
    if (one === undefined) continue;
    const [was, is] = [before[place], relatedObject(one, index)];
    if (was !== undefined && isSame(was, is)) continue;
    now ??= before.slice() as Related[];
    now[place] = is;
  }
  return now ?? (before as readonly Related[]);
}

/**
 * The former states of the entries that are the same, in the same order. The differing entries are one block in
 * between.
 */
function aligned(
  old: readonly RecordedObject[],
  related: readonly Related[],
  recorded: readonly RecordedObject[],
): readonly (Related | undefined)[] {
  const most = Math.min(old.length, recorded.length);
  let start = 0;
  while (start < most && old[start] === recorded[start]) start += 1;
  const shift = old.length - recorded.length;
  return recorded.map((one, place) => {
    const from = place < start ? place : place + shift;
    return old[from] === one ? related[from] : undefined;
  });
}

/** The positions of entries that may have changed: by name where only objects changed, else every entry is checked. */
function placesTouched(
  before: readonly (Related | undefined)[],
  recorded: readonly RecordedObject[],
  { names, kinds }: Touched,
  isSameList: boolean,
): readonly number[] {
  if (isSameList && kinds.size === 0) {
    const known = places.get(recorded) ?? placesIn(recorded);
    places.set(recorded, known);
    return [...known.byResource, ...[...names].flatMap((name) => known.byName.get(name) ?? [])];
  }
  const touched: number[] = [];
  for (const [place, one] of recorded.entries()) {
    // The kind of an entry by resource depends on every kind that was read.
    const isTouched =
      one.resource !== undefined || names.has(one.ref.name) || (kinds.size > 0 && kinds.has(kindKey(one.ref)));
    if (isTouched || before[place] === undefined) touched.push(place);
  }
  return touched;
}

interface Places {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly byResource: readonly number[];
}

const places = new WeakMap<readonly RecordedObject[], Places>();

function placesIn(recorded: readonly RecordedObject[]): Places {
  const all = [...recorded.keys()];
  return {
    byName: Map.groupBy(all, (place) => recorded[place]?.ref.name ?? ""),
    byResource: all.filter((place) => recorded[place]?.resource !== undefined),
  };
}

/** Whether two results of one entry are equal. */
function isSame(a: Related, b: Related): boolean {
  return (
    a.state === b.state &&
    a.ref.kind === b.ref.kind &&
    a.current?.uid === b.current?.uid &&
    a.current?.resourceVersion === b.current?.resourceVersion
  );
}
