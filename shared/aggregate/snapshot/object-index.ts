import { computeOnce } from "../../model/compute-once.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { GroupKind } from "../../model/kind.ts";
import { kindKey } from "../../model/kind.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import { foundObject, isUnread, type Lookup, type Reading, type Snapshot, type Source } from "../../model/snapshot.ts";
import { indexLists, type ListQuery, type ListResult } from "./list-index.ts";

/** A snapshot whose objects can be looked up by name and by kind. It is built once, in time linear to the readings. */
export interface ObjectIndex {
  /** Where the snapshot comes from, and its time. */
  readonly source: Source;
  /**
   * The object of this name, or the reason why it is missing. It comes from its own reading, else from the list that
   * covers it.
   */
  readonly find: (ref: Ref) => Lookup;
  /**
   * The object of this name, also if only its metadata was read, which shows that the object exists, and its uid. `key` is the
   * key of `ref`, if the caller has it.
   */
  readonly trace: (ref: Ref, key?: string) => Lookup;
  /**
   * All objects of a kind, in reading order, in one namespace where given. Objects of which only metadata was read are
   * excluded.
   */
  readonly all: (kind: GroupKind, namespace?: string) => readonly KubeObject[];
  /** The outcome of a list of a kind. Objects of which only metadata was read are included. */
  readonly list: (query: ListQuery) => ListResult;
  /** Whether the Warning events of a namespace were requested and not read. */
  readonly lacksWarnings: (namespace: string) => boolean;
  /** Whether one of the requests for these kinds, in this namespace or in all, was refused or failed. */
  readonly lacks: (kinds: ReadonlySet<string>, namespace: string) => boolean;
  /** The kinds of `objects`, in order of first appearance. */
  readonly kinds: readonly GroupKind[];
  /** The objects that were read in full. */
  readonly objects: () => readonly KubeObject[];
  /** All objects, including those of which only the metadata was read. */
  readonly everything: () => readonly KubeObject[];
  /** How many objects were read, including those of which only the metadata was read. */
  readonly size: number;
  /** What `memoizeByIndex` keeps: results by function and first argument. */
  readonly results: Map<unknown, Map<unknown, KeptResult>>;
}

/** A result with the arguments, without the index, that it was computed from. */
interface KeptResult {
  readonly others: readonly unknown[];
  readonly result: unknown;
}

/** Whether a lookup found the object. */
export function isFound({ outcome }: Lookup): boolean {
  return outcome === "found";
}

/** The object of a kind with this name, in the namespace if there is one. Undefined where it was not read. */
export function findObject(
  { group, kind }: GroupKind,
  { namespace, name }: Pick<Ref, "namespace" | "name">,
  index: ObjectIndex,
): KubeObject | undefined {
  return foundObject(index.find({ group, kind, name, ...definedFields({ namespace }) }));
}

/**
 * The index of a snapshot. An object that was read twice counts once, as the later reading has it. The plan of a snapshot and
 * its Report share the index, with what they computed from it.
 */
export const indexSnapshot: (snapshot: Snapshot) => ObjectIndex = computeOnce(indexObjects);

/** A new index of a snapshot, for a caller that keeps it. See {@link indexSnapshot}. */
export function indexObjects(snapshot: Snapshot): ObjectIndex {
  const { readings } = snapshot;
  const fullReadings = readings.filter(isWhole);
  const fullByKey = indexByKey(fullReadings);
  const findFull = lookUpObjects(fullByKey, fullReadings);
  const fullObjects = [...fullByKey.values()];
  const fullByKind = Map.groupBy(fullObjects, ({ ref }) => kindKey(ref));

  // Without objects of which only the metadata was read, which is usual, the second set of tables is the first one.
  const hasMetadataOnly = fullReadings.length < readings.length;
  const anyByKey = hasMetadataOnly ? indexByKey(readings) : fullByKey;
  const findAny = hasMetadataOnly ? lookUpObjects(anyByKey, readings) : findFull;
  let anyByKind = hasMetadataOnly ? undefined : fullByKind;

  return {
    source: snapshot.source,
    find: findFull,
    trace: (ref, key = keyOf(ref)) => {
      const object = fullByKey.get(key) ?? anyByKey.get(key);
      return object === undefined ? findAny(ref) : makeFoundLookup(object);
    },
    all: (kind, namespace) => {
      const objects = fullByKind.get(kindKey(kind)) ?? [];
      return namespace === undefined ? objects : objects.filter(({ ref }) => ref.namespace === namespace);
    },
    list: indexLists(snapshot, (kind) => {
      anyByKind ??= Map.groupBy(anyByKey.values(), ({ ref }) => kindKey(ref));
      return anyByKind.get(kindKey(kind)) ?? [];
    }),
    lacksWarnings: (namespace) => lacksWarnings(readings, namespace),
    lacks: (kinds, namespace) => lacksKinds(readings, kinds, namespace),
    kinds: [...fullByKind.values()].flatMap(([first]) => first?.ref ?? []),
    objects: () => fullObjects,
    everything: () => (hasMetadataOnly ? [...anyByKey.values()] : fullObjects),
    size: anyByKey.size,
    results: new Map(),
  };
}

/** Whether a list of Warning events in a namespace was requested, and every such list is unread. */
function lacksWarnings(readings: readonly Reading[], namespace: string): boolean {
  const eventLists = readings.filter(
    (reading) => reading.query.kind === "Event" && coversNamespace(reading, namespace),
  );
  return eventLists.length > 0 && eventLists.every(isUnread);
}

/** Whether one of the requests for these kinds, in this namespace or in all, was refused or failed. */
function lacksKinds(readings: readonly Reading[], kinds: ReadonlySet<string>, namespace: string): boolean {
  return readings.some(
    (reading) => isUnread(reading) && kinds.has(reading.query.kind) && coversNamespace(reading, namespace),
  );
}

/** Whether a reading is for this namespace or for all. */
function coversNamespace({ query }: Reading, namespace: string): boolean {
  return query.namespace === undefined || query.namespace === namespace;
}

/** Whether a reading may hold more than metadata. */
export function isWhole({ query }: Reading): boolean {
  return query.metadataOnly === undefined;
}

/** The objects of all readings in order of first appearance, each from its last reading. */
function indexByKey(readings: readonly Reading[]): ReadonlyMap<string, KubeObject> {
  const objectsByKey = new Map<string, KubeObject>();
  for (const reading of readings) {
    if (reading.outcome !== "found") continue;
    for (const object of reading.objects) objectsByKey.set(object.key, object);
  }
  return objectsByKey;
}

/** Returns the function that looks up an object. The readings have the reason why an object is missing. */
function lookUpObjects(
  objectsByKey: ReadonlyMap<string, KubeObject>,
  readings: readonly Reading[],
): ObjectIndex["find"] {
  const readingsByKey = indexReadings(readings);
  return (ref) => {
    const object = objectsByKey.get(keyOf(ref));
    return object === undefined ? explainMissing(ref, readingsByKey) : makeFoundLookup(object);
  };
}

function makeFoundLookup(object: KubeObject): Lookup {
  return { ref: object.ref, outcome: "found", object };
}

/**
 * The readings that may prove an object missing, by what they cover: an object (`apps/Deployment/ns/name`), a kind in a
 * namespace (`apps/Deployment/ns`), or a kind in all namespaces (`apps/Deployment/*`). Of several the last one counts.
 */
function indexReadings(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  const readingsByKey = new Map<string, Reading>();
  for (const reading of readings) {
    const { verb, namespace, name, fieldSelector, labelSelector } = reading.query;
    // A list by field or label does not show the objects that it skipped.
    if (fieldSelector !== undefined || labelSelector !== undefined) continue;
    // An object that was found by name is no evidence for others.
    if (verb === "get" && reading.outcome === "found") continue;
    const path = verb === "get" ? `${namespace ?? ""}/${name ?? ""}` : (namespace ?? "*");
    readingsByKey.set(`${kindKey(reading.query)}/${path}`, reading);
  }
  return readingsByKey;
}

/**
 * The reason why an object is missing. What is certain counts first:
 * 1. `absent`, if a complete list lacks the object or the server said that it does not exist,
 * 2. `noSuchKind`, if the server does not serve the kind,
 * 3. the outcome of the query that is closest to the object, such as `forbidden`,
 * 4. `unread`, if no query covers the object.
 */
function explainMissing(ref: Ref, readingsByKey: ReadonlyMap<string, Reading>): Lookup {
  const readings = listCoveringReadings(ref, readingsByKey);
  if (readings.some(({ outcome }) => outcome === "found" || outcome === "absent")) return { ref, outcome: "absent" };
  const reading = readings.find(({ outcome }) => outcome === "noSuchKind") ?? readings[0];
  if (reading === undefined || reading.outcome === "found" || reading.outcome === "absent") {
    return { ref, outcome: "unread", cause: "" };
  }
  return { ref, outcome: reading.outcome, cause: reading.cause };
}

/** The readings that could contain the object: its own, the list of its namespace, the list of all namespaces. */
function listCoveringReadings(ref: Ref, readingsByKey: ReadonlyMap<string, Reading>): readonly Reading[] {
  const kind = kindKey(ref);
  const { namespace = "", name } = ref;
  const keys = [`${kind}/${namespace}/${name}`, `${kind}/${namespace === "" ? "*" : namespace}`, `${kind}/*`];
  return keys.map((key) => readingsByKey.get(key)).filter((reading) => reading !== undefined);
}
