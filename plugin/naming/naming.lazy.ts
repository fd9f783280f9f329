// The functions that interpret names on the command line, as one bundle.

export { resolveAgain } from "./late-type-resolution.ts";
export { checkProfileFits, readRequestedObjects } from "./requested-objects.ts";
export { createTypeResolver } from "./type-resolver.ts";
