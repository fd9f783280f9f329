import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtNodeEntry } from "../plugin/built.ts";
import { mostMegabytes, type RunPlace, runWatched } from "./watched-run.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-starts-"));
const sample = join(folder, "sample");
cpSync(join(import.meta.dirname, "../../media/sample"), sample, { recursive: true });
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

const node = process.execPath;
const inShell = (script: string): readonly string[] => ["sh", "-c", script, node, builtNodeEntry()];
const cache = join(folder, "cache");

/** A link of this name to the plugin. */
function linked(name: string): string {
  const link = join(folder, name);
  symlinkSync(builtNodeEntry(), link);
  return link;
}

describe("a report is the same where the plugin is started", () => {
  const rows: [what: string, place: () => RunPlace][] = [
    [
      "from a deleted folder",
      () => ({ program: inShell(`mkdir "${folder}/gone" && cd "${folder}/gone" && rmdir ../gone && exec "$0" "$@"`) }),
    ],
    ["without HOME", () => ({ program: inShell(`unset HOME; exec "$0" "$@"`) })],
    ["with an empty HOME", () => ({ env: { HOME: "" } })],
    ["with a HOME that is a file", () => ({ env: { HOME: "/dev/null" } })],
    ["with a cache folder that cannot be created", () => ({ env: { XDG_CACHE_HOME: "/dev/null/cache" } })],
    ["with a cache folder on a file system that cannot be written", () => ({ env: { XDG_CACHE_HOME: "/proc/1" } })],
    ["by a link of another name", () => ({ program: [node, linked("kubectl-other name")] })],
    ["by a link that begins with a dash", () => ({ program: [node, linked("-v")] })],
  ];
  test.for(rows)("%s", async ([, place]) => {
    const words = ["--must-gather", sample];
    const [usual, odd] = await Promise.all([runWatched(words), runWatched(words, place())]);
    expect(usual.stdout).toContain("kubevirt-hyperconverged unavailable");
    expect(odd).toMatchObject({ status: 0, stdout: usual.stdout, stderr: "" });
  });

  test.runIf(process.getuid?.() === 0)(
    "as a user without a name and a home (where the tests run as root)",
    async () => {
      const program = ["setpriv", "--reuid=54321", "--clear-groups", ...inShell(`unset HOME; exec "$0" "$@"`)];
      const files = mkdtempSync(join(tmpdir(), "hco-status-public-"));
      chmodSync(files, 0o755);
      cpSync(dirname(builtNodeEntry()), files, { recursive: true });
      program[program.length - 1] = join(files, "kubectl-hco_status.cjs");
      const run = await runWatched(["--must-gather", sample], { program });
      rmSync(files, { recursive: true });
      expect(run).toMatchObject({ status: 0, stderr: "" });
    },
  );
});

test("arguments of a megabyte are refused in one sentence", async () => {
  const words = Array.from({ length: 10 }, () => `--${"x".repeat(100_000)}`);
  const run = await runWatched(words);
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/^error: /);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  expect(run.megabytes).toBeLessThan(mostMegabytes);
});

describe("nothing is kept in a cache folder", () => {
  const rows: [what: string, prepare: () => void][] = [
    ["to which others may write", () => chmodSync(cache, 0o777)],
    ["in a parent to which others may write", () => chmodSync(folder, 0o777)],
    [
      "that is a symbolic link",
      () => {
        rmSync(cache, { recursive: true });
        mkdirSync(join(folder, "elsewhere"));
        symlinkSync(join(folder, "elsewhere"), cache);
      },
    ],
  ];
  test.for(rows)("%s", async ([, prepare]) => {
    rmSync(cache, { recursive: true, force: true });
    mkdirSync(cache, { mode: 0o700 });
    prepare();
    const run = await runWatched(["--must-gather", sample, "--cache-dir", cache]);
    const kept = existsSync(join(cache, "hco-status")) ? readdirSync(join(cache, "hco-status")) : [];
    chmodSync(folder, 0o755);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(kept).toEqual([]);
  });

  test("but in one of the user's own it is", async () => {
    rmSync(cache, { recursive: true, force: true });
    const run = await runWatched(["--must-gather", sample, "--cache-dir", cache]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(join(cache, "hco-status"))).toEqual(["compiled"]);
  });
});
