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
import { describe, expect, test } from "vitest";
import { mustSkip } from "../environment.ts";
import type { TestedRuntime } from "../program.ts";
import { buildPlugin } from "../shared-build.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { maxMegabytes, type RunPlace, runtimes, runWatched } from "./watched-run.ts";

const folder = temporaryFolder();
const sample = join(folder, "sample");
cpSync(join(import.meta.dirname, "../../media/sample"), sample, { recursive: true });
chmodSync(folder, 0o755);

const cache = join(folder, "cache");
const isRoot = process.getuid?.() === 0;
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

type Start = (runtime: TestedRuntime) => RunPlace;

function inEachRuntime<T>(rows: readonly (readonly [what: string, T])[]): [string, TestedRuntime, T][] {
  return rows.flatMap(([what, each]) => runtimes.map((runtime): [string, TestedRuntime, T] => [what, runtime, each]));
}

describe("a report is the same where the plugin is started", () => {
  const words = ["--must-gather", sample];

  const usualRuns = new Map<TestedRuntime, ReturnType<typeof runWatched>>();

  function usualRun(runtime: TestedRuntime): ReturnType<typeof runWatched> {
    const known = usualRuns.get(runtime) ?? runWatched(runtime, words);
    usualRuns.set(runtime, known);
    return known;
  }

  async function isUsual(runtime: TestedRuntime, start: Start): Promise<void> {
    const [usual, odd] = await Promise.all([usualRun(runtime), runWatched(runtime, words, start(runtime))]);
    expect(usual.stdout).toContain("kubevirt-hyperconverged unavailable");
    expect(odd).toMatchObject({ status: 0, stdout: usual.stdout, stderr: "" });
  }

  const rows: [what: string, start: Start][] = [
    [
      "from a deleted folder",
      (runtime) => startInShell(runtime, `gone=$(mktemp -d -p "${folder}") && cd "$gone" && rmdir "$gone"`),
    ],
    ["without HOME", (runtime) => startInShell(runtime, "unset HOME")],
    ["with an empty HOME", () => ({ env: { HOME: "" } })],
    ["with a HOME that is a file", () => ({ env: { HOME: "/dev/null" } })],
    ["with a cache folder that cannot be created", () => ({ env: { XDG_CACHE_HOME: "/dev/null/cache" } })],
    ["with a cache folder on a file system that cannot be written", () => ({ env: { XDG_CACHE_HOME: "/proc/1" } })],
    ["by a link of another name", (runtime) => startByLink(runtime, "kubectl-other name")],
    ["by a link that begins with a dash", (runtime) => startByLink(runtime, "-v")],
    ["by a link whose name is no word of a shell", (runtime) => startByLink(runtime, "it's $(no) word; ü")],
  ];
  test.for(inEachRuntime(rows))("%s, by %s", ([, runtime, start]) => isUsual(runtime, start));

  const canMount = spawnSync("unshare", [...ownMounts, "true"]).status === 0;
  test.skipIf(mustSkip(canMount)).for(runtimes)("on a read-only file system, by %s (needs unshare)", (runtime) => {
    const lines = [
      "mount -n -o remount,bind,ro /",
      `mount -n --bind "${folder}" "${folder}"`,
      `mount -n -o remount,bind,ro "${folder}"`,
      `! touch "${folder}/written" /tmp/written 2>/dev/null`,
    ];
    const { program = [] } = startInShell(runtime, lines.join(" && "));
    return isUsual(runtime, () => ({ program: ["unshare", ...ownMounts, ...program], env: { HOME: folder } }));
  });

  const rootRows: [what: string, start: Start][] = [
    [
      "as a user without a name and a home",
      (runtime) => {
        const words = buildPlugin(runtime).words;
        const file = String(words.at(-1));
        const files = mkdtempSync(join(folder, "public-"));
        chmodSync(files, 0o755);
        cpSync(dirname(file), files, { recursive: true });
        const program = [...words.slice(0, -1), join(files, basename(file))];
        return { program: ["env", "-u", "HOME", "setpriv", `--reuid=${stranger}`, "--clear-groups", ...program] };
      },
    ],
  ];
  test.runIf(isRoot).for(inEachRuntime(rootRows))("%s, by %s (where the tests run as root)", ([, runtime, start]) =>
    isUsual(runtime, start),
  );
});

describe("arguments of a megabyte", () => {
  const rows: [what: string, words: readonly string[], message: RegExp][] = [
    ["that are flags", Array.from({ length: 10 }, () => `--${"x".repeat(100_000)}`), /^error: /],
    ["that are types", Array.from({ length: 10 }, () => "x".repeat(100_000)), /^error: /],
    ["that are many", Array.from({ length: 100_000 }, () => "a/b/c/d"), /^error: /],
  ];
  test.for(rows.flatMap((row) => runtimes.map((runtime) => [row[0], runtime, row] as const)))(
    "%s are refused in one sentence, by %s",
    async ([, runtime, [, words, message]]) => {
      const run = await runWatched(runtime, words);
      expect(run.status).toBe(1);
      expect(run.stderr).toMatch(message);
      expect(run.stderr).not.toMatch(/^\s+at /m);
      expect(run.megabytes).toBeLessThan(maxMegabytes);
    },
  );
});

describe("nothing is kept in a cache folder", () => {
  const rows: [what: string, prepare: () => void][] = [
    ["to which others may write", () => chmodSync(cache, 0o777)],
    ["in a parent to which others may write", () => chmodSync(folder, 0o777)],
    [
      "that is a symbolic link",
      () => {
        rmSync(cache, { recursive: true });
        mkdirSync(join(folder, "elsewhere"), { recursive: true });
        symlinkSync(join(folder, "elsewhere"), cache);
      },
    ],
    ...(isRoot
      ? ([
          ["that another user owns (where the tests run as root)", () => chownSync(cache, stranger, stranger)],
        ] as const)
      : []),
  ].map(([what, prepare]) => [what as string, prepare as () => void]);

  async function listKeptFiles(runtime: TestedRuntime): Promise<readonly string[]> {
    const run = await runWatched(runtime, ["--must-gather", sample, "--cache-dir", cache]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    return existsSync(join(cache, "hco-status")) ? readdirSync(join(cache, "hco-status")) : [];
  }

  function emptyCache(): void {
    rmSync(cache, { recursive: true, force: true });
    mkdirSync(cache, { mode: 0o700 });
  }

  test.for(inEachRuntime(rows))("%s, by %s", async ([, runtime, prepare]) => {
    emptyCache();
    prepare();
    const kept = await listKeptFiles(runtime);
    chmodSync(folder, 0o755);
    expect(kept).toEqual([]);
  });

  test("a cache folder of the user's own is used", async () => {
    emptyCache();
    expect(await listKeptFiles("node")).toEqual(["compiled"]);
  });
});
