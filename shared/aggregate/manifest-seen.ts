import type { Missed } from "../model/manifest-link.ts";
import { type KubeObject, keyOf, type Ref } from "../model/object.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { isWhole, kindKey } from "./lookup.ts";

/** A snapshot made ready for the questions of documents. */
export interface Seen {
  /** What was found of this name, in whatever namespace. */
  readonly named: (wanted: Named) => readonly Ref[];
  /** An object of which more than metadata was read, by `keyOf`. */
  readonly whole: (key: string) => KubeObject | undefined;
  /** How questions for a kind were answered. */
  readonly answers: (kind: Pick<Ref, "group" | "kind">) => readonly Reading[];
}

type Named = Pick<Ref, "group" | "kind" | "name">;

const kept = new WeakMap<Snapshot, Seen>();

/** Built when first asked for and kept with the snapshot. */
export function seenIn(snapshot: Snapshot): Seen {
  const seen = kept.get(snapshot) ?? seenOf(snapshot);
  kept.set(snapshot, seen);
  return seen;
}

function seenOf({ readings }: Snapshot): Seen {
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
 * Why nothing was found of an object in these places (undefined: everywhere, or where there is no namespace). It is absent
 * where every place says so; else the first of what stood in the way counts: a missing kind, a refusal, a failure.
 */
export function missedIn(seen: readonly Seen[], wanted: Named, places: readonly (string | undefined)[]): Missed {
  const answers = seen.flatMap((each) => each.answers(wanted));
  const missed = places.map((place) => missedAt(answers, wanted.name, place));
  const open = missed.filter(({ state }) => state !== "absent");
  const first = order.flatMap((state) => open.filter((each) => each.state === state)).at(0);
  return first ?? { state: "absent", lookedIn: places.filter((place) => place !== undefined) };
}

const order: readonly Missed["state"][] = ["noSuchKind", "forbidden", "unread"];

function missedAt(answers: readonly Reading[], name: string, place: string | undefined): Missed {
  const covering = answers.filter(({ query }) => covers(query, name, place));
  // A complete list says for certain what a refusal of another question leaves open.
  if (covering.some(({ outcome }) => outcome === "found" || outcome === "absent"))
    return { state: "absent", lookedIn: [] };
  const refused = (["noSuchKind", "forbidden", "unread"] as const)
    .flatMap((outcome) => covering.filter((reading) => reading.outcome === outcome))
    .at(0);
  if (refused === undefined || refused.outcome === "found" || refused.outcome === "absent") {
    // A kind that is not served anywhere is not served here either.
    const missing = answers.find(({ outcome }) => outcome === "noSuchKind");
    return missing?.outcome === "noSuchKind"
      ? { state: "noSuchKind", cause: missing.cause }
      : { state: "unread", cause: "" };
  }
  const { cause, outcome, query } = refused;
  return outcome === "forbidden" ? { state: outcome, cause, asked: query } : { state: outcome, cause };
}

/** Whether the answer to a question tells of an object of this name in this place. */
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
