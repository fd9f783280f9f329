import type { Kind } from "../model/profile.ts";
import { application } from "./application.ts";
import { greenhouse } from "./greenhouse.ts";

/** The kinds that are looked for where there is no HyperConverged. */
export const knownRoots: readonly Kind[] = [...application.roots, ...greenhouse.roots];
