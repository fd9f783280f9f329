import type { Kind } from "../model/profile.ts";

/** The kinds that are looked for where there is no HyperConverged. */
export const knownRoots: readonly Kind[] = [];
