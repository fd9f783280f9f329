import type { Query, Reading } from "../../model/snapshot.ts";

/** What is watched of a query: of one object the list that holds it alone, since nothing else can be watched. */
export function asList(query: Query): Query {
  if (query.verb === "list") return query;
  const { name = "", ...rest } = query;
  return { ...rest, verb: "list", fieldSelector: `metadata.name=${name}` };
}

/** The reading of that list as one of the query itself. */
export function asAsked(reading: Reading, query: Query): Reading {
  if (query.verb === "list") return reading.query === query ? reading : { ...reading, query };
  if (reading.outcome !== "found") return { ...reading, query };
  return reading.objects.length === 0 ? { query, outcome: "absent" } : { ...reading, query };
}
