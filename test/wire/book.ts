import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";

/** What a handshake says; `-` stands for nothing. */
interface Handshake {
  readonly sni: string;
  readonly alpn: string;
  /** The common name of the certificate. */
  readonly client: string;
}

/** What one server saw of one request, or one proxy of one tunnel: all that says who asks whom, and how. */
export interface Entry {
  /** The server or proxy that saw it. */
  readonly at: string;
  readonly tls?: Handshake;
  /** Host or :authority of a request, or where to a proxy was asked to lead. */
  readonly host: string;
  /** What stands before /api or /apis in the path; a proxy's own mark. */
  readonly prefix: string;
  readonly authorization?: string;
  readonly proxyAuthorization?: string;
  /** Name and values of each impersonation header, names in lower case and sorted. */
  readonly impersonates: readonly (readonly [name: string, values: readonly string[]])[];
  readonly gzip: boolean;
  /** Names of further headers, without those that say nothing about who asks whom. */
  readonly others: readonly string[];
  readonly userAgent: string;
}

/** The book that all servers of one scene write into. */
export interface Book {
  readonly entries: readonly Entry[];
  write(entry: Entry): void;
  clear(): void;
}

/** An empty book. */
export function openBook(): Book {
  const entries: Entry[] = [];
  return {
    entries,
    write: (entry) => entries.push(entry),
    clear() {
      entries.length = 0;
    },
  };
}

/** The entry of one request, of HTTP/1.1 or HTTP/2. */
export function buildEntry(at: string, request: Asked, host: string, prefix: string): Entry {
  const headers = valuesByName(request.rawHeaders);
  const firstHeader = (name: string): string | undefined => headers.get(name)?.join(" | ");
  const [authorization, proxyAuthorization] = [firstHeader("authorization"), firstHeader("proxy-authorization")];
  const isTls = "encrypted" in request.socket;
  return {
    at,
    ...(isTls && { tls: tlsOf(request.socket as TLSSocket) }),
    host,
    prefix,
    ...(authorization !== undefined && { authorization }),
    ...(proxyAuthorization !== undefined && { proxyAuthorization }),
    impersonates: [...headers].filter(([name]) => name.startsWith("impersonate-")).sort(([a], [b]) => (a < b ? -1 : 1)),
    gzip: firstHeader("accept-encoding") === "gzip",
    others: [...headers.keys()].filter((name) => !saysNothing.test(name)).sort(),
    userAgent: firstHeader("user-agent") ?? "",
  };
}

/** What both kinds of requests have. */
export type Asked = Pick<IncomingMessage, "rawHeaders" | "socket">;

const saysNothing =
  /^(:.*|host|connection|accept|accept-encoding|user-agent|authorization|proxy-authorization|impersonate-.*)$/;

function tlsOf(socket: TLSSocket): Handshake {
  const subject = socket.getPeerCertificate().subject;
  return {
    sni: socket.servername || "-",
    alpn: socket.alpnProtocol || "-",
    client: String(subject?.CN ?? "-"),
  };
}

function valuesByName(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), raw[at + 1] ?? ""]);
  }
  return headers;
}
