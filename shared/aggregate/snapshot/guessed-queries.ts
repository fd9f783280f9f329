import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { queryKey } from "./queries.ts";

/**
 * The snapshot without the readings that the last plan no longer names, so that a Report does not depend on a wrong guess or on
 * readings beyond the limit of requests. If the plan names all readings, the snapshot itself is returned, whose index the plan
 * has built already.
 */
export function dropGuessedReadings(snapshot: Snapshot, planned: readonly Query[]): Snapshot {
  const plannedKeys = new Set(planned.map(queryKey));
  const readings = [...indexReadings(snapshot)].flatMap(([key, reading]) => (plannedKeys.has(key) ? [reading] : []));
  return readings.length === snapshot.readings.length ? snapshot : { ...snapshot, readings };
}

/**
 * The queries, each replaced by the one that was read already in whatever version, so that nothing is read again only because
 * another version would come first.
 */
export function reuseAnsweredQueries(queries: readonly Query[], snapshot: Snapshot): readonly Query[] {
  const readingsByKey = indexReadings(snapshot);
  return queries.map((query) => {
    const reading = readingsByKey.get(queryKey(query));
    return reading === undefined || reading.outcome === "noSuchKind" ? query : reading.query;
  });
}

/** The readings by what they read. Of two versions the last one counts. */
function indexReadings({ readings }: Snapshot): ReadonlyMap<string, Reading> {
  return new Map(readings.map((reading) => [queryKey(reading.query), reading]));
}
