import type { KubeObject } from "../model/object.ts";
import type { Damage, Query, Reading, Snapshot, Source } from "../model/snapshot.ts";
import { utc } from "../model/time.ts";
import { newestTime } from "./newest.ts";
import { type Objects, objectsOf } from "./objects.ts";
import { uniqueObjects } from "./unique.ts";
import { at, record } from "./value.ts";

/** What is said about the objects of a snapshot besides themselves. */
export interface SnapshotOptions {
  /** RFC 3339 with a zone; where it is none, the newest time inside the objects counts, else 1970. */
  readonly takenAt: string;
  /** A plain name stands for `{ kind: "files", name }`. */
  readonly source: Source | string;
  /** What could not be read before. */
  readonly damage?: readonly Damage[];
}

/**
 * A snapshot of what somebody has at hand: plain Kubernetes JSON (Lists too) or objects that were parsed already. Each
 * object is one reading that found it; the same object twice counts once (unique.ts); what is no object is damage.
 */
export function snapshotOf(objects: readonly unknown[], options: SnapshotOptions): Snapshot {
  const source: Source = typeof options.source === "string" ? { kind: "files", name: options.source } : options.source;
  const pieces = objects.map((piece, index) => readPiece(piece, `${source.name} [${index}]`));
  const found = uniqueObjects(pieces.flatMap((piece) => piece.objects));
  return {
    source,
    takenAt: utc(options.takenAt) ?? newestTime(found) ?? "1970-01-01T00:00:00Z",
    readings: found.map(readingOf),
    damage: [...(options.damage ?? []), ...pieces.flatMap((piece) => piece.damage)],
  };
}

function readPiece(piece: unknown, where: string): Objects {
  return isKubeObject(piece) ? { objects: [piece], damage: [] } : objectsOf(piece, where);
}

// Kubernetes JSON holds no Map.
function isKubeObject(value: unknown): value is KubeObject {
  return at(value, ["labels"]) instanceof Map && record(at(value, ["ref"])) !== undefined;
}

function readingOf(object: KubeObject): Reading {
  const { group, version, kind, namespace, name } = object.ref;
  const query: Query = {
    verb: "get",
    group,
    kind,
    plural: "",
    versions: version === undefined ? [] : [version],
    namespaced: namespace !== undefined,
    ...(namespace !== undefined && { namespace }),
    name,
  };
  return { query, outcome: "found", objects: [object] };
}
