import { BlockList, isIP } from "node:net";
import { InputError } from "../errors/errors.ts";
import { urlHost, urlPort } from "../socket/url-host.ts";
import type { ForwardProxy } from "./forward-proxy.ts";
import { canBeUrl, readProxyAddress, toAsciiHost } from "./proxy-address.ts";

/**
 * The proxy of the `proxy-url` of a cluster: `http://proxy:3128`. Like parseProxyURL (client-go,
 * tools/clientcmd/helpers.go) it does not accept socks5h, though Go's transport would.
 * @throws InputError where it is no address of a proxy.
 */
export function proxyByKubeconfig(proxyUrl: string, from: string): ForwardProxy {
  const address = readProxyAddress(proxyUrl);
  if (address === undefined || /^socks5h:/i.test(proxyUrl)) throw invalidAddressError(from, ["socks5://"]);
  return { ...address, from, byEnvironment: false };
}

/**
 * The proxy that the variable `from` names, undefined where the server is exempt, or the value is one that Go ignores.
 * @throws InputError where it is no address of a proxy.
 */
export function proxyByVariable(
  from: string,
  url: URL,
  env: Readonly<Record<string, string | undefined>>,
): ForwardProxy | undefined {
  const text = env[from] ?? "";
  if (!canBeUrl(text)) return undefined;
  // A web server passes the header Proxy of any request to its CGI programs in this variable
  // (golang.org/s/cgihttpproxy).
  if (url.protocol === "http:" && env["REQUEST_METHOD"]) {
    throw new InputError(
      `${from} is not safe to use in a CGI program (REQUEST_METHOD is set); unset one of them, or set proxy-url in the kubeconfig`,
    );
  }
  if (isExempt(url, env["NO_PROXY"] || env["no_proxy"] || "")) return undefined;
  const address = readProxyAddress(text.includes("://") ? text : `http://${text}`);
  // Go would use a host called "http" here, or none.
  if (address === undefined) throw invalidAddressError(from, ["socks5://", "socks5h://"]);
  return { ...address, from, byEnvironment: true };
}

/**
 * Whether `server` is exempt from the environment's proxy. This machine always is. `exceptions` (NO_PROXY) names
 * others: addresses, CIDR blocks, domains with their subdomains, or `*` for everything. Addresses and domains may have
 * a port.
 * Invalid exceptions are ignored. golang.org/x/net/http/httpproxy, useProxy and init.
 */
function isExempt(server: URL, exceptions: string): boolean {
  const host = urlHost(server).toLowerCase();
  const port = String(urlPort(server));
  if (host === "localhost" || isWithin(host, "127.0.0.0", 8) || isWithin(host, "::1", 128)) return true;
  return exceptions.split(",").some((exception) => matchesException(exception.trim().toLowerCase(), host, port));
}

function isWithin(host: string, network: string, bits: number): boolean {
  if (isIP(host) === 0) return false;
  // net.IPNet contains an IPv4 address only where the network is IPv4. ::ffff:a.b.c.d/96 and narrower are IPv4 too.
  if (isIP(host) === 4 && isIP(network) === 6 && bits < 96) return false;
  const block = new BlockList();
  block.addSubnet(network, bits, addressFamily(network));
  return block.check(host, addressFamily(host));
}

function addressFamily(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/**
 * Whether one of the exceptions of NO_PROXY matches: `*`, `10.0.0.0/8`, `10.1.2.3`, `[fd00::1]:6443`,
 * `.example.com:6443`.
 */
function matchesException(exception: string, host: string, port: string): boolean {
  if (exception === "*") return true;
  const [, network = "", bits = ""] = /^(.*)\/(\d{1,3})$/.exec(exception) ?? [];
  const isBlock = isIP(network) !== 0 && Number(bits) <= countAddressBits(network);
  if (isBlock) return isWithin(host, network, Number(bits));
  const exempt = splitPort(exception);
  if (exempt.name === "" || (exempt.port !== "" && exempt.port !== port)) return false;
  if (isIP(exempt.name) !== 0) return isWithin(host, exempt.name, countAddressBits(exempt.name));
  return isIP(host) === 0 && isInDomain(host, exempt.name);
}

function countAddressBits(address: string): number {
  return isIP(address) === 4 ? 32 : 128;
}

/** Whether a host is a domain or below it. `.example` and `*.example` are without the domain itself. */
function isInDomain(host: string, exception: string): boolean {
  const domain = toAsciiHost(exception.startsWith("*.") ? exception.slice(1) : exception);
  return domain.startsWith(".") ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

/**
 * `proxy:80` -> `proxy` and `80`, as net.SplitHostPort splits. The port is empty where there is none. A bare IPv6
 * address has no port, and brackets without a port are no address.
 */
function splitPort(exception: string): { readonly name: string; readonly port: string } {
  const [, bracketed, plain, port = ""] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(exception) ?? [];
  const name = bracketed ?? plain;
  return name === undefined ? { name: exception, port: "" } : { name, port };
}

function invalidAddressError(from: string, socks: readonly string[]): InputError {
  return new InputError(
    `${from} is not the address of a proxy; use http://HOST:PORT, or begin it with https:// or ${socks.join(" or ")}, and write special characters of user and password as %XX`,
  );
}
