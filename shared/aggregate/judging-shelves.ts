import { type KubeObject, keyOf } from "../model/object.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { isWhole, kindKey } from "./lookup.ts";

/** What one question was answered with last, in the order of the readings. */
interface Shelf {
  readonly reading: Reading;
  readonly objects: readonly KubeObject[];
  readonly position: number;
  readonly isWhole: boolean;
}

/** What an object is as one question showed it; several may have shown it. */
interface Copy {
  readonly object: KubeObject;
  readonly place: string;
}

/** All that is held, and what is otherwise than before. */
export interface Shelves {
  /** In the order of the readings. */
  readonly shelves: readonly Shelf[];
  /** The object as the last reading has it, `whole`: of those that hold more than metadata. */
  readonly held: (key: string, whole: boolean) => KubeObject | undefined;
  readonly size: number;
  readonly changes: Changes;
}

/** Where something is otherwise; more may be named than is. */
export interface Changes {
  /** Objects that came, went or were replaced, by name alone. */
  readonly names: ReadonlySet<string>;
  /** `group/kind` of questions that came, went or were answered in another way. */
  readonly kinds: ReadonlySet<string>;
  /** Objects as they were and are. */
  readonly replaced: readonly (readonly [before: KubeObject, after: KubeObject])[];
}

/** Takes one snapshot after the other; only what is not the very same as before is gone through. */
export function shelving(): (snapshot: Snapshot) => Shelves {
  let byPlace = new Map<string, Shelf>();
  const copies = new Map<string, readonly Copy[]>();

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
    return { shelves, held, size: copies.size, changes: { names, kinds, replaced } };

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
      // One that a list names twice is as its last place says, which an exchange of single places would not tell.
      const isTwice = gone.some((object) => isHeldTwice(object, place));
      for (const object of isTwice ? old : gone) remove(place, object);
      for (const object of isTwice ? now : come) add(place, object);
      if (!isTwice && come.some((object) => isHeldTwice(object, place))) {
        for (const object of now) remove(place, object);
        for (const object of now) add(place, object);
      }
    }
  };

  function held(key: string, whole: boolean): KubeObject | undefined {
    let last: { readonly object: KubeObject; readonly position: number } | undefined;
    for (const { object, place } of copies.get(key) ?? []) {
      const shelf = byPlace.get(place);
      if (shelf === undefined || (whole && !shelf.isWhole)) continue;
      if (last === undefined || shelf.position >= last.position) last = { object, position: shelf.position };
    }
    return last?.object;
  }

  function isHeldTwice({ ref }: KubeObject, place: string): boolean {
    return (copies.get(keyOf(ref)) ?? []).filter((copy) => copy.place === place).length > 1;
  }

  function add(place: string, object: KubeObject): void {
    const key = keyOf(object.ref);
    const known = copies.get(key);
    copies.set(key, known === undefined ? [{ object, place }] : [...known, { object, place }]);
  }

  function remove(place: string, object: KubeObject): void {
    const key = keyOf(object.ref);
    const known = copies.get(key) ?? [];
    const at = known.findIndex((copy) => copy.place === place && copy.object === object);
    if (known.length === 1 && at === 0) copies.delete(key);
    else if (at >= 0) copies.set(key, known.toSpliced(at, 1));
  }
}

function shelfOf(reading: Reading, position: number): Shelf {
  const objects = reading.outcome === "found" ? reading.objects : [];
  return { reading, objects, position, isWhole: isWhole(reading) };
}

/** How many are the same at the beginning and at the end. */
function between(old: readonly unknown[], now: readonly unknown[]): readonly [start: number, end: number] {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return [start, end];
}

/** What is still there stands in the same order as before: who of two comes last is the same. */
function keepsOrder(before: ReadonlyMap<string, Shelf>, placed: readonly (readonly [string, Reading])[]): boolean {
  const positions = placed.flatMap(([place]) => before.get(place)?.position ?? []);
  return positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? -1));
}

/** Who asks whether something is there is told otherwise. */
function isOtherwise(before: Reading, after: Reading): boolean {
  const [was, is] = [before, after].map((one) => ("cause" in one ? one.cause : ""));
  return before.outcome !== after.outcome || was !== is;
}

/** A question that is answered twice has a number behind it. */
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
