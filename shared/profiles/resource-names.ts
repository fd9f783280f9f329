import { families, profileNames } from "../model/families.ts";
import type { RootKind } from "../model/family-roots.ts";
import type { Kind } from "../model/kind.ts";
import type { Resource } from "../model/resource.ts";
import { componentShortNames } from "../tables/components.ts";
import { coreKinds } from "../tables/core-kinds.ts";
import { hcoProfile } from "./hco/profile.ts";

const roots: readonly RootKind[] = profileNames.flatMap((name) => families[name].roots);

/** The kinds that are roots by default, and HyperConverged's components. */
export const rootResources: readonly Resource[] = [...roots, ...firstOfEach(hcoProfile.components)].map(withNames);

/** All kinds that are known without a cluster: the roots before all others, then the built-in kinds. */
export const knownResources: readonly Resource[] = [...rootResources, ...coreKinds];

/** The first row of each kind: a component that moved in a release has two rows. */
function firstOfEach(kinds: readonly Kind[]): readonly Kind[] {
  return [...new Map(kinds.toReversed().map((kind) => [`${kind.plural}.${kind.group}`, kind])).values()].toReversed();
}

function withNames(kind: Kind | RootKind): Resource {
  const { group, plural, versions, namespaced } = kind;
  const shortNames = "shortNames" in kind ? kind.shortNames : (componentShortNames[`${plural}.${group}`] ?? []);
  return { group, kind: kind.kind, plural, versions, namespaced, singular: kind.kind.toLowerCase(), shortNames };
}
