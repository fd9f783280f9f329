import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentWith, pathWith } from "../environment.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The plugin as it is installed, in a temporary folder of its own; remove `folder` in the end. */
export interface Built {
  readonly folder: string;
  /** A PATH on which the plugin and its completion stand under all their names, and the Node that runs the tests. */
  readonly path: string;
}

/** Builds it from the sources as they are, and links the names as npm does. */
export function buildPlugin(): Built {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-built-"));
  execFileSync(process.execPath, [join(root, "plugin/build/bundle.ts"), join(folder, "dist")], { cwd: root });
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, file] of [
    ["kubectl-hco_status", "kubectl-hco_status.cjs"],
    ["kubectl-hco-status", "kubectl-hco_status.cjs"],
    ["kubectl_complete-hco_status", "kubectl_complete-hco_status.cjs"],
    // A link that somebody makes by hand, as the scripts advise.
    ["kubectl_complete-hco-status", "kubectl-hco_status.cjs"],
  ] as const) {
    symlinkSync(join(folder, "dist", file), join(bin, name));
  }
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
