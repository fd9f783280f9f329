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

const kindsByName = new Map<string, Kind>();
const kindsByResource = new Map<string, Kind>();
for (const kind of knownKinds) {
  const nameKey = makeKey(kind.group, kind.kind);
  const resourceKey = makeKey(kind.group, kind.plural);
  if (!kindsByName.has(nameKey)) kindsByName.set(nameKey, kind);
  if (!kindsByResource.has(resourceKey)) kindsByResource.set(resourceKey, kind);
}

/** How to query a kind. Undefined if no table has it. */
export function findKnownKind({ group, kind }: GroupKind): Kind | undefined {
  return kindsByName.get(makeKey(group, kind));
}

/** The kind that has the resource `plural` in `group`. Undefined if no table has it. */
export function findKindOfResource(group: string, plural: string): Kind | undefined {
  return kindsByResource.get(makeKey(group, plural));
}

/** The key of a kind by its name, or by its resource, in an API group. */
function makeKey(group: string, name: string): string {
  return `${group}/${name}`;
}

/**
 * The name of the kind behind a resource that no table has, from the objects that were read: the one that a
 * CustomResourceDefinition names, or else a kind of this group whose plural by the usual rule matches (apimachinery,
 * UnsafeGuessKindToResource). Undefined if there is none.
 */
export function findKindRead(group: string, plural: string, index: ObjectIndex): string | undefined {
  return indexKindsRead(index).get(makeKey(group, plural));
}

/** One table for each index, because thousands of entries may need it. A name by a definition replaces a guessed one. */
const indexKindsRead = memoizeByIndex((index: ObjectIndex): ReadonlyMap<string, string> => {
  const kindsByKey = new Map<string, string>();
  for (const { group, kind } of index.kinds) kindsByKey.set(makeKey(group, guessPlural(kind)), kind);
  for (const { spec } of index.all({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" })) {
    const key = makeKey(textAt(spec, "group"), textAt(spec, "names", "plural"));
    kindsByKey.set(key, textAt(spec, "names", "kind"));
  }
  return kindsByKey;
});
