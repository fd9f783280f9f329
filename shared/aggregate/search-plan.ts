import { isSameKind, isSecret } from "../model/kind.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";
import { kindsSharingNamespace } from "./hco/component-homes.ts";
import { planRootSearch } from "./hco/root-search.ts";
import { listQuery, type ReadScope, type RequestedKind } from "./snapshot/queries.ts";

/**
 * Returns the queries that find the roots of a scope, and what lies around an expected one. Before anything is read they
 * are all that `planReads` returns. This module needs no rule, so `collectScope` sends them before it loads the rules.
 */
export function planSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return scope.wanted === undefined ? seekKnown(snapshot, scope) : seekWanted(snapshot, scope);
}

/**
 * The queries for HyperConvergeds. Where there are none, or all lists were refused, every other kind of root follows.
 */
function seekKnown(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const others = isNoneSeen(snapshot, scope) ? knownRoots.map((kind) => listQuery(kind, scope.namespace)) : [];
  return [...planRootSearch(snapshot, scope), ...others];
}

/**
 * Whether no HyperConverged can be seen. Even for an unknown kind the API server responds to a user without permissions
 * with 403. So other kinds are searched after the known namespaces were tried.
 */
function isNoneSeen({ readings }: Snapshot, { namespace }: ReadScope): boolean {
  const asked = readings.filter(({ query }) => query.verb === "list" && isSameKind(query, hcoProfile.root));
  const isOver = namespace !== undefined || !asked.some(({ outcome }) => outcome === "forbidden") || asked.length > 1;
  return (
    asked.length > 0 &&
    isOver &&
    asked.every((reading) =>
      reading.outcome === "found" ? reading.objects.length === 0 : reading.outcome !== "unread",
    )
  );
}

/**
 * The queries for the named objects. A HyperConverged gets its whole plan, a cluster-scoped component also the lists
 * that show where it runs.
 */
function seekWanted(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return (scope.wanted ?? []).flatMap((wanted) => {
    if (isHyperConverged(wanted)) return planRootSearch(snapshot, scope);
    const homes = isWholeCluster(wanted) ? kindsSharingNamespace.map((kind) => listQuery(kind, scope.namespace)) : [];
    return [queryOf(wanted, scope), ...homes];
  });
}

/** Whether this is a cluster-scoped component of HyperConverged, whose CR does not lie beside its workloads. */
function isWholeCluster({ kind: { group, kind } }: RequestedKind): boolean {
  return hcoProfile.components.some((row) => !row.namespaced && isSameKind(row, { group, kind }));
}

function isHyperConverged({ kind }: RequestedKind): boolean {
  return isSameKind(kind, hcoProfile.root);
}

/** The query for a named object. By name in all namespaces it is a list with one object in it. */
function queryOf({ kind, name }: RequestedKind, { namespace, labelSelector }: ReadScope): Query {
  const list: Query = { ...listQuery(kind, namespace), ...(isSecret(kind) && { metadataOnly: true }) };
  if (name === undefined) return labelSelector === undefined ? list : { ...list, labelSelector };
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}
