import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentWith, pathWith } from "../environment.ts";
import type { BuiltProgram, TestedRuntime } from "../program.ts";
import { buildFolder, builtOnce } from "../shared-build.ts";

/** The plugin as it is installed, in a temporary folder of its own; remove `folder` in the end. */
export interface Built {
  readonly folder: string;
  /** A PATH on which the plugin and its completion stand under their names, and the Node that runs the tests. */
  readonly path: string;
}

/** The folder with all bundles of the sources as they are, which is built once in a test run. No test writes there. */
export function builtFiles(): string {
  builtOnce("node");
  return buildFolder("node");
}

/** The plugin's entry among the {@link builtFiles}, which Node runs. */
export function builtNodeEntry(): string {
  return join(builtFiles(), "kubectl-hco_status.cjs");
}

/** The plugin for `runtime`, which is built once in a test run, like the {@link builtFiles}. */
export function builtProgram(runtime?: TestedRuntime): BuiltProgram {
  return builtOnce(runtime);
}

/** Links the names of the {@link builtProgram} as npm does. */
export function buildPlugin(): Built {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-built-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, file] of Object.entries(builtProgram().files)) symlinkSync(file, join(bin, name));
  return { folder, path: pathWith([bin]) };
}

/** The output of a program. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program that is on `path` with the environment `env` alone and with standard input closed. It runs beside this
 * process, so that servers of the test can respond to it.
 */
export async function runProgram(
  { folder, path }: Built,
  [program = "", ...args]: readonly string[],
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
