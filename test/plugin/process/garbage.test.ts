import { expect, test } from "vitest";
import { GarbageCounter } from "../../../plugin/process/garbage.ts";

const rows = [
  { rule: "one large amount is collected", limit: 2_000, ignored: 0, amounts: [2_000], collections: 1 },
  { rule: "a small amount is not collected", limit: 2_000, ignored: 0, amounts: [100], collections: 0 },
  {
    rule: "small amounts after a large one are collected together",
    limit: 2_000,
    ignored: 0,
    amounts: [30_000, ...Array<number>(25).fill(100)],
    collections: 2,
  },
  {
    rule: "the amount to ignore is not collected",
    limit: 100,
    ignored: 500,
    amounts: Array<number>(750).fill(1),
    collections: 2,
  },
];
test.for(rows)("of garbage, $rule", ({ limit, ignored, amounts, collections }) => {
  const garbage = new GarbageCounter(limit, ignored);
  expect(amounts.filter((amount) => garbage.add(amount))).toHaveLength(collections);
});
