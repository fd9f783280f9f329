import { once } from "node:events";
import {
  createSecureServer,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from "node:http2";
import { connect as connectPlain, createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, test } from "vitest";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { BrokenConnection } from "../../shared/io/errors/connection-faults.ts";
import { openHttp2Channel } from "../../shared/io/transport/http2-channel.ts";
import { randomIntegersFrom } from "../random.ts";
import { makeCertificates } from "./certificates.ts";
import { closeAfterEach } from "./closed-after-each.ts";
import { connectToTestServer } from "./connect.ts";
import { listen } from "./listen.ts";

const certificates = makeCertificates();
const closing = closeAfterEach();
const never = new AbortController().signal;

/** node:http2's server with these settings, and a connection of ours to it. */
async function startServer(
  answer: (stream: ServerHttp2Stream, path: string) => void,
  settings: SecureServerOptions["settings"] = {},
): Promise<{ readonly port: number; readonly connection: ServerConnection }> {
  const server: Http2SecureServer = createSecureServer({ ...certificates.server, settings, maxSessionMemory: 1000 });
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    answer(stream, String(headers[":path"]));
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  const port = await listen(server);
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const connection = await connectToTestServer(`https://127.0.0.1:${port}`);
  closing.push(() => connection.close());
  return { port, connection };
}

test("a body far above every window comes through, and several of them at once", async () => {
  const body = Buffer.alloc(24 * 2 ** 20, "0123456789\n");
  const { connection } = await startServer((stream) => {
    stream.respond({ ":status": 200, "content-length": body.length });
    stream.end(body);
  });
  const [one, other] = await Promise.all([connection.get("/1"), connection.get("/2")]);
  expect(one.flaw).toBeUndefined();
  expect(one.body === body.toString()).toBe(true);
  expect(other.body === one.body).toBe(true);
});

test("three hundred requests at once keep to the ten that the server allows", async () => {
  let now = 0;
  let most = 0;
  const answer = (stream: ServerHttp2Stream, path: string): void => {
    now += 1;
    most = Math.max(most, now);
    stream.on("close", () => {
      now -= 1;
    });
    setTimeout(() => {
      stream.respond({ ":status": 200 });
      stream.end(path);
    }, 1);
  };
  const { connection } = await startServer(answer, { maxConcurrentStreams: 10 });
  const paths = Array.from({ length: 300 }, (_, place) => `/${place}`);
  const answers = await Promise.all(paths.map((path) => connection.get(path)));
  expect(answers.map(({ body }) => body)).toEqual(paths);
  expect(most).toBeLessThanOrEqual(10);
  expect(connection.counters.connections).toBe(1);
});

test("a header above one frame goes out in several", async () => {
  const { port } = await startServer((stream) => {
    stream.respond({ ":status": 200 });
    stream.end(String(stream.sentHeaders["x-none"] ?? ""));
  });
  const socket = connectTls({
    port,
    host: "127.0.0.1",
    ca: certificates.authority,
    servername: "",
    ALPNProtocols: ["h2"],
  });
  const channel = openHttp2Channel(socket, "api.example");
  closing.push(() => channel.close());
  const headers = { "x-long": "x".repeat(40_000) };
  expect((await channel.get({ path: "/", headers, limit: 10 }, never)).status).toBe(200);
});

describe("each request ends, whatever happens to its bytes", () => {
  const paths = ["/short", "/long", "/none", "/broken"];

  test.for([1, 2, 3, 4])("mutations by the seed %i", async (seed) => {
    const recorded = await recordedAnswers(paths);
    const random = randomIntegersFrom(seed);
    const endings = { answer: 0, flaw: 0, broken: 0 };
    for (let repetition = 0; repetition < 100; repetition += 1) {
      const { socket, close } = await replay(mutate(recorded, random), random);
      const channel = openHttp2Channel(socket, "api.example");
      await Promise.all(
        paths.map(async (path) => {
          try {
            const { flaw } = await channel.get({ path, headers: {}, limit: 100_000 }, never);
            endings[flaw === undefined ? "answer" : "flaw"] += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(BrokenConnection);
            endings.broken += 1;
          }
        }),
      );
      channel.close();
      await close();
    }
    // All three, else the mutations are too mild or too harsh to show anything.
    expect(Math.min(...Object.values(endings))).toBeGreaterThan(0);
  });
});

/** All that node:http2's server says to four questions, as it comes out of the TLS connection. */
async function recordedAnswers(paths: readonly string[]): Promise<Buffer> {
  const { port } = await startServer((stream, path) => {
    stream.respond({ ":status": path === "/none" ? 404 : 200, "content-type": "text/plain", "x-odd": "a/~b" });
    if (path === "/broken") stream.write("begun", () => stream.close(2));
    else stream.end({ "/short": "here", "/long": "x".repeat(60_000) }[path] ?? "");
  });
  const socket = connectTls({
    port,
    host: "127.0.0.1",
    ca: certificates.authority,
    servername: "",
    ALPNProtocols: ["h2"],
  });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const channel = openHttp2Channel(socket, "api.example");
  await Promise.allSettled(paths.map((path) => channel.get({ path, headers: {}, limit: 100_000 }, never)));
  channel.close();
  return Buffer.concat(chunks);
}

/** One to five times a byte changed, or a piece cut out or doubled, mostly where the headers are. */
function mutate(bytes: Buffer, random: (below: number) => number): Buffer {
  let next = Buffer.from(bytes);
  for (let left = 1 + random(5); left > 0; left -= 1) {
    const at = random(random(2) === 0 ? Math.min(400, next.length) : next.length);
    const size = 1 + random(random(2) === 0 ? 3 : 300);
    const kind = random(5);
    if (kind < 3) next[at] = kind === 0 ? random(256) : (next[at] ?? 0) ^ (1 << random(8));
    else if (kind === 3) next = Buffer.concat([next.subarray(0, at), next.subarray(at + size)]);
    else next = Buffer.concat([next.subarray(0, at + size), next.subarray(at)]);
  }
  return next;
}

/** A plain connection whose other end says `bytes` in pieces as soon as it is asked, and hangs up. */
async function replay(
  bytes: Buffer,
  random: (below: number) => number,
): Promise<{ readonly socket: Socket; close(): Promise<unknown> }> {
  const server = createServer((peer) => {
    peer.on("error", () => {});
    peer.once("data", () => {
      const cut = random(bytes.length);
      peer.write(bytes.subarray(0, cut));
      setImmediate(() => peer.end(bytes.subarray(cut)));
    });
    peer.resume();
  });
  const socket = connectPlain(await listen(server), "127.0.0.1");
  await once(socket, "connect");
  return { socket, close: () => new Promise((resolve) => server.close(resolve)) };
}
