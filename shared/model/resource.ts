import type { Kind } from "./kind.ts";

/** A kind as a cluster serves it, with every name that kubectl accepts for it. */
export interface Resource extends Kind {
  /** In lower case, as discovery gives it; some servers leave it empty. */
  readonly singular: string;
  readonly shortNames: readonly string[];
}
