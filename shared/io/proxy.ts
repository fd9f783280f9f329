import { InputError } from "./errors.ts";
import { canBeUrl, type ProxyAddress, readProxyAddress } from "./proxy-address.ts";
import { isExempt } from "./proxy-exceptions.ts";

/** What stands between us and a server, and who told us so. */
export interface ForwardProxy extends ProxyAddress {
  /** Where it is written, in words: `HTTPS_PROXY`, or `proxy-url of cluster "x"`. */
  readonly from: string;
  /** By a variable, so NO_PROXY can exempt a server from it. */
  readonly byEnvironment: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy on the way to `server`; undefined: none. A `proxyUrl` is for every server; without one the environment decides,
 * by the rules of Go (client-go, transport/cache.go; golang.org/x/net/http/httpproxy).
 * @param where what a message calls the place of `proxyUrl`.
 * @throws InputError where the address cannot be one of a proxy; the message does not repeat it, it may hold a password.
 */
export function proxyFor(
  server: URL | string,
  proxyUrl: string | undefined,
  env: Environment,
  where = "proxy-url",
): ForwardProxy | undefined {
  return proxyUrl ? byKubeconfig(proxyUrl, where) : byEnvironment(new URL(server), env);
}

// parseProxyURL of client-go, tools/clientcmd/helpers.go, takes no socks5h, though Go's transport would.
function byKubeconfig(proxyUrl: string, from: string): ForwardProxy {
  const address = readProxyAddress(proxyUrl);
  if (address === undefined || /^socks5h:/i.test(proxyUrl)) throw notAnAddress(from, "socks5://");
  return { ...address, from, byEnvironment: false };
}

function byEnvironment(url: URL, env: Environment): ForwardProxy | undefined {
  const from = firstSet(env, url.protocol === "https:" ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"]);
  if (from === undefined) return undefined;
  const text = env[from] ?? "";
  // Go takes such a value as if it were not there.
  if (!canBeUrl(text)) return undefined;
  // A web server hands the header Proxy of a stranger's request to its CGI programs under this name (golang.org/s/cgihttpproxy).
  if (url.protocol === "http:" && env["REQUEST_METHOD"]) {
    throw new InputError(
      `${from} is not safe to use in a CGI program (REQUEST_METHOD is set); unset one of them, or write proxy-url into the kubeconfig`,
    );
  }
  const exceptions = firstSet(env, ["NO_PROXY", "no_proxy"]);
  if (isExempt(url, exceptions === undefined ? "" : (env[exceptions] ?? ""))) return undefined;
  const address = readProxyAddress(text.includes("://") ? text : `http://${text}`);
  // Go would look for a host called "http" here, or for none.
  if (address === undefined) throw notAnAddress(from, "socks5:// or socks5h://");
  return { ...address, from, byEnvironment: true };
}

function firstSet(env: Environment, names: readonly string[]): string | undefined {
  return names.find((name) => env[name]);
}

function notAnAddress(from: string, socks: string): InputError {
  return new InputError(
    `${from} is not the address of a proxy; it must look like http://HOST:PORT, or begin with https:// or ${socks}, and special characters of user and password must be written as %XX`,
  );
}

/** How messages name a proxy: without user and password, and with the place where it is written. */
export function titleOf(proxy: ForwardProxy): string {
  return `${nameOf(proxy)} (${proxy.from})`;
}

/** The proxy by address alone. */
export function nameOf(address: ProxyAddress): string {
  return `${address.scheme}://${authorityOf(address)}`;
}

/** `host:port`, with brackets around an IPv6 address. */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The header Proxy-Authorization; absent where the address names nobody. */
export function proofFor({ user }: ProxyAddress): { readonly "proxy-authorization"?: string } {
  if (user === undefined) return {};
  return { "proxy-authorization": `Basic ${Buffer.from(`${user.name}:${user.password}`).toString("base64")}` };
}

/** A plain question to a plain server goes to the proxy itself, with the whole URL; everything else through a tunnel. */
export function isAskedItself(proxy: ForwardProxy, server: URL): boolean {
  return server.protocol === "http:" && proxy.scheme !== "socks5";
}
