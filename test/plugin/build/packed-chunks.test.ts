import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packChunks } from "../../../plugin/build/packed-chunks.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-packed-"));
const require = createRequire(join(folder, "entry.cjs"));
const largeText = "word ".repeat(4_000);
const sources = {
  "large.cjs": `exports.text = "${largeText}"; exports.file = __filename; exports.near = require("./small.cjs").name; exports.fail = () => { throw new Error("x") };`,
  "small.cjs": 'exports.name = "small";',
};

beforeAll(async () => {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  expect(await packChunks(folder, Object.keys(sources))).toEqual(["large.cjs.br"]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a large file runs from its packed code, by its own name", () => {
  const { text, file, near, fail } = require(join(folder, "large.cjs"));
  expect([text, file, near]).toEqual([largeText, join(folder, "large.cjs"), "small"]);
  const stack = (): string => {
    try {
      return fail();
    } catch (error) {
      return String((error as Error).stack);
    }
  };
  expect(stack()).toContain(join(folder, "large.cjs"));
});

test("a small file stays as it is", () => {
  expect(readFileSync(join(folder, "small.cjs"), "utf8")).toBe(sources["small.cjs"]);
  expect(readdirSync(folder).toSorted()).toEqual(["large.cjs", "large.cjs.br", "small.cjs"]);
});
