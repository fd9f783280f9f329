import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkIntegrity, platforms } from "../../../plugin/build/bun-runtimes.ts";
import { commitOf } from "../../../plugin/build/commit.ts";
import { packageVersion } from "../../../shared/model/version.ts";
import { environmentWith } from "../../environment.ts";
import { buildPluginInto } from "../../program.ts";
import { buildPlugin } from "../../shared-build.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = temporaryFolder();
const executable = buildPlugin("bun").words;
const files = buildPlugin("node").words;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Each has a home of its own. */
function runToEnd(
  [command, ...own]: readonly [string, ...string[]],
  args: readonly string[],
  { cwd = root, ...more }: { readonly cwd?: string } & Readonly<Record<string, string>> = {},
): Ended {
  mkdirSync(homeFolderOf(command), { recursive: true });
  const env = environmentWith({ PATH: "/nonexistent", HOME: homeFolderOf(command), ...more });
  const { status, stdout, stderr } = spawnSync(command, [...own, ...args], { cwd, env, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

describe("the single executable says what the files say, without Node and without a file beside it", () => {
  test.for([
    "--help",
    "--nonsense",
    "options",
    "completion fish",
    "__complete --o",
    "--must-gather media/sample",
    "--must-gather media/sample -o json --exit-code",
    "--must-gather media/sample -o html",
    "--must-gather media/sample -o markdown",
    "--must-gather media/sample --plain",
    "--must-gather media/sample -o jsonpath={.verdict}",
    "--must-gather media/sample -o custom-columns=A:.verdict",
    "-f nowhere",
    "--kubeconfig nowhere",
    "-s http://127.0.0.1:1 --token x",
    "-s https://127.0.0.1:1 --token x -v",
  ])("%s", (line) => {
    const args = line.split(" ");
    expect(withoutTimes(runToEnd(executable, args))).toEqual(withoutTimes(runToEnd(files, args)));
  });

  test.for([
    { kind: "a link", link: linkSync },
    { kind: "a symbolic link", link: symlinkSync },
  ])("called by the name that kubectl looks for it completes: $kind", ({ link }) => {
    const bin = mkdtempSync(join(folder, "bin-"));
    const other = join(bin, "kubectl_complete-hco_status");
    link(executable[0], other);
    expect(runToEnd([other], ["--exit"]).stdout).toContain("--exit-code");
  });

  test("it needs no cache of compiled code", () => {
    const hasCache = ([command]: readonly [string, ...string[]]): boolean =>
      existsSync(join(homeFolderOf(command), ".cache"));
    expect([files, executable].map(hasCache)).toEqual([true, false]);
  });
});

describe("the version names the commit and what runs the code:", () => {
  const commit = commitOf(root);
  const built = commit === undefined ? "" : `commit ${commit}, `;
  const bun = (JSON.parse(readFileSync(join(root, "node_modules/bun/package.json"), "utf8")) as { version: string })
    .version;
  test.for([
    { title: "the executable", words: executable, runtime: { name: "bun", version: bun } },
    { title: "the files", words: files, runtime: { name: "node", version: process.versions.node } },
  ])("$title", ({ words, runtime }) => {
    const line = `hco-status ${packageVersion} (${built}${runtime.name} ${runtime.version})\n`;
    for (const args of [["--version"], ["version"]]) expect(runToEnd(words, args).stdout).toBe(line);
    for (const args of [["--version"], ["version"]])
      expect(JSON.parse(runToEnd(words, [...args, "-o", "json"]).stdout)).toEqual({
        version: packageVersion,
        ...(commit !== undefined && { commit }),
        runtime,
      });
  });

  test("a folder that is no checkout of its own has no commit", () => {
    expect(commitOf(join(root, "test"))).toBe(undefined);
    expect(commitOf(folder)).toBe(undefined);
  });
});

describe("nothing in the working directory acts on the executable:", () => {
  const acts = 'require("node:fs").writeFileSync("acted", ""); console.log("acted");';
  const rows: [file: string, text: string][] = [
    [".env", "HCO_STATUS_POLARITY=/nonexistent\nKUBECONFIG=/nonexistent\n"],
    [".env.production", "HCO_STATUS_POLARITY=/nonexistent\n"],
    ["bunfig.toml", 'preload = ["./acts.js"]\n[run]\npreload = ["./acts.js"]\n'],
    ["tsconfig.json", '{ "compilerOptions": { "paths": { "*": ["./acts.js"] }, "baseUrl": "." } }'],
    ["package.json", '{ "name": "x", "imports": { "#x": "./acts.js" }, "type": "commonjs", "main": "acts.js" }'],
    ["node_modules/yauzl/index.js", acts],
  ];
  const sample = ["--must-gather", join(root, "media/sample")];
  test.for(rows)("%s", ([file, text]) => {
    const cwd = mkdtempSync(join(folder, "foreign-"));
    writeFileSync(join(cwd, "acts.js"), acts);
    mkdirSync(join(cwd, file, ".."), { recursive: true });
    writeFileSync(join(cwd, file), text);
    expect(runToEnd(executable, sample, { cwd })).toEqual(runToEnd(executable, sample, { cwd: folder }));
    expect(existsSync(join(cwd, "acted"))).toBe(false);
  });
});

test("variables that load code into Node do not act on the executable", () => {
  const code = join(folder, "acts.js");
  writeFileSync(code, `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "acted"))}, "");`);
  const variables = { NODE_OPTIONS: `--require ${code}`, NODE_PATH: folder, NODE_COMPILE_CACHE: join(folder, "cache") };
  const args = ["--must-gather", "media/sample"];
  expect(runToEnd(executable, args, variables)).toEqual(runToEnd(executable, args));
  expect([existsSync(join(folder, "acted")), existsSync(join(folder, "cache"))]).toEqual([false, false]);
});

describe("the build", () => {
  test("makes the same bytes again, elsewhere", () => {
    const again = buildPluginInto(join(folder, "again"), "bun");
    expect(digest(again.words[0])).toBe(digest(executable[0]));
  });

  test("for other systems takes the packages of package-lock.json and no other", () => {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    for (const { runtime } of platforms)
      expect(packages[`node_modules/${runtime}`]).toMatchObject({
        version: packages["node_modules/bun"].version,
        integrity: expect.stringMatching(/^sha512-/),
      });
    const empty = createHash("sha512").update("").digest("base64");
    expect(() => checkIntegrity("some", Buffer.from(""), `sha512-${empty}`)).not.toThrow();
    expect(() => checkIntegrity("some", Buffer.from("x"), `sha512-${empty}`)).toThrow(/^some is not the package of /);
  });

  test("for other systems says in one sentence what is missing and what to do, and builds nothing", () => {
    const script = [join(root, "plugin/build/executable-package.ts"), "--all", join(folder, "all")];
    const env = environmentWith({ npm_config_offline: "true", npm_config_cache: join(folder, "empty-cache") });
    const { status, stderr } = spawnSync(process.execPath, script, { cwd: root, env, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^error: npm pack @oven\/bun-\S+ failed \(ENOTCACHED\): connect to the registry of npm, or [^\n]+\n$/,
      ),
    ]);
    expect(existsSync(join(folder, "all"))).toBe(false);
  });
});

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function homeFolderOf(command: string): string {
  return join(folder, command === process.execPath ? "home-with-node" : "home");
}

function withoutTimes({ stdout, stderr, ...rest }: Ended): Ended {
  return { ...rest, stdout, stderr: stderr.replaceAll(/in \d+ ms/g, "in N ms") };
}
