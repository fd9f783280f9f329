import { afterEach, describe, expect, test, vi } from "vitest";
import { createPageCollection, createTextCollection } from "../../../plugin/process/garbage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("garbage is collected when the inputs since the last collection are large together", () => {
  const rows = [
    { rule: "one input of 2 MB is collected", collect: createTextCollection, amounts: [2_000_000], collections: 1 },
    { rule: "a small input is not collected", collect: createTextCollection, amounts: [100_000], collections: 0 },
    {
      rule: "small inputs after a large one are collected together",
      collect: createTextCollection,
      amounts: [30_000_000, ...Array.from({ length: 25 }, () => 100_000)],
      collections: 2,
    },
    {
      rule: "pages of 500 objects are collected ten at a time",
      collect: createPageCollection,
      amounts: Array.from({ length: 25 }, () => 500),
      collections: 2,
    },
  ];
  test.for(rows)("$rule", async ({ collect, amounts, collections }) => {
    const gc = vi.fn();
    vi.stubGlobal("Bun", { gc });
    const collectAmount = collect();
    for (const amount of amounts) await collectAmount(amount);
    expect(gc).toHaveBeenCalledTimes(collections);
  });
});
