import type { ReadScope } from "../../shared/aggregate/snapshot/queries.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { CommandLineOptions } from "./parse-options.ts";

/** Where to read and how deep, as the command line says. */
export function readScope({ namespace, profile, deep, related, tree, platform }: CommandLineOptions): ReadScope {
  return {
    ...definedFields({ namespace, profile }),
    deep,
    related,
    tree,
    ...(platform && { platform }),
  };
}
