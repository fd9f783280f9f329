import { once } from "node:events";
import type { Socket } from "node:net";
import { connect, createServer } from "node:tls";
import { onTestFinished } from "vitest";
import type { ServerChannel } from "../../shared/io/transport/channel.ts";
import {
  encodeFrame,
  encodeUint32s,
  FrameReader,
  frameFlags,
  frameTypes,
  type Http2Frame,
} from "../../shared/io/transport/http2/frames.ts";
import { encodeFields } from "../../shared/io/transport/http2/hpack.ts";
import type { HeaderField } from "../../shared/io/transport/http2/static-table.ts";
import { openHttp2Channel } from "../../shared/io/transport/http2-channel.ts";
import { makeCertificates } from "./certificates.ts";
import { listen } from "./listen.ts";

/** The other end of one connection, in the hands of a test. */
export interface Peer {
  /** All frames that came so far. */
  readonly frames: readonly Http2Frame[];
  /** The pieces in which they came. */
  readonly chunks: readonly Buffer[];
  send(...bytes: readonly Buffer[]): void;
  end(): void;
}

/** A server that says what a test makes it say, bytes and all. */
export interface ScriptedServer {
  readonly port: number;
  readonly peers: readonly Peer[];
  /** A connection to it of our own kind, and its other end. */
  open(): Promise<{ readonly socket: Socket; readonly peer: Peer }>;
  /** The same, ready to ask. */
  channel(): Promise<{ readonly channel: ServerChannel; readonly peer: Peer }>;
}

const prefaceBytes = 24;

/**
 * Starts a server that sends `hello` to each client and calls `play` with every frame of it but the first settings. It is
 * closed after the test.
 */
export async function startScriptedServer(
  play: (frame: Http2Frame, peer: Peer) => void,
  hello: Buffer = encodeFrame(frameTypes.settings, 0),
): Promise<ScriptedServer> {
  const certificates = makeCertificates();
  const peers: Peer[] = [];
  const sockets = new Set<Socket>();

  const accept = (socket: Socket): void => {
    sockets.add(socket);
    const frames: Http2Frame[] = [];
    const chunks: Buffer[] = [];
    let skip = prefaceBytes;
    const peer: Peer = {
      frames,
      chunks,
      send: (...bytes) => socket.writable && socket.write(Buffer.concat(bytes)),
      end: () => socket.end(),
    };
    peers.push(peer);
    const reader = new FrameReader();
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      const rest = chunk.subarray(skip);
      skip -= chunk.length - rest.length;
      for (const frame of reader.read(rest)) {
        frames.push({ ...frame, payload: Buffer.from(frame.payload) });
        if (frames.length > 1) play(frame, peer);
      }
    });
    if (hello.length > 0) peer.send(hello);
  };

  const server = createServer({ ...certificates.server, ALPNProtocols: ["h2"] }, accept);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  const port = await listen(server);

  async function open(): Promise<{ readonly socket: Socket; readonly peer: Peer }> {
    const before = peers.length;
    const ca = certificates.authority;
    const socket = connect({ port, host: "127.0.0.1", ca, servername: "", ALPNProtocols: ["h2"] });
    await once(socket, "secureConnect");
    for (;;) {
      const peer = peers[before];
      if (peer !== undefined) return { socket, peer };
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port,
    peers,
    open,
    channel: async () => {
      const { socket, peer } = await open();
      return { channel: openHttp2Channel(socket, "api.example"), peer };
    },
  };
}

/** The header of an answer in one frame. */
export function headers(stream: number, fields: readonly HeaderField[] = [[":status", "200"]], flag = 0): Buffer {
  return encodeFrame(frameTypes.headers, stream, encodeFields(fields), flag | frameFlags.endHeaders);
}

/** A body, or the last of it. */
export function data(stream: number, text: string | Buffer = "", flag: number = frameFlags.endStream): Buffer {
  return encodeFrame(frameTypes.data, stream, Buffer.from(text), flag);
}

export function reset(stream: number, error: number): Buffer {
  return encodeFrame(frameTypes.reset, stream, encodeUint32s(error));
}

export function goAway(lastStream: number, error = 0): Buffer {
  return encodeFrame(frameTypes.goAway, 0, encodeUint32s(lastStream, error));
}
