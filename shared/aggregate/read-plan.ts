import { families } from "../model/families.ts";
import { isSecret } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";
import { chooseProfileName } from "./choose-profile.ts";
import { isPodList } from "./core/pod-lists.ts";
import { plannersByFamily } from "./families.ts";
import { kindsSharingNamespace } from "./hco/component-homes.ts";
import { planRootSearch } from "./hco/hco-plan.ts";
import { withoutAnsweredQueries } from "./judgement/guessed-queries.ts";
import { relatedQueries } from "./related/related-plan.ts";
import { selectRoots } from "./select-roots.ts";
import { indexSnapshot, type ObjectIndex } from "./snapshot/object-index.ts";
import { listQuery, type ReadScope, type RequestedKind } from "./snapshot/queries.ts";
import { recordedIn } from "./snapshot/recorded-references.ts";

export type { ReadScope } from "./snapshot/queries.ts";

/**
 * Plans what to read next, given what has been read. The reader calls it until it returns nothing new. The least
 * important queries come last and are dropped first. For HyperConvergeds at most 20 requests remain, not counting
 * related objects.
 */
export function planReads(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return planOver(indexSnapshot(snapshot), snapshot, scope);
}

/** As {@link planReads}, with the snapshot's index already built. */
export function planOver(index: ObjectIndex, snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const roots = selectRoots(index, scope);
  const sought = scope.wanted === undefined ? seekKnown(snapshot, scope) : seekWanted(snapshot, scope);
  const around = roots.flatMap((root) =>
    plannersByFamily[chooseProfileName(root, scope.profile)](root, index, snapshot, scope),
  );
  const queries = [...sought, ...around.filter((query) => !isPartOfPods(query, sought))].slice(
    0,
    mostRequests(roots, scope),
  );
  return withoutAnsweredQueries(
    [...queries, ...(scope.related === true ? related(roots, queries, snapshot) : [])],
    snapshot,
  );
}

/** Whether this is a list of pods by labels where one of `others` lists all pods of its place. */
function isPartOfPods({ labelSelector, ...query }: Query, others: readonly Query[]): boolean {
  if (labelSelector === undefined || !isPodList(query)) return false;
  return others.some(
    (other) =>
      isPodList(other) &&
      other.labelSelector === undefined &&
      (other.namespace === undefined || other.namespace === query.namespace),
  );
}

/**
 * The queries for the objects that the roots record. All roots are planned together, because two of them may name the
 * same place.
 */
function related(roots: readonly KubeObject[], named: readonly Query[], snapshot: Snapshot): readonly Query[] {
  const lists = roots.map((root) => recordedIn(root).objects);
  const [only = []] = lists;
  return relatedQueries(lists.length > 1 ? lists.flat() : only, named, snapshot);
}

/** The limit of requests that the families of all roots share; a root of a family without one lifts it. */
function mostRequests(roots: readonly KubeObject[], { profile }: ReadScope): number {
  const limits = roots.map(
    (root) => families[chooseProfileName(root, profile)].mostRequests ?? Number.POSITIVE_INFINITY,
  );
  return limits.length === 0 ? Number.POSITIVE_INFINITY : limits.reduce((one, other) => Math.max(one, other));
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
  const asked = readings.filter(
    ({ query }) =>
      query.verb === "list" && query.group === hcoProfile.root.group && query.kind === hcoProfile.root.kind,
  );
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
  return hcoProfile.components.some((row) => !row.namespaced && row.group === group && row.kind === kind);
}

function isHyperConverged({ kind }: RequestedKind): boolean {
  return kind.group === hcoProfile.root.group && kind.kind === hcoProfile.root.kind;
}

/** The query for a named object. By name in all namespaces it is a list with one object in it. */
function queryOf({ kind, name }: RequestedKind, { namespace, labelSelector }: ReadScope): Query {
  const list: Query = { ...listQuery(kind, namespace), ...(isSecret(kind) ? { metadataOnly: true } : {}) };
  if (name === undefined) return labelSelector === undefined ? list : { ...list, labelSelector };
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}
