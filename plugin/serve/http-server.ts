import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { InputError } from "../../shared/io/errors/errors.ts";
import type { ListenAddress } from "../process/listen-address.ts";
import type { ServedReply, ServedRequest } from "./reply.ts";

/** A server that listens. */
export interface MetricsServer {
  /** Its address as a URL, with the port that it really has. */
  readonly url: string;
  readonly close: () => void;
}

/** Bytes of the request line and headers together. */
const mostHeaderBytes = 8_192;

/** Connections at once. Each has one request, so two hundred scrapes at once are served. */
const mostConnections = 256;

/** Milliseconds that a client has to send its request, and that a connection may stand still. */
const patience = 5_000;

/**
 * Serves `reply` on an address. Every bound holds under Node and Bun. A connection ends with its reply, so that idle
 * clients hold none.
 * @throws InputError where it cannot listen, such as on a port in use.
 */
export async function startServer(
  address: ListenAddress,
  reply: (request: ServedRequest) => ServedReply,
): Promise<MetricsServer> {
  const limits = { maxHeaderSize: mostHeaderBytes, headersTimeout: patience, requestTimeout: patience };
  const server = createServer({ ...limits, connectionsCheckingInterval: 1_000 }, (request, response) => {
    const { method = "", url = "", headers } = request;
    const { accept, authorization } = headers;
    const { status, type, body, headers: more } = reply({ method, url, accept, authorization });
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
  server.maxConnections = mostConnections;
  server.setTimeout(patience, (socket) => socket.destroy());
  await listening(server, address);
  return {
    url: urlOf(server),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listening(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      reject(new InputError(cannotListenText(addressText(host ?? "", port), error.code), { cause: error }));
    });
    server.listen({ port, ...(host !== undefined && { host }) }, resolve);
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
