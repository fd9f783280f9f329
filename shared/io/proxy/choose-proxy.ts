import { notProxyAddressText, proxyInCgiText } from "../../render/words/connection/proxy-address.ts";
import { InputError } from "../errors/errors.ts";
import { canBeUrl, type ProxyAddress, readProxyAddress } from "./proxy-address.ts";

/** The proxy on the way to a server, and where it is configured. */
export interface ForwardProxy extends ProxyAddress {
  /** The place that names it: `HTTPS_PROXY`, or `proxy-url of cluster "x"`. */
  readonly from: string;
  /** Whether an environment variable names it, so that NO_PROXY can exempt a server. */
  readonly byEnvironment: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy on the way to `server`, undefined for none. A `proxyUrl` counts for every server. Without one the
 * environment decides, by the rules of Go (client-go, transport/cache.go; golang.org/x/net/http/httpproxy).
 * @param where the name of the place of `proxyUrl` in messages.
 * @throws InputError where the address is invalid for a proxy. The message omits it, because it may contain a password.
 */
export async function proxyFor(
  server: URL | string,
  proxyUrl: string | undefined,
  env: Environment,
  where = "proxy-url",
): Promise<ForwardProxy | undefined> {
  return proxyUrl ? byKubeconfig(proxyUrl, where) : byEnvironment(new URL(server), env);
}

// parseProxyURL of client-go, tools/clientcmd/helpers.go, takes no socks5h, though Go's transport would.
function byKubeconfig(proxyUrl: string, from: string): ForwardProxy {
  const address = readProxyAddress(proxyUrl);
  if (address === undefined || /^socks5h:/i.test(proxyUrl)) throw notAnAddress(from, ["socks5://"]);
  return { ...address, from, byEnvironment: false };
}

async function byEnvironment(url: URL, env: Environment): Promise<ForwardProxy | undefined> {
  const from = firstSet(env, url.protocol === "https:" ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"]);
  if (from === undefined) return undefined;
  const text = env[from] ?? "";
  // Go ignores such a value.
  if (!canBeUrl(text)) return undefined;
  // A web server passes the header Proxy of any request to its CGI programs in this variable
  // (golang.org/s/cgihttpproxy).
  if (url.protocol === "http:" && env["REQUEST_METHOD"]) {
    throw new InputError(proxyInCgiText(from));
  }
  // Most machines name no proxy, and this loads `node:net`.
  const { isExempt } = await import("./no-proxy.ts");
  const exceptions = firstSet(env, ["NO_PROXY", "no_proxy"]);
  if (isExempt(url, exceptions === undefined ? "" : (env[exceptions] ?? ""))) return undefined;
  const address = readProxyAddress(text.includes("://") ? text : `http://${text}`);
  // Go would use a host called "http" here, or none.
  if (address === undefined) throw notAnAddress(from, ["socks5://", "socks5h://"]);
  return { ...address, from, byEnvironment: true };
}

function firstSet(env: Environment, names: readonly string[]): string | undefined {
  return names.find((name) => env[name]);
}

function notAnAddress(from: string, socks: readonly string[]): InputError {
  return new InputError(notProxyAddressText(from, socks));
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
export function proofFor({ user }: ProxyAddress): { readonly "proxy-authorization"?: string } {
  if (user === undefined) return {};
  return { "proxy-authorization": `Basic ${Buffer.from(`${user.name}:${user.password}`).toString("base64")}` };
}

/** Whether the proxy forwards each request, with its whole URL: plain http, unless by SOCKS. Others need a tunnel. */
export function isAskedItself(proxy: ForwardProxy, server: URL): boolean {
  return server.protocol === "http:" && proxy.scheme !== "socks5";
}
