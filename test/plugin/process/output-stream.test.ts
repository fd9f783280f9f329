import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { createOutputStream } from "../../../plugin/process/output-stream.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-output-"));
afterAll(() => rmSync(folder, { recursive: true }));

const long = "x".repeat(65_536);
const rows: [sentence: string, texts: readonly string[], direct: string, streamed: string][] = [
  ["short texts go to the file, and no stream is opened", ["a", "", "ü"], "aü", ""],
  ["a text that a pipe would not take goes to the stream", [`${long}b`], "", `${long}b`],
  ["what comes after a long text goes to the stream, so that the order stays", ["a", long, "b"], "a", `${long}b`],
];

test.for(rows)("%s", async ([, texts, direct, streamed]) => {
  const path = join(folder, "direct");
  const file = openSync(path, "w");
  const stream = new PassThrough({ highWaterMark: 1 << 20 });
  let opened = 0;
  const output = createOutputStream(() => {
    opened++;
    return stream;
  }, file);
  for (const text of texts) output.write(text);
  expect(await new Promise((resolve) => output.whenTaken(resolve))).toBeUndefined();
  closeSync(file);
  expect(readFileSync(path, "utf8")).toBe(direct);
  expect(stream.read()?.toString() ?? "").toBe(streamed);
  expect(opened).toBe(streamed === "" ? 0 : 1);
});

test.for([
  ["where there is no file", undefined],
  ["where the file cannot be written", 999_999],
] as const)("all goes to the stream %s", ([, descriptor]) => {
  const stream = new PassThrough();
  const output = createOutputStream(() => stream, descriptor);
  output.write("a");
  output.write("b");
  expect(stream.read()?.toString()).toBe("ab");
});
