import { definedFields, trueFlags } from "../model/defined-fields.ts";
import { isSameKind, isSecret } from "../model/kind.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";
import { kindsSharingNamespace } from "./hco/component-homes.ts";
import { planRootSearch } from "./hco/root-search.ts";
import { listQuery, queryRequested, type ReadScope, type RequestedKind } from "./snapshot/queries.ts";

/**
 * The queries that find the roots of a scope, and the objects around a root that is expected in a namespace. They are the
 * first requests of a reader, which sends them while it loads the rules. So this file imports no rule.
 */
export function planSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return scope.wanted === undefined ? planKnownSearch(snapshot, scope) : planRequestedSearch(snapshot, scope);
}

/** The queries for HyperConvergeds. If there are none, or all lists were refused, all other kinds of roots follow. */
function planKnownSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const queries = planRootSearch(snapshot, scope);
  if (!lacksHyperConverged(snapshot, scope)) return queries;
  return [...queries, ...knownRoots.map((kind) => listQuery(kind, scope.namespace))];
}

/**
 * Whether the search for HyperConvergeds has ended and none can be seen: each list is empty, forbidden, or of a kind that
 * does not exist.
 */
function lacksHyperConverged({ readings }: Snapshot, { namespace }: ReadScope): boolean {
  const lists = readings.filter(({ query }) => query.verb === "list" && isSameKind(query, hcoProfile.root));
  if (lists.length === 0) return false;
  // A user without permissions gets a 403 for all namespaces even if the server does not know the kind. The search goes on
  // then with a list for each known namespace.
  const isForbidden = lists.some(({ outcome }) => outcome === "forbidden");
  const isForbiddenInAllNamespaces = namespace === undefined && isForbidden;
  const haveNamespacesBeenListed = lists.length > 1;
  if (isForbiddenInAllNamespaces && !haveNamespacesBeenListed) return false;
  return lists.every((reading) => {
    if (reading.outcome === "found") return reading.objects.length === 0;
    return reading.outcome !== "unread";
  });
}

/**
 * The queries for the requested objects. A HyperConverged is searched with its whole plan. For a cluster-scoped component
 * the lists follow that show in which namespace its workloads run.
 */
function planRequestedSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return (scope.wanted ?? []).flatMap((requested) => {
    if (isSameKind(requested.kind, hcoProfile.root)) return planRootSearch(snapshot, scope);
    const query = makeSearchQuery(requested, scope);
    if (!isClusterScopedComponent(requested)) return [query];
    return [query, ...kindsSharingNamespace.map((kind) => listQuery(kind, scope.namespace))];
  });
}

/** Whether this is a component of HyperConverged whose CR has no namespace, so that it does not show where it runs. */
function isClusterScopedComponent({ kind: { group, kind } }: RequestedKind): boolean {
  return hcoProfile.components.some((row) => !row.namespaced && isSameKind(row, { group, kind }));
}

/** The query for the objects of a requested kind. Of a Secret only the metadata is read. */
function makeSearchQuery(requested: RequestedKind, { namespace, labelSelector }: ReadScope): Query {
  const query = { ...queryRequested(requested, namespace), ...trueFlags({ metadataOnly: isSecret(requested.kind) }) };
  return requested.name === undefined ? { ...query, ...definedFields({ labelSelector }) } : query;
}
