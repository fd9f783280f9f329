import { type KubeObject, keyOf } from "../model/object.ts";
import type { ComponentRow, Kind } from "../model/profile.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { hco } from "../profiles/hco.ts";
import { knownRoots } from "../profiles/roots.ts";
import { hasRule } from "./core/health.ts";
import { isOwnKind } from "./generic/own-kinds.ts";
import { ownersOf } from "./generic/owned.ts";
import { failedPhase, phaseOf } from "./generic/phase.ts";
import type { Index } from "./lookup.ts";
import type { Wanted } from "./queries.ts";

/** What may be asked of the roots; nothing given is every known one. */
export interface RootFilter {
  readonly wanted?: readonly Wanted[];
  readonly namespace?: string;
  /** Somebody handed these objects over and nobody looked for a kind: without a known root they are about themselves. */
  readonly isGiven?: boolean;
}

/**
 * The objects that a Report is about: what was asked for by kind and name; else HyperConvergeds (without any, the
 * component CRs on their own) and every object of another known root kind. Of what was handed over, without these, every
 * custom resource with conditions or a phase that says failed; without one with conditions also what has any phase, and what
 * Kubernetes' own rules can judge and nothing else of it owns.
 */
export function rootsOf(index: Index, { wanted, namespace, isGiven = false }: RootFilter): readonly KubeObject[] {
  const isHere = ({ ref }: KubeObject): boolean => namespace === undefined || ref.namespace === namespace;
  if (wanted === undefined) return knownOf(index, isGiven).filter(isHere);
  const asked = wanted.flatMap(({ kind, name }) =>
    all(index, kind).filter((object) => name === undefined || object.ref.name === name),
  );
  return [...new Set(asked)].filter((object) => object.ref.namespace === undefined || isHere(object));
}

/** Of a Secret nothing but metadata is ever read, and nothing else is kept of one in a file. */
export function isSecret({ group, kind }: Pick<Kind, "group" | "kind">): boolean {
  return group === "" && kind === "Secret";
}

function all(index: Index, kind: Kind): readonly KubeObject[] {
  return isSecret(kind) ? index.everything.filter(({ ref }) => isSecret(ref)) : index.all(kind);
}

/** Whether the objects of a snapshot came one by one, as from a file, and not as the answer to a list. */
export function isGiven({ readings }: Snapshot): boolean {
  return readings.every(({ query }) => query.verb === "get");
}

function knownOf(index: Index, given: boolean): readonly KubeObject[] {
  const own = index.all(hco.root);
  const components = own.length > 0 ? [] : hco.components.flatMap((row: ComponentRow) => index.all(row));
  const known = [...own, ...new Set(components), ...knownRoots.flatMap((kind) => index.all(kind))];
  if (known.length > 0 || !given) return known;
  const custom = index.objects.filter(({ ref }) => !isOwnKind(ref));
  const isTold = (object: KubeObject): boolean => hasConditions(object.status) || failedPhase(object) !== undefined;
  if (custom.some(({ status }) => hasConditions(status))) return custom.filter(isTold);
  const judged = index.objects.filter(({ ref }) => hasRule(ref));
  return [...custom.filter((object) => !hasRule(object.ref) && phaseOf(object) !== ""), ...topmost(judged, index)];
}

function hasConditions(status: unknown): boolean {
  return typeof status === "object" && status !== null && ("conditions" in status || "statusConditions" in status);
}

/** Those that none of the others owns, directly or not; of a circle of owners its first. */
function topmost(objects: readonly KubeObject[], index: Index): readonly KubeObject[] {
  const owners = ownersOf(index);
  const direct = new Set(objects.flatMap(owners).map(({ ref }) => keyOf(ref)));
  const reached = new Set<string>();
  const roots: KubeObject[] = [];
  // What nobody owns first, so that a circle below it is found from there.
  const inOrder = [true, false].flatMap((isOwned) => objects.filter(({ ref }) => direct.has(keyOf(ref)) !== isOwned));
  for (const object of inOrder) {
    if (reached.has(keyOf(object.ref))) continue;
    roots.push(object);
    reach(object);
  }
  const chosen = new Set(roots);
  return objects.filter((object) => chosen.has(object));

  function reach(from: KubeObject): void {
    const ahead = [from];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const key = keyOf(next.ref);
      // A Node owns the Pods its kubelet was given as files, and is no place to show them.
      if (reached.has(key) || (next.ref.group === "" && next.ref.kind === "Node")) continue;
      reached.add(key);
      ahead.push(...owners(next));
    }
  }
}
