import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { renderJson } from "./json.ts";

/**
 * A snapshot as one JSON document: a Kubernetes List, which kubectl, jq and every YAML parser accept, each object once.
 * Beside the list, `snapshot` says when and from what it was made. `readings` has the result of every request, with the
 * places of its objects, and `cuts` the places of those that were read from a text with a missing part. It is JSON
 * whatever the file is called. A truncated file is no valid JSON, and JSON parses ten times as fast as YAML.
 * redact/redact-snapshot.ts decides what is omitted.
 */
export function snapshotDocument(snapshot: Snapshot): string {
  const { source, takenAt, readerClock, readings, damage, request = {}, logs, redacted = [] } = snapshot;
  const items: unknown[] = [];
  const itemIndices = new Map<KubeObject, number>();
  const indexByText = new Map<string, number>();
  const cuts: { readonly item: number }[] = [];

  function itemIndexOf(object: KubeObject): number {
    const known = itemIndices.get(object);
    if (known !== undefined) return known;
    // Two responses may have returned it, each as an object of its own.
    const text = JSON.stringify([object.raw, object.cut]);
    const index = indexByText.get(text) ?? items.length;
    if (index === items.length) {
      items.push(object.raw);
      if (object.cut !== undefined) cuts.push({ item: index });
    }
    indexByText.set(text, index);
    itemIndices.set(object, index);
    return index;
  }

  const answers = readings.map((reading) => answerOf(reading, itemIndexOf));
  const clock = readerClock !== undefined && { readerClock };
  const about = { apiVersion: "hco-status/v1", kind: "Snapshot", takenAt, ...clock, source, asked: request, redacted };
  return renderJson({
    apiVersion: "v1",
    kind: "List",
    snapshot: about,
    items,
    ...(cuts.length > 0 && { cuts }),
    readings: answers,
    damage,
    ...definedFields({ logs }),
  });
}

function answerOf(reading: Reading, itemIndexOf: (object: KubeObject) => number): unknown {
  const query = queryOf(reading.query);
  if (reading.outcome !== "found") return { ...reading, query };
  const { outcome, objects, warning } = reading;
  return { query, outcome, ...definedFields({ warning }), items: objects.map(itemIndexOf) };
}

/** The query with its keys in one order, whatever code made it. */
function queryOf(query: Query): Query {
  const { verb, group, kind, plural, versions, namespaced, ...rest } = query;
  const narrowed = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { verb, group, kind, plural, versions, namespaced, ...Object.fromEntries(narrowed) };
}
