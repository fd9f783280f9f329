import { createServer as createPlain, type IncomingHttpHeaders } from "node:http";
import { constants, createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createSecure } from "node:https";
import type { Server, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Pair } from "./certificates.ts";
import { listen } from "./listen.ts";

/** What a server of a test answers to one request. */
export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
  /** Bytes after which the answer breaks off. */
  readonly breakAfter?: number;
  /** What breaks: this answer (HTTP/1.1: always the connection), or the whole connection. Or nothing more is sent. */
  readonly breakBy?: "answer" | "connection" | "silence";
  /** Never answers. */
  readonly silent?: boolean;
}

/** One request as it came in. */
export interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as often as they came. */
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
}

/** A real server on the loopback, with a book of what it heard. */
export interface TestServer {
  readonly port: number;
  readonly heard: readonly Heard[];
  /** TCP connections that were opened so far. */
  connections(): number;
  /** Ends all connections, as a server does that restarts; it goes on listening. */
  hangUp(): void;
  close(): Promise<void>;
}

/** `h2` speaks HTTP/1.1 too, as the API server does. */
export type Protocol = "h2" | "http/1.1" | "plain";

/** Starts a server that answers with what `say` returns and asks for a client certificate; `meet` sees who comes. */
export async function serve(
  protocol: Protocol,
  pair: Pair | undefined,
  say: (heard: Heard, count: number) => Said | Promise<Said>,
  meet: (socket: TLSSocket) => void = () => {},
): Promise<TestServer> {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const listener = async (request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> => {
    const { method, url, headers, rawHeaders, httpVersion } = request;
    const one = { method, url, headers, rawHeaders, httpVersion };
    heard.push(one);
    const said = await say(one, heard.length);
    if (said.silent) return;
    const { body = "" } = said;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const type = typeof body === "object" && !Buffer.isBuffer(body) ? "application/json" : "text/plain";
    response.writeHead(said.status ?? 200, { "content-type": type, "content-length": bytes.length, ...said.headers });
    if (said.breakAfter === undefined) {
      response.end(bytes);
      return;
    }
    response.write(bytes.subarray(0, said.breakAfter));
    if (said.breakBy === "silence") return;
    // Long enough for the bytes to be under way.
    setTimeout(() => {
      if (protocol === "h2" && said.breakBy !== "connection") request.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      else for (const socket of sockets) socket.destroy();
    }, 50);
  };

  const server = create(protocol, pair, listener);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("secureConnection", meet);
  const port = await listen(server);

  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    heard,
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
  // As the API server: a client may show a certificate, and is not refused without one.
  const asking = { ...pair, requestCert: true, rejectUnauthorized: false };
  return protocol === "h2" ? createSecureServer({ ...asking, allowHTTP1: true }, answer) : createSecure(asking, answer);
}

/** A Status of the API server, as an answer. */
export function status(code: number, message: string, more: object = {}): Said {
  return {
    status: code,
    body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code, ...more },
  };
}
