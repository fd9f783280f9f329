// What links do, in a bundle that is loaded with the first one.

export { findDefinition } from "./find-definition.ts";
export { openConsole } from "./open-console.ts";
export { copyLink, openLink } from "./root-links.ts";
