import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { Kind } from "../model/profile.ts";
import type { Lookup, Reading, Snapshot } from "../model/snapshot.ts";

/** A snapshot made ready for questions; built once, in time linear to the readings. */
export interface Index {
  /** The object of this name, or why there is none: from its own reading, else from the list that covers it. */
  readonly find: (ref: Ref) => Lookup;
  /** All objects of a kind, in reading order; in one namespace where given. */
  readonly all: (kind: Pick<Kind, "group" | "kind">, namespace?: string) => readonly KubeObject[];
  readonly objects: readonly KubeObject[];
}

/** Indexes the readings; the same object read twice counts once, the later reading wins. */
export function indexOf(snapshot: Snapshot): Index {
  const byKey = new Map<string, KubeObject>();
  const answers = new Map<string, Reading>();
  for (const reading of snapshot.readings) {
    if (reading.outcome === "found") {
      for (const object of reading.objects) byKey.set(keyOf(object.ref), object);
    }
    const { verb, namespace, name, fieldSelector } = reading.query;
    // An object that was found by name stands for itself; a list by field says nothing of what it left out.
    if (fieldSelector !== undefined || (verb === "get" && reading.outcome === "found")) continue;
    const place = verb === "get" ? `/${namespace ?? ""}/${name ?? ""}` : `/${namespace ?? "*"}`;
    answers.set(kindKey(reading.query) + place, reading);
  }
  const objects = [...byKey.values()];
  const byKind = Map.groupBy(objects, (object) => kindKey(object.ref));

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
    const readings = covering(ref);
    // A complete list, an absence or a missing kind says for certain what a refusal of another question leaves open.
    if (readings.some((reading) => reading.outcome === "found" || reading.outcome === "absent")) {
      return { ref, outcome: "absent" };
    }
    const refused = readings.find((reading) => reading.outcome === "noSuchKind") ?? readings[0];
    if (refused === undefined || refused.outcome === "found" || refused.outcome === "absent") {
      return { ref, outcome: "unread", cause: "" };
    }
    return { ref, outcome: refused.outcome, cause: refused.cause };
  }

  function all(kind: Pick<Kind, "group" | "kind">, namespace?: string): readonly KubeObject[] {
    const found = byKind.get(kindKey(kind)) ?? [];
    return namespace === undefined ? found : found.filter((object) => object.ref.namespace === namespace);
  }

  return { find, all, objects };
}

function kindKey(kind: { readonly group: string; readonly kind: string }): string {
  return `${kind.group}/${kind.kind}`;
}
