import type { Scope } from "../shared/aggregate/queries.ts";
import type { Options } from "./options.ts";

/** Where to look and how far, as the command line says. */
export function scopeOf({ namespace, profile, deep, related, tree }: Options): Scope {
  return {
    ...(namespace !== undefined && { namespace }),
    ...(profile !== undefined && { profile }),
    deep,
    related,
    tree,
  };
}
