import { createServer as createPlain } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { Server, Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { LinesEnd, ServerConnection } from "../../shared/io/connection/connection.ts";
import type { LinesOptions } from "../../shared/io/connection/line-reader.ts";
import type { ServerCredentials } from "../../shared/io/socket/server-credentials.ts";
import type { ConnectionSettings } from "../../shared/io/transport/settings.ts";
import { makeCertificates } from "./certificates.ts";
import { connectToTestServer, trustingCredentials } from "./connect.ts";
import { listen } from "./listen.ts";

const certificates = makeCertificates();

/** How a server of a test answers, for as long as it wants to. */
export type StreamAnswer = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** A server whose answers are in the hands of the test, and a connection of ours to it. */
export interface StreamingServer {
  readonly connection: ServerConnection;
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>;
}

/** How the connection is set up, and how many streams of HTTP/2 the server takes at once. */
export interface StreamingSettings extends Partial<ConnectionSettings> {
  readonly streams?: number;
  /** Credentials in place of the usual ones. */
  readonly renewing?: (usual: ServerCredentials) => ServerCredentials;
}

/** Starts both. They are closed after the test. */
export async function startStreamingServer(
  protocol: "h2" | "http/1.1" | "plain",
  answer: StreamAnswer,
  settings: StreamingSettings = {},
): Promise<StreamingServer> {
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
  const address = `${protocol === "plain" ? "http" : "https"}://127.0.0.1:${await listen(server)}`;
  const credentials = renewing(await trustingCredentials(address));
  const offer = protocol === "http/1.1" && { protocols: ["http/1.1"] };
  const connection = await connectToTestServer(address, { ...offer, ...more, credentials });
  onTestFinished(async () => {
    connection.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { connection, sockets };
}

/** One answer that is taken line by line. */
export interface CollectedStream {
  /** What came so far. */
  readonly lines: readonly string[];
  /** How often the server said 200. */
  begun(): number;
  readonly end: Promise<LinesEnd>;
  stop(reason: unknown): void;
}

export function collectStream(
  connection: ServerConnection,
  path = "/",
  options: Partial<LinesOptions> = {},
): CollectedStream {
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
