import { isSameKind, isSecret } from "../model/kind.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";
import { kindsSharingNamespace } from "./hco/component-homes.ts";
import { planRootSearch } from "./hco/root-search.ts";
import { listQuery, type ReadScope, type RequestedKind } from "./snapshot/queries.ts";

/**
 * Plans the queries that find the roots of a scope, and the objects around a root that is expected in a namespace. Before
 * anything is read `planReads` returns just these. This module needs no rule, so `collectScope` sends the queries before
 * it loads the rules.
 */
export function planSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return scope.wanted === undefined ? planKnownSearch(snapshot, scope) : planRequestedSearch(snapshot, scope);
}

/**
 * The queries for HyperConvergeds. Where there are none, or all lists were refused, every other kind of root follows.
 */
function planKnownSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const ofHyperConverged = planRootSearch(snapshot, scope);
  if (!lacksHyperConverged(snapshot, scope)) return ofHyperConverged;
  return [...ofHyperConverged, ...knownRoots.map((kind) => listQuery(kind, scope.namespace))];
}

/**
 * Whether the search for HyperConvergeds has ended and none can be seen: each list is empty, forbidden, or of a kind that
 * does not exist. The API server responds with 403 to a user without permissions even if it does not know the kind. So a
 * list of all namespaces that is forbidden does not end the search. The lists of the known namespaces after it do.
 */
function lacksHyperConverged({ readings }: Snapshot, { namespace }: ReadScope): boolean {
  const lists = readings.filter(({ query }) => query.verb === "list" && isSameKind(query, hcoProfile.root));
  if (lists.length === 0) return false;
  const isForbidden = lists.some(({ outcome }) => outcome === "forbidden");
  const hasEnded = namespace !== undefined || !isForbidden || lists.length > 1;
  const areEmpty = lists.every((reading) =>
    reading.outcome === "found" ? reading.objects.length === 0 : reading.outcome !== "unread",
  );
  return hasEnded && areEmpty;
}

/**
 * The queries for the requested objects. A HyperConverged is searched with its whole plan. For a cluster-scoped component
 * the lists follow that show in which namespace its workloads run.
 */
function planRequestedSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return (scope.wanted ?? []).flatMap((requested) => {
    if (isSameKind(requested.kind, hcoProfile.root)) return planRootSearch(snapshot, scope);
    const query = queryOf(requested, scope);
    if (!isClusterScopedComponent(requested)) return [query];
    return [query, ...kindsSharingNamespace.map((kind) => listQuery(kind, scope.namespace))];
  });
}

/** Whether this is a component of HyperConverged whose CR has no namespace, so that it does not show where it runs. */
function isClusterScopedComponent({ kind: { group, kind } }: RequestedKind): boolean {
  return hcoProfile.components.some((row) => !row.namespaced && isSameKind(row, { group, kind }));
}

/** The query for the objects of a requested kind. A name in all namespaces is searched by a list with one object. */
function queryOf({ kind, name }: RequestedKind, { namespace, labelSelector }: ReadScope): Query {
  const list: Query = { ...listQuery(kind, namespace), ...(isSecret(kind) && { metadataOnly: true }) };
  if (name === undefined) return labelSelector === undefined ? list : { ...list, labelSelector };
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}
