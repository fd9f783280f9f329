import { describe, expect, test } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { BrokenConnection } from "../../../shared/io/errors/connection-faults.ts";
import { InputError } from "../../../shared/io/errors/errors.ts";
import type { IncomingResponse } from "../../../shared/io/transport/channel.ts";
import {
  encodeFrame,
  encodeUint32s,
  FrameReader,
  frameFlags,
  frameTypes,
  settingsFrame,
} from "../../../shared/io/transport/http2/frames.ts";
import { decodeFields, encodeFields } from "../../../shared/io/transport/http2/hpack.ts";
import { Http2Session } from "../../../shared/io/transport/http2/session.ts";
import { openHttp2Channel } from "../../../shared/io/transport/http2-channel.ts";
import { closeAfterEach } from "../closed-after-each.ts";
import { connectToTestServer } from "../connect.ts";
import { data, goAway, headers, type Peer, reset, type ScriptedServer, startScriptedServer } from "../http2-server.ts";

const closing = closeAfterEach();
const neverAborted = new AbortController().signal;
const request = { path: "/", headers: {}, limit: 1000 };

/** A server that answers each request with `say` of its stream. */
async function startAnswering(
  say: (stream: number, peer: Peer) => readonly Buffer[],
  hello?: Buffer,
): Promise<ScriptedServer> {
  return startScriptedServer((one, peer) => {
    if (one.type === frameTypes.headers) peer.send(...say(one.stream, peer));
  }, hello);
}

/** What becomes of one request, in short. */
async function describeOutcome(asked: Promise<IncomingResponse>): Promise<string> {
  return asked.then(
    ({ status, body, flaw }) => `${status} ${flaw ?? body.toString()}`,
    (error: unknown) => {
      expect(error).toBeInstanceOf(BrokenConnection);
      const { cause } = error as { readonly cause?: { readonly code?: string } };
      return `broken ${cause?.code ?? ""}`.trim();
    },
  );
}

const block = encodeFields([
  [":status", "200"],
  ["content-type", "text/plain"],
]);
const ends = frameFlags.endHeaders;
const padPayload = (length: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([length]), payload, Buffer.alloc(length)]);
const brokenError = (name: string): string => `broken ERR_HTTP2_${name}`;

describe("an answer is the same however a server frames it", () => {
  const rows: [what: string, frames: (stream: number) => readonly Buffer[]][] = [
    ["in two frames", (n) => [headers(n), data(n, "here")]],
    ["with the end in a frame of its own", (n) => [headers(n), data(n, "he", 0), data(n, "re", 0), data(n)]],
    [
      "with its header in three frames",
      (n) => [
        encodeFrame(frameTypes.headers, n, block.subarray(0, 1)),
        encodeFrame(frameTypes.continuation, n, block.subarray(1, 5)),
        encodeFrame(frameTypes.continuation, n, block.subarray(5), ends),
        data(n, "here"),
      ],
    ],
    [
      "with padding and a priority",
      (n) => [
        encodeFrame(
          frameTypes.headers,
          n,
          padPayload(7, Buffer.concat([Buffer.alloc(5), block])),
          ends | frameFlags.padded | frameFlags.priority,
        ),
        encodeFrame(frameTypes.data, n, padPayload(255, Buffer.from("here")), frameFlags.endStream | frameFlags.padded),
      ],
    ],
    [
      "after two others that are none",
      (n) => [headers(n, [[":status", "103"]]), headers(n, [[":status", "100"]]), headers(n), data(n, "here")],
    ],
    ["with trailers", (n) => [headers(n), data(n, "here", 0), headers(n, [["checksum", "1"]], frameFlags.endStream)]],
    [
      "among frames that mean nothing to us",
      (n) => [
        encodeFrame(0x42, n, Buffer.alloc(30), 0xff),
        encodeFrame(0xff, 0, Buffer.alloc(0)),
        headers(n),
        encodeFrame(frameTypes.priority, n, Buffer.alloc(5)),
        encodeFrame(frameTypes.windowUpdate, n, encodeUint32s(1)),
        settingsFrame([[0x99, 5]]),
        encodeFrame(frameTypes.ping, 0, Buffer.alloc(8), frameFlags.ack),
        data(n, "here"),
      ],
    ],
    [
      "with an early reset of the stream that is over",
      (n) => [headers(n), data(n, "here"), reset(n, 0), data(n, "more")],
    ],
    [
      "with the length that it says",
      (n) => [
        headers(n, [
          [":status", "200"],
          ["content-length", "4"],
        ]),
        data(n, "here"),
      ],
    ],
  ];
  test.for(rows)("%s", async ([, frames]) => {
    const { channel } = await (await startAnswering(frames)).channel();
    expect(await describeOutcome(channel.get(request, neverAborted))).toBe("200 here");
    expect(await describeOutcome(channel.get(request, neverAborted))).toBe("200 here");
  });
});

describe("an answer that has no end, or breaks the rules, ends alone", () => {
  const rows: [
    what: string,
    frames: (stream: number) => readonly Buffer[],
    outcome: string,
    reset: number | undefined,
  ][] = [
    ["refused", (n) => [reset(n, 7)], brokenError("REFUSED_STREAM"), undefined],
    ["reset before its header", (n) => [reset(n, 2)], brokenError("INTERNAL_ERROR"), undefined],
    ["reset with an error that has no name", (n) => [reset(n, 99)], brokenError("ERROR_99"), undefined],
    [
      "reset in its body",
      (n) => [headers(n), data(n, "he", 0), reset(n, 2)],
      "200 the response was cut off after 2 bytes",
      undefined,
    ],
    [
      "of fewer bytes than it says",
      (n) => [
        headers(n, [
          [":status", "200"],
          ["content-length", "9"],
        ]),
        data(n, "here"),
      ],
      "200 the response was cut off after 4 bytes",
      undefined,
    ],
    [
      "above the limit",
      (n) => [headers(n), data(n, "x".repeat(1001), 0)],
      "200 the response is larger than 1000 bytes",
      8,
    ],
    ["without a status", (n) => [headers(n, [["accept", "x"]])], brokenError("PROTOCOL_ERROR"), 1],
    [
      "with two",
      (n) => [
        headers(n, [
          [":status", "200"],
          [":status", "200"],
        ]),
      ],
      brokenError("PROTOCOL_ERROR"),
      1,
    ],
    ["with one that is none", (n) => [headers(n, [[":status", "20"]])], brokenError("PROTOCOL_ERROR"), 1],
    [
      "with a status behind",
      (n) => [
        headers(n, [
          ["accept", "x"],
          [":status", "200"],
        ]),
      ],
      brokenError("PROTOCOL_ERROR"),
      1,
    ],
    [
      "with capital letters",
      (n) => [
        headers(n, [
          [":status", "200"],
          ["Accept", "x"],
        ]),
      ],
      brokenError("PROTOCOL_ERROR"),
      1,
    ],
    [
      "with a header of HTTP/1",
      (n) => [
        headers(n, [
          [":status", "200"],
          ["connection", "close"],
        ]),
      ],
      brokenError("PROTOCOL_ERROR"),
      1,
    ],
    ["that switches protocols", (n) => [headers(n, [[":status", "101"]])], brokenError("PROTOCOL_ERROR"), 1],
    [
      "that ends before it begins",
      (n) => [headers(n, [[":status", "100"]], frameFlags.endStream)],
      brokenError("PROTOCOL_ERROR"),
      1,
    ],
    ["with a body and no header", (n) => [data(n, "here")], brokenError("PROTOCOL_ERROR"), 1],
    [
      "after 64 KiB of others that are none",
      (n) =>
        Array.from({ length: 300 }, () =>
          headers(n, [
            [":status", "103"],
            ["link", "x".repeat(200)],
          ]),
        ),
      brokenError("ENHANCE_YOUR_CALM"),
      11,
    ],
    ["with a second header", (n) => [headers(n), headers(n)], "200 the response was cut off after 0 bytes", 1],
  ];
  test.for(rows)("%s", async ([, frames, outcome, error]) => {
    const server = await startAnswering((stream) =>
      stream === 1 ? frames(1) : [headers(stream), data(stream, "next")],
    );
    const { channel, peer } = await server.channel();
    expect(await describeOutcome(channel.get(request, neverAborted))).toBe(outcome);
    expect(await describeOutcome(channel.get(request, neverAborted))).toBe("200 next");
    const resets = peer.frames.filter(({ type }) => type === frameTypes.reset);
    expect(resets.map(({ stream, payload }) => [stream, payload.readUInt32BE()])).toEqual(
      error === undefined ? [] : [[1, error]],
    );
  });
});

describe("a server that breaks the rules for all gets an error and is left", () => {
  const repeatBytes = (count: number, bytes: Buffer): Buffer =>
    Buffer.concat(Array.from({ length: count }, () => bytes));
  // Of those that flood us, some are gone before they can read why.
  const rows: [what: string, bytes: Buffer, error: number | undefined][] = [
    ["a push", encodeFrame(frameTypes.pushPromise, 1, encodeUint32s(2), ends), 1],
    ["data on no stream", encodeFrame(frameTypes.data, 0, Buffer.alloc(1)), 1],
    ["data on a stream that was not opened", data(99, "x"), 1],
    ["data on a stream of its own", data(2, "x"), 1],
    ["settings on a stream", encodeFrame(frameTypes.settings, 1), 1],
    ["settings that are cut off", encodeFrame(frameTypes.settings, 0, Buffer.alloc(5)), 6],
    ["an acknowledgement with settings", encodeFrame(frameTypes.settings, 0, Buffer.alloc(6), frameFlags.ack), 6],
    ["a window that cannot be", settingsFrame([[4, 2 ** 31]]), 3],
    ["an invalid frame size", settingsFrame([[5, 1]]), 1],
    ["the wish to push", settingsFrame([[2, 1]]), 1],
    ["a short ping", encodeFrame(frameTypes.ping, 0, Buffer.alloc(7)), 6],
    ["a short reset", encodeFrame(frameTypes.reset, 1, Buffer.alloc(3)), 6],
    ["a reset of a stream that was not opened", reset(99, 1), 1],
    ["a short farewell", encodeFrame(frameTypes.goAway, 0, Buffer.alloc(7)), 6],
    ["an empty window update", encodeFrame(frameTypes.windowUpdate, 0, encodeUint32s(0)), 1],
    ["a frame that is too long", encodeFrame(frameTypes.data, 1, Buffer.alloc(16_385)), 6],
    ["padding larger than the frame", encodeFrame(frameTypes.data, 1, Buffer.from([2, 0]), frameFlags.padded), 1],
    ["a truncated priority", encodeFrame(frameTypes.headers, 1, Buffer.alloc(4), ends | frameFlags.priority), 6],
    ["a continuation of nothing", encodeFrame(frameTypes.continuation, 1, block, ends), 1],
    ["a frame in the middle of a header", Buffer.concat([encodeFrame(frameTypes.headers, 1, block), data(1)]), 1],
    [
      "something unknown there",
      Buffer.concat([encodeFrame(frameTypes.headers, 1, block), encodeFrame(0x42, 1, block)]),
      1,
    ],
    ["an invalid header read", encodeFrame(frameTypes.headers, 1, Buffer.from([0x80]), ends), 9],
    [
      "a header above 64 KiB",
      Buffer.concat([
        encodeFrame(frameTypes.headers, 1, block),
        repeatBytes(5, encodeFrame(frameTypes.continuation, 1, Buffer.alloc(16_000))),
      ]),
      11,
    ],
    [
      "a header in pieces of nothing",
      Buffer.concat([
        encodeFrame(frameTypes.headers, 1, block),
        repeatBytes(200, encodeFrame(frameTypes.continuation, 1)),
      ]),
      11,
    ],
    ["a short header that means 64 KiB", encodeFrame(frameTypes.headers, 1, Buffer.alloc(3000, 0x90), ends), 11],
    ["settings for ever", repeatBytes(20_000, encodeFrame(frameTypes.settings, 0)), undefined],
    ["pings for ever", repeatBytes(20_000, encodeFrame(frameTypes.ping, 0, Buffer.alloc(8))), undefined],
    [
      "padding for ever",
      Buffer.concat([
        headers(1),
        repeatBytes(20_000, encodeFrame(frameTypes.data, 1, padPayload(9, Buffer.alloc(0)), frameFlags.padded)),
      ]),
      11,
    ],
    ["data of nothing for ever", Buffer.concat([headers(1), repeatBytes(20_000, data(1, "", 0))]), 11],
  ];
  test.for(rows)("%s", async ([, bytes, error]) => {
    const { channel, peer } = await (await startAnswering((n) => (n === 1 ? [bytes] : []))).channel();
    const one = channel.get(request, neverAborted);
    const other = channel.get(request, neverAborted);
    expect(await describeOutcome(one)).toMatch(/^broken ERR_HTTP2_|^200 the response was cut off/);
    expect(await describeOutcome(other)).toMatch(/^broken ERR_HTTP2_/);
    expect(channel.usable()).toBe(false);
    if (error === undefined) return;
    await expect.poll(() => peer.frames.at(-1)?.type).toBe(frameTypes.goAway);
    expect(peer.frames.at(-1)?.payload.readUInt32BE(4)).toBe(error);
  });

  test("responds without end to a request that is over", async () => {
    const server = await startAnswering((n) =>
      n === 1 ? [headers(1, undefined, frameFlags.endStream)] : [repeatBytes(20_000, headers(1))],
    );
    const { channel } = await server.channel();
    expect(await describeOutcome(channel.get(request, neverAborted))).toBe("200 ");
    expect(await describeOutcome(channel.get(request, neverAborted))).toBe(brokenError("ENHANCE_YOUR_CALM"));
  });

  test.for([
    ["HTTP/1", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["no settings at first", encodeFrame(frameTypes.ping, 0, Buffer.alloc(8))],
    ["noise", Buffer.from("a9c1f0".repeat(50), "hex")],
  ] as const)("%s at the very beginning", async ([, hello]) => {
    const server = await startScriptedServer(() => {}, hello);
    const { channel } = await server.channel();
    expect(await describeOutcome(channel.get(request, neverAborted))).toMatch(/^broken ERR_HTTP2_/);
    const connection = await connectedTo(server);
    await expect(connection.get("/")).rejects.toThrow(/^cannot connect to https:\/\/127\.0\.0\.1:\d+: .*ERR_HTTP2_/);
  });
});

describe("a server that goes away", () => {
  test("answers what it has taken, and the rest is for another connection", async () => {
    const server = await startScriptedServer((one, peer) => {
      if (one.stream === 3) peer.send(headers(1), goAway(2 ** 31 - 1), goAway(2 ** 31 + 1), data(1, "here"));
    });
    const { channel } = await server.channel();
    const outcomes = [
      describeOutcome(channel.get(request, neverAborted)),
      describeOutcome(channel.get(request, neverAborted)),
    ];
    expect(await outcomes[1]).toBe(brokenError("NO_ERROR"));
    expect(channel.usable()).toBe(false);
    await expect(channel.get(request, neverAborted)).rejects.toThrow(BrokenConnection);
    expect(await outcomes[0]).toBe("200 here");
  });

  test("before the first response a request is sent again, over a new connection", async () => {
    let connections = 0;
    const server = await startAnswering((stream) => {
      connections += 1;
      return connections === 1 ? [goAway(0)] : [headers(stream), data(stream, "here")];
    });
    const connection = await connectedTo(server);
    expect((await connection.get("/")).body).toBe("here");
    expect(connection.counters).toEqual({ requests: 2, connections: 2 });
  });

  test("after a refused stream the request is sent again over the same connection", async () => {
    const server = await startAnswering((stream) =>
      stream === 1 ? [reset(1, 7)] : [headers(stream), data(stream, "here")],
    );
    const connection = await connectedTo(server);
    expect((await connection.get("/")).body).toBe("here");
    expect(connection.counters).toEqual({ requests: 2, connections: 1 });
  });
});

async function connectedTo(server: ScriptedServer): Promise<ServerConnection> {
  const connection = await connectToTestServer(`https://127.0.0.1:${server.port}`);
  closing.push(() => connection.close());
  return connection;
}

test("twelve requests leave in one piece, before the server has sent anything", async () => {
  const server = await startAnswering(
    (stream) => [...(stream === 1 ? [encodeFrame(frameTypes.settings, 0)] : []), headers(stream), data(stream, "here")],
    Buffer.alloc(0),
  );
  const { channel, peer } = await server.channel();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => describeOutcome(channel.get(request, neverAborted))),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, () => "200 here"));
  const [beginning, questions] = peer.chunks;
  expect(beginning?.toString("latin1")).toMatch(/^PRI \* HTTP\/2\.0\r\n\r\nSM\r\n\r\n/);
  const frames = new FrameReader().read(questions ?? Buffer.alloc(0));
  expect([...frames].map(({ stream }) => stream)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23]);
});

test("a request has the form of RFC 9113, each value of a list in a line of its own", async () => {
  const { channel, peer } = await (
    await startAnswering((stream) => [headers(stream, undefined, frameFlags.endStream)])
  ).channel();
  await channel.get(
    { path: "/a?b=c", headers: { accept: "x", "impersonate-group": ["a", "b"] }, limit: 1 },
    neverAborted,
  );
  const asked = peer.frames.find(({ type }) => type === frameTypes.headers);
  expect(asked?.flags).toBe(frameFlags.endStream | frameFlags.endHeaders);
  expect(decodeFields(asked?.payload ?? Buffer.alloc(0))).toEqual([
    [":method", "GET"],
    [":scheme", "https"],
    [":authority", "api.example"],
    [":path", "/a?b=c"],
    ["accept", "x"],
    ["impersonate-group", "a"],
    ["impersonate-group", "b"],
  ]);
});

test("a header with a line break is refused before anything leaves", async () => {
  const { channel, peer } = await (await startAnswering(() => [])).channel();
  await expect(channel.get({ ...request, headers: { accept: "a\r\nb: c" } }, neverAborted)).rejects.toThrow(InputError);
  await expect(channel.get({ ...request, path: "/\n" }, neverAborted)).rejects.toThrow(InputError);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(peer.frames.filter(({ type }) => type === frameTypes.headers)).toEqual([]);
});

test("settings and pings are acknowledged, a ping with its own bytes", async () => {
  const sent = Buffer.from("12345678");
  const { peer, channel } = await (await startScriptedServer(() => {})).channel();
  peer.send(encodeFrame(frameTypes.ping, 0, sent));
  await expect
    .poll(() =>
      peer.frames.filter(({ flags: bits }) => bits === frameFlags.ack).map((one) => [one.type, one.payload.toString()]),
    )
    .toEqual([
      [frameTypes.settings, ""],
      [frameTypes.ping, "12345678"],
    ]);
  expect(channel.usable()).toBe(true);
});

test("an abort ends one request at once, and the others go on", async () => {
  const server = await startScriptedServer((one, peer) => {
    if (one.type === frameTypes.reset) peer.send(data(one.stream, "late", 0), headers(3), data(3, "here"));
  });
  const { channel, peer } = await server.channel();
  const controller = new AbortController();
  const slow = channel.get(request, controller.signal);
  const other = describeOutcome(channel.get(request, neverAborted));
  await expect.poll(() => peer.frames.filter(({ type }) => type === frameTypes.headers)).toHaveLength(2);
  controller.abort(new Error("enough"));
  await expect(slow).rejects.toThrow("enough");
  expect(await other).toBe("200 here");
  expect(peer.frames.at(-1)).toMatchObject({ type: frameTypes.reset, stream: 1, payload: encodeUint32s(8) });
  await expect(channel.get(request, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
});

test("a request above the limit of the server waits, and can be aborted while it waits", async () => {
  const server = await startScriptedServer(() => {}, settingsFrame([[3, 1]]));
  const { channel, peer } = await server.channel();
  peer.send(encodeFrame(frameTypes.ping, 0, Buffer.alloc(8)));
  await expect.poll(() => peer.frames.length).toBe(4);
  const controller = new AbortController();
  const first = describeOutcome(channel.get(request, neverAborted));
  const second = channel.get(request, controller.signal);
  const third = describeOutcome(channel.get(request, neverAborted));
  await expect.poll(() => peer.frames.length).toBe(5);
  controller.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  peer.send(headers(1, undefined, frameFlags.endStream));
  expect(await first).toBe("200 ");
  await expect.poll(() => peer.frames.at(-1)?.stream).toBe(3);
  channel.close();
  expect(await third).toBe("broken");
});

test("a channel that retires ends with its last answer, one that closes at once", async () => {
  const server = await startScriptedServer(() => {});
  const { channel, peer } = await server.channel();
  const first = describeOutcome(channel.get(request, neverAborted));
  channel.retire();
  expect(channel.usable()).toBe(false);
  await expect(channel.get(request, neverAborted)).rejects.toThrow(BrokenConnection);
  await expect.poll(() => peer.frames.some(({ type }) => type === frameTypes.headers)).toBe(true);
  peer.send(headers(1), data(1, "here"));
  expect(await first).toBe("200 here");
  const next = await server.channel();
  const cut = describeOutcome(next.channel.get(request, neverAborted));
  next.channel.close();
  expect(await cut).toBe("broken");
});

test("a connection whose stream numbers are used up takes no more requests", async () => {
  const server = await startAnswering((stream) => [headers(stream, undefined, frameFlags.endStream)]);
  const { socket } = await server.open();
  const session = new Http2Session(socket, 2 ** 31 - 3);
  const ended = [0, 1].map(
    () =>
      new Promise((resolve) => {
        session.request([], { head: () => {}, data: () => true, end: resolve });
      }),
  );
  expect(session.usable()).toBe(false);
  expect(() => session.request([], { head: () => {}, data: () => true, end: () => {} })).toThrow(BrokenConnection);
  expect(await Promise.all(ended)).toEqual([undefined, undefined]);
});

test("a connection that is dead before it is used says so to the one who asks", async () => {
  const { socket } = await (await startScriptedServer(() => {})).open();
  socket.destroy();
  const channel = openHttp2Channel(socket, "api.example");
  expect(await describeOutcome(channel.get(request, neverAborted))).toBe("broken");
  expect(channel.usable()).toBe(false);
});
