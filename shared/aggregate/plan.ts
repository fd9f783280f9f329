import type { KubeObject } from "../model/object.ts";
import type { ProfileName } from "../model/report.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { hco } from "../profiles/hco.ts";
import { knownRoots } from "../profiles/roots.ts";
import { around as aroundGeneric } from "./generic/plan.ts";
import { unasked } from "./guesses.ts";
import { around as aroundHyperConverged, seek } from "./hco/plan.ts";
import { type Index, indexOf } from "./lookup.ts";
import { profileNameOf } from "./profile-name.ts";
import { answersTo, listOf, type Scope, type Wanted } from "./queries.ts";
import { rootsOf } from "./roots.ts";

export type { Scope } from "./queries.ts";

/**
 * What to read, given what has been read; asked again until it asks nothing new. What counts least comes last and is left
 * out first: for HyperConvergeds at most 20 requests, related objects not counted.
 */
export function plan(snapshot: Snapshot, scope: Scope): readonly Query[] {
  const index = indexOf(snapshot);
  const roots = scope.wanted === undefined ? seekKnown(snapshot, scope) : seekWanted(snapshot, scope);
  const around = rootsOf(index, scope).flatMap((root) =>
    planners[profileNameOf(root, scope.profile)](root, index, snapshot, scope),
  );
  const queries = [...roots, ...around];
  return unasked(isOnlyHyperConverged(index, scope) ? queries.slice(0, mostRequests) : queries, snapshot);
}

const mostRequests = 20;

function isOnlyHyperConverged(index: Index, scope: Scope): boolean {
  return rootsOf(index, scope).every((root) => profileNameOf(root, scope.profile) === "hco");
}

/** What to read around one root. */
type Planner = (root: KubeObject, index: Index, snapshot: Snapshot, scope: Scope) => readonly Query[];

const planners: Readonly<Record<ProfileName, Planner>> = {
  hco: aroundHyperConverged,
  application: aroundGeneric,
  greenhouse: aroundGeneric,
  generic: aroundGeneric,
};

/** HyperConvergeds; where there are none, or the cluster does not know the kind, every other kind of root. */
function seekKnown(snapshot: Snapshot, scope: Scope): readonly Query[] {
  const isNone = answersTo(snapshot, listOf(hco.root, scope.namespace)).some(
    (answer) => answer.outcome === "noSuchKind" || (answer.outcome === "found" && answer.objects.length === 0),
  );
  return [...seek(snapshot, scope), ...(isNone ? knownRoots.map((kind) => listOf(kind, scope.namespace)) : [])];
}

/** What was named; a HyperConverged with all that is read for one. */
function seekWanted(snapshot: Snapshot, scope: Scope): readonly Query[] {
  return (scope.wanted ?? []).flatMap((wanted) =>
    isHyperConverged(wanted) ? seek(snapshot, scope) : [queryOf(wanted, scope.namespace)],
  );
}

function isHyperConverged({ kind }: Wanted): boolean {
  return kind.group === hco.root.group && kind.kind === hco.root.kind;
}

/** By name in all namespaces it is a list with one object in it. */
function queryOf({ kind, name }: Wanted, namespace: string | undefined): Query {
  const list = listOf(kind, namespace);
  if (name === undefined) return list;
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}
