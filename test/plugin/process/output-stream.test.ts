import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { openDirectOutput } from "../../../plugin/process/direct-output.ts";
import { OutputStream } from "../../../plugin/process/output-stream.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

const longText = "x".repeat(1 << 18);
const rows = [
  { rule: "short texts are written to the file without a stream", texts: ["a", "", "ü"] },
  { rule: "long texts are written to the file without a stream", texts: ["a", `${longText}b`, "c"] },
];

test.for(rows)("$rule", async ({ texts }) => {
  const path = join(folder, "direct");
  const file = openSync(path, "w");
  const output = new OutputStream(
    () => {
      throw new Error("opened");
    },
    () => openDirectOutput(file, process.platform),
  );
  for (const text of texts) output.write(text);
  expect(await new Promise((resolve) => output.whenTaken(resolve))).toBeUndefined();
  closeSync(file);
  expect(readFileSync(path, "utf8")).toBe(texts.join(""));
});

/** An empty pipe whose two ends block, as those of a shell do, and the bytes that it takes. */
function openPipe(): { readonly reader: number; readonly writer: number; readonly room: number } {
  const path = join(folder, "pipe");
  rmSync(path, { force: true });
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  let room = 0;
  try {
    for (;;) room += writeSync(filler, Buffer.alloc(4_096));
  } catch {
    // It is full.
  }
  readSync(reader, Buffer.alloc(room));
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(filler);
  return { reader, writer, room };
}

describe("a pipe never blocks and gets all texts in order", { skip: process.platform !== "linux" }, () => {
  test.for([
    {
      rule: "a pipe with room for the first text gets it, and the stream gets the others",
      held: 4_000,
      texts: ["a", "b".repeat(200), "c"],
      direct: "a",
    },
    { rule: "a full pipe gets nothing, and the stream gets all texts", held: 4_096, texts: ["a", "b"], direct: "" },
    { rule: "a pipe with room gets all texts without a stream", held: 0, texts: ["a", "b"], direct: "ab" },
  ] as const)("$rule", ({ held, texts, direct }) => {
    const { reader, writer, room } = openPipe();
    // It has pages of 4 KiB. A text that does not fit into the rest of the last one is not taken at all (pipe(7)).
    writeSync(writer, Buffer.alloc(room - 4_096 + held));
    const stream = new PassThrough();
    const output = new OutputStream(
      () => stream,
      () => openDirectOutput(writer, "linux"),
    );
    for (const text of texts) output.write(text);
    const taken = Buffer.alloc(1 << 20);
    const arrived = taken.subarray(0, readSync(reader, taken)).toString().replaceAll("\0", "");
    closeSync(reader);
    closeSync(writer);
    expect(arrived).toBe(direct);
    expect(stream.read()?.toString() ?? "").toBe(texts.join("").slice(direct.length));
  });
});

test.for([
  { rule: "the stream gets all texts where there is no file", descriptor: undefined },
  { rule: "the stream gets all texts where the file cannot be written", descriptor: 999_999 },
] as const)("$rule", ({ descriptor }) => {
  const stream = new PassThrough();
  const output = new OutputStream(
    () => stream,
    () => descriptor,
  );
  output.write("a");
  output.write("b");
  expect(stream.read()?.toString()).toBe("ab");
});
