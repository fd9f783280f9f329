import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentWith, pathWith } from "../environment.ts";
import { buildPlugin } from "../shared-build.ts";

/** The plugin as a user has installed it. The caller of {@link installPlugin} removes `folder` in the end. */
export interface InstalledPlugin {
  /** A new temporary folder, which is also the home and the working directory of {@link runProgram}. */
  readonly folder: string;
  /** A PATH on which the plugin and its completion stand under their names, and the Node that runs the tests. */
  readonly path: string;
}

/** Builds the plugin, and links its files under their names into a folder on PATH, as npm does. */
export function installPlugin(): InstalledPlugin {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-installed-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, file] of Object.entries(buildPlugin().files)) symlinkSync(file, join(bin, name));
  return { folder, path: pathWith([bin]) };
}

/** The output of a program. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program that is on `path`, with the variables `env` and with standard input closed. It returns the output
 * whatever the exit status is: a shell and a completion print what failed. The test can act as a server meanwhile.
 */
export async function runProgram(
  { folder, path }: InstalledPlugin,
  [program, ...args]: readonly [program: string, ...args: string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramOutput> {
  const child = spawn(program, args, {
    cwd: folder,
    env: environmentWith({ PATH: path, HOME: folder, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { stdout, stderr };
}
