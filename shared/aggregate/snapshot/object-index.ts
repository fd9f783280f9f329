import type { GroupKind } from "../../model/kind.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import { isUnread, type Lookup, type Reading, type Snapshot } from "../../model/snapshot.ts";
import { indexLists, type ListQuery, type ListResult } from "./list-index.ts";

/** An indexed snapshot, built once, in time linear to the readings. */
export interface ObjectIndex {
  /**
   * The object of this name, or the reason why it is missing. It comes from its own reading, else from the list that
   * covers it.
   */
  readonly find: (ref: Ref) => Lookup;
  /**
   * As `find`, but metadata alone is enough: it shows that the object exists, and its uid. `key`: the key of `ref`, where
   * the caller has it.
   */
  readonly trace: (ref: Ref, key?: string) => Lookup;
  /**
   * All objects of a kind, in reading order, in one namespace where given. Objects of which only metadata was read are
   * excluded.
   */
  readonly all: (kind: GroupKind, namespace?: string) => readonly KubeObject[];
  /** The outcome of a list of a kind, including metadata alone. */
  readonly list: (question: ListQuery) => ListResult;
  /** Whether the Warning events of a namespace were requested and not read. */
  readonly lacksWarnings: (namespace: string) => boolean;
  /** Whether one of the requests for these kinds, in this namespace or in all, was refused or failed. */
  readonly lacks: (kinds: ReadonlySet<string>, namespace: string) => boolean;
  /** Kinds of which whole objects were read, in order of first appearance. */
  readonly kinds: readonly GroupKind[];
  readonly objects: () => readonly KubeObject[];
  /** All objects, including those of which only the metadata was read. */
  readonly everything: () => readonly KubeObject[];
  /** How many objects were read, including those of which only the metadata was read. */
  readonly size: number;
  /** What `computedOnce` keeps for this index. */
  readonly results: Map<unknown, Map<unknown, KeptResult>>;
}

/** A result with the arguments that it was computed from. */
interface KeptResult {
  readonly rest: readonly unknown[];
  readonly result: unknown;
}

/** Whether a lookup found the object. */
export function isFound({ outcome }: Lookup): boolean {
  return outcome === "found";
}

/**
 * The index of the readings. The same object read twice counts once, and the later reading wins. The plan and the Report
 * of one snapshot share the index, with what they computed from it.
 */
export function indexSnapshot(snapshot: Snapshot): ObjectIndex {
  const known = indexes.get(snapshot);
  if (known !== undefined) return known;
  const index = indexObjects(snapshot);
  indexes.set(snapshot, index);
  return index;
}

const indexes = new WeakMap<Snapshot, ObjectIndex>();

/** As {@link indexSnapshot}, and another one each time. */
export function indexObjects(snapshot: Snapshot): ObjectIndex {
  const { readings } = snapshot;
  const whole = readings.filter(isWhole);
  const byKey = objectsByKey(whole);
  const everyByKey = whole.length === readings.length ? byKey : objectsByKey(readings);
  const find = lookUpObjects((ref) => byKey.get(keyOf(ref)), whole);
  const findEvery = everyByKey === byKey ? find : lookUpObjects((ref) => everyByKey.get(keyOf(ref)), readings);
  const objects = [...byKey.values()];
  const byKind = Map.groupBy(objects, (object) => kindKey(object.ref));
  let everyByKind = everyByKey === byKey ? byKind : undefined;

  function all(kind: GroupKind, namespace?: string): readonly KubeObject[] {
    const found = byKind.get(kindKey(kind)) ?? [];
    return namespace === undefined ? found : found.filter((object) => object.ref.namespace === namespace);
  }

  return {
    find,
    trace: (ref, key = keyOf(ref)) => {
      const object = byKey.get(key) ?? everyByKey.get(key);
      return object === undefined ? findEvery(ref) : { ref: object.ref, outcome: "found", object };
    },
    all,
    list: indexLists(snapshot, (kind) => {
      everyByKind ??= Map.groupBy(everyByKey.values(), ({ ref }) => kindKey(ref));
      return everyByKind.get(kindKey(kind)) ?? [];
    }),
    lacksWarnings: (namespace) => lacksWarnings(readings, namespace),
    lacks: (kinds, namespace) => lacksKinds(readings, kinds, namespace),
    kinds: [...byKind.values()].flatMap(([first]) => first?.ref ?? []),
    objects: () => objects,
    everything: () => (everyByKey === byKey ? objects : [...everyByKey.values()]),
    size: everyByKey.size,
    results: new Map(),
  };
}

/** Whether a list of Warning events in a namespace was requested, and none has an answer. */
function lacksWarnings(readings: readonly Reading[], namespace: string): boolean {
  const asked = readings.filter((reading) => reading.query.kind === "Event" && isAbout(reading, namespace));
  return asked.length > 0 && asked.every(isUnread);
}

/** Whether one of the requests for these kinds, in this namespace or in all, was refused or failed. */
function lacksKinds(readings: readonly Reading[], kinds: ReadonlySet<string>, namespace: string): boolean {
  return readings.some((reading) => isUnread(reading) && kinds.has(reading.query.kind) && isAbout(reading, namespace));
}

function isAbout({ query }: Reading, namespace: string): boolean {
  return query.namespace === undefined || query.namespace === namespace;
}

/** Whether a reading may hold more than metadata. */
export function isWhole({ query }: Reading): boolean {
  return query.metadataOnly === undefined;
}

/** The objects of all readings in order of first appearance, each from its last reading. */
function objectsByKey(readings: readonly Reading[]): ReadonlyMap<string, KubeObject> {
  const byKey = new Map<string, KubeObject>();
  for (const reading of readings) {
    if (reading.outcome !== "found") continue;
    for (const object of reading.objects) byKey.set(object.key, object);
  }
  return byKey;
}

/**
 * Returns the lookup of objects. `held` returns the objects that were found, and `readings` give the reason for a
 * missing one.
 */
function lookUpObjects(held: (ref: Ref) => KubeObject | undefined, readings: readonly Reading[]): ObjectIndex["find"] {
  const readingsByKey = indexReadings(readings);
  return (ref) => {
    const object = held(ref);
    return object === undefined ? missed(ref, readingsByKey) : { ref: object.ref, outcome: "found", object };
  };
}

/** The last response of each place. */
function indexReadings(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  const readingsByKey = new Map<string, Reading>();
  for (const reading of readings) {
    const { verb, namespace, name, fieldSelector, labelSelector } = reading.query;
    // An object that was found by name is no evidence for others. A list by field or label does not show
    // the objects that it skipped.
    if (fieldSelector !== undefined || labelSelector !== undefined) continue;
    if (verb === "get" && reading.outcome === "found") continue;
    const place = verb === "get" ? `/${namespace ?? ""}/${name ?? ""}` : `/${namespace ?? "*"}`;
    readingsByKey.set(kindKey(reading.query) + place, reading);
  }
  return readingsByKey;
}

function missed(ref: Ref, readingsByKey: ReadonlyMap<string, Reading>): Lookup {
  const covered = covering(ref, readingsByKey);
  // A complete list, an absence or a missing kind is certain, even if another query was refused.
  if (covered.some((reading) => reading.outcome === "found" || reading.outcome === "absent")) {
    return { ref, outcome: "absent" };
  }
  const refused = covered.find((reading) => reading.outcome === "noSuchKind") ?? covered[0];
  if (refused === undefined || refused.outcome === "found" || refused.outcome === "absent") {
    return { ref, outcome: "unread", cause: "" };
  }
  return { ref, outcome: refused.outcome, cause: refused.cause };
}

/** The readings that could hold the object: its own, the list of its namespace, the list of all. */
function covering(ref: Ref, readingsByKey: ReadonlyMap<string, Reading>): readonly Reading[] {
  const kind = kindKey(ref);
  const namespace = ref.namespace ?? "";
  return [`${kind}/${namespace}/${ref.name}`, `${kind}/${namespace === "" ? "*" : namespace}`, `${kind}/*`]
    .map((key) => readingsByKey.get(key))
    .filter((reading) => reading !== undefined);
}

/** The key of a kind. */
export function kindKey(kind: GroupKind): string {
  return `${kind.group}/${kind.kind}`;
}
