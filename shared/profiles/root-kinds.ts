import { families, profileNames } from "../model/families.ts";
import { hyperConverged } from "../model/family-roots.ts";
import type { Kind } from "../model/kind.ts";

/** The kinds that are read if there is no HyperConverged: the roots of all other families. */
export const knownRoots: readonly Kind[] = profileNames
  .flatMap((name): readonly Kind[] => families[name].roots)
  .filter((kind) => kind !== hyperConverged);
