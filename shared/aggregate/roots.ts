import type { KubeObject } from "../model/object.ts";
import type { ComponentRow } from "../model/profile.ts";
import { hco } from "../profiles/hco.ts";
import { knownRoots } from "../profiles/roots.ts";
import type { Index } from "./lookup.ts";
import type { Wanted } from "./queries.ts";

/** What may be asked of the roots; nothing given is every known one. */
export interface RootFilter {
  readonly wanted?: readonly Wanted[];
  readonly namespace?: string;
}

/**
 * The objects that a Report is about: what was asked for by kind and name; else HyperConvergeds (without any, the
 * component CRs on their own) and every object of another known root kind; without these, every custom resource with
 * conditions.
 */
export function rootsOf(index: Index, { wanted, namespace }: RootFilter): readonly KubeObject[] {
  const isHere = ({ ref }: KubeObject): boolean => namespace === undefined || ref.namespace === namespace;
  if (wanted === undefined) return knownOf(index).filter(isHere);
  const asked = wanted.flatMap(({ kind, name }) =>
    index.all(kind).filter((object) => name === undefined || object.ref.name === name),
  );
  return [...new Set(asked)].filter((object) => object.ref.namespace === undefined || isHere(object));
}

function knownOf(index: Index): readonly KubeObject[] {
  const own = index.all(hco.root);
  const components = own.length > 0 ? [] : hco.components.flatMap((row: ComponentRow) => index.all(row));
  const known = [...own, ...new Set(components), ...knownRoots.flatMap((kind) => index.all(kind))];
  if (known.length > 0) return known;
  return index.objects.filter(({ ref, status }) => isCustom(ref.group) && hasConditions(status));
}

/** Groups of custom resources carry a domain of their own; Kubernetes' own have none or end in k8s.io. */
function isCustom(group: string): boolean {
  return group.includes(".") && !/(^|\.)k8s\.io$/.test(group);
}

function hasConditions(status: unknown): boolean {
  return typeof status === "object" && status !== null && ("conditions" in status || "statusConditions" in status);
}
