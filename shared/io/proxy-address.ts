import { domainToASCII } from "node:url";

/** How a proxy is reached. */
export interface ProxyAddress {
  readonly scheme: "http" | "https" | "socks5";
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Absent: the address names nobody. */
  readonly user?: { readonly name: string; readonly password: string };
}

/**
 * Reads a URL as net/url of Go does, so that what kubectl takes is taken, and what it refuses is undefined: WHATWG's URL
 * mends what Go refuses. Path, query and fragment do not count. A port that no TCP has is undefined too.
 */
export function readProxyAddress(text: string): ProxyAddress | undefined {
  const [, written = "", authority = ""] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text) ?? [];
  const scheme = schemes[written.toLowerCase()];
  const parts = /^(?:(.*)@)?(\[[\da-f:.]+\]|[^:@[\]]*)(?::(\d*))?$/i.exec(authority);
  if (scheme === undefined || parts === null || authority === "" || !canBeUrl(text)) return undefined;
  const [, person, name = "", digits] = parts;
  const user = person === undefined ? undefined : userOf(person);
  const port = Number(digits || ports[scheme]);
  const nowhere = name === "" && !digits;
  if (nowhere || impossible.test(name) || port < 1 || port > 65_535 || user === null) return undefined;
  const host = name === "" ? "localhost" : inAscii(name);
  return { scheme, host: host.replace(/^\[|\]$/g, ""), port, ...(user !== undefined && { user }) };
}

/** A name as DNS knows it. What is ASCII stays as it is, also where a URL's rules would mend it. */
export function inAscii(name: string): string {
  return /^[\0-\x7f]*$/.test(name) ? name : domainToASCII(name) || name;
}

/** Neither a control character nor a `%` without its two digits, which are no part of any URL for Go. */
export function canBeUrl(text: string): boolean {
  return !/[\u0000-\u001f\u007f]|%(?![\da-f]{2})/i.test(text);
}

// Go looks names up at the proxy for either (net/http, Transport.Proxy: "socks5" is treated the same as "socks5h").
const schemes: Readonly<Record<string, ProxyAddress["scheme"]>> = {
  http: "http",
  https: "https",
  socks5: "socks5",
  socks5h: "socks5",
};

const ports = { http: 80, https: 443, socks5: 1080 } as const;

// What net/url refuses in a host; everything beyond ASCII is a name to translate.
const impossible = /[ \\^`{|}%]/;

/** Null: not to be read. */
function userOf(person: string): { readonly name: string; readonly password: string } | null {
  if (!/^[\w\-.:~!$&'()*+,;=%@]*$/.test(person)) return null;
  const colon = person.indexOf(":");
  try {
    return {
      name: decodeURIComponent(colon < 0 ? person : person.slice(0, colon)),
      password: colon < 0 ? "" : decodeURIComponent(person.slice(colon + 1)),
    };
  } catch {
    return null;
  }
}
