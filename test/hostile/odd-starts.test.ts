import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { mustSkip } from "../environment.ts";
import type { TestedRuntime } from "../program.ts";
import { buildPlugin } from "../shared-build.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { maxMegabytes, type RunPlace, runtimes, runWatched, type WatchedRun } from "./watched-run.ts";

const folder = temporaryFolder();
const sample = join(folder, "sample");
cpSync(join(import.meta.dirname, "../../media/sample"), sample, { recursive: true });
chmodSync(folder, 0o755);

const cache = join(folder, "cache");
const isRoot = process.getuid?.() === 0;
/** The id of a user who does not exist. */
const stranger = 54_321;

/** The plugin, started by a line of a shell. */
function startInShell(runtime: TestedRuntime, script: string): RunPlace {
  return { program: ["sh", "-c", `${script} && exec "$0" "$@"`, ...buildPlugin(runtime).words] };
}

/** The plugin by a link of this name to its file. */
function startByLink(runtime: TestedRuntime, name: string): RunPlace {
  const words = buildPlugin(runtime).words;
  const links = mkdtempSync(join(folder, "links-"));
  symlinkSync(String(words.at(-1)), join(links, name));
  return { program: [...words.slice(0, -1), join(links, name)] };
}

/** Flags of unshare for a process that may mount what it likes, for itself alone. */
const ownMounts = ["--map-root-user", "--mount"];

type Start = () => RunPlace;

describe.for(runtimes)("the report by %s is the usual one where the plugin is started", (runtime) => {
  const words = ["--must-gather", sample];
  let usualRun: Promise<WatchedRun>;

  beforeAll(() => {
    usualRun = runWatched(runtime, words);
  });

  async function expectUsualReport(place: RunPlace): Promise<void> {
    const [usual, odd] = await Promise.all([usualRun, runWatched(runtime, words, place)]);
    expect(usual.stdout).toContain("kubevirt-hyperconverged unavailable");
    expect(odd).toMatchObject({ status: 0, stdout: usual.stdout, stderr: "" });
  }

  test.for<{ readonly title: string; readonly start: Start }>([
    {
      title: "from a deleted folder",
      start: () => startInShell(runtime, `gone=$(mktemp -d -p "${folder}") && cd "$gone" && rmdir "$gone"`),
    },
    { title: "without HOME", start: () => startInShell(runtime, "unset HOME") },
    { title: "with an empty HOME", start: () => ({ env: { HOME: "" } }) },
    { title: "with a HOME that is a file", start: () => ({ env: { HOME: "/dev/null" } }) },
    {
      title: "with a cache folder that cannot be created",
      start: () => ({ env: { XDG_CACHE_HOME: "/dev/null/cache" } }),
    },
    {
      title: "with a cache folder on a file system that cannot be written",
      start: () => ({ env: { XDG_CACHE_HOME: "/proc/1" } }),
    },
    { title: "by a link of another name", start: () => startByLink(runtime, "kubectl-other name") },
    { title: "by a link that begins with a dash", start: () => startByLink(runtime, "-v") },
    {
      title: "by a link whose name is no word of a shell",
      start: () => startByLink(runtime, "it's $(no) word; ü"),
    },
  ])("$title", ({ start }) => expectUsualReport(start()));

  const canMount = spawnSync("unshare", [...ownMounts, "true"]).status === 0;
  test.skipIf(mustSkip(canMount))("on a read-only file system (needs unshare)", async () => {
    const lines = [
      "mount -n -o remount,bind,ro /",
      `mount -n --bind "${folder}" "${folder}"`,
      `mount -n -o remount,bind,ro "${folder}"`,
      `! touch "${folder}/written" /tmp/written 2>/dev/null`,
    ];
    const { program = [] } = startInShell(runtime, lines.join(" && "));
    await expectUsualReport({ program: ["unshare", ...ownMounts, ...program], env: { HOME: folder } });
  });

  test.runIf(isRoot)("as a user without a name and a home (where the tests run as root)", async () => {
    const pluginWords = buildPlugin(runtime).words;
    const file = String(pluginWords.at(-1));
    const publicFolder = mkdtempSync(join(folder, "public-"));
    chmodSync(publicFolder, 0o755);
    cpSync(dirname(file), publicFolder, { recursive: true });
    const program = [...pluginWords.slice(0, -1), join(publicFolder, basename(file))];
    await expectUsualReport({
      program: ["env", "-u", "HOME", "setpriv", `--reuid=${stranger}`, "--clear-groups", ...program],
    });
  });
});

describe.for(runtimes)("arguments of a megabyte are refused in one sentence by %s:", (runtime) => {
  test.for([
    { title: "ten flags", words: Array<string>(10).fill(`--${"x".repeat(100_000)}`) },
    { title: "ten types", words: Array<string>(10).fill("x".repeat(100_000)) },
    { title: "100,000 names", words: Array<string>(100_000).fill("a/b/c/d") },
  ])("$title", async ({ words }) => {
    const run = await runWatched(runtime, words);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^error: /);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect(run.megabytes).toBeLessThan(maxMegabytes);
  });
});

describe("a cache folder", () => {
  async function listKeptFiles(runtime: TestedRuntime): Promise<readonly string[]> {
    const run = await runWatched(runtime, ["--must-gather", sample, "--cache-dir", cache]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    return existsSync(join(cache, "hco-status")) ? readdirSync(join(cache, "hco-status")) : [];
  }

  function emptyCache(): void {
    rmSync(cache, { recursive: true, force: true });
    mkdirSync(cache, { mode: 0o700 });
  }

  describe.for(runtimes)("keeps nothing of a run by %s", (runtime) => {
    test.for([
      { title: "where others may write to it", prepare: () => chmodSync(cache, 0o777) },
      { title: "where others may write to its parent", prepare: () => chmodSync(folder, 0o777) },
      {
        title: "where it is a symbolic link",
        prepare: () => {
          rmSync(cache, { recursive: true });
          mkdirSync(join(folder, "elsewhere"), { recursive: true });
          symlinkSync(join(folder, "elsewhere"), cache);
        },
      },
    ])("$title", async ({ prepare }) => {
      emptyCache();
      prepare();
      const kept = await listKeptFiles(runtime);
      chmodSync(folder, 0o755);
      expect(kept).toEqual([]);
    });

    test.runIf(isRoot)("where another user owns it (where the tests run as root)", async () => {
      emptyCache();
      chownSync(cache, stranger, stranger);
      expect(await listKeptFiles(runtime)).toEqual([]);
    });
  });

  test("of the user's own keeps the compiled program", async () => {
    emptyCache();
    expect(await listKeptFiles("node")).toEqual(["compiled"]);
  });
});
