import { type KubeObject, keyOf } from "../model/object.ts";
import type { Kind } from "../model/profile.ts";
import type { Reading, Snapshot } from "../model/snapshot.ts";
import { at } from "../parse/value.ts";
import { recordedAgain } from "./judging-recorded.ts";
import { remembering } from "./judging-related.ts";
import { type Changes, shelving } from "./judging-shelves.ts";
import { listings } from "./listing.ts";
import { type Index, isWhole, kindKey, lookups, objectsByKey, tracing } from "./lookup.ts";
import { namedObjects, recordedIn } from "./recorded.ts";

type KindName = Pick<Kind, "group" | "kind">;

/**
 * As `indexOf`, of one snapshot after the other: what is the very same as before is not gone through again. An index holds
 * until the next one is asked for.
 */
export function indexing(): (snapshot: Snapshot) => Index {
  const shelve = shelving();
  const memory = remembering();
  const [whole, every] = [listing(), listing()];
  let last: { readonly snapshot: Snapshot; readonly index: Index } | undefined;

  return (snapshot) => {
    // The plan and the judgement ask for the same one.
    if (last?.snapshot === snapshot) return last.index;
    const { held, size, changes } = shelve(snapshot);
    follow(changes);
    memory.note(changes);
    const wholeReadings = snapshot.readings.filter(isWhole);
    const ofWhole = whole(wholeReadings);
    let everything: Listed | undefined;
    // Hardly anything asks for what is known by its metadata alone but by name.
    const ofEvery = (): Listed => {
      everything ??= every(snapshot.readings);
      return everything;
    };
    const find = lookups((ref) => held(keyOf(ref), true), wholeReadings);
    const findEvery = lookups((ref) => held(keyOf(ref), false), snapshot.readings);
    const index: Index = {
      find,
      trace: tracing(find, findEvery),
      all: (kind, namespace) => {
        const found = ofWhole.all(kind);
        return namespace === undefined ? found : found.filter(({ ref }) => ref.namespace === namespace);
      },
      list: listings(snapshot, (kind) => ofEvery().all(kind)),
      kinds: ofWhole.kinds,
      get objects() {
        return ofWhole.objects();
      },
      get everything() {
        return ofEvery().objects();
      },
      size,
      related: (recorded) => memory.related(recorded, index),
    };
    last = { snapshot, index };
    return index;
  };

  /** What a CR recorded stays known where it came anew and says the same. */
  function follow({ replaced }: Changes): void {
    for (const [before, after] of replaced) {
      if (at(before.status, ["relatedObjects"]) === undefined || keyOf(before.ref) !== keyOf(after.ref)) continue;
      const [was, is] = [recordedIn(before), recordedAgain(before, after)];
      memory.follow(was.objects, is.objects);
      memory.follow(namedObjects(was), namedObjects(is));
    }
  }
}

/** The objects of some readings, by kind and all together; made when they are asked for. */
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
        if (one === undefined) return [];
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

/** A kind, the readings that hold objects of it, and these where somebody has asked for them. */
interface OneKind {
  readonly kind: KindName;
  readonly from: Reading[];
  objects?: readonly KubeObject[];
}

/** Nearly always the one that was asked for. */
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
