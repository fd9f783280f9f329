import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process, { argv, env, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { findRuntime, installedBun, type Platform, platforms, thisPlatform } from "./bun-runtimes.ts";
import { defineCommit } from "./commit.ts";
import { bundleModules } from "./plugin-bundles.ts";

// Builds executables that need no Node beside them: one for this machine in the folder, or with `--all` one for each
// platform, or with `--platform NAME` for that one, in a folder by its name. An executable is a Bun with our bundles and
// their bytecode.

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values, positionals } = readArguments();
/** Where the executables go: the argument, else `dist/package`. */
const outdir = resolve(positionals[0] ?? join(root, "dist/package"));

const compiled = [
  "build",
  "--compile",
  "--minify",
  "--format=esm",
  "--splitting",
  // Without it, half of a run would be compiling.
  "--bytecode",
  // No code is compiled to be fast later, unless a command asks for it (`plugin/process/compile-policy.ts`).
  "--compile-jit-policy=1000000",
  // With an argument of its own, an executable starts also in a folder that has been removed.
  "--compile-exec-argv=--no-install",
  // Nothing that lies in the working directory may act on a run.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
];

const workFolder = await mkdtemp(join(tmpdir(), "hco-status-package-"));
try {
  await bundleModules(join(root, "plugin/executable.ts"), join(workFolder, "bundles"), defineCommit(root));
  const named = platforms.filter(({ name }) => values.all || values.platform.includes(name));
  const unknown = values.platform.find((name) => !platforms.some((platform) => platform.name === name));
  if (unknown !== undefined) throw new Error(`there is no executable for ${unknown}`);
  const requested = named.length > 0 ? named : [thisPlatform()];
  // One after the other, since each is 100 MB. Nothing is built where one is missing.
  const runtimes = new Map<Platform, string>();
  for (const platform of requested)
    runtimes.set(platform, await findRuntime(platform, root, workFolder, values.archives));
  for (const [platform, runtime] of runtimes)
    await compile(platform, runtime, named.length > 0 ? join(outdir, platform.name) : outdir);
} catch (error) {
  stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(workFolder, { recursive: true });
}

async function compile(platform: Platform, runtime: string, folder: string): Promise<void> {
  const file = platform.name.startsWith("windows") ? "kubectl-hco_status.exe" : "kubectl-hco_status";
  const target = [`--target=bun-${platform.name}`, `--compile-executable-path=${runtime}`];
  // The names are relative, so that a path of this machine stands nowhere in the executable.
  const words = [...compiled, ...target, "kubectl-hco_status.mjs", "--outfile", join("..", file)];
  // Neither a variable nor a file of the user's home acts on the build. Windows starts nothing without its root.
  const environment = { SystemRoot: env["SystemRoot"] };
  await promisify(execFile)(installedBun, words, { cwd: join(workFolder, "bundles"), env: environment });
  await mkdir(folder, { recursive: true });
  const program = join(folder, file);
  await copyFile(join(workFolder, file), program);
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  stdout.write(`${program}: ${Math.round((await stat(program)).size / 2 ** 20)} MiB\n`);
}

function readArguments() {
  try {
    return parseArgs({
      args: argv.slice(2),
      options: {
        all: { type: "boolean", default: false },
        platform: { type: "string", multiple: true, default: [] },
        // A folder with the packages of Bun, as `npm pack` names them. Absent: npm packs them.
        archives: { type: "string" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
