import { families, profileNames } from "../model/families.ts";
import { hyperConverged } from "../model/family-roots.ts";
import { type GroupKind, type Kind, kindKey } from "../model/kind.ts";

/** The kinds that are read if there is no HyperConverged: the roots of all other families. */
export const knownRoots: readonly Kind[] = profileNames
  .flatMap((name): readonly Kind[] => families[name].roots)
  .filter((kind) => kind !== hyperConverged);

/** Lists the known roots that are among the kinds of a source. */
export function listKnownRootsAmong(kinds: readonly GroupKind[]): readonly Kind[] {
  const keys = new Set(kinds.map(kindKey));
  return knownRoots.filter((root) => keys.has(kindKey(root)));
}
