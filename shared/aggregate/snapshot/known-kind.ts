import { type GroupKind, isSameKind, type Kind } from "../../model/kind.ts";
import { guessPlural } from "../../model/resource-name.ts";
import { textAt } from "../../parse/json-value.ts";
import { clusterServiceVersions, hcoProfile, operatorConditions } from "../../profiles/hco/profile.ts";
import { knownRoots } from "../../profiles/root-kinds.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { relatedKinds } from "../../tables/related-kinds.ts";
import { memoizeByIndex } from "./memoize-by-index.ts";
import type { ObjectIndex } from "./object-index.ts";

/** Whether this is a root kind of any profile or the kind of a HyperConverged component. */
export function isKnownKind(kind: GroupKind): boolean {
  return isRootKind(kind) || hcoProfile.components.some((row) => isSameKind(row, kind));
}

/** Whether objects of this kind are searched without the user naming the kind. */
export function isRootKind(kind: GroupKind): boolean {
  return [hcoProfile.root, ...knownRoots].some((row) => isSameKind(row, kind));
}

/** Every kind that the built-in tables know how to query. Where several rows name one, the first counts. */
const knownKinds: readonly Kind[] = [
  hcoProfile.root,
  ...hcoProfile.components,
  ...knownRoots,
  ...coreKinds,
  ...relatedKinds,
  operatorConditions,
  clusterServiceVersions,
];

const byKind = new Map<string, Kind>();
const byResource = new Map<string, Kind>();
for (const kind of knownKinds) {
  const ofKind = groupKey(kind.group, kind.kind);
  const ofResource = groupKey(kind.group, kind.plural);
  if (!byKind.has(ofKind)) byKind.set(ofKind, kind);
  if (!byResource.has(ofResource)) byResource.set(ofResource, kind);
}

/** How to query a kind, if a table has it. */
export function findKnownKind({ group, kind }: GroupKind): Kind | undefined {
  return byKind.get(groupKey(group, kind));
}

/** The kind behind a resource (`group/plural`), if a table has it. */
export function findKindOfResource(group: string, plural: string): Kind | undefined {
  return byResource.get(groupKey(group, plural));
}

function groupKey(group: string, name: string): string {
  return `${group}/${name}`;
}

/**
 * The kind behind a resource that no table has, from the objects that were read. A CRD names it. Else it is a kind of
 * this group whose plural by the usual rule matches (apimachinery, UnsafeGuessKindToResource).
 */
export function findKindRead(group: string, plural: string, index: ObjectIndex): string | undefined {
  return indexKindsRead(index).get(groupKey(group, plural));
}

/** One table for each index, because thousands of entries may need it. */
const indexKindsRead = memoizeByIndex((index: ObjectIndex): ReadonlyMap<string, string> => {
  const definitions = index.all({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" });
  const named = definitions.map(
    ({ spec }) =>
      [groupKey(textAt(spec, "group"), textAt(spec, "names", "plural")), textAt(spec, "names", "kind")] as const,
  );
  const guessed = index.kinds.map(({ group, kind }) => [groupKey(group, guessPlural(kind)), kind] as const);
  return new Map([...guessed, ...named]);
});
