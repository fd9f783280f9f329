import { isWhole } from "../aggregate/snapshot/object-index.ts";
import { computeOnce } from "../model/compute-once.ts";
import type { GroupKind } from "../model/kind.ts";
import { kindKey } from "../model/kind.ts";
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

/** Returns the index of a snapshot, built on first use and kept with the snapshot. */
export const indexSeenObjects: (snapshot: Snapshot) => SeenObjects = computeOnce(makeIndex);

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
 * Why an object was not found in these namespaces. Undefined stands for all namespaces, or for a cluster-scoped kind. The
 * object is absent if each namespace reports it absent. Else the first of these counts: the kind is not served, reading it
 * was forbidden, it was not read.
 */
export function explainMiss(
  seen: readonly SeenObjects[],
  requested: ObjectName,
  namespaces: readonly (string | undefined)[],
): LinkFailure {
  const readings = seen.flatMap((objects) => objects.readings(requested));
  const failures = namespaces.map((namespace) => explainMissAt(readings, requested.name, namespace));
  const [first] = failureOrder.flatMap((state) => failures.filter((failure) => failure.state === state));
  return first ?? { state: "absent", searchedNamespaces: namespaces.filter((namespace) => namespace !== undefined) };
}

/** The reasons that an object may exist although it was not found, the one that counts most first. */
const failureOrder = ["noSuchKind", "forbidden", "unread"] as const;

/** Why an object was not found in one namespace, or in all of them where it is undefined. */
function explainMissAt(readings: readonly Reading[], name: string, namespace: string | undefined): LinkFailure {
  const covering = readings.filter(({ query }) => covers(query, name, namespace));
  // A complete list is certain, even if another query failed.
  const isCertain = covering.some(({ outcome }) => outcome === "found" || outcome === "absent");
  if (isCertain) return { state: "absent", searchedNamespaces: [] };
  const [failed] = failureOrder.flatMap((outcome) => covering.filter((reading) => reading.outcome === outcome));
  if (failed === undefined || failed.outcome === "found" || failed.outcome === "absent") {
    // A kind that is not served in another namespace is not served in this one.
    const unserved = readings.find(({ outcome }) => outcome === "noSuchKind");
    if (unserved?.outcome === "noSuchKind") return { state: "noSuchKind", cause: unserved.cause };
    return { state: "unread", cause: "" };
  }
  const { cause, outcome, query } = failed;
  return outcome === "forbidden" ? { state: outcome, cause, asked: query } : { state: outcome, cause };
}

/** Whether the response to a query covers an object of this name in this namespace. */
function covers(query: Query, name: string, namespace: string | undefined): boolean {
  const { fieldSelector } = query;
  const isOfOtherName = fieldSelector !== undefined && fieldSelector !== `metadata.name=${name}`;
  if (query.labelSelector !== undefined || isOfOtherName) return false;
  if (query.verb === "get") return query.name === name && query.namespace === namespace;
  return query.namespace === undefined || query.namespace === namespace;
}

export function nameKey({ group, kind, name }: ObjectName): string {
  return `${group}/${kind}/${name}`;
}
