import { isBuiltInKind, isSecret, type Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { ComponentRow } from "../model/profile.ts";
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

/** Restricts the roots. Without any setting every known root counts. */
export interface RootFilter extends Pick<AggregateOptions, "wanted" | "name" | "namespace" | "isWanted"> {
  /** The objects come from the user and not from a list. Without a known root among them they are roots themselves. */
  readonly isGiven?: boolean;
}

/**
 * The objects that a Report is about: those requested by kind and name. Without a request they are HyperConvergeds and
 * every object of another known root kind. Without a HyperConverged, component CRs on their own are roots. Of objects
 * from the user without any of these, custom resources with a status are roots. So are objects that Kubernetes' own
 * rules evaluate and that no other owns.
 */
export function selectRoots(index: ObjectIndex, filter: RootFilter): readonly KubeObject[] {
  const { wanted, name, namespace, isWanted, isGiven = false } = filter;
  const candidates = wanted === undefined ? knownRootsIn(index, isGiven) : requestedObjects(index, wanted);
  // A cluster-scoped object counts only where its kind is requested.
  const isHere = ({ ref }: KubeObject): boolean =>
    namespace === undefined || ref.namespace === namespace || (wanted !== undefined && ref.namespace === undefined);
  const isNamed = ({ ref }: KubeObject): boolean => name === undefined || ref.name === name;
  return candidates.filter((object) => isHere(object) && isNamed(object) && (isWanted?.(object) ?? true));
}

/** Returns `roots`. @throws InputLimitError where there are more of them than a Report may have. */
export function refuseManyRoots<Root>(roots: readonly Root[], { server, name }: Source): readonly Root[] {
  if (roots.length > inputLimits.roots.max) throw new InputLimitError("roots", server ?? name);
  return roots;
}

/** The objects of the requested kinds and names, each once. */
function requestedObjects(index: ObjectIndex, requested: readonly RequestedKind[]): readonly KubeObject[] {
  const objects = requested.flatMap(({ kind, name }) =>
    objectsOfKind(index, kind).filter(({ ref }) => name === undefined || ref.name === name),
  );
  return [...new Set(objects)];
}

function objectsOfKind(index: ObjectIndex, kind: Kind): readonly KubeObject[] {
  return isSecret(kind) ? index.everything().filter(({ ref }) => isSecret(ref)) : index.all(kind);
}

/** Whether the objects of a snapshot came one by one, as from a file, and not from a list. */
export function isGiven({ readings }: Snapshot): boolean {
  return readings.every(({ query }) => query.verb === "get");
}

function knownRootsIn(index: ObjectIndex, isGiven: boolean): readonly KubeObject[] {
  const own = index.all(hcoProfile.root);
  const components = own.length > 0 ? [] : hcoProfile.components.flatMap((row: ComponentRow) => index.all(row));
  const known = [...own, ...new Set(components), ...knownRoots.flatMap((kind) => index.all(kind))];
  if (known.length > 0 || !isGiven) return known;
  return standaloneObjects(index);
}

/** Custom resources with a status, and objects that Kubernetes' own rules evaluate and that no other owns. */
export function standaloneObjects(index: ObjectIndex): readonly KubeObject[] {
  const custom = index.objects().filter(({ ref }) => !isBuiltInKind(ref));
  const withRule = index.objects().filter(({ ref }) => hasRule(ref));
  return [
    ...new Set([
      ...custom.filter(({ status, cut }) => hasFields(status) || cut !== undefined),
      ...topmost(withRule, index),
    ]),
  ];
}

/** Whether a status has any field. */
export function hasFields(status: unknown): boolean {
  return typeof status === "object" && status !== null && Object.keys(status).length > 0;
}

/** The objects that none of the others owns, directly or indirectly. Of a circle of owners it is the first. */
function topmost(objects: readonly KubeObject[], index: ObjectIndex): readonly KubeObject[] {
  const owners = indexOwnedObjects(index);
  const direct = new Set(objects.flatMap(owners).map(({ key }) => key));
  const reached = new Set<string>();
  const roots: KubeObject[] = [];
  // Objects without an owner come first, so that a circle below them is reached from there.
  const inOrder = [true, false].flatMap((isOwned) => objects.filter(({ key }) => direct.has(key) !== isOwned));
  for (const object of inOrder) {
    if (reached.has(object.key)) continue;
    roots.push(object);
    reach(object);
  }
  const chosen = new Set(roots);
  return objects.filter((object) => chosen.has(object));

  function reach(from: KubeObject): void {
    const ahead = [from];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      // A Node owns its static Pods, but it is not a root for them.
      if (reached.has(next.key) || isNode(next.ref)) continue;
      reached.add(next.key);
      ahead.push(...owners(next));
    }
  }
}
