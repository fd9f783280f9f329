import { compareTexts } from "../../model/compare-texts.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import { foundObjects, type Query, type Reading, type Snapshot } from "../../model/snapshot.ts";
import { renderJson } from "./json.ts";

/**
 * A snapshot as one JSON document. The document is a Kubernetes List, which kubectl, jq and every YAML parser accept:
 *
 * | Field | Content |
 * | --- | --- |
 * | `snapshot` | when and from what the snapshot was made, and what was removed from it |
 * | `items` | each object once |
 * | `cuts` | `{ item: 3 }` for each object whose text had a missing part, with its index in `items` |
 * | `readings` | the result of each query, with the indices in `items` of the objects found |
 * | `damage` | the input that could not be read |
 * | `logs` | the lines of containers' logs |
 *
 * The document is JSON even in a file named `.yaml`: a JSON parser is ten times as fast as a YAML parser, and it refuses a
 * truncated file. The function omits nothing: redact/redact-snapshot.ts does that before.
 */
export function snapshotDocument(snapshot: Snapshot): string {
  const { source, takenAt, readerClock, readings, damage, request = {}, logs, redacted = [] } = snapshot;
  const { objects, indexByObject } = listDistinctObjects(readings);
  const cuts = listCutIndices(objects).map((index) => ({ item: index }));
  return renderJson({
    apiVersion: "v1",
    kind: "List",
    snapshot: {
      apiVersion: "hco-status/v1",
      kind: "Snapshot",
      takenAt,
      ...definedFields({ readerClock }),
      source,
      asked: request,
      redacted,
    },
    items: objects.map(({ raw }) => raw),
    ...definedFields({ cuts: cuts.length > 0 ? cuts : undefined }),
    readings: readings.map((reading) => makeReadingEntry(reading, indexByObject)),
    damage,
    ...definedFields({ logs }),
  });
}

/** The objects of a snapshot without repetitions, and the place of each object that was read in that list. */
interface DistinctObjects {
  readonly objects: readonly KubeObject[];
  readonly indexByObject: ReadonlyMap<KubeObject, number>;
}

/** Lists the objects of all readings. Two queries may have returned the same object: the list has the first of both. */
function listDistinctObjects(readings: readonly Reading[]): DistinctObjects {
  const objects: KubeObject[] = [];
  const indexByObject = new Map<KubeObject, number>();
  const indexByContent = new Map<string, number>();
  for (const object of readings.flatMap(foundObjects)) {
    if (indexByObject.has(object)) continue;
    const content = JSON.stringify([object.raw, object.cut]);
    let index = indexByContent.get(content);
    if (index === undefined) {
      index = objects.length;
      objects.push(object);
      indexByContent.set(content, index);
    }
    indexByObject.set(object, index);
  }
  return { objects, indexByObject };
}

/** The indices of the objects that were read from a text with a missing part. */
function listCutIndices(objects: readonly KubeObject[]): readonly number[] {
  return [...objects.keys()].filter((index) => objects[index]?.cut !== undefined);
}

/** An entry of `readings`: the reading with indices in place of its objects. */
function makeReadingEntry(reading: Reading, indexByObject: ReadonlyMap<KubeObject, number>): unknown {
  const query = orderQueryKeys(reading.query);
  if (reading.outcome !== "found") return { ...reading, query };
  const { outcome, objects, warning } = reading;
  const items = objects.map((object) => indexByObject.get(object));
  return { query, outcome, ...definedFields({ warning }), items };
}

/**
 * The query with its keys in one order, so that equal snapshots become equal documents: first the fields that every query
 * has, then the optional ones by name.
 */
function orderQueryKeys(query: Query): Query {
  const { verb, group, kind, plural, versions, namespaced, ...optionalFields } = query;
  const sortedEntries = Object.entries(optionalFields).toSorted(([a], [b]) => compareTexts(a, b));
  return { verb, group, kind, plural, versions, namespaced, ...Object.fromEntries(sortedEntries) };
}
