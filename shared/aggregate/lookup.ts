import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { Kind } from "../model/profile.ts";
import type { Lookup, Reading, Snapshot } from "../model/snapshot.ts";
import { type Listed, type Listing, listings } from "./listing.ts";

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
  readonly objects: readonly KubeObject[];
  /** The same, and those of which only the metadata was read. */
  readonly everything: readonly KubeObject[];
  /** How many objects were read, those counted in of which only the metadata was. */
  readonly size: number;
}

/** Whether a lookup brought the object. */
export function isFound({ outcome }: Lookup): boolean {
  return outcome === "found";
}

/** Indexes the readings; the same object read twice counts once, the later reading wins. */
export function indexOf(snapshot: Snapshot): Index {
  const whole = entriesOf(snapshot.readings.filter(({ query }) => query.metadataOnly === undefined));
  const every = snapshot.readings.length === whole.count ? whole : entriesOf(snapshot.readings);
  const objects = [...whole.byKey.values()];
  const byKind = Map.groupBy(objects, (object) => kindKey(object.ref));

  function all(kind: Pick<Kind, "group" | "kind">, namespace?: string): readonly KubeObject[] {
    const found = byKind.get(kindKey(kind)) ?? [];
    return namespace === undefined ? found : found.filter((object) => object.ref.namespace === namespace);
  }

  return {
    find: (ref) => whole.find(ref),
    trace: (ref) => {
      const lookup = whole.find(ref);
      return lookup.outcome === "found" ? lookup : every.find(ref);
    },
    all,
    list: listings(snapshot, every.byKey),
    objects,
    everything: every === whole ? objects : [...every.byKey.values()],
    size: every.byKey.size,
  };
}

/** Some readings, and how to look up one object in them. */
interface Entries {
  readonly byKey: ReadonlyMap<string, KubeObject>;
  readonly find: (ref: Ref) => Lookup;
  readonly count: number;
}

function entriesOf(readings: readonly Reading[]): Entries {
  const byKey = new Map<string, KubeObject>();
  const answers = new Map<string, Reading>();
  for (const reading of readings) {
    if (reading.outcome === "found") {
      for (const object of reading.objects) byKey.set(keyOf(object.ref), object);
    }
    const { verb, namespace, name, fieldSelector, labelSelector } = reading.query;
    // An object that was found by name stands for itself; a list by field or label says nothing of what it left out.
    if (fieldSelector !== undefined || labelSelector !== undefined) continue;
    if (verb === "get" && reading.outcome === "found") continue;
    const place = verb === "get" ? `/${namespace ?? ""}/${name ?? ""}` : `/${namespace ?? "*"}`;
    answers.set(kindKey(reading.query) + place, reading);
  }

  /** The readings that could have held the object: its own, the list of its namespace, the list of all. */
  function covering(ref: Ref): readonly Reading[] {
    const kind = kindKey(ref);
    const namespace = ref.namespace ?? "";
    return [`${kind}/${namespace}/${ref.name}`, `${kind}/${namespace === "" ? "*" : namespace}`, `${kind}/*`]
      .map((key) => answers.get(key))
      .filter((reading) => reading !== undefined);
  }

  function find(ref: Ref): Lookup {
    const object = byKey.get(keyOf(ref));
    if (object !== undefined) return { ref: object.ref, outcome: "found", object };
    const covered = covering(ref);
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

  return { byKey, find, count: readings.length };
}

function kindKey(kind: { readonly group: string; readonly kind: string }): string {
  return `${kind.group}/${kind.kind}`;
}
