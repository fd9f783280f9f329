import { isIPv4, isIPv6 } from "node:net";
import type { SocketEndpoint } from "../socket/socket.ts";
import type { ForwardProxy } from "./choose-proxy.ts";

/** The version of SOCKS, with which each message begins but those of the password. */
export const socksVersion = 5;

/** How a client proves who it is (RFC 1928, section 3). */
export const socksMethods = { none: 0, password: 2, refused: 255 } as const;

/** The client's first message: the methods that it offers. */
export function encodeGreeting(user: ForwardProxy["user"]): Buffer {
  return user === undefined
    ? Buffer.of(socksVersion, 1, socksMethods.none)
    : Buffer.of(socksVersion, 2, socksMethods.none, socksMethods.password);
}

/** The user and the password (RFC 1929). Each has 255 bytes at most. */
export function encodePassword({ name, password }: NonNullable<ForwardProxy["user"]>): Buffer {
  return Buffer.concat([Buffer.of(1), encodeText(name), encodeText(password)]);
}

/** The request for a tunnel. Undefined where the server's name has more bytes than SOCKS can carry. */
export function encodeTunnelRequest({ host, port }: Pick<SocketEndpoint, "host" | "port">): Buffer | undefined {
  if (Buffer.byteLength(host) > 255) return undefined;
  return Buffer.concat([Buffer.of(socksVersion, 1, 0), encodeAddress(host), Buffer.of(port >> 8, port & 255)]);
}

/** The bytes of the address after the first of a reply, by the type of the address. Undefined for an unknown type. */
export function addressBytes(type: number, first: number): number | undefined {
  return { 1: 3, 3: first, 4: 15 }[type];
}

/** The address with its type before it. As Go does, a name is sent as it is, and the proxy looks it up. */
function encodeAddress(host: string): Buffer {
  if (isIPv4(host)) return Buffer.of(1, ...host.split(".").map(Number));
  if (isIPv6(host)) return Buffer.concat([Buffer.of(4), ipv6Bytes(host)]);
  return Buffer.concat([Buffer.of(3), encodeText(host)]);
}

/** The sixteen bytes of an IPv6 address in any spelling, without its zone, which means nothing to a proxy. */
function ipv6Bytes(host: string): Buffer {
  // The URL parser writes an IPv4 tail in hexadecimal and leaves at most one gap.
  const { hostname } = new URL(`http://[${host.replace(/%.*/, "")}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return Buffer.from([...head, ...gap, ...tail].map((group) => group.padStart(4, "0")).join(""), "hex");
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}
