import { families } from "../model/families.ts";
import type { KubeObject } from "../model/object.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { isUpgradeable } from "../profiles/hco/upgradeable.ts";
import { chooseProfileName } from "./choose-profile.ts";
import { isPodList } from "./core/pod-lists.ts";
import { withoutAnsweredQueries } from "./evaluation/guessed-queries.ts";
import { plannersByFamily } from "./families.ts";
import { planPlatformReads } from "./platform/platform-plan.ts";
import { relatedQueries } from "./related/related-plan.ts";
import { planSearch } from "./search-plan.ts";
import { refuseManyRoots, selectRoots } from "./select-roots.ts";
import { indexSnapshot, type ObjectIndex } from "./snapshot/object-index.ts";
import type { ReadScope } from "./snapshot/queries.ts";
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

/**
 * As {@link planReads}, with the snapshot's index already built.
 * @throws InputLimitError where there are more roots than a Report may have.
 */
export function planOver(index: ObjectIndex, snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const roots = refuseManyRoots(selectRoots(index, scope), snapshot.source);
  const isUpgraded = (root: KubeObject): boolean =>
    isUpgradeable({ ref: root.ref, profile: chooseProfileName(root, scope.profile) });
  const sought = planSearch(snapshot, scope);
  const around = roots.flatMap((root) =>
    plannersByFamily[chooseProfileName(root, scope.profile)](root, index, snapshot, scope),
  );
  const queries = [...sought, ...around.filter((query) => !isPartOfPods(query, sought))].slice(
    0,
    maxRequests(roots, scope),
  );
  return withoutAnsweredQueries(
    [
      ...queries,
      ...(scope.related === true ? related(roots, queries, snapshot) : []),
      ...(scope.platform === true && roots.some(isUpgraded) ? planPlatformReads(index) : []),
    ],
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
function maxRequests(roots: readonly KubeObject[], { profile }: ReadScope): number {
  const limits = roots.map(
    (root) => families[chooseProfileName(root, profile)].maxRequests ?? Number.POSITIVE_INFINITY,
  );
  return limits.length === 0 ? Number.POSITIVE_INFINITY : limits.reduce((one, other) => Math.max(one, other));
}
