import type { ProxyAddress } from "./proxy-address.ts";

/** The proxy on the way to a server, and where it is configured. */
export interface ForwardProxy extends ProxyAddress {
  /** The place that names it: `HTTPS_PROXY`, or `proxy-url of cluster "x"`. */
  readonly from: string;
  /** Whether an environment variable names it, so that NO_PROXY can exempt a server. */
  readonly byEnvironment: boolean;
}

/** The name of a proxy in messages: its address without user and password, and the place that names it. */
export function proxyTitle(proxy: ForwardProxy): string {
  return `${proxyAddressText(proxy)} (${proxy.from})`;
}

/** The address of a proxy without user and password. */
export function proxyAddressText(address: ProxyAddress): string {
  return `${address.scheme}://${hostAndPort(address)}`;
}

/** `host:port`, with brackets around an IPv6 address. */
export function hostAndPort({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The header Proxy-Authorization. Absent where the address names no user. */
export function proxyAuthorization({ user }: ProxyAddress): { readonly "proxy-authorization"?: string } {
  if (user === undefined) return {};
  return { "proxy-authorization": `Basic ${Buffer.from(`${user.name}:${user.password}`).toString("base64")}` };
}

/** Whether the proxy forwards each request, with its whole URL: plain http, unless by SOCKS. Others need a tunnel. */
export function forwardsRequests(proxy: ForwardProxy, server: URL): boolean {
  return server.protocol === "http:" && proxy.scheme !== "socks5";
}
