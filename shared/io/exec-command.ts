import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { Surroundings } from "./surroundings.ts";

/** The file that a command stands for, or why there is none. */
export type Command =
  | { readonly path: string; readonly fault?: never }
  /** `isMissing`: nothing of this name; else what is there cannot be run. */
  | { readonly fault: string; readonly isMissing: boolean; readonly path?: never };

/**
 * Looks `name` up as Go's exec.LookPath does: a path as it is, anything else in our PATH and not in that of the plugin.
 * What a relative part of the PATH leads to is never run (exec.ErrDot), as it would depend on the folder we stand in.
 */
export async function lookUp(
  name: string,
  { env, cwd, platform }: Pick<Surroundings, "env" | "cwd" | "platform">,
): Promise<Command> {
  const path = platform === "win32" ? win32 : posix;
  const endings = platform === "win32" ? endingsOf(name, env["PATHEXT"]) : [""];
  const at = (folder: string) => firstOf(endings.map((ending) => path.resolve(cwd, folder, name + ending)));
  if (isPath(name, platform)) return (await at("")) ?? missing("no such file");
  const folders = (variable(env, "PATH", platform) ?? "").split(path.delimiter);
  for (const folder of folders) {
    const found = await at(folder);
    if (found?.path === undefined) continue;
    if (path.isAbsolute(folder)) return found;
    return { fault: `found by a relative part of the PATH only (${JSON.stringify(folder)})`, isMissing: false };
  }
  return missing("not found in the PATH");
}

/** A variable of the environment; Windows does not tell the cases of its names apart. */
function variable(env: Surroundings["env"], name: string, platform: string): string | undefined {
  if (platform !== "win32") return env[name];
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

function isPath(name: string, platform: string): boolean {
  return platform === "win32" ? /[\\/:]/.test(name) : name.includes("/");
}

function missing(fault: string): Command {
  return { fault, isMissing: true };
}

function endingsOf(name: string, written: string | undefined): readonly string[] {
  const endings = (written || ".com;.exe;.bat;.cmd").toLowerCase().split(";").filter(Boolean);
  return win32.extname(name) === "" ? endings : ["", ...endings];
}

/** The first that can be run, else what is wrong with the first that is there. */
async function firstOf(candidates: readonly string[]): Promise<Command | undefined> {
  let refused: Command | undefined;
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
    if ((await stat(path)).isDirectory()) return "it is a directory";
    await access(path, constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES") return "it is not executable";
    return code === "ENOENT" || code === "ENOTDIR" ? absent : String(code);
  }
}
