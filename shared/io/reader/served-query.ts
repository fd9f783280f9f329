import { definedFields } from "../../model/defined-fields.ts";
import type { Resource } from "../../model/resource.ts";
import type { Query, Reading } from "../../model/snapshot.ts";
import type { DiscoveryResult } from "./discovered.ts";

/**
 * The query with all that its path needs, or its reading where no request is needed: `{kind: "Widget", plural: ""}` ->
 * `{kind: "Widget", plural: "widgets", versions: ["v1"], …}`, or the outcome `noSuchKind`.
 */
export function resolveQuery(query: Query, discovered: DiscoveryResult): Query | Reading {
  if (discovered.is !== "found")
    return {
      query,
      outcome: discovered.is,
      cause: `cannot discover the resource types of the server: ${discovered.cause}`,
    };
  // Some operators name objects by resource instead of by kind: OpenShift's relatedObjects contain a plural.
  const resource = discovered.resources.find(
    ({ group, kind, plural }) => group === query.group && (kind === query.kind || plural === query.kind),
  );
  if (resource !== undefined) return applyResource(query, resource);
  const { group, kind } = query;
  const skippedGroup = discovered.skipped.find(
    (skipped) => skipped.group === group || (skipped.group === "*" && group !== ""),
  );
  if (skippedGroup !== undefined)
    return { query, outcome: "unread", cause: `${group || "the core group"}: ${skippedGroup.cause}` };
  return { query, outcome: "noSuchKind", cause: `the server has no ${kind}${group === "" ? "" : ` of ${group}`}` };
}

/** Whether the query still has to be sent. */
export function isServed(query: Query | Reading): query is Query {
  return !("outcome" in query);
}

/** The query for a served resource. Versions that the query names come first where they are served. */
function applyResource(query: Query, { plural, versions, namespaced }: Resource): Query | Reading {
  const { namespace, ...queryWithoutNamespace } = query;
  if (query.verb === "get" && namespaced && namespace === undefined) {
    const cause = `${plural}/${query.name ?? ""} is namespaced, but no namespace is given`;
    return { query, outcome: "unread", cause };
  }
  const servedVersions = query.versions.filter((version) => versions.includes(version));
  return {
    ...queryWithoutNamespace,
    plural,
    versions: [...new Set([...servedVersions, ...versions])],
    namespaced,
    ...definedFields({ namespace: namespaced ? namespace : undefined }),
  };
}
