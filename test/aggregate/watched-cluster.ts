import { type KubeObject, keyOf } from "../../shared/model/object.ts";
import { guessPlural } from "../../shared/model/resource-name.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";

type Refused = Extract<Reading, { readonly cause: string }>["outcome"];

/** Objects that come, change and go, and the readings of them as a watch hands them over: what has not changed is the same. */
export interface WatchedCluster {
  readonly objects: Map<string, KubeObject>;
  /** By `group/Kind`: how every question about the kind is answered. */
  readonly refused: Map<string, Refused>;
  readonly put: (object: KubeObject) => void;
  /** All questions that `plan` comes to, answered. */
  readonly settled: (plan: (snapshot: Snapshot) => readonly Query[], takenAt: string) => Snapshot;
  readonly snapshot: (queries: readonly Query[], takenAt: string) => Snapshot;
}

export function watchedCluster(objects: readonly KubeObject[]): WatchedCluster {
  const held = new Map(objects.map((object) => [keyOf(object.ref), object]));
  const refused = new Map<string, Refused>();
  const last = new Map<string, Reading>();
  const partial = new WeakMap<KubeObject, KubeObject>();

  function metadataOf(object: KubeObject): KubeObject {
    const known = partial.get(object);
    if (known !== undefined) return known;
    const { metadata } = object.raw as { metadata?: unknown };
    const made = toObject({ apiVersion: object.apiVersion, kind: object.ref.kind, metadata });
    partial.set(object, made);
    return made;
  }

  function answer(query: Query): Reading {
    const outcome = refused.get(`${query.group}/${query.kind}`);
    if (outcome !== undefined) return { query, outcome, cause: `${outcome} for now` };
    const found = [...held.values()]
      .filter(({ ref, raw }) => {
        // A kind that no table knows is asked for by its resource.
        const isKind = ref.kind === query.kind || (query.plural === "" && guessPlural(ref.kind) === query.kind);
        if (ref.group !== query.group || !isKind) return false;
        if (query.namespace !== undefined && ref.namespace !== query.namespace) return false;
        if (query.name !== undefined && ref.name !== query.name) return false;
        return query.fieldSelector !== "type=Warning" || raw["type"] === "Warning";
      })
      .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .map((object) => (query.metadataOnly === true ? metadataOf(object) : object));
    if (query.verb === "get" && found.length === 0) return { query, outcome: "absent" };
    return { query, outcome: "found", objects: found };
  }

  function snapshot(queries: readonly Query[], takenAt: string): Snapshot {
    const readings = queries.map((query) => {
      const name = JSON.stringify(query);
      const before = last.get(name);
      const now = answer(query);
      if (before !== undefined && isSame(before, now)) return before;
      last.set(name, now);
      return now;
    });
    return clusterSnapshot(readings, takenAt);
  }

  return {
    objects: held,
    refused,
    snapshot,
    put: (object) => held.set(keyOf(object.ref), object),
    settled: (plan, takenAt) => {
      let asked: readonly Query[] = [];
      for (let repetition = 0; repetition < 6; repetition++) {
        const next = plan(snapshot(asked, takenAt));
        if (JSON.stringify(next) === JSON.stringify(asked)) break;
        asked = next;
      }
      return snapshot(asked, takenAt);
    },
  };
}

function placeOf({ ref }: KubeObject): string {
  return `${ref.namespace ?? ""}/${ref.name}`;
}

function isSame(a: Reading, b: Reading): boolean {
  if (a.outcome !== b.outcome) return false;
  if (a.outcome !== "found" || b.outcome !== "found") return true;
  return a.objects.length === b.objects.length && a.objects.every((object, place) => object === b.objects[place]);
}
