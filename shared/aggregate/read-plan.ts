import { families, type ProfileName } from "../model/families.ts";
import type { KubeObject } from "../model/object.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { isUpgradeable } from "../profiles/hco/upgradeable.ts";
import { chooseProfileName } from "./choose-profile.ts";
import { isPodList } from "./core/pod-lists.ts";
import { plannersByFamily } from "./families.ts";
import { planPlatformReads } from "./platform/platform-plan.ts";
import { planRelatedMetadata } from "./related/related-plan.ts";
import { planSearch } from "./search-plan.ts";
import { refuseManyRoots, selectRoots } from "./select-roots.ts";
import { reuseAnsweredQueries } from "./snapshot/guessed-queries.ts";
import { indexSnapshot, type ObjectIndex } from "./snapshot/object-index.ts";
import type { ReadScope } from "./snapshot/queries.ts";
import { readRecordedReferences } from "./snapshot/recorded-references.ts";

export type { ReadScope } from "./snapshot/queries.ts";

/**
 * Plans what to read next, from what was read already. The reader calls it until it returns nothing new. The least important
 * queries come last, and those beyond the limit of the families of the roots are dropped. Queries for related objects and for
 * the platform do not count towards the limit.
 */
export function planReads(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  return planReadsOver(indexSnapshot(snapshot), snapshot, scope);
}

/**
 * The plan of a snapshot whose index is built already, see {@link planReads}.
 *
 * @throws InputLimitError where there are more roots than a Report may have.
 */
export function planReadsOver(index: ObjectIndex, snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const roots = refuseManyRoots(selectRoots(index, scope), snapshot.source);
  const familyOf = (root: KubeObject): ProfileName => chooseProfileName(root, scope.profile);
  const searchQueries = planSearch(snapshot, scope);
  const rootQueries = roots
    .flatMap((root) => plannersByFamily[familyOf(root)](root, index, snapshot, scope))
    .filter((query) => !isCoveredPodList(query, searchQueries));
  const queries = [...searchQueries, ...rootQueries].slice(0, maxRequests(roots, scope));
  if (scope.related === true) queries.push(...planRelatedQueries(roots, queries, snapshot));
  const hasUpgradeable = roots.some((root) => isUpgradeable({ ref: root.ref, profile: familyOf(root) }));
  if (scope.platform === true && hasUpgradeable) queries.push(...planPlatformReads(index));
  return reuseAnsweredQueries(queries, snapshot);
}

/** Whether a query is a list of pods by labels, and one of `others` lists all pods of its namespace or of all namespaces. */
function isCoveredPodList({ labelSelector, ...query }: Query, others: readonly Query[]): boolean {
  if (labelSelector === undefined || !isPodList(query)) return false;
  return others.some(
    (other) =>
      isPodList(other) &&
      other.labelSelector === undefined &&
      (other.namespace === undefined || other.namespace === query.namespace),
  );
}

/** The queries for the objects that the roots record. Two roots may name the same list, so all are planned together. */
function planRelatedQueries(
  roots: readonly KubeObject[],
  planned: readonly Query[],
  snapshot: Snapshot,
): readonly Query[] {
  const lists = roots.map((root) => readRecordedReferences(root).objects);
  const [first = []] = lists;
  // The list of a single root is passed as it is, because the plan caches the groups of a list by its identity.
  return planRelatedMetadata(lists.length > 1 ? lists.flat() : first, planned, snapshot);
}

/** The limit of requests that all roots share: the highest of their families. No limit where one family has none. */
function maxRequests(roots: readonly KubeObject[], { profile }: ReadScope): number {
  if (roots.length === 0) return Number.POSITIVE_INFINITY;
  const limits = roots.map((root) => families[chooseProfileName(root, profile)].maxRequests);
  return Math.max(...new Set(limits.map((limit) => limit ?? Number.POSITIVE_INFINITY)));
}
