import { describe, expect, test } from "vitest";
import { encodeFrame, encodeUint32s, frameFlags, frameTypes } from "../../../../shared/io/transport/http2/frames.ts";
import { encodeFields } from "../../../../shared/io/transport/http2/hpack.ts";
import type { HeaderField } from "../../../../shared/io/transport/http2/static-table.ts";
import { randomIntegersFrom } from "../../../random.ts";
import { repetitions } from "../../../size.ts";
import { data, goAway, reset } from "../../http2-server.ts";
import { type AllowedDifference, allowedDifferences, differencesIn, type Taker } from "./allowed-differences.ts";
import { frameBytes, wholeFrames, writeScript } from "./frame-scripts.ts";
import { type Fate, nodeClient, ourClient, playTo } from "./two-clients.ts";

/** Who took each response that only one client took, or both took with other headers. */
function listTakers(ours: readonly Fate[], node: readonly Fate[]): readonly Taker[] {
  return ours.flatMap((fate, place) => {
    if (fate === node[place]) return [];
    if (fate === "error") return ["node"];
    return node[place] === "error" ? ["ours"] : ["both"];
  });
}

/** Runs `check` for each seed. A failure names the seed. */
async function checkSeeds(usual: number, check: (seed: number) => Promise<void>): Promise<void> {
  for (let seed = 0; seed < repetitions(usual); seed += 1) await check(seed);
}

test("our client and node:http2 make the same of random frames, but for the differences that are allowed", async () => {
  let whole = 0;
  let broken = 0;
  await checkSeeds(400, async (seed) => {
    const { requests, frames } = writeScript(seed);
    const pieces = wholeFrames(Buffer.concat(frames.map(frameBytes)));
    const ours = await playTo(ourClient, requests, pieces);
    const node = await playTo(nodeClient, requests, pieces);
    expect(ours, `seed ${seed}`).not.toContain("hangs");
    const allowed = differencesIn(Buffer.concat(pieces)).map(({ taker }) => taker);
    const others = listTakers(ours, node).filter((taker) => !allowed.includes(taker));
    expect(others, `seed ${seed}: ours ${ours.join(" ")}, node:http2 ${node.join(" ")}`).toEqual([]);
    broken += ours.filter((fate) => fate === "error").length;
    whole += ours.length - ours.filter((fate) => fate === "error").length;
  });
  // Both, else the scripts are too mild or too harsh to show anything.
  expect(Math.min(whole, broken)).toBeGreaterThan(repetitions(400) / 4);
});

test("our client makes the same of the frames in whatever pieces they come", async () => {
  await checkSeeds(150, async (seed) => {
    const { requests, frames } = writeScript(seed);
    const bytes = Buffer.concat(frames.map(frameBytes));
    const usual = await playTo(ourClient, requests, wholeFrames(bytes));
    for (const most of [bytes.length, 1000, bytes.length < 500 ? 1 : 2000]) {
      const pieces = cut(bytes, most, seed);
      expect(await playTo(ourClient, requests, pieces), `seed ${seed}, pieces of at most ${most}`).toEqual(usual);
    }
  });
});

function cut(bytes: Buffer, most: number, seed: number): readonly Buffer[] {
  const random = randomIntegersFrom(seed);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieces.at(-1)?.length ?? 1) {
    pieces.push(bytes.subarray(at, at + (most === bytes.length ? most : 1 + random(most))));
  }
  return pieces;
}

const { headers, settings, windowUpdate, pushPromise } = frameTypes;
const { ack, endHeaders, endStream } = frameFlags;
const opening = [encodeFrame(settings, 0), encodeFrame(settings, 0, undefined, ack)];
const ok: HeaderField = [":status", "200"];

/** A header block that is whole. `first`: the first one of the connection, which confirms the empty table. */
function head(stream: number, fields: readonly HeaderField[], flags = 0, first = true): Buffer {
  const block = encodeFields(fields);
  const payload = first ? Buffer.concat([Buffer.of(0x20), block]) : block;
  return encodeFrame(headers, stream, payload, flags | endHeaders);
}

describe("the two clients differ in", () => {
  const begun = [...opening, head(1, [ok])];
  /** What a server sends to two requests, by the name of the difference. */
  const examples: Readonly<Record<AllowedDifference["what"], readonly Buffer[]>> = {
    "trailers with a header that no trailer may have": [
      ...begun,
      data(1, "here", 0),
      head(1, [["transfer-encoding", "chunked"]], endStream, false),
    ],
    "a GOAWAY whose last stream is no stream of a client": [...begun, goAway(4), data(1, "here")],
    "a GOAWAY with an error": [...begun, goAway(3, 2), data(1, "here")],
    "a second GOAWAY with a higher last stream": [...begun, goAway(1), goAway(3), data(1, "here")],
    "a first header block that does not confirm the empty table": [...opening, head(1, [ok], endStream, false)],
    "a body before its header": [...begun, data(3, "early"), data(1, "here")],
    "a body longer than its content-length": [
      ...begun,
      head(3, [ok, ["content-length", "1"]], 0, false),
      data(3, "here"),
      data(1, "here"),
    ],
    "a window above 2^31-1": [...begun, encodeFrame(windowUpdate, 0, encodeUint32s(2 ** 31 - 1)), data(1, "here")],
    "an acknowledgement of settings that were never sent": [
      ...begun,
      encodeFrame(settings, 0, undefined, ack),
      data(1, "here"),
    ],
    "a reset without an error in the middle of a response": [...begun, data(1, "he", 0), reset(1, 0)],
    "an empty window update of a stream that is over": [
      ...begun,
      reset(3, 8),
      encodeFrame(windowUpdate, 3, encodeUint32s(0)),
      data(1, "here"),
    ],
    "a push before the settings of the client are acknowledged": [
      encodeFrame(settings, 0),
      encodeFrame(pushPromise, 1, encodeUint32s(2), endHeaders),
      ...begun.slice(1),
      data(1, "here"),
    ],
    "a header with an invalid name": [...opening, head(1, [ok, ["a b", "c"]], endStream)],
    "a header value that begins or ends with a blank": [...opening, head(1, [ok, ["x-a", " b "]], endStream)],
    "a header of one value that comes twice": [...opening, head(1, [ok, ["age", "1"], ["age", "2"]], endStream)],
  };
  const rows = allowedDifferences.map((row) => [row.what, row] as const);
  test.for(rows)("%s", async ([what, { taker }]) => {
    const pieces = examples[what] ?? [];
    const fates = await Promise.all([ourClient, nodeClient].map((client) => playTo(client, 2, pieces)));
    expect(listTakers(fates[0] ?? [], fates[1] ?? [])).toContain(taker);
    expect(differencesIn(Buffer.concat(pieces)).map((row) => row.what)).toEqual([what]);
  });
});
