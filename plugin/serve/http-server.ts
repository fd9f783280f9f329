import { createServer, type Server, type ServerOptions, type ServerResponse } from "node:http";
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
 * The most connections at once. Each has one request, so two hundred scrapes at once are served. A new connection is never
 * refused, but ends an older one, so that idle clients keep neither a scrape nor a liveness probe out.
 */
const maxConnections = 256;

/** Milliseconds that a client has to send its request, and that a connection may be idle. */
const clientPatienceMs = 5_000;

const serverLimits: ServerOptions = {
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: clientPatienceMs,
  requestTimeout: clientPatienceMs,
  connectionsCheckingInterval: 1_000,
};

/**
 * Serves `reply` on an address. Every bound holds under Node and Bun. A connection ends with its reply, so that idle
 * clients hold none.
 * @throws InputError where it cannot listen, such as on a port in use.
 */
export async function startServer(
  address: ListenAddress,
  reply: (request: ServedRequest) => ServedReply,
): Promise<MetricsServer> {
  const connections = new ConnectionLimit();
  // Which address a name stands for is known once the server listens, before the first request.
  let isForThisMachineAlone = false;
  const server = createServer(serverLimits, (request, response) => {
    const { method = "", url = "", headers, socket } = request;
    const { accept, authorization, host } = headers;
    connections.markServed(socket);
    const isMisdirected = isForThisMachineAlone && !isOwnHost(host, address.host);
    sendReply(response, method, isMisdirected ? misdirected : reply({ method, url, accept, authorization }));
    // A body is never read.
    request.resume();
  });
  server.on("connection", (socket) => connections.add(socket));
  server.setTimeout(clientPatienceMs, (socket) => socket.destroy());
  await listen(server, address);
  isForThisMachineAlone = isLoopback((server.address() as AddressInfo).address);
  return {
    url: readUrl(server),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendReply(response: ServerResponse, method: string, { status, type, body, headers }: ServedReply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    "content-type": type,
    "content-length": bytes.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
    ...headers,
  });
  response.end(method === "HEAD" ? undefined : bytes);
}

/** The open connections, of which there are at most {@link maxConnections}. */
class ConnectionLimit {
  /** The oldest connection is first, each with whether its request has arrived. */
  readonly #states = new Map<Socket, "waiting" | "served">();

  /** Adds a connection. If there are too many, it ends the oldest that waits for its request, else the oldest of all. */
  add(socket: Socket): void {
    if (this.#states.size >= maxConnections) this.#endOldest();
    this.#states.set(socket, "waiting");
    socket.once("close", () => this.#states.delete(socket));
  }

  /** Notes that the request of a connection has arrived. */
  markServed(socket: Socket): void {
    if (this.#states.has(socket)) this.#states.set(socket, "served");
  }

  #endOldest(): void {
    const sockets = [...this.#states.keys()];
    const oldest = sockets.find((socket) => this.#states.get(socket) === "waiting") ?? sockets[0];
    if (oldest === undefined) return;
    this.#states.delete(oldest);
    oldest.destroy();
  }
}

/**
 * Whether a Host header names this machine: `localhost`, a loopback address, or the host of `--listen`. On a loopback address, any
 * other name comes from a web page whose name was made to lead here (DNS rebinding), and the page could read the metrics. A
 * client without the header is no browser.
 */
export function isOwnHost(hostHeader: string | undefined, listenHost?: string): boolean {
  if (hostHeader === undefined) return true;
  const withoutPort = hostHeader.replace(/:\d*$/, "");
  const name = withoutPort.replace(/\.$/, "").toLowerCase();
  if (name === "localhost" || name === listenHost?.toLowerCase()) return true;
  // `[::1]` -> `::1`
  return isLoopback(name.replace(/^\[(.*)\]$/, "$1"));
}

function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}

const misdirected: ServedReply = {
  status: 421,
  type: "text/plain; charset=utf-8",
  body: "wrong host; this server is for this machine alone, as localhost\n",
};

function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
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

function readUrl(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${addressText(address, port)}`;
}

function addressText(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
