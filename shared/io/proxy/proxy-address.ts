import { domainToASCII } from "node:url";

/** The address of a proxy. */
export interface ProxyAddress {
  readonly scheme: "http" | "https" | "socks5";
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Absent: the address names no user. */
  readonly user?: { readonly name: string; readonly password: string };
}

// Go looks names up at the proxy for either (net/http, Transport.Proxy: "socks5" is treated the same as "socks5h").
const schemes: ReadonlyMap<string, ProxyAddress["scheme"]> = new Map([
  ["http", "http"],
  ["https", "https"],
  ["socks5", "socks5"],
  ["socks5h", "socks5"],
]);

const defaultPorts = { http: 80, https: 443, socks5: 1080 } as const;
const maxPort = 65_535;

/** The characters that net/url refuses in a host. Beyond ASCII every character is part of a name to translate. */
const invalidInHost = /[ \\^`{|}%]/;

/**
 * Reads the proxy address in a URL as Go's net/url does: `http://me:secret@proxy:3128`. Path, query and fragment are
 * ignored. Undefined where kubectl refuses the URL (WHATWG's URL would correct it), and for a port out of range.
 */
export function readProxyAddress(text: string): ProxyAddress | undefined {
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)/i.exec(text);
  if (url === null || !canBeUrl(text)) return undefined;
  const [, schemeText = "", authority = ""] = url;
  const scheme = schemes.get(schemeText.toLowerCase());
  const at = authority.lastIndexOf("@");
  const hostAndPort = /^(\[[\da-f:.]+\]|[^:@[\]]*)(?::(\d*))?$/i.exec(authority.slice(at + 1));
  if (scheme === undefined || hostAndPort === null) return undefined;
  const [, hostText = "", portText = ""] = hostAndPort;
  const isEmpty = hostText === "" && portText === "";
  const port = portText === "" ? defaultPorts[scheme] : Number(portText);
  if (isEmpty || invalidInHost.test(hostText) || port < 1 || port > maxPort) return undefined;
  const host = hostText === "" ? "localhost" : toAsciiHost(hostText).replace(/^\[|\]$/g, "");
  if (at < 0) return { scheme, host, port };
  const user = decodeUser(authority.slice(0, at));
  return user === undefined ? undefined : { scheme, host, port, user };
}

/** A host name in ASCII, as DNS has it. An ASCII name is unchanged, even where WHATWG's URL would correct it. */
export function toAsciiHost(name: string): string {
  return /^[\0-\x7f]*$/.test(name) ? name : domainToASCII(name) || name;
}

/** Whether Go accepts the characters of a URL: no control character, and no `%` without two hex digits. */
export function canBeUrl(text: string): boolean {
  return !/[\u0000-\u001f\u007f]|%(?![\da-f]{2})/i.test(text);
}

/** `me:p%40ss` -> user `me` with the password `p@ss`. Undefined where Go refuses a character. */
function decodeUser(userInfo: string): ProxyAddress["user"] {
  if (!/^[\w\-.:~!$&'()*+,;=%@]*$/.test(userInfo)) return undefined;
  const [name = "", ...passwordParts] = userInfo.split(":");
  try {
    return { name: decodeURIComponent(name), password: decodeURIComponent(passwordParts.join(":")) };
  } catch {
    // The bytes after percent signs are no UTF-8.
    return undefined;
  }
}
