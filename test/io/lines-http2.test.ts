import { describe, expect, test } from "vitest";
import { LineResponse } from "../../shared/io/connection/line-reader.ts";
import { BrokenConnection } from "../../shared/io/errors/connection-faults.ts";
import type { IncomingResponse, ServerChannel } from "../../shared/io/transport/channel.ts";
import {
  encodeFrame,
  encodeUint32s,
  frameTypes,
  type Http2Frame,
  settingsFrame,
} from "../../shared/io/transport/http2/frames.ts";
import { windowSizes } from "../../shared/io/transport/http2/settings.ts";
import { openHttp2Channel } from "../../shared/io/transport/http2-channel.ts";
import { closeAfterEach } from "./closed-after-each.ts";
import { connectToTestServer } from "./connect.ts";
import { driveTimers } from "./driven-timers.ts";
import { data, goAway, headers, type Peer, startScriptedServer } from "./http2-server.ts";
import { collectStream, pause } from "./streaming.ts";

const closing = closeAfterEach();
const neverAborted = new AbortController().signal;
const request = { path: "/", headers: {}, limit: 1000 };

/** A stream over `channel`, and the lines that it gave so far. */
function streamLines(
  channel: ServerChannel,
  signal = neverAborted,
): { readonly lines: readonly string[]; readonly end: Promise<IncomingResponse | undefined> } {
  const lines: string[] = [];
  const lineResponse = new LineResponse({ limit: 1000 }, { signal, line: (line) => lines.push(line) });
  const end = channel.stream(request, (status) => lineResponse.openBody(status), signal);
  end.catch(() => {});
  return { lines, end };
}

const countHeaderFrames = (peer: Peer): number => peer.frames.filter(({ type }) => type === frameTypes.headers).length;
const startOf = (one: Http2Frame): boolean => one.type === frameTypes.headers;

test("a server that sends GOAWAY goes on with open streams, and the next request uses another connection", async () => {
  const server = await startScriptedServer((one, peer) => {
    if (!startOf(one)) return;
    if (server.peers.indexOf(peer) > 0) peer.send(headers(one.stream), data(one.stream, "here"));
    else peer.send(headers(one.stream), data(one.stream, "first\n", 0), goAway(2 ** 31 - 1), goAway(one.stream));
  });
  const connection = await connectToTestServer(`https://127.0.0.1:${server.port}`);
  closing.push(() => connection.close());
  const one = collectStream(connection);
  await expect.poll(() => one.lines).toEqual(["first"]);
  expect((await connection.get("/")).body).toBe("here");
  expect(server.peers.length).toBe(2);
  server.peers[0]?.send(data(1, "second\n", 0), data(1, "last\n"));
  expect(await one.end).toEqual({ is: "over" });
  expect(one.lines).toEqual(["first", "second", "last"]);
});

describe("a stream waits until the server has sent how many streams it accepts", () => {
  test("a stream is requested when the server's settings arrive", async () => {
    const server = await startScriptedServer(
      (one, peer) => startOf(one) && peer.send(headers(one.stream), data(one.stream, "1\n")),
      Buffer.alloc(0),
    );
    const { channel, peer } = await server.channel();
    const one = streamLines(channel);
    await pause(50);
    expect(countHeaderFrames(peer)).toBe(0);
    peer.send(encodeFrame(frameTypes.settings, 0));
    expect((await one.end)?.flaw).toBeUndefined();
    expect(one.lines).toEqual(["1"]);
  });

  test("which a caller that gives up, or an end of the connection, does not", async () => {
    const { channel, peer } = await (await startScriptedServer(() => {}, Buffer.alloc(0))).channel();
    const stopping = new AbortController();
    const one = streamLines(channel, stopping.signal);
    const other = streamLines(channel);
    stopping.abort(new Error("enough"));
    await expect(one.end).rejects.toThrow("enough");
    peer.end();
    await expect(other.end).rejects.toBeInstanceOf(BrokenConnection);
  });
});

test("where streams have their share there is no room for one more, and the channel ends with them", async () => {
  const server = await startScriptedServer(
    (one, peer) => startOf(one) && peer.send(headers(one.stream), data(one.stream, "1\n", 0)),
    settingsFrame([[3, 4]]),
  );
  const { channel, peer } = await server.channel();
  const all = [1, 2, 3].map(() => streamLines(channel));
  await expect.poll(() => all.every(({ lines }) => lines.length === 1)).toBe(true);
  expect(channel.usable()).toBe(true);
  expect(await streamLines(channel).end).toBeUndefined();
  expect(channel.usable()).toBe(false);
  // Nor when one of them has ended: it takes no more.
  peer.send(data(1, "2\n"));
  await all[0]?.end;
  expect(await streamLines(channel).end).toBeUndefined();
  expect(countHeaderFrames(peer)).toBe(3);
  peer.send(data(3), data(5));
  await Promise.all(all.map(({ end }) => end));
  expect(all.map(({ lines }) => lines.length)).toEqual([2, 1, 1]);
});

test("a request behind streams that use the whole window is sent elsewhere", async () => {
  const { channel, peer } = await (
    await startScriptedServer(
      (one, other) => startOf(one) && other.send(headers(one.stream), data(one.stream, "1\n", 0)),
    )
  ).channel();
  const all = [streamLines(channel), streamLines(channel)];
  await expect.poll(() => all.every(({ lines }) => lines.length === 1)).toBe(true);
  expect(channel.usable()).toBe(true);
  peer.send(settingsFrame([[3, 2]]));
  await expect.poll(() => channel.usable()).toBe(false);
  peer.send(settingsFrame([[3, 3]]));
  await expect.poll(() => channel.usable()).toBe(true);
  const open = channel.get(request, neverAborted).catch((error: unknown) => error);
  const waiting = channel.get(request, neverAborted).catch((error: unknown) => error);
  await expect.poll(() => countHeaderFrames(peer)).toBe(3);
  peer.send(settingsFrame([[3, 2]]));
  expect(await waiting).toMatchObject({ name: "BrokenConnection", cause: { code: "ERR_HTTP2_REFUSED_STREAM" } });
  peer.send(data(5));
  expect(await open).toMatchObject({ status: 200 });
  expect(all.map(({ lines }) => lines)).toEqual([["1"], ["1"]]);
});

test("what we ask ourselves on a dead connection does not hide that it is dead", async () => {
  const server = await startScriptedServer((one, peer) => {
    if (startOf(one) && one.stream === 1) peer.send(headers(one.stream), data(one.stream, "1\n", 0));
  });
  const { socket } = await server.open();
  const timers = driveTimers();
  const channel = openHttp2Channel(socket, "api.example", { quietMs: 100, pingMs: 50 });
  closing.push(() => channel.close());
  const one = streamLines(channel);
  await timers.until(() => one.lines.length === 1);
  const others: Promise<unknown>[] = [];
  for (let count = 0; count < 20 && channel.usable(); count += 1) {
    others.push(channel.get(request, neverAborted).catch((error: unknown) => error));
    timers.pass(20);
  }
  expect(channel.usable()).toBe(false);
  expect(await one.end).toMatchObject({ flaw: "the server stopped responding" });
  expect((await one.end)?.silentForMs).toBeGreaterThanOrEqual(140);
  expect(new Set((await Promise.all(others)).map((error) => (error as Error).name))).toEqual(
    new Set(["BrokenConnection"]),
  );
});

test("a connection that dies silently while only a stream is open is noticed, and a slow one is not", async () => {
  let isDead = false;
  const server = await startScriptedServer((one, peer) => {
    if (startOf(one)) peer.send(headers(one.stream), data(one.stream, "1\nhalf", 0));
    if (one.type === frameTypes.ping && !isDead) peer.send(encodeFrame(frameTypes.ping, 0, one.payload, 1));
  });
  const { socket, peer } = await server.open();
  const timers = driveTimers();
  const channel = openHttp2Channel(socket, "api.example", { quietMs: 50, pingMs: 100 });
  closing.push(() => channel.close());
  const one = streamLines(channel);
  await timers.until(() => one.lines.length === 1);
  let heard = 0;
  socket.on("data", () => {
    heard += 1;
  });
  for (let pings = 1; pings <= 4; pings += 1) {
    timers.pass(50);
    await timers.until(() => heard === pings);
  }
  expect(channel.usable()).toBe(true);
  expect(peer.frames.filter(({ type }) => type === frameTypes.ping)).toHaveLength(4);
  isDead = true;
  timers.pass(150);
  expect(await one.end).toMatchObject({ flaw: "the server stopped responding" });
  expect(one.lines).toEqual(["1"]);
  expect(channel.usable()).toBe(false);
});

test("a stream that brings more than every window is granted more, again and again", async () => {
  const { channel, peer } = await (
    await startScriptedServer((one, other) => startOf(one) && other.send(headers(one.stream)))
  ).channel();
  const one = streamLines(channel);
  await expect.poll(() => countHeaderFrames(peer)).toBe(1);
  const line = `${"x".repeat(999)}\n`;
  const bytes = 16 * line.length;
  const part = data(1, line.repeat(16), 0);
  const sumWindow = (stream: number): number =>
    peer.frames
      .filter((each) => each.type === frameTypes.windowUpdate && each.stream === stream)
      .reduce((sum, { payload }) => sum + payload.readUInt32BE(), 0);
  let sent = 0;
  let left: number = windowSizes.stream;
  for (let repetition = 0; repetition < 3; repetition += 1) {
    for (; left >= bytes; left -= bytes) {
      peer.send(part);
      sent += bytes;
    }
    const before = sent - (windowSizes.stream - left);
    await expect.poll(() => sumWindow(1)).toBeGreaterThan(before);
    left = windowSizes.stream + sumWindow(1) - sent;
  }
  expect(sent).toBeGreaterThan(2 * windowSizes.stream);
  peer.send(data(1));
  expect((await one.end)?.flaw).toBeUndefined();
  expect(one.lines.length).toBe(sent / line.length);
});

test("a channel that retires lets a stream go on, one that closes cuts it, one that is given up resets it", async () => {
  const server = await startScriptedServer(
    (one, peer) => startOf(one) && peer.send(headers(one.stream), data(one.stream, "1\n", 0)),
  );
  const { channel, peer } = await server.channel();
  const stopping = new AbortController();
  const kept = streamLines(channel);
  const given = streamLines(channel, stopping.signal);
  await expect.poll(() => given.lines.length + kept.lines.length).toBe(2);
  stopping.abort(new Error("enough"));
  await expect(given.end).rejects.toThrow("enough");
  await expect
    .poll(() => peer.frames.at(-1))
    .toMatchObject({ type: frameTypes.reset, stream: 3, payload: encodeUint32s(8) });
  channel.retire();
  peer.send(data(1, "2\n", 0), data(3, "late\n", 0));
  await expect.poll(() => kept.lines).toEqual(["1", "2"]);
  expect(given.lines).toEqual(["1"]);
  channel.close();
  expect((await kept.end)?.flaw).toBe("the response was cut off after 4 bytes: closed by the client");
});
