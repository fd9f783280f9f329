import type { Ref } from "../model/object.ts";
import type { Kind } from "../model/profile.ts";
import { at, text } from "../parse/value.ts";
import { coreKinds } from "../profiles/core-kinds.ts";
import { clusterServiceVersions, hco, operatorConditions } from "../profiles/hco.ts";
import { relatedKinds } from "../profiles/related-kinds.ts";
import { knownRoots } from "../profiles/roots.ts";
import { pluralOf } from "../render/words-names.ts";
import type { Index } from "./lookup.ts";

/** Every kind of which a table of ours says how to ask for it; where several rows name one the first counts. */
const known: readonly Kind[] = [
  hco.root,
  ...hco.components,
  ...knownRoots,
  ...coreKinds,
  ...relatedKinds,
  operatorConditions,
  clusterServiceVersions,
];

const byKind = new Map<string, Kind>();
const byResource = new Map<string, Kind>();
for (const kind of known) {
  const [kindKey, resourceKey] = [keyOf(kind.group, kind.kind), keyOf(kind.group, kind.plural)];
  if (!byKind.has(kindKey)) byKind.set(kindKey, kind);
  if (!byResource.has(resourceKey)) byResource.set(resourceKey, kind);
}

/** How to ask for a kind, if a table knows it. */
export function kindOf({ group, kind }: Pick<Ref, "group" | "kind">): Kind | undefined {
  return byKind.get(keyOf(group, kind));
}

/** The kind behind a resource (`group/plural`), if a table knows it. */
export function kindOfResource(group: string, plural: string): Kind | undefined {
  return byResource.get(keyOf(group, plural));
}

/**
 * What a resource that no table knows is called as a kind, from what was read: a CRD that says so, else a kind of this
 * group whose plural by the usual rule (apimachinery, UnsafeGuessKindToResource) is this one.
 */
export function kindRead(group: string, plural: string, index: Index): string | undefined {
  const read = readKinds.get(index) ?? kindsRead(index);
  readKinds.set(index, read);
  return read.get(keyOf(group, plural));
}

/** Kept with what was read: thousands of entries may ask. */
const readKinds = new WeakMap<Index, ReadonlyMap<string, string>>();

function kindsRead(index: Index): ReadonlyMap<string, string> {
  const definitions = index.all({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" });
  const named = definitions.map(({ spec }) => {
    const word = (...path: readonly string[]): string => text(at(spec, path));
    return [keyOf(word("group"), word("names", "plural")), word("names", "kind")] as const;
  });
  const guessed = index.kinds.map(({ group, kind }) => [keyOf(group, pluralOf(kind)), kind] as const);
  return new Map([...guessed, ...named]);
}

function keyOf(group: string, name: string): string {
  return `${group}/${name}`;
}
