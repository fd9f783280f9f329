import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { CredentialEnvironment } from "../credential-environment.ts";

/** The file that a command name resolves to, or why there is none. */
export type ResolvedCommand =
  | { readonly path: string; readonly fault?: never }
  /** `isMissing`: no file has this name; else the file cannot be run. */
  | { readonly fault: string; readonly isMissing: boolean; readonly path?: never };

/**
 * Looks `name` up as Go's exec.LookPath does. A path is used as it is. Any other name is looked up in the PATH of this
 * process, not in that of the plugin. A file found by a relative part of the PATH is never run (exec.ErrDot). Which
 * file that is would depend on the working directory.
 */
export async function resolveCommand(
  name: string,
  { env, cwd, platform }: Pick<CredentialEnvironment, "env" | "cwd" | "platform">,
): Promise<ResolvedCommand> {
  const path = platform === "win32" ? win32 : posix;
  const endings = platform === "win32" ? endingsOf(name, env["PATHEXT"]) : [""];
  const at = (folder: string) => firstOf(endings.map((ending) => path.resolve(cwd, folder, name + ending)));
  if (isPath(name, platform)) return (await at("")) ?? missing(commandFaults.noFile);
  const folders = (variable(env, "PATH", platform) ?? "").split(path.delimiter);
  for (const folder of folders) {
    const found = await at(folder);
    if (found?.path === undefined) continue;
    if (path.isAbsolute(folder)) return found;
    return { fault: `found only in a relative PATH entry (${JSON.stringify(folder)})`, isMissing: false };
  }
  return missing(commandFaults.notInPath);
}

/** A variable of the environment. On Windows the case of its name does not matter. */
function variable(env: CredentialEnvironment["env"], name: string, platform: string): string | undefined {
  if (platform !== "win32") return env[name];
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

function isPath(name: string, platform: string): boolean {
  return platform === "win32" ? /[\\/:]/.test(name) : name.includes("/");
}

function missing(fault: string): ResolvedCommand {
  return { fault, isMissing: true };
}

function endingsOf(name: string, written: string | undefined): readonly string[] {
  const endings = (written || ".com;.exe;.bat;.cmd").toLowerCase().split(";").filter(Boolean);
  return win32.extname(name) === "" ? endings : ["", ...endings];
}

/** The first candidate that can be run, else the fault of the first one that exists. */
async function firstOf(candidates: readonly string[]): Promise<ResolvedCommand | undefined> {
  let refused: ResolvedCommand | undefined;
  for (const path of candidates) {
    const fault = await faultOf(path);
    if (fault === undefined) return { path };
    if (fault !== absent) refused ??= { fault, isMissing: false };
  }
  return refused;
}

const absent = "absent";

async function faultOf(path: string): Promise<string | undefined> {
  try {
    if ((await stat(path)).isDirectory()) return commandFaults.directory;
    await access(path, constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES") return commandFaults.notExecutable;
    return code === "ENOENT" || code === "ENOTDIR" ? absent : String(code);
  }
}

/** Why a command cannot be run. */
const commandFaults = {
  noFile: "no such file",
  notInPath: "not found in PATH",
  directory: "it is a directory",
  notExecutable: "it is not executable",
} as const;
