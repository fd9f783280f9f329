import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { HostMachine } from "../platform/node-host.ts";

/**
 * Returns the path of the plugin that kubectl would run for `kubectl hco-status`, by PATH. Undefined where there is none.
 * Folders that depend on the working directory do not count. On Windows only an executable counts: a shell, which reads
 * words in its own way, would run npm's `.cmd`.
 */
export async function findPlugin({
  env,
  platform,
}: Pick<HostMachine, "env" | "platform">): Promise<string | undefined> {
  const isWindows = platform === "win32";
  // Windows also writes it Path.
  const name = Object.keys(env).find((each) => (isWindows ? each.toUpperCase() : each) === "PATH") ?? "";
  const folders = (env[name] ?? "").split(isWindows ? ";" : ":").filter(isAbsolute);
  for (const folder of folders) {
    const path = join(folder, isWindows ? "kubectl-hco_status.exe" : "kubectl-hco_status");
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
