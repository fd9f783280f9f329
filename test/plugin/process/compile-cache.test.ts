import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

const loaded = join(folder, "loaded.mjs");
const script = `import { keepCompiledCode } from ${JSON.stringify(join(repositoryRoot, "plugin/process/compile-cache.ts"))};
  keepCompiledCode(${JSON.stringify(folder)}, process.getuid?.());
  await import(${JSON.stringify(loaded)});`;

/** Starts a program that keeps its code in the folder, and returns how it ended. */
function start(): readonly unknown[] {
  const run = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], { timeout: 10_000 });
  return [run.status, run.stdout.toString()];
}

test("compiled code is kept, and a named pipe in its place is not waited for", () => {
  writeFileSync(loaded, `console.log("loaded");\n`);
  mkdirSync(join(folder, "hco-status"), { mode: 0o700 });
  expect(start()).toEqual([0, "loaded\n"]);
  const cache = join(folder, "hco-status/compiled");
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const { parentPath, name } of files) {
    rmSync(join(parentPath, name));
    execFileSync("sh", ["-c", `mkfifo "$0"`, join(parentPath, name)]);
  }
  expect(start()).toEqual([0, "loaded\n"]);
});
