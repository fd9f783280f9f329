import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { openStoredDefinitions } from "../../../extension/schema/stored-definitions.ts";

function folderOf(): string {
  const parent = mkdtempSync(join(tmpdir(), "hco-status-stored-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, "definitions");
}

test("a CRD is kept, replaced and removed, in files that only their owner reads", async () => {
  const folder = folderOf();
  const stored = openStoredDefinitions(folder);
  expect(await stored.read("a")).toBeUndefined();
  await stored.write("a", '{"first":1}');
  await stored.write("a", '{"second":2}');
  await stored.write("b", "{}");
  expect(await stored.read("a")).toEqual({ second: 2 });
  const files = readdirSync(folder);
  expect(files.map((name) => /^[0-9a-f]{64}\.json\.gz$/.test(name))).toEqual([true, true]);
  if (process.platform !== "win32") expect(statSync(join(folder, files[0] ?? "")).mode & 0o077).toBe(0);
  await stored.remove("a");
  await stored.remove("a");
  expect(await stored.read("a")).toBeUndefined();
});

test("damaged files are refused, and so is a small file that unpacks to a large one", async () => {
  const folder = folderOf();
  const stored = openStoredDefinitions(folder);
  await stored.write("a", "{}");
  const path = join(folder, readdirSync(folder)[0] ?? "");
  for (const content of ["text", gzipSync("{"), gzipSync(Buffer.alloc(17_000_000, " "))]) {
    writeFileSync(path, content);
    await expect(stored.read("a")).rejects.toThrow();
  }
});

test("the files that were written longest ago are removed beyond the limit", async () => {
  const folder = folderOf();
  const stored = openStoredDefinitions(folder);
  await stored.write("oldest", "{}");
  const [oldest = ""] = readdirSync(folder);
  utimesSync(join(folder, oldest), 1, 1);
  for (let index = 0; index < 199; index += 1) writeFileSync(join(folder, `${index}.json.gz`), "");
  await stored.write("newest", "{}");
  expect([readdirSync(folder).length, await stored.read("oldest"), await stored.read("newest")]).toEqual([
    200,
    undefined,
    {},
  ]);
});
