import type { Resource } from "../model/resource.ts";
import type { Query, Reading } from "../model/snapshot.ts";
import type { Discovered } from "./discovery.ts";

/** A query with all that its path needs, or the reading that it is already: nothing needs to be asked. */
export function servedQuery(query: Query, discovered: Discovered): Query | Reading {
  if (discovered.is !== "found")
    return { query, outcome: discovered.is, cause: `cannot find out what the server serves: ${discovered.cause}` };
  // Some name objects by resource where others name them by kind: what OpenShift's relatedObjects say is a plural.
  const resource = discovered.resources.find(
    ({ group, kind, plural }) => group === query.group && (kind === query.kind || plural === query.kind),
  );
  if (resource !== undefined) return asServed(query, resource);
  const { group, kind } = query;
  const skipped = discovered.skipped.find((each) => each.group === group || (each.group === "*" && group !== ""));
  if (skipped !== undefined)
    return { query, outcome: "unread", cause: `${group || "the core group"}: ${skipped.cause}` };
  return { query, outcome: "noSuchKind", cause: `the server has no ${kind}${group === "" ? "" : ` of ${group}`}` };
}

/** Still to be asked. */
export function isServed(query: Query | Reading): query is Query {
  return !("outcome" in query);
}

/** Versions that somebody named come first where they are served. */
function asServed(query: Query, { plural, versions, namespaced }: Resource): Query | Reading {
  const { namespace, ...anywhere } = query;
  const named = query.versions.filter((version) => versions.includes(version));
  const all = [...named, ...versions.filter((version) => !named.includes(version))];
  const place = namespaced && namespace !== undefined ? { namespace } : {};
  if (query.verb === "get" && namespaced && namespace === undefined)
    return {
      query,
      outcome: "unread",
      cause: `${plural}/${query.name ?? ""} lies in a namespace, and nobody says in which`,
    };
  return { ...anywhere, plural, versions: all, namespaced, ...place };
}
