import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, cwd, execPath, platform, stdin, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import type { Script } from "node:vm";
import { build } from "esbuild";
import { loaderOf } from "./loader.ts";
import { type Options, parseOptions } from "./options.ts";
import type { World } from "./world.ts";

// One executable that needs no Node beside it, for the platform of this machine: Krew and Windows want a real program.

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
/** Where it goes: the first argument, else `dist/package`. */
const outdir = argv[2] ?? join(root, "dist/package");
const program = join(outdir, platform === "win32" ? "kubectl-hco_status.exe" : "kubectl-hco_status");
const quiet: World = {
  screen: { isTerminal: false, isInputTerminal: false, platform, environment: {} },
  stdin,
  print: () => {},
  tell: () => {},
  now: () => "2026-11-21T12:00:00Z",
  milliseconds: Date.now,
  home: cwd(),
  cwd: cwd(),
  architecture: "",
  cacheHome: cwd(),
};
const work = mkdtempSync(join(tmpdir(), "hco-status-package-"));

try {
  execFileSync(execPath, [join(root, "plugin/build.ts"), work], { cwd: root });
  const bundles = readdirSync(work).filter((name) => name.endsWith(".cjs"));
  const blob = await blobOf([...bundles, ...(await compiledOf(bundles))]);
  mkdirSync(outdir, { recursive: true });
  copyFileSync(execPath, program);
  const postject = [require.resolve("postject/dist/cli.js"), program, "NODE_SEA_BLOB", blob];
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const segment = platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
  execFileSync(execPath, [...postject, ...fuse, ...segment], { stdio: "pipe" });
  copyFileSync(join(root, "LICENSE"), join(outdir, "LICENSE"));
  stdout.write(`${program}: ${Math.round(statSync(program).size / 2 ** 20)} MiB\n`);
} finally {
  rmSync(work, { recursive: true });
}

/** What Node injects into a copy of itself: the loader as main script, the bundles and what V8 made of them as assets. */
async function blobOf(files: readonly string[]): Promise<string> {
  const [main, output, config] = ["executable.cjs", "executable.blob", "executable.json"].map((name) =>
    join(work, name),
  );
  const options = { bundle: true, minify: true, platform: "node", format: "cjs", target: "node24" } as const;
  await build({ ...options, entryPoints: [join(root, "plugin/executable.ts")], outfile: main ?? "" });
  const assets = Object.fromEntries(files.map((name) => [name, join(work, name)]));
  const settings = { main, output, disableExperimentalSEAWarning: true, useCodeCache: true, assets };
  writeFileSync(config ?? "", JSON.stringify(settings));
  execFileSync(execPath, ["--experimental-sea-config", config ?? ""], { stdio: "pipe" });
  return output ?? "";
}

/** Runs the sample once, so that V8 compiles what a run needs, and keeps what it made of each bundle beside it. */
async function compiledOf(bundles: readonly string[]): Promise<readonly string[]> {
  const scripts = new Map<string, Script>();
  const load = loaderOf({
    builtin: require,
    isBuiltin,
    source: (name) => readFileSync(join(work, name), "utf8"),
    onScript: (name, script) => scripts.set(name, script),
  });
  const { run } = load("./run.cjs") as { run: (options: Options, world: World) => Promise<number> };
  const options = parseOptions(["-f", join(root, "media/sample")]);
  if ("error" in options || (await run(options, quiet)) !== 0) throw new Error("the sample cannot be shown");
  return bundles.flatMap((name) => {
    const script = scripts.get(name);
    if (script === undefined) return [];
    writeFileSync(join(work, `${name}.compiled`), script.createCachedData());
    return [`${name}.compiled`];
  });
}
