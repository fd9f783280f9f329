import type { RequestedKind } from "../aggregate/snapshot/queries.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { UnmetRequirement } from "../model/wait.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";

/** The obstacles of missing objects: no root at all, or not all that were named or found before. */
export function findMissingObjects(
  { roots }: Report,
  wanted: readonly RequestedKind[] | undefined,
  met: readonly Ref[],
): readonly UnmetRequirement[] {
  const missing =
    wanted === undefined
      ? met.filter((ref) => !isComponent(ref) && !roots.some((root) => isSame(root.ref, ref))).map(toDeletedObject)
      : wanted.flatMap((one) => findMissingName(one, roots, met));
  if (missing.length > 0) return missing;
  // A component of a HyperConverged may be found before it, or be left over from a deleted one.
  const isLeftover = wanted === undefined && roots.every(({ ref }) => isComponent(ref));
  if (roots.length > 0 && !isLeftover) return [];
  const kinds = wanted === undefined ? [hcoProfile.root.kind] : [...new Set(wanted.map(({ kind }) => kind.kind))];
  return kinds.map((kind) => ({ code: "nothing-there", kind }));
}

function findMissingName(
  { kind: { kind, group }, name }: RequestedKind,
  roots: readonly RootNode[],
  met: readonly Ref[],
): readonly UnmetRequirement[] {
  if (name === undefined) return [];
  const isRequested = (ref: Ref): boolean => ref.kind === kind && ref.group === group && ref.name === name;
  if (roots.some(({ ref }) => isRequested(ref))) return [];
  return [{ code: "nothing-there", kind, name, ...(met.some(isRequested) && { was: true }) }];
}

function toDeletedObject({ kind, name }: Ref): UnmetRequirement {
  return { code: "nothing-there", kind, name, was: true };
}

function isComponent({ group, kind }: Ref): boolean {
  return hcoProfile.components.some((row) => row.group === group && row.kind === kind);
}

/**
 * The roots that must be deleted. Where the user named none, they are the roots found first. Leftovers and later
 * objects do not count.
 */
export function findUndeletedRoots(report: Report, met: readonly Ref[]): readonly UnmetRequirement[] {
  const counted = report.roots.filter(({ ref }) => met.length === 0 || met.some((one) => isSame(one, ref)));
  return counted.map((root) => toUndeletedRoot(root, report));
}

function toUndeletedRoot({ ref, deleting }: RootNode, { findings }: Report): UnmetRequirement {
  const deletion = findings.find((one) => one.code === "deleting" && isSame(one.about, ref));
  const remaining = deletion?.code === "deleting" ? deletion.remaining : [];
  const refusals = findings.flatMap((one) =>
    one.code === "deletion-blocked" && remaining.includes(one.component) ? [[one.component, one.reason] as const] : [],
  );
  return {
    ...{ code: "still-there", about: ref, deleting, remaining, root: ref },
    ...(refusals.length > 0 && { refusals: Object.fromEntries(refusals) }),
  };
}

function isSame(a: Ref, b: Ref): boolean {
  return keyOf(a) === keyOf(b);
}
