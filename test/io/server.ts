import { createServer as createPlain, type IncomingHttpHeaders } from "node:http";
import { constants, createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createSecure } from "node:https";
import type { Server, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Pair } from "./certificates.ts";
import { listen } from "./listen.ts";

/** The response of a test server to one request. */
export interface TestResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
  /** The number of bytes of the body after which the response breaks. */
  readonly breakAfter?: number;
  /**
   * How the response breaks: the server resets its stream (with HTTP/1.1 it closes the connection), closes the connection,
   * or sends nothing more.
   */
  readonly breakBy?: "answer" | "connection" | "silence";
  /** The server never responds. */
  readonly silent?: boolean;
}

/** A request that a test server received. */
export interface TestRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values of the headers in turn, repeated ones included. */
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
}

/** A real server on the loopback that records its requests. */
export interface TestServer {
  readonly port: number;
  readonly requests: readonly TestRequest[];
  /** TCP connections that were opened so far. */
  connections(): number;
  /** Closes all connections, as a server that restarts, and goes on listening. */
  hangUp(): void;
  close(): Promise<void>;
}

/** `h2` also serves HTTP/1.1, as the API server does. `plain` is HTTP/1.1 without TLS. */
export type Protocol = "h2" | "http/1.1" | "plain";

/**
 * Starts a server that sends the responses of `respond` and requests a client certificate. `respond` gets the request and
 * its number, the first being 1. `onConnection` is called with each TLS connection.
 */
export async function startTestServer(
  protocol: Protocol,
  pair: Pair | undefined,
  respond: (request: TestRequest, count: number) => TestResponse | Promise<TestResponse>,
  onConnection: (socket: TLSSocket) => void = () => {},
): Promise<TestServer> {
  const requests: TestRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const listener = async (incoming: Http2ServerRequest, response: Http2ServerResponse): Promise<void> => {
    const { method, url, headers, rawHeaders, httpVersion } = incoming;
    const request = { method, url, headers, rawHeaders, httpVersion };
    requests.push(request);
    const answer = await respond(request, requests.length);
    if (answer.silent) return;
    const { body = "" } = answer;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const type = typeof body === "object" && !Buffer.isBuffer(body) ? "application/json" : "text/plain";
    response.writeHead(answer.status ?? 200, {
      "content-type": type,
      "content-length": bytes.length,
      ...answer.headers,
    });
    if (answer.breakAfter === undefined) {
      response.end(bytes);
      return;
    }
    response.write(bytes.subarray(0, answer.breakAfter));
    if (answer.breakBy === "silence") return;
    // The delay lets the bytes before the break arrive.
    setTimeout(() => {
      if (protocol === "h2" && answer.breakBy !== "connection") incoming.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      else for (const socket of sockets) socket.destroy();
    }, 50);
  };

  const server = create(protocol, pair, listener);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("secureConnection", onConnection);
  const port = await listen(server);

  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    requests,
    connections: () => connections,
    hangUp,
    close: async () => {
      hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function create(protocol: Protocol, pair: Pair | undefined, listener: (...both: never[]) => Promise<void>): Server {
  const answer = listener as () => void;
  if (protocol === "plain" || pair === undefined) return createPlain(answer);
  // The API server also requests a client certificate and accepts clients without one.
  const asking = { ...pair, requestCert: true, rejectUnauthorized: false };
  return protocol === "h2" ? createSecureServer({ ...asking, allowHTTP1: true }, answer) : createSecure(asking, answer);
}

/** The response of the API server with an error `Status`. */
export function statusResponse(code: number, message: string, more: object = {}): TestResponse {
  return {
    status: code,
    body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code, ...more },
  };
}
