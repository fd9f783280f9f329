/** The reason for a query whose names no path can hold. */
export function impossibleNameText(name: string): string {
  return `${name} is not a valid resource name`;
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
  return `cannot discover the resource types of the server: ${reason}`;
}

/** Discovery of one group failed, with the reason. */
export function skippedGroupText(group: string, reason: string): string {
  return `${group || "the core group"}: ${reason}`;
}

/** The query names an object of a namespace without its namespace. */
export function missingNamespaceText(plural: string, name: string): string {
  return `${plural}/${name} is namespaced, but no namespace is given`;
}

/** The error for requests on a connection that was replaced by one to another server. */
export function movedServerText(server: string): string {
  return `the kubeconfig now selects ${server}; repeating all requests there`;
}
