import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentWith, pathWith } from "../environment.ts";
import { type BuiltProgram, buildProgram, programIn, type TestedRuntime, testedRuntime } from "../program.ts";

/** The plugin as it is installed, in a temporary folder of its own; remove `folder` in the end. */
export interface Built {
  readonly folder: string;
  /** A PATH on which the plugin and its completion stand under their names, and the Node that runs the tests. */
  readonly path: string;
}

let files: string | undefined;

/**
 * The folder with all bundles of the sources as they are. A worker builds them once, for all test files that it runs;
 * nobody writes there.
 */
export function builtFiles(): string {
  if (files === undefined) {
    files = temporaryFolder();
    buildProgram(files, "node");
  }
  return files;
}

/** The plugin's entry among the {@link builtFiles}, which Node runs. */
export function builtNodeEntry(): string {
  return join(builtFiles(), "kubectl-hco_status.cjs");
}

const programs = new Map<TestedRuntime, BuiltProgram>();

/** The plugin for `runtime`, which a worker builds once, like the {@link builtFiles}. */
export function builtProgram(runtime: TestedRuntime = testedRuntime): BuiltProgram {
  const known = programs.get(runtime);
  if (known !== undefined) return known;
  const program = runtime === "node" ? programIn(builtFiles(), runtime) : buildProgram(temporaryFolder(), runtime);
  programs.set(runtime, program);
  return program;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-dist-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Links the names of the {@link builtProgram} as npm does. */
export function buildPlugin(): Built {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-built-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, file] of Object.entries(builtProgram().files)) symlinkSync(file, join(bin, name));
  return { folder, path: pathWith([bin]) };
}

/** What a program said. */
export interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of `path` with no more environment than `env`, and standard input closed; the servers of a test go on meanwhile. */
export async function say(
  { folder, path }: Built,
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const child = spawn(program, args, {
    cwd: folder,
    env: environmentWith({ PATH: path, HOME: folder, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { stdout, stderr };
}
