import { sanitizeLine } from "../../../characters/sanitize.ts";

// The errors about missing objects and types are kubectl's where the source is a server.

/** kubectl's words where a type has no objects. `namespace` is the one that was searched, if it was one. */
export function noResourcesText(namespace: string | undefined): string {
  return namespace === undefined ? "No resources found" : `No resources found in ${sanitizeLine(namespace)} namespace.`;
}

/** Where objects were looked for: on a server, or in files of this name. */
export type SearchedPlace = { readonly is: "server" } | { readonly is: "files"; readonly name: string };

/** The error for an object that does not exist. `object` is quoted as kubectl quotes it. */
export function missingObjectText(object: string, namespace: string | undefined, place: SearchedPlace): string {
  const missing = `${object} not found`;
  if (place.is === "server") return `Error from server (NotFound): ${missing}`;
  return `error: ${missing}${inNamespace(namespace)} in ${place.name}`;
}

/** The error for a word that is neither the name of a HyperConverged nor a type. */
export function neitherNameNorTypeText(word: string, place: SearchedPlace): string {
  const missing = `hyperconvergeds.hco.kubevirt.io "${word}" not found, and no resource type has that name`;
  if (place.is === "server") return `Error from server (NotFound): ${missing}`;
  return `error: ${missing} in ${place.name}`;
}

/** The error for a word that is no command, name or type. `suggestion` is what to type instead. */
export function unknownCommandText(word: string, suggestion: string): string {
  return `error: unknown command "${word}": no resource type and no HyperConverged has this name. Did you mean "${suggestion}"?`;
}

/** The error for a known type that the server does not have. `crd` is the name of its CustomResourceDefinition. */
export function missingDefinitionText(crd: string): string {
  return `error: CRD ${crd} is not installed`;
}

/** The error for an unknown type. */
export function unknownTypeText(type: string, place: SearchedPlace): string {
  if (place.is === "server") return `error: the server doesn't have a resource type "${type}"`;
  return `error: there is no resource type "${type}" in ${place.name}`;
}

/** The error for a known type, such as `virtualmachines.kubevirt.io`, of which a must-gather has nothing. */
export function uncollectedTypeText(type: string, place: string): string {
  return `error: ${place} has no ${type}, neither objects nor their CRD; collect them in a new must-gather, or use a live cluster`;
}

/** What an error adds where a similar type or name is known. */
export function similarWordText(hint: string | undefined): string {
  return hint === undefined ? "" : `; did you mean "${hint}"?`;
}

/** What an error about a name adds where a similar type is known. */
export function similarTypeText(hint: string | undefined): string {
  return hint === undefined ? "" : `; did you mean the type "${hint}"?`;
}

/** What an error about an unknown type adds where API groups could not be read. */
export function unreadGroupsText(groups: readonly string[]): string {
  return groups.length === 0 ? "" : `; ${groups.join(", ")} could not be searched`;
}

/** The error for an object that the server refuses to show. `isWide`: all namespaces were asked for. */
export function forbiddenText(cause: string, isWide: boolean): string {
  return `Error from server (Forbidden): ${cause}${isWide ? "; use -n with a namespace that you have permission to read" : ""}`;
}

/** The error for an object that could not be read. `object` is quoted as kubectl quotes it. */
export function unreadObjectText(
  object: string,
  namespace: string | undefined,
  place: SearchedPlace,
  cause: string,
): string {
  if (place.is === "server") return `error: cannot read ${object}: ${cause}`;
  return `error: cannot look for ${object}${inNamespace(namespace)} in ${place.name}: ${cause}`;
}

function inNamespace(namespace: string | undefined): string {
  return namespace === undefined ? "" : ` in namespace ${namespace}`;
}
