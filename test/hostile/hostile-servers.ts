import { createServer as createPlain, type Server, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { encodeFrame, FrameReader, frameFlags, frameTypes } from "../../shared/io/transport/http2/frames.ts";
import type { Certificates } from "../io/certificates.ts";
import { listen } from "../io/listen.ts";

/** What a server sends to one request: `first`, and then `again` for as long as the other side takes it. */
export interface Assault {
  readonly first?: Buffer;
  readonly again?: Buffer;
}

/** The address of a hostile server, and how to end it. */
export interface HostileServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A server that speaks HTTP/2 and meets each request with what `assault` returns for the number of its stream. */
export function startHttp2Assault(
  certificates: Certificates,
  assault: (stream: number) => Assault,
): Promise<HostileServer> {
  const accept = (socket: Socket): void => {
    socket.on("error", () => {});
    // The bytes of the client preface that are still to come (RFC 9113, 3.4).
    let skip = 24;
    const reader = new FrameReader();
    socket.on("data", (chunk: Buffer) => {
      const rest = chunk.subarray(skip);
      skip -= chunk.length - rest.length;
      for (const frame of reader.read(rest)) {
        if (frame.type === frameTypes.headers) sendEndlessly(socket, assault(frame.stream));
        if (frame.type === frameTypes.settings && (frame.flags & frameFlags.ack) === 0)
          socket.write(encodeFrame(frameTypes.settings, 0, undefined, frameFlags.ack));
      }
    });
    socket.write(encodeFrame(frameTypes.settings, 0));
  };
  return startServer(createTls({ ...certificates.server, ALPNProtocols: ["h2"] }, accept), "https");
}

/** The same for HTTP/1.1 without TLS. `assault` gets the path with its parameters. */
export function startHttp1Assault(assault: (path: string) => Assault): Promise<HostileServer> {
  const accept = (socket: Socket): void => {
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      const [, path] = /^GET (\S+)/.exec(chunk.toString("latin1")) ?? [];
      if (path !== undefined) sendEndlessly(socket, assault(path));
    });
  };
  return startServer(createPlain(accept), "http");
}

/** Sends without end, as fast as the other side takes it. */
function sendEndlessly(socket: Socket, { first, again }: Assault): void {
  if (first !== undefined) socket.write(first);
  if (again === undefined) return;
  const more = (): void => {
    while (!socket.destroyed) {
      if (socket.write(again)) continue;
      socket.once("drain", more);
      return;
    }
  };
  more();
}

async function startServer(server: Server, scheme: string): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  const port = await listen(server);
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A whole response of HTTP/1.1. */
export function response(status: number, body: string | Buffer): Assault {
  const content = Buffer.from(body);
  const head = `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n`;
  return { first: Buffer.concat([Buffer.from(head), content]) };
}
