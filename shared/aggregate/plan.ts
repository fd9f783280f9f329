import type { KubeObject } from "../model/object.ts";
import type { ProfileName } from "../model/report.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { hco } from "../profiles/hco.ts";
import { knownRoots } from "../profiles/roots.ts";
import { around as aroundApplication } from "./application/plan.ts";
import { around as aroundGeneric } from "./generic/plan.ts";
import { around as aroundGreenhouse } from "./greenhouse/plan.ts";
import { unasked } from "./guesses.ts";
import { aroundComponent, around as aroundHyperConverged, seek } from "./hco/plan.ts";
import { homeKinds } from "./hco/ways.ts";
import { type Index, indexOf } from "./lookup.ts";
import { profileNameOf } from "./profile-name.ts";
import { listOf, type Scope, type Wanted } from "./queries.ts";
import { recordedIn } from "./recorded.ts";
import { relatedQueries } from "./related-plan.ts";
import { isSecret, rootsOf } from "./roots.ts";

export type { Scope } from "./queries.ts";

/**
 * What to read, given what has been read; asked again until it asks nothing new. What counts least comes last and is left
 * out first: for HyperConvergeds at most 20 requests, related objects not counted.
 */
export function plan(snapshot: Snapshot, scope: Scope): readonly Query[] {
  return planOver(indexOf(snapshot), snapshot, scope);
}

/** The same, where the snapshot's index is there already. */
export function planOver(index: Index, snapshot: Snapshot, scope: Scope): readonly Query[] {
  const roots = scope.wanted === undefined ? seekKnown(snapshot, scope) : seekWanted(snapshot, scope);
  const around = rootsOf(index, scope).flatMap((root) =>
    planners[profileNameOf(root, scope.profile)](root, index, snapshot, scope),
  );
  const queries = [...roots, ...around];
  const limited = isOnlyHyperConverged(index, scope) ? queries.slice(0, mostRequests) : queries;
  return unasked([...limited, ...(scope.related === true ? related(index, limited, snapshot, scope) : [])], snapshot);
}

/** Where the objects lie that the roots record, all together: two roots may name the same place. */
function related(index: Index, named: readonly Query[], snapshot: Snapshot, scope: Scope): readonly Query[] {
  const lists = rootsOf(index, scope).map((root) => recordedIn(root).objects);
  const [only = []] = lists;
  return relatedQueries(lists.length > 1 ? lists.flat() : only, named, snapshot);
}

const mostRequests = 20;

function isOnlyHyperConverged(index: Index, scope: Scope): boolean {
  const roots = rootsOf(index, scope);
  return roots.length > 0 && roots.every((root) => profileNameOf(root, scope.profile) === "hco");
}

/** What to read around one root. */
type Planner = (root: KubeObject, index: Index, snapshot: Snapshot, scope: Scope) => readonly Query[];

const planners: Readonly<Record<ProfileName, Planner>> = {
  hco: aroundHyperConverged,
  application: aroundApplication,
  greenhouse: aroundGreenhouse,
  generic: (root, ...rest) => [...aroundComponent(root, ...rest), ...aroundGeneric(root, ...rest)],
};

/** HyperConvergeds; where there are none, or nobody may say so, every other kind of root. */
function seekKnown(snapshot: Snapshot, scope: Scope): readonly Query[] {
  const others = isNoneSeen(snapshot, scope) ? knownRoots.map((kind) => listOf(kind, scope.namespace)) : [];
  return [...seek(snapshot, scope), ...others];
}

/**
 * Where the kind is not known an API server answers somebody without rights as if it were, with 403: that is no reason
 * not to look for others, once the known namespaces were tried.
 */
function isNoneSeen({ readings }: Snapshot, { namespace }: Scope): boolean {
  const asked = readings.filter(
    ({ query }) => query.verb === "list" && query.group === hco.root.group && query.kind === hco.root.kind,
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

/** What was named; a HyperConverged with all that is read for one, a component with what tells where it runs. */
function seekWanted(snapshot: Snapshot, scope: Scope): readonly Query[] {
  return (scope.wanted ?? []).flatMap((wanted) => {
    if (isHyperConverged(wanted)) return seek(snapshot, scope);
    const homes = isWholeCluster(wanted) ? homeKinds.map((kind) => listOf(kind, scope.namespace)) : [];
    return [queryOf(wanted, scope), ...homes];
  });
}

/** A component of HyperConverged whose CR does not lie where its workloads are. */
function isWholeCluster({ kind: { group, kind } }: Wanted): boolean {
  return hco.components.some((row) => !row.namespaced && row.group === group && row.kind === kind);
}

function isHyperConverged({ kind }: Wanted): boolean {
  return kind.group === hco.root.group && kind.kind === hco.root.kind;
}

/** By name in all namespaces it is a list with one object in it. */
function queryOf({ kind, name }: Wanted, { namespace, labelSelector }: Scope): Query {
  const list: Query = { ...listOf(kind, namespace), ...(isSecret(kind) ? { metadataOnly: true } : {}) };
  if (name === undefined) return labelSelector === undefined ? list : { ...list, labelSelector };
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}
