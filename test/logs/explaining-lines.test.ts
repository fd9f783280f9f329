import { expect, test } from "vitest";
import { heldOutLogs, logCases } from "./corpus.ts";

test("the corpus has 150 logs, each with a rule of its own, and a third of them is held out", () => {
  expect(logCases.length).toBeGreaterThanOrEqual(150);
  expect(new Set(logCases.map(({ rule }) => rule)).size).toBe(logCases.length);
  expect(heldOutLogs.length / logCases.length).toBeGreaterThan(0.3);
  for (const { rule, log, quote } of logCases) {
    expect(log.trim(), rule).not.toBe("");
    expect(quote.trim(), rule).not.toBe("");
  }
});
