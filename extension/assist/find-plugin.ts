import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { HostMachine } from "../platform/node-host.ts";

/**
 * Finds the file that kubectl runs for `kubectl hco-status`: the first executable of its name in the folders of PATH.
 * Skips relative folders, because they depend on the working directory. Returns undefined if the plugin is not installed.
 */
export async function findPlugin(machine: Pick<HostMachine, "env" | "platform">): Promise<string | undefined> {
  // npm also installs a `.cmd` on Windows. It is not run: its shell would interpret characters of the arguments.
  const fileName = machine.platform === "win32" ? "kubectl-hco_status.exe" : "kubectl-hco_status";
  for (const folder of listPathFolders(machine)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, fileName);
    if (await isExecutableFile(path)) return path;
  }
  return undefined;
}

/** The folders of PATH, in order. Windows has no case in the names of variables, and writes `Path`. */
function listPathFolders({ env, platform }: Pick<HostMachine, "env" | "platform">): readonly string[] {
  if (platform !== "win32") return env["PATH"]?.split(":") ?? [];
  const variableName = Object.keys(env).find((name) => name.toUpperCase() === "PATH");
  return variableName === undefined ? [] : (env[variableName]?.split(";") ?? []);
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
