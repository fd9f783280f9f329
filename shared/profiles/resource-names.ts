import { families, profileNames } from "../model/families.ts";
import type { RootKind } from "../model/family-roots.ts";
import { isSameKind, type Kind } from "../model/kind.ts";
import type { Resource } from "../model/resource.ts";
import { componentShortNames } from "../tables/components.ts";
import { coreKinds } from "../tables/core-kinds.ts";
import { hcoProfile } from "./hco/profile.ts";

const roots: readonly RootKind[] = profileNames.flatMap((name) => families[name].roots);

/** The kinds that are roots by default, and HyperConverged's components. */
export const rootResources: readonly Resource[] = [...roots, ...keepLastOfEachKind(hcoProfile.components)].map(
  addNames,
);

/** All kinds that are known without a cluster: the roots before all others, then the built-in kinds. */
export const knownResources: readonly Resource[] = [...rootResources, ...coreKinds];

/** The last row of each kind. A component that moved in a release has two rows. */
function keepLastOfEachKind(rows: readonly Kind[]): readonly Kind[] {
  return rows.filter((row) => row === rows.findLast((other) => isSameKind(other, row)));
}

/** The kind with the names that kubectl takes for it. */
function addNames(row: Kind | RootKind): Resource {
  const { group, kind, plural, versions, namespaced } = row;
  const shortNames = "shortNames" in row ? row.shortNames : (componentShortNames[`${plural}.${group}`] ?? []);
  return { group, kind, plural, versions, namespaced, singular: kind.toLowerCase(), shortNames };
}
