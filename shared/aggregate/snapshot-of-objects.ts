import { definedFields } from "../model/defined-fields.ts";
import type { KubeObject } from "../model/object.ts";
import type { Damage, Query, Reading, Snapshot, Source } from "../model/snapshot.ts";
import { normalizeUtc } from "../model/time.ts";
import { describeDamage } from "../parse/input-fault-text.ts";
import { recordAt, valueAt } from "../parse/json-value.ts";
import { type ReadObjects, readObjects } from "../parse/kube-objects.ts";
import { newestTime } from "../parse/newest-time.ts";
import { uniqueObjects } from "../parse/unique-objects.ts";

/** The data of a snapshot besides its objects. */
export interface SnapshotOptions {
  /** RFC 3339 with a zone. If it is not a time, the newest time in the objects counts, or else 1970. */
  readonly takenAt: string;
  /** A plain name stands for `{ kind: "files", name }`. */
  readonly source: Source | string;
  /** Damage from an earlier step of reading. */
  readonly damage?: readonly Damage[];
}

/**
 * A snapshot of given objects: plain Kubernetes JSON (Lists too) or objects that were parsed already. Each object
 * becomes one reading that found it. The same object twice counts once (unique-objects.ts), and any other value is damage.
 */
export function snapshotOf(objects: readonly unknown[], options: SnapshotOptions): Snapshot {
  const source: Source = typeof options.source === "string" ? { kind: "files", name: options.source } : options.source;
  const pieces = objects.map((piece, index) => readPiece(piece, `${source.name} [${index}]`));
  const found = uniqueObjects(pieces.flatMap((piece) => piece.objects));
  return {
    source,
    takenAt: normalizeUtc(options.takenAt) ?? newestTime(found) ?? "1970-01-01T00:00:00Z",
    readings: found.map(readingOf),
    damage: [...(options.damage ?? []), ...pieces.flatMap((piece) => piece.faults).map(describeDamage)],
  };
}

function readPiece(piece: unknown, where: string): ReadObjects {
  return isKubeObject(piece) ? { objects: [piece], faults: [] } : readObjects(piece, where);
}

// Kubernetes JSON contains no Map.
function isKubeObject(value: unknown): value is KubeObject {
  return valueAt(value, "labels") instanceof Map && recordAt(value, "ref") !== undefined;
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
    ...definedFields({ namespace }),
    name,
  };
  return { query, outcome: "found", objects: [object] };
}
