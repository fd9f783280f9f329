import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { extensionChangelog, packSample } from "../../../plugin/build/extension-files.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

test("the sample is the same bytes in whatever order its files were written, and of whatever time they are", async () => {
  const copy = join(folder, "copy/sample");
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync("media/sample").toReversed())
    cpSync(join("media/sample", name), join(copy, name), { recursive: true });
  for (const [from, name] of [["media/sample", "one"] as const, [copy, "two"] as const]) {
    mkdirSync(join(folder, name));
    await packSample(from, join(folder, name));
  }
  const readPacked = (name: string): Buffer => readFileSync(join(folder, name, "sample.tar.zst"));
  expect(readPacked("one").equals(readPacked("two"))).toBe(true);
  expect(zstdDecompressSync(readPacked("one")).includes(readFileSync("media/sample/timestamp"))).toBe(true);
});

describe("the changelog of the extension", () => {
  const changes = "- VS Code: it is new.\n- The hover is\n  shorter.\n- `-o junit` is new.\n";
  const changelog = extensionChangelog(`# Changelog\n\nAll.\n\n## 0.2.0\n\n${changes}\n## 0.1.0\n\nFirst.\n`);

  test("has the lines that name the editor, whole, below their versions", () => {
    expect(changelog).toContain("## 0.2.0\n\n- VS Code: it is new.\n- The hover is\n  shorter.\n## 0.1.0\n\nFirst.\n");
  });

  test("has no line of the plugin, and leads to the whole list", () => {
    expect(changelog).not.toContain("junit");
    expect(changelog).toContain("[whole list](CHANGELOG.md)");
  });
});
