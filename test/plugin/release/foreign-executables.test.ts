import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readJson, repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { environmentWith, machineCache, mustSkip } from "../../environment.ts";
import { buildPlugin } from "../../shared-build.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

// The executables of macOS and Windows are checked for their form only: there is nothing here that could run them.

const archives = join(machineCache(), "bun");
const { devDependencies } = await readJson<{ readonly devDependencies: { readonly bun: string } }>("package.json");
const present = existsSync(archives) ? readdirSync(archives) : [];
const areFetched = present.filter((name) => name.endsWith(`-${devDependencies.bun}.tgz`)).length === 3;
const folder = temporaryFolder();

const libraries = "/usr/aarch64-linux-gnu";
const emulator = (process.env["PATH"] ?? "")
  .split(":")
  .map((place) => join(place, "qemu-aarch64-static"))
  .find((file) => existsSync(file) && existsSync(libraries));

describe.skipIf(mustSkip(areFetched))(
  "an executable for another system (needs test/plugin/release/fetch-runtimes)",
  () => {
    beforeAll(() => {
      const names = ["linux-arm64", "darwin-arm64", "windows-x64"].flatMap((name) => ["--platform", name]);
      const script = join(repositoryRoot, "plugin/build/executable-package.ts");
      const words = [script, ...names, "--archives", archives, folder];
      const { status, stderr } = spawnSync(process.execPath, words, { env: environmentWith({}), encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
    });

    test.skipIf(mustSkip(emulator !== undefined))(
      "prints the sample on linux-arm64 (needs qemu-user and libc6-arm64-cross)",
      () => {
        const sample = ["--must-gather", join(repositoryRoot, "media/sample")];
        const env = environmentWith({ HOME: folder });
        const run = (command: string, words: readonly string[]): unknown => {
          const { status, stdout, stderr } = spawnSync(command, [...words, ...sample], { env, encoding: "utf8" });
          return { status, stdout, stderr };
        };
        const [own, ...words] = buildPlugin().words;
        const foreign = join(folder, "linux-arm64/kubectl-hco_status");
        expect(run(String(emulator), ["-L", libraries, foreign])).toEqual(run(own, words));
      },
    );

    test("for linux-arm64 is an ELF of that processor", () => {
      const head = bytesAt("linux-arm64/kubectl-hco_status", 0, 20);
      expect([head.toString("latin1", 1, 4), head.readUInt16LE(18)]).toEqual(["ELF", 183]);
    });

    test("for darwin-arm64 is a Mach-O of that processor, with a signature at its end", () => {
      const file = "darwin-arm64/kubectl-hco_status";
      const head = bytesAt(file, 0, 32);
      expect([head.readUInt32LE(0), head.readUInt32LE(4), head.readUInt32LE(12)]).toEqual([0xfeedfacf, 0x0100000c, 2]);
      const commands = bytesAt(file, 32, head.readUInt32LE(20));
      let signature: { readonly at: number; readonly size: number } | undefined;
      for (let at = 0; at < commands.length; at += commands.readUInt32LE(at + 4)) {
        if (commands.readUInt32LE(at) === codeSignature)
          signature = { at: commands.readUInt32LE(at + 8), size: commands.readUInt32LE(at + 12) };
      }
      const { at = 0, size = 0 } = signature ?? {};
      expect(at + size).toBe(statSync(join(folder, file)).size);
      expect(bytesAt(file, at, 4).readUInt32BE()).toBe(0xfade0cc0);
    });

    test("for windows-x64 is a PE32+ of that processor, without a signature", () => {
      const file = "windows-x64/kubectl-hco_status.exe";
      const start = bytesAt(file, 0, 64);
      const head = bytesAt(file, start.readUInt32LE(60), 200);
      expect([start.toString("latin1", 0, 2), head.toString("latin1", 0, 2)]).toEqual(["MZ", "PE"]);
      expect([head.readUInt16LE(4), head.readUInt16LE(24)]).toEqual([0x8664, 0x20b]);
      // The directory of certificates: its place and its size.
      expect([head.readUInt32LE(168), head.readUInt32LE(172)]).toEqual([0, 0]);
    });

    test("is at most 130 MB", () => {
      const files = [
        "linux-arm64/kubectl-hco_status",
        "darwin-arm64/kubectl-hco_status",
        "windows-x64/kubectl-hco_status.exe",
      ];
      for (const file of files) expect(statSync(join(folder, file)).size, file).toBeLessThan(130_000_000);
    });
  },
);

/** LC_CODE_SIGNATURE of mach-o/loader.h. */
const codeSignature = 0x1d;

function bytesAt(file: string, at: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  const open = openSync(join(folder, file), "r");
  readSync(open, bytes, 0, count, at);
  closeSync(open);
  return bytes;
}
