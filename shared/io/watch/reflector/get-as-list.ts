import type { Query, Reading } from "../../../model/snapshot.ts";

/**
 * The query to watch for `query`. A single object is watched as a list of that object alone, since only lists can be
 * watched.
 */
export function asList(query: Query): Query {
  if (query.verb === "list") return query;
  const { name = "", ...rest } = query;
  return { ...rest, verb: "list", fieldSelector: `metadata.name=${name}` };
}

/** Converts the reading of that list to a reading of `query` itself. */
export function toReadingOf(reading: Reading, query: Query): Reading {
  if (query.verb === "list") return reading.query === query ? reading : { ...reading, query };
  if (reading.outcome !== "found") return { ...reading, query };
  return reading.objects.length === 0 ? { query, outcome: "absent" } : { ...reading, query };
}
