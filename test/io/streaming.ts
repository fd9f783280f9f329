import { createServer as createPlain } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo, Server, Socket } from "node:net";
import { type Connection, connect, type LinesEnd, type LinesOptions } from "../../shared/io/connection.ts";
import type { ConnectionSettings } from "../../shared/io/connection-settings.ts";
import { type Credentials, credentialsOf } from "../../shared/io/credentials.ts";
import { makeCertificates } from "./certificates.ts";
import { chosen, inline } from "./chosen.ts";

const certificates = makeCertificates();

/** How a server of a test answers, for as long as it wants to. */
export type Streaming = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** A server whose answers are in the hands of the test, and a connection of ours to it. */
export interface Streamed {
  readonly connection: Connection;
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** How the connection is set up, and how many streams of HTTP/2 the server takes at once. */
export interface Setting extends Partial<ConnectionSettings> {
  readonly streams?: number;
  /** Credentials in place of the usual ones. */
  readonly renewing?: (usual: Credentials) => Credentials;
}

/** Starts both. */
export async function streaming(
  protocol: "h2" | "http/1.1" | "plain",
  answer: Streaming,
  settings: Setting = {},
): Promise<Streamed> {
  const { streams = 100, renewing = (usual) => usual, ...more } = settings;
  const server =
    protocol === "plain"
      ? createPlain(answer as unknown as () => void)
      : createSecureServer(
          { ...certificates.server, allowHTTP1: true, settings: { maxConcurrentStreams: streams } },
          answer,
        );
  const sockets = new Set<Socket>();
  (server as Server).on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `${protocol === "plain" ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trusting = { certificateAuthority: inline(certificates.authority) };
  const credentials = renewing(await credentialsOf(chosen(address, trusting)));
  const offer = protocol === "http/1.1" && { protocols: ["http/1.1"] };
  const connection = connect({ server: address, credentials, userAgent: "test", ...offer, ...more });
  return {
    connection,
    sockets,
    async close() {
      connection.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One answer that is taken line by line. */
export interface Taken {
  /** What came so far. */
  readonly lines: readonly string[];
  /** How often the server said 200. */
  begun(): number;
  readonly end: Promise<LinesEnd>;
  stop(reason: unknown): void;
}

export function take(connection: Connection, path = "/", options: Partial<LinesOptions> = {}): Taken {
  const stopping = new AbortController();
  const lines: string[] = [];
  let begun = 0;
  const end = connection.lines(path, {
    signal: stopping.signal,
    begun: () => {
      begun += 1;
    },
    line: (text) => lines.push(text),
    ...options,
  });
  end.catch(() => {});
  return { lines, begun: () => begun, end, stop: (reason) => stopping.abort(reason) };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
