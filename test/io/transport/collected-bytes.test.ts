import { expect, test } from "vitest";
import { CollectedBytes } from "../../../shared/io/transport/collected-bytes.ts";
import { createBodyCollector } from "../../../shared/io/transport/response-body.ts";
import { randomIntegersFrom } from "../../random.ts";

test.for([
  ["nothing", []],
  ["one piece", [5]],
  ["a piece of nothing", [0, 3, 0]],
  ["exactly one block", [4096]],
  ["one byte above it", [4096, 1]],
  ["a piece above every block", [10, 3_000_000, 10]],
  ["two thousand single bytes", Array.from({ length: 2000 }, () => 1)],
  ["pieces of many sizes", Array.from({ length: 500 }, (_, place) => (place * 7919) % 9000)],
] as const)("what is gathered is what came, in its order: %s", ([, sizes]) => {
  const random = randomIntegersFrom(3);
  const pieces = sizes.map((size) => Buffer.from(Array.from({ length: size }, () => random(256))));
  const collected = new CollectedBytes();
  for (const repetition of ["first", "again after all was released"]) {
    for (const piece of pieces) collected.add(piece);
    expect(collected.length(), repetition).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(collected.release().equals(Buffer.concat(pieces)), repetition).toBe(true);
    expect(collected.length(), repetition).toBe(0);
  }
});

test("small pieces keep no buffer alive that they were cut from", () => {
  const collected = new CollectedBytes();
  const large = Buffer.alloc(2 ** 16, 1);
  collected.add(large.subarray(10, 11));
  large.fill(2);
  const released = collected.release();
  expect([...released]).toEqual([1]);
  expect(released.buffer).not.toBe(large.buffer);
});

test("of a body above its limit nothing is kept", () => {
  const collector = createBodyCollector({ limit: 10 });
  expect([collector.add(Buffer.alloc(10)), collector.add(Buffer.alloc(1)), collector.add(Buffer.alloc(1))]).toEqual([
    true,
    false,
    false,
  ]);
  const flaw = "the response is larger than 10 bytes";
  expect(collector.finish({ isComplete: true })).toEqual({ body: Buffer.alloc(0), flaw, isLarge: true });
});
