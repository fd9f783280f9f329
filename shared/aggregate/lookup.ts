import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { Kind } from "../model/profile.ts";
import type { Related } from "../model/report.ts";
import type { Lookup, Reading, Snapshot } from "../model/snapshot.ts";
import { type Listed, type Listing, listings } from "./listing.ts";
import type { RecordedObject } from "./recorded.ts";

/** A snapshot made ready for questions; built once, in time linear to the readings. */
export interface Index {
  /** The object of this name, or why there is none: from its own reading, else from the list that covers it. */
  readonly find: (ref: Ref) => Lookup;
  /** The same where only its metadata may have been read: that it is there, and which one. */
  readonly trace: (ref: Ref) => Lookup;
  /** All objects of a kind, in reading order; in one namespace where given. Never one of which only metadata was read. */
  readonly all: (kind: Pick<Kind, "group" | "kind">, namespace?: string) => readonly KubeObject[];
  /** How a list of a kind was answered, metadata alone counted in. */
  readonly list: (question: Listed) => Listing;
  /** Kinds of which whole objects were read, in the order in which they come first. */
  readonly kinds: readonly Pick<Kind, "group" | "kind">[];
  readonly objects: readonly KubeObject[];
  /** The same, and those of which only the metadata was read. */
  readonly everything: readonly KubeObject[];
  /** How many objects were read, those counted in of which only the metadata was. */
  readonly size: number;
  /** How recorded objects stand, by whoever remembers how they stood before. */
  readonly related?: (recorded: readonly RecordedObject[]) => readonly Related[];
}

/** Whether a lookup brought the object. */
export function isFound({ outcome }: Lookup): boolean {
  return outcome === "found";
}

/** Indexes the readings; the same object read twice counts once, the later reading wins. */
export function indexOf(snapshot: Snapshot): Index {
  const { readings } = snapshot;
  const whole = readings.filter(isWhole);
  const byKey = objectsByKey(whole);
  const everyByKey = whole.length === readings.length ? byKey : objectsByKey(readings);
  const find = lookups((ref) => byKey.get(keyOf(ref)), whole);
  const findEvery = everyByKey === byKey ? find : lookups((ref) => everyByKey.get(keyOf(ref)), readings);
  const objects = [...byKey.values()];
  const byKind = Map.groupBy(objects, (object) => kindKey(object.ref));
  let everyByKind = everyByKey === byKey ? byKind : undefined;

  function all(kind: Pick<Kind, "group" | "kind">, namespace?: string): readonly KubeObject[] {
    const found = byKind.get(kindKey(kind)) ?? [];
    return namespace === undefined ? found : found.filter((object) => object.ref.namespace === namespace);
  }

  return {
    find,
    trace: tracing(find, findEvery),
    all,
    list: listings(snapshot, (kind) => {
      everyByKind ??= Map.groupBy(everyByKey.values(), ({ ref }) => kindKey(ref));
      return everyByKind.get(kindKey(kind)) ?? [];
    }),
    kinds: [...byKind.values()].flatMap(([first]) => first?.ref ?? []),
    objects,
    everything: everyByKey === byKey ? objects : [...everyByKey.values()],
    size: everyByKey.size,
  };
}

/** It may hold more than metadata. */
export function isWhole({ query }: Reading): boolean {
  return query.metadataOnly === undefined;
}

/** The objects of all readings, in the order in which each is read first, as the last reading has it. */
export function objectsByKey(readings: readonly Reading[]): ReadonlyMap<string, KubeObject> {
  const byKey = new Map<string, KubeObject>();
  for (const reading of readings) {
    if (reading.outcome !== "found") continue;
    for (const object of reading.objects) byKey.set(keyOf(object.ref), object);
  }
  return byKey;
}

/** A whole object, else what is known of it. */
export function tracing(find: Index["find"], findEvery: Index["find"]): Index["trace"] {
  if (find === findEvery) return find;
  return (ref) => {
    const lookup = find(ref);
    return lookup.outcome === "found" ? lookup : findEvery(ref);
  };
}

/** How objects are looked up: `held` has those that were found, `readings` say why another was not. */
export function lookups(held: (ref: Ref) => KubeObject | undefined, readings: readonly Reading[]): Index["find"] {
  const answers = answersIn(readings);
  return (ref) => {
    const object = held(ref);
    return object === undefined ? missed(ref, answers) : { ref: object.ref, outcome: "found", object };
  };
}

/** The last answer of each place. */
function answersIn(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  const answers = new Map<string, Reading>();
  for (const reading of readings) {
    const { verb, namespace, name, fieldSelector, labelSelector } = reading.query;
    // An object that was found by name stands for itself; a list by field or label says nothing of what it left out.
    if (fieldSelector !== undefined || labelSelector !== undefined) continue;
    if (verb === "get" && reading.outcome === "found") continue;
    const place = verb === "get" ? `/${namespace ?? ""}/${name ?? ""}` : `/${namespace ?? "*"}`;
    answers.set(kindKey(reading.query) + place, reading);
  }
  return answers;
}

function missed(ref: Ref, answers: ReadonlyMap<string, Reading>): Lookup {
  const covered = covering(ref, answers);
  // A complete list, an absence or a missing kind says for certain what a refusal of another question leaves open.
  if (covered.some((reading) => reading.outcome === "found" || reading.outcome === "absent")) {
    return { ref, outcome: "absent" };
  }
  const refused = covered.find((reading) => reading.outcome === "noSuchKind") ?? covered[0];
  if (refused === undefined || refused.outcome === "found" || refused.outcome === "absent") {
    return { ref, outcome: "unread", cause: "" };
  }
  return { ref, outcome: refused.outcome, cause: refused.cause };
}

/** The readings that could have held the object: its own, the list of its namespace, the list of all. */
function covering(ref: Ref, answers: ReadonlyMap<string, Reading>): readonly Reading[] {
  const kind = kindKey(ref);
  const namespace = ref.namespace ?? "";
  return [`${kind}/${namespace}/${ref.name}`, `${kind}/${namespace === "" ? "*" : namespace}`, `${kind}/*`]
    .map((key) => answers.get(key))
    .filter((reading) => reading !== undefined);
}

/** One string per kind. */
export function kindKey(kind: { readonly group: string; readonly kind: string }): string {
  return `${kind.group}/${kind.kind}`;
}
