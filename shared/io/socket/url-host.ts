/** The host of a URL as sockets and certificates need it: an IPv6 address without its brackets. */
export function urlHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** The port of an http or https URL, or the default port of its scheme. */
export function urlPort({ port, protocol }: URL): number {
  return Number(port || (protocol === "https:" ? 443 : 80));
}
