import { domainToASCII } from "node:url";
import { definedFields } from "../../model/defined-fields.ts";

/** The address of a proxy. */
export interface ProxyAddress {
  readonly scheme: "http" | "https" | "socks5";
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Absent: the address names no user. */
  readonly user?: { readonly name: string; readonly password: string };
}

/**
 * The proxy address in a URL, read as Go's net/url does. Undefined where kubectl refuses the URL: WHATWG's URL would
 * correct what Go refuses. Path, query and fragment are ignored. A port outside the range of TCP gives undefined too.
 */
export function readProxyAddress(text: string): ProxyAddress | undefined {
  const [, written = "", authority = ""] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text) ?? [];
  const scheme = schemes[written.toLowerCase()];
  const parts = /^(?:(.*)@)?(\[[\da-f:.]+\]|[^:@[\]]*)(?::(\d*))?$/i.exec(authority);
  if (scheme === undefined || parts === null || authority === "" || !canBeUrl(text)) return undefined;
  const [, userInfo, name = "", digits] = parts;
  const user = userInfo === undefined ? undefined : userOf(userInfo);
  const port = Number(digits || ports[scheme]);
  const isEmpty = name === "" && !digits;
  if (isEmpty || invalidInHost.test(name) || port < 1 || port > 65_535 || user === null) return undefined;
  const host = name === "" ? "localhost" : toAsciiHost(name);
  return { scheme, host: host.replace(/^\[|\]$/g, ""), port, ...definedFields({ user }) };
}

/** A host name in ASCII, as DNS has it. An ASCII name is unchanged, even where WHATWG's URL would correct it. */
export function toAsciiHost(name: string): string {
  return /^[\0-\x7f]*$/.test(name) ? name : domainToASCII(name) || name;
}

/** Whether Go accepts the characters of a URL: no control character, and no `%` without two hex digits. */
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

// The characters that net/url refuses in a host. Beyond ASCII every character is part of a name to translate.
const invalidInHost = /[ \\^`{|}%]/;

/** The user and password of a URL. Null where they are invalid. */
function userOf(userInfo: string): { readonly name: string; readonly password: string } | null {
  if (!/^[\w\-.:~!$&'()*+,;=%@]*$/.test(userInfo)) return null;
  const colon = userInfo.indexOf(":");
  try {
    return {
      name: decodeURIComponent(colon < 0 ? userInfo : userInfo.slice(0, colon)),
      password: colon < 0 ? "" : decodeURIComponent(userInfo.slice(colon + 1)),
    };
  } catch {
    return null;
  }
}
