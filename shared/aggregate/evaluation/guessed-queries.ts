import type { Query, Snapshot } from "../../model/snapshot.ts";

/**
 * The snapshot without readings that the last plan no longer names. These are readings for a wrong guess, and those
 * beyond the limit of requests. So a Report does not depend on a guess. Where all are named it is the same snapshot, so
 * that its Report uses what its plan computed.
 */
export function dropGuessedReadings(snapshot: Snapshot, named: readonly Query[]): Snapshot {
  const places = new Set(named.map(queryKey));
  // Of a place that was read in two versions the last one counts.
  const byPlace = new Map(snapshot.readings.map((reading) => [queryKey(reading.query), reading]));
  const readings = [...byPlace].flatMap(([place, reading]) => (places.has(place) ? [reading] : []));
  return readings.length === snapshot.readings.length ? snapshot : { ...snapshot, readings };
}

/**
 * The queries, each replaced by the one already read of the same place. A place is not read again only because another
 * version would come first.
 */
export function reuseAnsweredQueries(queries: readonly Query[], snapshot: Snapshot): readonly Query[] {
  const read = new Map(snapshot.readings.map((reading) => [queryKey(reading.query), reading]));
  return queries.map((query) => {
    const reading = read.get(queryKey(query));
    return reading === undefined || reading.outcome === "noSuchKind" ? query : reading.query;
  });
}

/** The object or list that a query reads, whatever the version. */
function queryKey(query: Query): string {
  const { verb, group, kind, namespace = "", name = "", fieldSelector = "", labelSelector = "", metadataOnly } = query;
  return [verb, group, kind, namespace, name, fieldSelector, labelSelector, metadataOnly ?? ""].join("/");
}
