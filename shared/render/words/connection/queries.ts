/** The reason for a query whose names no path can hold. */
export function impossibleNameText(name: string): string {
  return `${name} cannot be a name in the API`;
}

/** The server serves a resource in none of the versions. */
export function unservedResourceText(resource: string, versions: readonly string[]): string {
  return `the server has no ${resource} in ${versions.join(" or ")}`;
}

/** The server serves no kind of that name. */
export function unservedKindText(kind: string, group: string): string {
  return `the server has no ${kind}${group === "" ? "" : ` of ${group}`}`;
}

/** Discovery failed, with the reason. */
export function failedDiscoveryText(reason: string): string {
  return `cannot find out what the server serves: ${reason}`;
}

/** Discovery of one group failed, with the reason. */
export function skippedGroupText(group: string, reason: string): string {
  return `${group || "the core group"}: ${reason}`;
}

/** The query names an object of a namespace without its namespace. */
export function missingNamespaceText(plural: string, name: string): string {
  return `${plural}/${name} lies in a namespace, and nobody says in which`;
}

/** The error for requests on a connection that was replaced by one to another server. */
export function movedServerText(server: string): string {
  return `the kubeconfig leads to ${server} now; what was asked before is asked there again`;
}
