import type { Query, Snapshot } from "../model/snapshot.ts";

/**
 * The snapshot without what the last plan no longer names: what was asked on a guess that was wrong, and whatever the
 * limit of requests would have left out. So a Report does not depend on a guess.
 */
export function withoutGuesses(snapshot: Snapshot, named: readonly Query[]): Snapshot {
  const places = new Set(named.map(placeOf));
  // Of a place that was read in two versions the last one counts.
  const readings = new Map(snapshot.readings.map((reading) => [placeOf(reading.query), reading]));
  return { ...snapshot, readings: [...readings].flatMap(([place, reading]) => (places.has(place) ? [reading] : [])) };
}

/** A place that was looked at need not be looked at again because another version would be asked for first. */
export function unasked(queries: readonly Query[], snapshot: Snapshot): readonly Query[] {
  const read = new Map(snapshot.readings.map((reading) => [placeOf(reading.query), reading]));
  return queries.map((query) => {
    const reading = read.get(placeOf(query));
    return reading === undefined || reading.outcome === "noSuchKind" ? query : reading.query;
  });
}

/** What is asked for and where, whatever the version. */
function placeOf(query: Query): string {
  const { verb, group, kind, namespace = "", name = "", fieldSelector = "", labelSelector = "", metadataOnly } = query;
  return [verb, group, kind, namespace, name, fieldSelector, labelSelector, metadataOnly ?? ""].join("/");
}
