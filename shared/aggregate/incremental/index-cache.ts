import type { Kind } from "../../model/kind.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Reading, Snapshot } from "../../model/snapshot.ts";
import { valueAt } from "../../parse/json-value.ts";
import { indexLists } from "../snapshot/list-index.ts";
import {
  isWhole,
  kindKey,
  lacksKinds,
  lacksWarnings,
  lookUpObjects,
  type ObjectIndex,
  objectsByKey,
  traceObjects,
} from "../snapshot/object-index.ts";
import { namedObjects, recordedIn } from "../snapshot/recorded-references.ts";
import { createReadingStore, type ReadingChanges } from "./reading-store.ts";
import { recordedAgain } from "./recorded-cache.ts";
import { createRelatedCache } from "./related-cache.ts";

type KindName = Pick<Kind, "group" | "kind">;

/**
 * Returns a function that indexes successive snapshots, with the result of `indexOf`. Identical readings and objects
 * are not processed again. An index is valid until the next one is requested.
 */
export function createIndexCache(): (snapshot: Snapshot) => ObjectIndex {
  const shelve = createReadingStore();
  const memory = createRelatedCache();
  const [whole, every] = [listing(), listing()];
  let last: { readonly snapshot: Snapshot; readonly index: ObjectIndex } | undefined;

  return (snapshot) => {
    // The plan and the Report use the same index.
    if (last?.snapshot === snapshot) return last.index;
    const { findCopy, size, changes } = shelve(snapshot);
    follow(changes);
    memory.note(changes);
    const wholeReadings = snapshot.readings.filter(isWhole);
    const ofWhole = whole(wholeReadings);
    let everything: Listed | undefined;
    // Objects with only metadata are nearly always looked up by name.
    const ofEvery = (): Listed => {
      everything ??= every(snapshot.readings);
      return everything;
    };
    const find = lookUpObjects((ref) => findCopy(keyOf(ref), true), wholeReadings);
    const findEvery = lookUpObjects((ref) => findCopy(keyOf(ref), false), snapshot.readings);
    const index: ObjectIndex = {
      find,
      trace: traceObjects(find, findEvery),
      all: (kind, namespace) => {
        const found = ofWhole.all(kind);
        return namespace === undefined ? found : found.filter(({ ref }) => ref.namespace === namespace);
      },
      list: indexLists(snapshot, (kind) => ofEvery().all(kind)),
      lacksWarnings: (namespace) => lacksWarnings(snapshot.readings, namespace),
      lacks: (kinds, namespace) => lacksKinds(snapshot.readings, kinds, namespace),
      kinds: ofWhole.kinds,
      objects: ofWhole.objects,
      everything: () => ofEvery().objects(),
      size,
      results: new Map(),
      related: (recorded) => memory.related(recorded, index),
    };
    last = { snapshot, index };
    return index;
  };

  /** Carries over the known related objects of a CR that was read again with the same entries. */
  function follow({ replaced }: ReadingChanges): void {
    for (const [before, after] of replaced) {
      if (valueAt(before.status, ["relatedObjects"]) === undefined || keyOf(before.ref) !== keyOf(after.ref)) continue;
      const [was, is] = [recordedIn(before), recordedAgain(before, after)];
      memory.follow(was.objects, is.objects);
      memory.follow(namedObjects(was), namedObjects(is));
    }
  }
}

/** The objects of some readings, by kind and all together, computed on demand. */
interface Listed {
  readonly kinds: readonly KindName[];
  readonly all: (kind: KindName) => readonly KubeObject[];
  readonly objects: () => readonly KubeObject[];
}

function listing(): (readings: readonly Reading[]) => Listed {
  let before: ReadonlyMap<string, OneKind> = new Map();
  return (readings) => {
    const byKind = new Map<string, OneKind>();
    for (const reading of readings) {
      for (const kind of kindsIn(reading)) {
        const key = kindKey(kind);
        const one = byKind.get(key);
        if (one === undefined) byKind.set(key, { kind, from: [reading] });
        else one.from.push(reading);
      }
    }
    for (const [key, one] of byKind) {
      const known = before.get(key);
      if (known?.objects !== undefined && isSame(known.from, one.from)) one.objects = known.objects;
    }
    before = byKind;
    let objects: readonly KubeObject[] | undefined;
    return {
      kinds: [...byKind.values()].map(({ kind }) => kind),
      all: (kind) => {
        const one = byKind.get(kindKey(kind));
        if (one === undefined) return noObjects;
        one.objects ??= [...objectsByKey(one.from).values()].filter(({ ref }) => isOf(ref, one.kind));
        return one.objects;
      },
      objects: () => {
        objects ??= [...objectsByKey(readings).values()];
        return objects;
      },
    };
  };
}

/** One list for all kinds without objects, so that what is computed from it is not computed again. */
const noObjects: readonly KubeObject[] = [];

/** A kind, the readings that hold objects of it, and those objects once they were requested. */
interface OneKind {
  readonly kind: KindName;
  readonly from: Reading[];
  objects?: readonly KubeObject[];
}

/** The kinds in a reading, nearly always only the kind of its query. */
function kindsIn(reading: Reading): readonly KindName[] {
  if (reading.outcome !== "found") return [];
  const before = kinds.get(reading.objects);
  if (before !== undefined) return before;
  const found = new Map<string, KindName>();
  let last: KindName | undefined;
  for (const { ref } of reading.objects) {
    if (last !== undefined && isOf(ref, last)) continue;
    last = ref;
    if (!found.has(kindKey(ref))) found.set(kindKey(ref), { group: ref.group, kind: ref.kind });
  }
  const all = [...found.values()];
  kinds.set(reading.objects, all);
  return all;
}

const kinds = new WeakMap<readonly KubeObject[], readonly KindName[]>();

function isOf(one: KindName, other: KindName): boolean {
  return one.kind === other.kind && one.group === other.group;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, place) => one === b[place]);
}
