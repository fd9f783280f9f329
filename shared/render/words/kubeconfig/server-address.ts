/** A cluster entry as errors name it. */
export interface NamedCluster {
  readonly name: string;
  readonly file: string;
}

function clusterText({ name, file }: NamedCluster): string {
  return `cluster "${name}" of ${file}`;
}

/** The error for a cluster entry without a server. */
export function noServerText(cluster: NamedCluster): string {
  return `${clusterText(cluster)} has no server`;
}

/** The error for a server that is no address. */
export function notServerAddressText(cluster: NamedCluster): string {
  return `${clusterText(cluster)}: its server is not an http or https address`;
}

/** The error for an address without a scheme, beside settings of TLS. */
export function serverWithoutSchemeText(cluster: NamedCluster): string {
  return `${clusterText(cluster)}: its server has no scheme, which means http; add https://`;
}

/** The error for an address with credentials in it. */
export function serverWithUserText(cluster: NamedCluster): string {
  return `${clusterText(cluster)}: set user name and password in users, not in server`;
}

/** The error for an IPv4 address in a short form, with the address in full. */
export function shortServerAddressText(cluster: NamedCluster, full: string): string {
  return `${clusterText(cluster)}: write the address of its server in full, as four numbers: ${full}`;
}

/** The error for an address with a path and without a scheme. */
export function serverPathWithoutSchemeText(cluster: NamedCluster): string {
  return `${clusterText(cluster)}: its server has a path but no scheme; add https://`;
}
