import { afterEach, expect, test, vi } from "vitest";
import {
  collectGarbage,
  collectGarbageOfSteps,
  collectNewGarbage,
  GarbageCounter,
  garbageLimits,
} from "../../../plugin/process/garbage.ts";

const { listedObjects, inputBytes, steps, clusters } = garbageLimits;
const rows = [
  { rule: "an input of 2 MB is collected", limit: inputBytes, ignored: 0, amounts: [2_000_000], collections: 1 },
  { rule: "an input of 100 kB is not collected", limit: inputBytes, ignored: 0, amounts: [100_000], collections: 0 },
  {
    rule: "small inputs after a large one are collected together",
    limit: inputBytes,
    ignored: 0,
    amounts: [30_000_000, ...Array<number>(25).fill(100_000)],
    collections: 2,
  },
  {
    rule: "pages of 500 objects are collected ten at a time",
    limit: listedObjects,
    ignored: 0,
    amounts: Array<number>(25).fill(500),
    collections: 2,
  },
  {
    rule: "a thousand steps are collected",
    limit: steps,
    ignored: 0,
    amounts: Array<number>(2_500).fill(1),
    collections: 2,
  },
  {
    rule: "the clusters to ignore are not collected",
    limit: clusters,
    ignored: 500,
    amounts: Array<number>(750).fill(1),
    collections: 2,
  },
];
test.for(rows)("of garbage, $rule", ({ limit, ignored, amounts, collections }) => {
  const garbage = new GarbageCounter(limit, ignored);
  expect(amounts.filter((amount) => garbage.add(amount))).toHaveLength(collections);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("Bun collects all garbage or what is new, and Node none", async () => {
  collectGarbage();
  const gc = vi.fn();
  vi.stubGlobal("Bun", { gc });
  collectGarbage();
  collectNewGarbage();
  await collectGarbageOfSteps();
  expect(gc.mock.calls).toEqual([[true], [false], [true]]);
});
