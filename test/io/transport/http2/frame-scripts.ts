import { frameFlags, frameTypes } from "../../../../shared/io/transport/http2/frames.ts";
import { encodeFields } from "../../../../shared/io/transport/http2/hpack.ts";
import type { HeaderField } from "../../../../shared/io/transport/http2/static-table.ts";
import { randomIntegersFrom } from "../../../random.ts";

/** A frame that may break every rule. `length` is what its head says, and is the size of `payload` if absent. */
export interface ScriptedFrame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
  readonly length?: number;
}

/** What a server sends to a number of requests, of which the first is on stream 1, the next on stream 3. */
export interface FrameScript {
  readonly requests: number;
  readonly frames: readonly ScriptedFrame[];
}

type Random = (below: number) => number;

const { endHeaders, endStream, padded, priority, ack } = frameFlags;

/** The script of a seed: responses in any framing, other frames between them, and in two of three an odd thing or more. */
export function writeScript(seed: number): FrameScript {
  const random = randomIntegersFrom(seed);
  const requests = 1 + random(3);
  const responses = Array.from({ length: requests }, (_, place) => response(2 * place + 1, random));
  const frames = [...opening(random), ...confirmSettings(interleave(responses, random))];
  for (let left = random(3) === 0 ? 0 : 1 + random(2); left > 0; left -= 1) spoilFrames(frames, random);
  return { requests, frames };
}

/** The bytes of a frame. */
export function frameBytes({ type, flags, stream, payload, length = payload.length }: ScriptedFrame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The bytes cut into frames as their heads say, and the rest. */
export function wholeFrames(bytes: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieces.at(-1)?.length ?? 0) {
    const length = bytes.length - at < 9 ? 0 : bytes.readUIntBE(at, 3);
    pieces.push(bytes.subarray(at, at + 9 + length));
  }
  return pieces;
}

function frame(type: number, stream: number, payload: Buffer, flags = 0): ScriptedFrame {
  return { type, flags, stream, payload };
}

/** The settings of the server, and that it has those of the client. */
function opening(random: Random): ScriptedFrame[] {
  const rows = Array.from({ length: random(4) }, () => pick(random, settings)(random));
  return [frame(frameTypes.settings, 0, Buffer.concat(rows)), frame(frameTypes.settings, 0, Buffer.alloc(0), ack)];
}

const settings: readonly ((random: Random) => Buffer)[] = [
  (random) => setting(1, random(8192)),
  (random) => setting(3, 10 + random(100)),
  (random) => setting(4, random(2 ** 31)),
  (random) => setting(5, 16_384 + random(100_000)),
  (random) => setting(6, random(100_000)),
  (random) => setting(0x40 + random(100), random(1000)),
];

function setting(name: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(name);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

/** One response; header blocks are whole in it, so that nothing comes between their frames. */
function response(stream: number, random: Random): ScriptedFrame[][] {
  const body = Array.from({ length: random(4) }, () => Buffer.alloc(pick(random, [0, 1, 5, 300, 16_000]), 97));
  const bytes = body.reduce((sum, { length }) => sum + length, 0);
  const ending = pick(random, ["data", "data", "headers", "trailers", "reset", "none"] as const);
  const only = ending === "headers";
  const fields: HeaderField[] = [
    [":status", pick(random, ["200", "200", "404", "500", "307"])],
    ...(random(3) === 0 ? [["content-length", String(only ? 0 : bytes)] as const] : []),
    ...Array.from({ length: random(4) }, (): HeaderField => [`x-${random(3)}`, "v".repeat(random(200))]),
  ];
  const interim = Array.from({ length: random(6) === 0 ? 1 + random(2) : 0 }, () =>
    headerBlock(stream, [[":status", pick(random, ["100", "102", "103"])]], random),
  );
  const data = (only ? [] : body).map((piece) => [padFrame(frame(frameTypes.data, stream, piece), random)]);
  const last: ScriptedFrame[][] = {
    data: [[padFrame(frame(frameTypes.data, stream, Buffer.alloc(0), endStream), random)]],
    headers: [],
    trailers: [headerBlock(stream, [["x-sum", "1"]], random, endStream)],
    reset: [[frame(frameTypes.reset, stream, uint32(1 + random(13)))]],
    none: [],
  }[ending];
  return [...interim, headerBlock(stream, fields, random, only ? endStream : 0), ...data, ...last];
}

/** A header block in one frame or several. */
function headerBlock(stream: number, fields: readonly HeaderField[], random: Random, flags = 0): ScriptedFrame[] {
  const bytes = encodeFields(fields);
  const cuts = Array.from({ length: pick(random, [0, 0, 1, 3]) }, () => random(bytes.length)).toSorted((a, b) => a - b);
  const parts = [0, ...cuts].map((cut, place) => bytes.subarray(cut, cuts[place] ?? bytes.length));
  return parts.map((part, place) => {
    const last = place === parts.length - 1 ? endHeaders : 0;
    if (place > 0) return frame(frameTypes.continuation, stream, part, last);
    const first = random(4) === 0 ? Buffer.concat([uint32(random(2) * 3), Buffer.of(random(256)), part]) : part;
    return padFrame(frame(frameTypes.headers, stream, first, flags | last | (first === part ? 0 : priority)), random);
  });
}

/** The frame, in one of four cases with padding. */
function padFrame(one: ScriptedFrame, random: Random): ScriptedFrame {
  if (random(4) > 0) return one;
  const size = random(256);
  const payload = Buffer.concat([Buffer.of(size), one.payload, Buffer.alloc(size)]);
  return { ...one, payload, flags: one.flags | padded };
}

/** The groups of all responses in any order that keeps each response's own, with other frames between them. */
function interleave(responses: readonly ScriptedFrame[][][], random: Random): ScriptedFrame[] {
  const left = responses.map((groups) => [...groups]);
  const all: ScriptedFrame[] = [];
  while (left.some((groups) => groups.length > 0)) {
    all.push(...(pick(random, left).shift() ?? []));
    if (random(4) === 0) all.push(pick(random, others)(random));
  }
  return all;
}

const streams = (random: Random): number => pick(random, [0, 1, 1, 3, 5]);

const others: readonly ((random: Random) => ScriptedFrame)[] = [
  (random) => frame(frameTypes.ping, 0, Buffer.alloc(8, random(256))),
  (random) => frame(frameTypes.settings, 0, pick(random, settings)(random)),
  (random) => frame(frameTypes.windowUpdate, pick(random, [0, 1]), uint32(1 + random(1000))),
  (random) => frame(frameTypes.priority, 1 + 2 * random(3), Buffer.concat([uint32(0), Buffer.of(random(256))])),
  (random) => frame(0x20 + random(200), streams(random), Buffer.alloc(random(30))),
  () => frame(frameTypes.goAway, 0, Buffer.concat([uint32(2 ** 31 - 1), uint32(0)])),
];

/** With the first header block saying that the server keeps no table, as it must after the client's settings. */
function confirmSettings(frames: ScriptedFrame[]): ScriptedFrame[] {
  const place = frames.findIndex(({ type }) => type === frameTypes.headers);
  const first = frames[place];
  if (first === undefined) return frames;
  const at = (first.flags & padded ? 1 : 0) + (first.flags & priority ? 5 : 0);
  const payload = Buffer.concat([first.payload.subarray(0, at), Buffer.of(0x20), first.payload.subarray(at)]);
  return frames.with(place, { ...first, payload });
}

/** Makes one thing odd, in most cases after the opening. */
function spoilFrames(frames: ScriptedFrame[], random: Random): void {
  const place = frames.length > 2 && random(8) > 0 ? 2 + random(frames.length - 2) : random(frames.length);
  const one = frames[place];
  if (one !== undefined) frames.splice(place, 1, ...pick(random, spoilers)(one, random));
}

const spoilers: readonly ((one: ScriptedFrame, random: Random) => ScriptedFrame[])[] = [
  () => [],
  (one) => [one, one],
  (one, random) => [{ ...one, flags: one.flags ^ (1 << random(8)) }],
  (one, random) => [{ ...one, stream: pick(random, [0, 1, 2, 3, 7, 2 ** 31 - 1]) }],
  (one, random) => [{ ...one, type: random(10) }],
  (one, random) => [{ ...one, payload: one.payload.subarray(0, random(one.payload.length + 1)) }],
  (one, random) => [{ ...one, payload: Buffer.concat([one.payload, Buffer.alloc(random(9), random(256))]) }],
  (one, random) => [{ ...one, length: pick(random, [0, one.payload.length + 1, 16_385, 2 ** 24 - 1]) }],
  (one, random) => [{ ...one, payload: flipByte(one.payload, random) }],
  (one, random) => [one, frame(frameTypes.reset, streams(random), uint32(random(16)))],
  (one, random) => [one, frame(frameTypes.goAway, 0, Buffer.concat([uint32(random(8)), uint32(random(16))]))],
  (one, random) => [one, frame(frameTypes.windowUpdate, streams(random), uint32(pick(random, [0, 1, 2 ** 31 - 1])))],
  (one, random) => [one, frame(frameTypes.settings, 0, setting(random(8), pick(random, [0, 1, 2 ** 31, 2 ** 32 - 1])))],
  (one, random) => [one, frame(frameTypes.pushPromise, streams(random), uint32(2), endHeaders)],
  (one, random) => [one, frame(frameTypes.data, streams(random), Buffer.from("late"), random(2))],
  (one, random) => [one, ...headerBlock(streams(random), [pick(random, oddFields)], random, random(2))],
  (one, random) => [
    one,
    ...headerBlock(streams(random), [[":status", "200"], pick(random, oddFields)], random, random(2)),
  ],
];

const oddFields: readonly HeaderField[] = [
  [":status", "20"],
  [":status", "101"],
  [":status", "099"],
  [":path", "/"],
  ["X-Large", "a"],
  ["", "a"],
  ["a b", "c"],
  ["connection", "close"],
  ["transfer-encoding", "chunked"],
  ["content-length", "-1"],
  ["content-length", "4"],
  ["x-a", " b "],
  ["x-a", ""],
];

function flipByte(payload: Buffer, random: Random): Buffer {
  const next = Buffer.from(payload);
  if (next.length > 0) {
    const at = random(next.length);
    next[at] = (next[at] ?? 0) ^ (1 << random(8));
  }
  return next;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function pick<T>(random: Random, all: readonly T[]): T {
  const found = all[random(all.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}
