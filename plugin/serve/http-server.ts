import { createServer, type Server } from "node:http";
import { type AddressInfo, isIPv4, type Socket } from "node:net";
import { InputError } from "../../shared/io/errors/errors.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { ListenAddress } from "../process/listen-address.ts";
import type { ServedReply, ServedRequest } from "./reply.ts";

/** A server that listens. */
export interface MetricsServer {
  /** Its address as a URL, with the port that it really has. */
  readonly url: string;
  readonly close: () => void;
}

/** Bytes of the request line and headers together. */
const maxHeaderBytes = 8_192;

/**
 * Connections at once. Each has one request, so two hundred scrapes at once are served. A new one is never refused: the
 * oldest that waits for its request ends for it, so that idle clients keep neither a scrape nor a liveness probe out.
 */
const maxConnections = 256;

/** Milliseconds that a client has to send its request, and that a connection may stand still. */
const clientPatienceMs = 5_000;

/**
 * Serves `reply` on an address. Every bound holds under Node and Bun. A connection ends with its reply, so that idle
 * clients hold none.
 * @throws InputError where it cannot listen, such as on a port in use.
 */
export async function startServer(
  address: ListenAddress,
  reply: (request: ServedRequest) => ServedReply,
): Promise<MetricsServer> {
  const limits = { maxHeaderSize: maxHeaderBytes, headersTimeout: clientPatienceMs, requestTimeout: clientPatienceMs };
  /** The open connections, the oldest first, each with whether its request has come. */
  const open = new Map<Socket, "waits" | "is served">();
  let isLocal = false;
  const server = createServer({ ...limits, connectionsCheckingInterval: 1_000 }, (request, response) => {
    const { method = "", url = "", headers, socket } = request;
    if (open.has(socket)) open.set(socket, "is served");
    const { accept, authorization, host } = headers;
    const {
      status,
      type,
      body,
      headers: more,
    } = isLocal && !isOwnHost(host, address.host) ? misdirected : reply({ method, url, accept, authorization });
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      "content-type": type,
      "content-length": bytes.length,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      connection: "close",
      ...more,
    });
    response.end(method === "HEAD" ? undefined : bytes);
    // A body is never read.
    request.resume();
  });
  server.on("connection", (socket) => {
    const oldest = open.size < maxConnections ? undefined : oldestOf(open);
    if (oldest !== undefined) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.set(socket, "waits");
    socket.once("close", () => open.delete(socket));
  });
  server.setTimeout(clientPatienceMs, (socket) => socket.destroy());
  await listening(server, address);
  isLocal = isLoopback((server.address() as AddressInfo).address);
  return {
    url: urlOf(server),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The oldest connection that waits for its request, else the oldest of all. */
function oldestOf(open: ReadonlyMap<Socket, "waits" | "is served">): Socket | undefined {
  const [first] = open.keys();
  return [...open].find(([, state]) => state === "waits")?.[0] ?? first;
}

/**
 * Whether a Host header names this machine, also by the name that the user gave it with `--listen`. On a loopback address
 * any other comes from a page in a browser whose own name was made to lead here (DNS rebinding), and could read what is
 * served. A client without the header is no browser.
 */
export function isOwnHost(host: string | undefined, listensAs?: string): boolean {
  if (host === undefined) return true;
  const name = host.replace(/:\d*$/, "").replace(/\.$/, "");
  if (listensAs !== undefined && name.toLowerCase() === listensAs.toLowerCase()) return true;
  return /^localhost$/i.test(name) || isLoopback(name.replace(/^\[(.*)\]$/, "$1"));
}

function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}

const misdirected: ServedReply = {
  status: 421,
  type: "text/plain; charset=utf-8",
  body: "wrong host; this server is for this machine alone, as localhost\n",
};

function listening(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      reject(new InputError(cannotListenText(addressText(host ?? "", port), error.code), { cause: error }));
    });
    server.listen({ port, ...definedFields({ host }) }, resolve);
  });
}

/** The error where a server cannot listen. `reason` is the code of the system. */
function cannotListenText(address: string, reason: string | undefined): string {
  const hint = "use another --listen address";
  if (reason === "EADDRINUSE") return `cannot listen on ${address}: the port is in use; ${hint}`;
  if (reason === "EACCES") return `cannot listen on ${address}: the port is not permitted; ${hint}`;
  return `cannot listen on ${address} (${reason ?? "unknown error"}); ${hint}`;
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${addressText(address, port)}`;
}

function addressText(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
