import { isWhole, kindKey } from "../aggregate/snapshot/object-index.ts";
import type { GroupKind } from "../model/kind.ts";
import type { LinkFailure } from "../model/manifest/link.ts";
import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";

/** A snapshot indexed for the lookups of documents. */
export interface SeenObjects {
  /** The refs of all objects of this name, in any namespace. */
  readonly named: (requested: ObjectName) => readonly Ref[];
  /** An object of which more than metadata was read, by `keyOf`. */
  readonly whole: (key: string) => KubeObject | undefined;
  /** The readings of a kind. */
  readonly readings: (kind: GroupKind) => readonly Reading[];
}

type ObjectName = Pick<Ref, "group" | "kind" | "name">;

const cache = new WeakMap<Snapshot, SeenObjects>();

/** Returns the index of a snapshot, built on first use and kept with the snapshot. */
export function indexSeenObjects(snapshot: Snapshot): SeenObjects {
  const seen = cache.get(snapshot) ?? makeIndex(snapshot);
  cache.set(snapshot, seen);
  return seen;
}

function makeIndex({ readings }: Snapshot): SeenObjects {
  const byName = new Map<string, Map<string, Ref>>();
  const wholes = new Map<string, KubeObject>();
  for (const reading of readings) {
    if (reading.outcome !== "found") continue;
    for (const object of reading.objects) {
      const name = nameKey(object.ref);
      const namesakes = byName.get(name) ?? new Map<string, Ref>();
      namesakes.set(object.ref.namespace ?? "", object.ref);
      byName.set(name, namesakes);
      if (isWhole(reading)) wholes.set(keyOf(object.ref), object);
    }
  }
  const byKind = Map.groupBy(readings, ({ query }) => kindKey(query));
  return {
    named: (requested) => [...(byName.get(nameKey(requested))?.values() ?? [])],
    whole: (key) => wholes.get(key),
    readings: (kind) => byKind.get(kindKey(kind)) ?? [],
  };
}

/**
 * Why an object was not found in these namespaces (undefined: all of them, or a cluster-scoped kind). It is absent where
 * each reports it absent. Else the first reason counts: a missing kind, a refusal, a failure.
 */
export function explainMiss(
  seen: readonly SeenObjects[],
  requested: ObjectName,
  namespaces: readonly (string | undefined)[],
): LinkFailure {
  const readings = seen.flatMap((objects) => objects.readings(requested));
  const missed = namespaces.map((namespace) => explainMissAt(readings, requested.name, namespace));
  const open = missed.filter(({ state }) => state !== "absent");
  const first = failureOrder.flatMap((state) => open.filter((failure) => failure.state === state)).at(0);
  return first ?? { state: "absent", searchedNamespaces: namespaces.filter((namespace) => namespace !== undefined) };
}

const failureOrder: readonly LinkFailure["state"][] = ["noSuchKind", "forbidden", "unread"];

function explainMissAt(readings: readonly Reading[], name: string, place: string | undefined): LinkFailure {
  const covering = readings.filter(({ query }) => covers(query, name, place));
  // A complete list is certain, even if another query was refused.
  if (covering.some(({ outcome }) => outcome === "found" || outcome === "absent"))
    return { state: "absent", searchedNamespaces: [] };
  const refused = (["noSuchKind", "forbidden", "unread"] as const)
    .flatMap((outcome) => covering.filter((reading) => reading.outcome === outcome))
    .at(0);
  if (refused === undefined || refused.outcome === "found" || refused.outcome === "absent") {
    // A kind that is not served anywhere is not served here.
    const missing = readings.find(({ outcome }) => outcome === "noSuchKind");
    return missing?.outcome === "noSuchKind"
      ? { state: "noSuchKind", cause: missing.cause }
      : { state: "unread", cause: "" };
  }
  const { cause, outcome, query } = refused;
  return outcome === "forbidden" ? { state: outcome, cause, asked: query } : { state: outcome, cause };
}

/** Whether the response to a query covers an object of this name in this namespace. */
function covers(query: Query, name: string, place: string | undefined): boolean {
  const { verb, namespace, fieldSelector, labelSelector } = query;
  if (labelSelector !== undefined || (fieldSelector !== undefined && fieldSelector !== `metadata.name=${name}`))
    return false;
  if (verb === "get") return query.name === name && namespace === place;
  return namespace === undefined || namespace === place;
}

function nameKey({ group, kind, name }: ObjectName): string {
  return `${group}/${kind}/${name}`;
}
