import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from "node:http2";
import { connect } from "node:http2";
import type { Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { FrameReader, frameTypes } from "../../../../shared/io/transport/http2/frames.ts";
import { openHttp2Channel } from "../../../../shared/io/transport/http2-channel.ts";

/** What became of one request: a whole response in one line, or "error" for anything else. */
export type Fate = string;

/** Sends this number of requests over a connection. Each fate is known when the connection is over, at the latest. */
export type Client = (connection: Duplex, requests: number) => readonly Promise<Fate>[];

/** Our own client. */
export const ourClient: Client = (connection, requests) => {
  // It uses nothing of a socket that another stream does not have.
  const channel = openHttp2Channel(connection as Socket, "api.example");
  const never = new AbortController().signal;
  return Array.from({ length: requests }, () =>
    channel.get({ path: "/", headers: {}, limit: 2 ** 20 }, never).then(
      ({ status, headers, body, flaw }) => (flaw === undefined ? fateOf(status, headers, body) : "error"),
      () => "error",
    ),
  );
};

/** The client of node:http2, which says to the server what ours says. */
export const nodeClient: Client = (connection, requests) => {
  const settings = {
    headerTableSize: 0,
    enablePush: false,
    initialWindowSize: 2 ** 24,
    maxHeaderListSize: 2 ** 16,
  };
  const session: ClientHttp2Session = connect("http://api.example", { createConnection: () => connection, settings });
  session.on("error", () => {});
  return Array.from({ length: requests }, () => fateOfStream(session.request({ ":path": "/" })));
};

function fateOfStream(stream: ClientHttp2Stream): Promise<Fate> {
  const chunks: Buffer[] = [];
  let head: IncomingHttpHeaders & { readonly ":status"?: number | undefined } = {};
  let isWhole = false;
  stream.on("response", (headers) => {
    head = headers;
  });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  stream.on("end", () => {
    isWhole = !stream.aborted && stream.rstCode === 0;
  });
  stream.on("error", () => {
    isWhole = false;
  });
  return new Promise((resolve) => {
    stream.on("close", () => {
      const { ":status": status, ...headers } = head;
      resolve(isWhole && status !== undefined ? fateOf(status, headers, Buffer.concat(chunks)) : "error");
    });
  });
}

function fateOf(status: number, headers: object, body: Buffer): Fate {
  const lines = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([status, lines, body.toString("latin1")]);
}

/**
 * Plays pieces of bytes to a client, after it has sent all its requests, with a turn of the event loop after each. Returns the
 * fates of its requests, "hangs" for one that is still open after the end of the connection.
 */
export async function playTo(client: Client, requests: number, pieces: readonly Buffer[]): Promise<readonly Fate[]> {
  const [ours, theirs] = duplexPair();
  let asked = 0;
  const reader = new FrameReader();
  let skip = 24;
  theirs.on("error", () => {});
  theirs.on("data", (chunk: Buffer) => {
    const rest = chunk.subarray(skip);
    skip -= chunk.length - rest.length;
    for (const { type } of reader.read(rest)) asked += Number(type === frameTypes.headers);
  });
  const fates = client(ours, requests);
  ours.on("error", () => {});
  for (let turns = 0; asked < requests && turns < 100; turns += 1) await turn();
  for (const piece of pieces) {
    if (theirs.destroyed || ours.destroyed) break;
    theirs.write(piece);
    await turn();
    await turn();
  }
  await turn();
  theirs.destroy();
  ours.destroy();
  let isOver = false;
  const settled = Promise.all(fates).finally(() => {
    isOver = true;
  });
  for (let turns = 0; !isOver && turns < 100; turns += 1) await turn();
  return isOver ? settled : fates.map(() => "hangs");
}
