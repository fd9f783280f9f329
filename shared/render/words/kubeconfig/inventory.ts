/** How messages name a ClusterProfile of a hub. */
export function clusterProfileTitle(namespace: string, name: string): string {
  return `ClusterProfile ${namespace}/${name}`;
}

/** The error for a provider file that cannot be read. */
export function unreadableProvidersText(path: string, reason: string): string {
  return `cannot read --inventory-providers ${path}: ${reason}`;
}

/** The error for a provider file that is no JSON. */
export function providersNotJsonText(path: string): string {
  return `--inventory-providers ${path} is not JSON: it requires {"providers": [{"name": ..., "execConfig": ...}]}`;
}

/** The error for a provider without a name, or without a program. */
export function incompleteProviderText(file: string, place: string): string {
  return `${file}: ${place} requires name and execConfig`;
}

/** The error for a policy that no version of the file has. */
export function unknownPolicyText(file: string, place: string, policy: string): string {
  return `${file}: ${place} is "${policy}", which is not supported`;
}

/** Why a profile leads to no cluster: it names no server at all. */
export const noAccessProviderText = "the ClusterProfile has no access provider";

/** Why a profile leads to no cluster: the flag that names the provider file is missing. */
export function noProviderFileText(names: readonly string[]): string {
  return `no credentials: --inventory-providers names no file with ${orText(names)}`;
}

/** Why a profile leads to no cluster: the provider file has none of its providers. */
export function noSuchProviderText(names: readonly string[], file: string): string {
  return `no credentials: ${file} does not have ${orText(names)}`;
}

/** The most names that a sentence lists. */
const mostNamed = 3;

function orText(names: readonly string[]): string {
  const some = names.slice(0, mostNamed).map((name) => `"${name}"`);
  const more = names.length > mostNamed ? [`${names.length - mostNamed} more`] : [];
  return `provider ${[...some, ...more].join(" or ")}`;
}

/** Why a profile leads to no cluster: a token must not be sent without encryption. */
export const profileWithoutHttpsText = "its server is not an https address";

/** Why a profile leads to no cluster: a path of the hub means nothing on this machine. */
export const authorityPathText = "its certificate-authority is a path; certificate-authority-data is required";

/** Why a profile leads to no cluster: an extension of it has another shape than its provider's policy requires. */
export function wrongExtensionText(name: string): string {
  return `its extension ${name} has the wrong type`;
}

/** Why a ManagedCluster is a row without access, with what Open Cluster Management reports of it. */
export function managedClusterText(availability: string): string {
  return `no ClusterProfile, Open Cluster Management reports ${availability}`;
}

/** The availability of a ManagedCluster: the status of its condition, or that there is none. */
export function availabilityText(status: string): string {
  return status === "" ? "no availability" : `Available=${status}`;
}

/** The error for a hub without an inventory, or where the flags select nothing of it. */
export function emptyInventoryText(hub: string, isInstalled: boolean, isFiltered: boolean): string {
  if (!isInstalled)
    return `the hub ${hub} has neither ClusterProfiles nor ManagedClusters; choose the hub by --context`;
  return `no ClusterProfile found on the hub ${hub}${isFiltered ? " with this namespace and selector" : ""}`;
}

/** The error for a name that no cluster of the inventory has. */
export function unknownClusterText(hub: string, name: string): string {
  return `no cluster "${name}" in the inventory of the hub ${hub}; to list its clusters, use --inventory`;
}

/**
 * The error for a hub that refuses to list its inventory, or does not return it. `types`: all lists that it refuses.
 */
export function unreadableInventoryText(
  hub: string,
  types: readonly string[],
  cause: string,
  isForbidden: boolean,
): string {
  const remedy = isForbidden ? "; kubectl hco-status permissions --inventory prints the role for the hub" : "";
  return `cannot list ${types.join(" and ")} on the hub ${hub}: ${cause}${remedy}`;
}
