import type { Related } from "../model/report.ts";
import type { Changes } from "./judging-shelves.ts";
import { type Index, kindKey } from "./lookup.ts";
import type { RecordedObject } from "./recorded.ts";
import { relatedObject } from "./related.ts";

/** How recorded objects stand, looked up again only where something is otherwise. */
export interface Remembering {
  readonly related: (recorded: readonly RecordedObject[], index: Index) => readonly Related[];
  /** What is otherwise in the next index. */
  readonly note: (changes: Changes) => void;
  /** One list of entries came in the place of another. */
  readonly follow: (before: readonly RecordedObject[], after: readonly RecordedObject[]) => void;
}

/** What was found, in the order of `recorded`, after so many changes. */
interface Standing {
  readonly recorded: readonly RecordedObject[];
  readonly related: readonly Related[];
  readonly time: number;
}

/** Who did not ask for so many snapshots begins anew. */
const mostChanges = 32;

export function remembering(): Remembering {
  const standings = new WeakMap<readonly RecordedObject[], Standing>();
  const log: Changes[] = [];
  let time = 0;

  function related(recorded: readonly RecordedObject[], index: Index): readonly Related[] {
    const before = standings.get(recorded);
    const missed = before === undefined ? undefined : since(before);
    const now =
      before === undefined || missed === undefined
        ? recorded.map((one) => relatedObject(one, index))
        : renewed(before, recorded, missed, index);
    standings.set(recorded, { recorded, related: now, time });
    return now;
  }

  /** What changed in the meantime; undefined where that is too long ago. */
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

type Touched = Pick<Changes, "names" | "kinds">;

/** How the entries stand now; the very same list where none stands otherwise. */
function renewed(
  { recorded: old, related }: Standing,
  recorded: readonly RecordedObject[],
  touched: Touched,
  index: Index,
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

/** What stood beside the same entries, which stand in the same order but for some in between that are others. */
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

/** Entries that may stand otherwise now: by name where only objects changed, else each is asked. */
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
    // What an entry by resource means depends on every kind that was read.
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

/** Of one entry: what its words say is the same. */
function isSame(a: Related, b: Related): boolean {
  return (
    a.state === b.state &&
    a.ref.kind === b.ref.kind &&
    a.current?.uid === b.current?.uid &&
    a.current?.resourceVersion === b.current?.resourceVersion
  );
}
