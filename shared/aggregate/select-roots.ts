import { isBuiltInKind, isSecret, type Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { Snapshot, Source } from "../model/snapshot.ts";
import { InputLimitError, inputLimits } from "../parse/input-budget.ts";
import { isNode } from "../profiles/core-kinds.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";
import { hasRule } from "./core/kind-rules.ts";
import { indexOwnedObjects } from "./generic/owned-objects.ts";
import type { AggregateOptions } from "./options.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";
import type { RequestedKind } from "./snapshot/queries.ts";

/** What restricts the roots of a Report. Without any setting every known root counts. */
export interface RootFilter extends Pick<AggregateOptions, "wanted" | "name" | "namespace" | "isWanted"> {
  /** The user gave the objects, as in a file. Without a known root among them, they are roots themselves. */
  readonly isGiven?: boolean;
}

/**
 * Selects the objects that a Report is about, by the first of these cases:
 * 1. Kinds are requested: their objects.
 * 2. There are known roots: HyperConvergeds, or without any the components of HyperConverged, and objects of other root kinds.
 * 3. The user gave the objects: those that can be evaluated alone.
 *
 * Of these, the ones that match the other settings of the filter are returned. A cluster-scoped object matches a namespace
 * only if its kind is requested.
 */
export function selectRoots(index: ObjectIndex, filter: RootFilter): readonly KubeObject[] {
  const { wanted, name, namespace, isWanted, isGiven = false } = filter;
  const candidates = wanted === undefined ? listKnownRoots(index, isGiven) : listRequestedObjects(index, wanted);
  return candidates.filter((object) => {
    const { ref } = object;
    if (name !== undefined && ref.name !== name) return false;
    const isRequestedClusterScoped = wanted !== undefined && ref.namespace === undefined;
    if (namespace !== undefined && ref.namespace !== namespace && !isRequestedClusterScoped) return false;
    return isWanted?.(object) ?? true;
  });
}

/**
 * Returns the roots unchanged.
 *
 * @throws InputLimitError where there are more of them than a Report may have.
 */
export function refuseManyRoots<Root>(roots: readonly Root[], { server, name }: Source): readonly Root[] {
  if (roots.length > inputLimits.roots.max) throw new InputLimitError("roots", server ?? name);
  return roots;
}

/** The objects of the requested kinds and names, each once. */
function listRequestedObjects(index: ObjectIndex, requested: readonly RequestedKind[]): readonly KubeObject[] {
  const objects = requested.flatMap(({ kind, name }) =>
    objectsOfKind(index, kind).filter(({ ref }) => name === undefined || ref.name === name),
  );
  return [...new Set(objects)];
}

function objectsOfKind(index: ObjectIndex, kind: Kind): readonly KubeObject[] {
  return isSecret(kind) ? index.everything().filter(({ ref }) => isSecret(ref)) : index.all(kind);
}

/** Whether each reading of a snapshot is of a single object, as of a file, and none is a list. */
export function hasSingleObjects({ readings }: Snapshot): boolean {
  return readings.every(({ query }) => query.verb === "get");
}

function listKnownRoots(index: ObjectIndex, isGiven: boolean): readonly KubeObject[] {
  const roots = new Set(index.all(hcoProfile.root));
  // Without a HyperConverged, its components are roots.
  if (roots.size === 0) {
    for (const component of hcoProfile.components.flatMap((row) => index.all(row))) roots.add(component);
  }
  for (const root of knownRoots.flatMap((kind) => index.all(kind))) roots.add(root);
  if (roots.size > 0 || !isGiven) return [...roots];
  return listStandaloneObjects(index);
}

/**
 * Lists the objects that can be evaluated alone: custom resources with a status, or whose text was cut before the status, and
 * objects of kinds with a rule that no other such object owns.
 */
export function listStandaloneObjects(index: ObjectIndex): readonly KubeObject[] {
  const customObjects = index.objects().filter(({ ref }) => !isBuiltInKind(ref));
  const objectsWithStatus = customObjects.filter(({ status, cut }) => hasFields(status) || cut !== undefined);
  const objectsWithRule = index.objects().filter(({ ref }) => hasRule(ref));
  return [...new Set([...objectsWithStatus, ...keepTopmost(objectsWithRule, index)])];
}

/** Whether a status has any field. */
export function hasFields(status: unknown): boolean {
  return typeof status === "object" && status !== null && Object.keys(status).length > 0;
}

/** Keeps the objects that none of the others owns, directly or indirectly. Of a circle of owners the first object stays. */
function keepTopmost(objects: readonly KubeObject[], index: ObjectIndex): readonly KubeObject[] {
  const listOwned = indexOwnedObjects(index);
  const ownedKeys = new Set(objects.flatMap(listOwned).map(({ key }) => key));
  const isOwned = ({ key }: KubeObject): boolean => ownedKeys.has(key);
  const reachedKeys = new Set<string>();
  const topmost = new Set<KubeObject>();
  // Objects without an owner come first, so that a circle below them is reached from there.
  for (const object of [...objects.filter((each) => !isOwned(each)), ...objects.filter(isOwned)]) {
    if (reachedKeys.has(object.key)) continue;
    topmost.add(object);
    const pending = [object];
    for (let owner = pending.pop(); owner !== undefined; owner = pending.pop()) {
      // A Node owns its static Pods, but it is not a root for them.
      if (reachedKeys.has(owner.key) || isNode(owner.ref)) continue;
      reachedKeys.add(owner.key);
      pending.push(...listOwned(owner));
    }
  }
  return objects.filter((object) => topmost.has(object));
}
