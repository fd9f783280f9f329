import { BlockList, isIP } from "node:net";
import { urlHost, urlPort } from "../socket/url-host.ts";
import { inAscii } from "./proxy-address.ts";

/**
 * Whether `server` is exempt from the environment's proxy. This machine always is. `exceptions` (NO_PROXY) names
 * others: addresses, CIDR blocks, domains with their subdomains, or `*` for everything. Addresses and domains may have
 * a port.
 * Invalid exceptions are ignored. golang.org/x/net/http/httpproxy, useProxy and init.
 */
export function isExempt(server: URL, exceptions: string): boolean {
  const host = urlHost(server).toLowerCase();
  const port = String(urlPort(server));
  if (host === "localhost" || isWithin(host, "127.0.0.0", 8) || isWithin(host, "::1", 128)) return true;
  return exceptions.split(",").some((exception) => names(exception.trim().toLowerCase(), host, port));
}

function names(exception: string, host: string, port: string): boolean {
  if (exception === "*") return true;
  const [, network = "", bits = ""] = /^(.*)\/(\d{1,3})$/.exec(exception) ?? [];
  if (isIP(network) !== 0 && Number(bits) <= bitsOf(network)) return isWithin(host, network, Number(bits));
  const { name, only } = withPort(exception);
  if (name === "" || (only !== "" && only !== port)) return false;
  if (isIP(name) !== 0) return isWithin(host, name, bitsOf(name));
  return isIP(host) === 0 && isBelow(host, name);
}

// Splits as net.SplitHostPort. A bare IPv6 address has no port, and brackets without a port are no address.
function withPort(exception: string): { readonly name: string; readonly only: string } {
  const [, bracketed, plain, only = ""] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(exception) ?? [];
  const name = bracketed ?? plain;
  return name === undefined ? { name: exception, only: "" } : { name, only };
}

// A leading dot, with or without a star before it, excludes the domain itself.
function isBelow(host: string, written: string): boolean {
  const dotted = written.startsWith("*.") ? written.slice(1) : written;
  const domain = inAscii(dotted);
  return domain.startsWith(".") ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function isWithin(host: string, network: string, bits: number): boolean {
  if (isIP(host) === 0) return false;
  // net.IPNet contains an IPv4 address only where the network is IPv4. ::ffff:a.b.c.d/96 and narrower are IPv4 too.
  if (isIP(host) === 4 && isIP(network) === 6 && bits < 96) return false;
  const block = new BlockList();
  block.addSubnet(network, bits, familyOf(network));
  return block.check(host, familyOf(host));
}

function bitsOf(address: string): number {
  return isIP(address) === 4 ? 32 : 128;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
