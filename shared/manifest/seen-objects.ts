import { isWhole, kindKey } from "../aggregate/snapshot/object-index.ts";
import type { GroupKind } from "../model/kind.ts";
import type { LinkFailure } from "../model/manifest/link.ts";
import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";

/** A snapshot indexed for the lookups of documents. */
export interface SeenObjects {
  /** The refs of all objects of this name, in any namespace. */
  readonly named: (wanted: Named) => readonly Ref[];
  /** An object of which more than metadata was read, by `keyOf`. */
  readonly whole: (key: string) => KubeObject | undefined;
  /** The readings of a kind. */
  readonly answers: (kind: GroupKind) => readonly Reading[];
}

type Named = Pick<Ref, "group" | "kind" | "name">;

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
    named: (wanted) => [...(byName.get(nameKey(wanted))?.values() ?? [])],
    whole: (key) => wholes.get(key),
    answers: (kind) => byKind.get(kindKey(kind)) ?? [],
  };
}

/**
 * Why an object was not found in these places (undefined: everywhere, or a cluster-scoped kind). It is absent where
 * every place reports it absent. Else the first obstacle counts: a missing kind, a refusal, a failure.
 */
export function explainMiss(
  seen: readonly SeenObjects[],
  wanted: Named,
  places: readonly (string | undefined)[],
): LinkFailure {
  const answers = seen.flatMap((objects) => objects.answers(wanted));
  const missed = places.map((place) => explainMissAt(answers, wanted.name, place));
  const open = missed.filter(({ state }) => state !== "absent");
  const first = order.flatMap((state) => open.filter((failure) => failure.state === state)).at(0);
  return first ?? { state: "absent", lookedIn: places.filter((place) => place !== undefined) };
}

const order: readonly LinkFailure["state"][] = ["noSuchKind", "forbidden", "unread"];

function explainMissAt(answers: readonly Reading[], name: string, place: string | undefined): LinkFailure {
  const covering = answers.filter(({ query }) => covers(query, name, place));
  // A complete list is certain, even if another query was refused.
  if (covering.some(({ outcome }) => outcome === "found" || outcome === "absent"))
    return { state: "absent", lookedIn: [] };
  const refused = (["noSuchKind", "forbidden", "unread"] as const)
    .flatMap((outcome) => covering.filter((reading) => reading.outcome === outcome))
    .at(0);
  if (refused === undefined || refused.outcome === "found" || refused.outcome === "absent") {
    // A kind that is not served anywhere is not served here.
    const missing = answers.find(({ outcome }) => outcome === "noSuchKind");
    return missing?.outcome === "noSuchKind"
      ? { state: "noSuchKind", cause: missing.cause }
      : { state: "unread", cause: "" };
  }
  const { cause, outcome, query } = refused;
  return outcome === "forbidden" ? { state: outcome, cause, asked: query } : { state: outcome, cause };
}

/** Whether the response to a query covers an object of this name in this place. */
function covers(query: Query, name: string, place: string | undefined): boolean {
  const { verb, namespace, fieldSelector, labelSelector } = query;
  if (labelSelector !== undefined || (fieldSelector !== undefined && fieldSelector !== `metadata.name=${name}`))
    return false;
  if (verb === "get") return query.name === name && namespace === place;
  return namespace === undefined || namespace === place;
}

function nameKey({ group, kind, name }: Named): string {
  return `${group}/${kind}/${name}`;
}
