import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { isWhole, kindKey } from "../snapshot/object-index.ts";
import { holdCopies } from "./object-copies.ts";

/** The last response to one query, in the order of the readings. */
interface Shelf {
  readonly reading: Reading;
  readonly objects: readonly KubeObject[];
  readonly position: number;
  readonly isWhole: boolean;
}

/** All objects held, and what changed since the previous snapshot. */
export interface StoredReadings {
  /** In the order of the readings. */
  readonly shelves: readonly Shelf[];
  /** The object from the last reading that has it. `whole`: only from readings that hold more than metadata. */
  readonly findCopy: (key: string, whole: boolean) => KubeObject | undefined;
  readonly size: number;
  readonly changes: ReadingChanges;
}

/** The places that may have changed. It may name more than really changed. */
export interface ReadingChanges {
  /** Names of objects that were added, removed or replaced. */
  readonly names: ReadonlySet<string>;
  /** `group/kind` of queries that were added, removed or got another outcome. */
  readonly kinds: ReadonlySet<string>;
  /** Objects before and after their replacement. */
  readonly replaced: readonly (readonly [before: KubeObject, after: KubeObject])[];
}

/**
 * Returns a function that takes successive snapshots. Readings identical to the previous ones are not processed again.
 */
export function createReadingStore(): (snapshot: Snapshot) => StoredReadings {
  let byPlace = new Map<string, Shelf>();
  const copies = holdCopies();

  return ({ readings }) => {
    const names = new Set<string>();
    const kinds = new Set<string>();
    const replaced: (readonly [KubeObject, KubeObject])[] = [];
    const placed = placesOf(readings);
    const before = byPlace;
    byPlace = new Map();
    if (!keepsOrder(before, placed)) clear();
    for (const [position, [place, reading]] of placed.entries()) {
      const known = before.get(place);
      before.delete(place);
      const shelf = known?.reading === reading ? { ...known, position } : shelfOf(reading, position);
      byPlace.set(place, shelf);
      if (known?.reading === reading) continue;
      if (known === undefined || isOtherwise(known.reading, reading)) kinds.add(kindKey(reading.query));
      exchange(place, known?.objects ?? [], shelf.objects);
    }
    clear();
    const shelves = [...byPlace.values()];
    return { shelves, findCopy, size: copies.size, changes: { names, kinds, replaced } };

    function clear(): void {
      for (const [place, shelf] of before) {
        kinds.add(kindKey(shelf.reading.query));
        exchange(place, shelf.objects, []);
      }
      before.clear();
    }

    function exchange(place: string, old: readonly KubeObject[], now: readonly KubeObject[]): void {
      const [start, end] = between(old, now);
      const gone = old.slice(start, old.length - end);
      const come = now.slice(start, now.length - end);
      if (gone.length === come.length) {
        for (const [index, object] of gone.entries()) replaced.push([object, come[index] ?? object]);
      }
      for (const object of [...gone, ...come]) names.add(object.ref.name);
      // Of an object that a list names twice the last position counts. An exchange of single positions would not show
      // that.
      const isTwice = gone.some((object) => copies.isTwice(place, object));
      for (const object of isTwice ? old : gone) copies.remove(place, object);
      for (const object of isTwice ? now : come) copies.add(place, object);
      if (!isTwice && come.some((object) => copies.isTwice(place, object))) {
        for (const object of now) copies.remove(place, object);
        for (const object of now) copies.add(place, object);
      }
    }
  };

  function findCopy(key: string, whole: boolean): KubeObject | undefined {
    let last: { readonly object: KubeObject; readonly position: number } | undefined;
    for (const { object, place } of copies.of(key)) {
      const shelf = byPlace.get(place);
      if (shelf === undefined || (whole && !shelf.isWhole)) continue;
      if (last === undefined || shelf.position >= last.position) last = { object, position: shelf.position };
    }
    return last?.object;
  }
}

function shelfOf(reading: Reading, position: number): Shelf {
  const objects = reading.outcome === "found" ? reading.objects : [];
  return { reading, objects, position, isWhole: isWhole(reading) };
}

/** How many items are the same at the beginning and at the end. */
function between(old: readonly unknown[], now: readonly unknown[]): readonly [start: number, end: number] {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return [start, end];
}

/** Whether the readings that remain have the same order as before. The last of two copies then stays the last. */
function keepsOrder(before: ReadonlyMap<string, Shelf>, placed: readonly (readonly [string, Reading])[]): boolean {
  const positions = placed.flatMap(([place]) => before.get(place)?.position ?? []);
  return positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? -1));
}

/** Whether the outcome or the cause changed. Lookups of missing objects then have another result. */
function isOtherwise(before: Reading, after: Reading): boolean {
  const [was, is] = [before, after].map((one) => ("cause" in one ? one.cause : ""));
  return before.outcome !== after.outcome || was !== is;
}

/** The readings by place. A place that is read twice gets a number. */
function placesOf(readings: readonly Reading[]): readonly (readonly [string, Reading])[] {
  const times = new Map<string, number>();
  return readings.map((reading) => {
    const place = placeOf(reading.query);
    const time = times.get(place) ?? 0;
    times.set(place, time + 1);
    return [time === 0 ? place : `${place} ${time}`, reading];
  });
}

function placeOf(query: Query): string {
  const known = places.get(query);
  if (known !== undefined) return known;
  const { verb, group, kind, namespace, name, fieldSelector, labelSelector, metadataOnly } = query;
  const place = JSON.stringify([verb, group, kind, namespace, name, fieldSelector, labelSelector, metadataOnly]);
  places.set(query, place);
  return place;
}

const places = new WeakMap<Query, string>();
