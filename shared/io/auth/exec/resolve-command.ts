import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { CredentialEnvironment } from "../credential-environment.ts";

/** The file that a command name resolves to, or why there is none. */
export type ResolvedCommand =
  | { readonly path: string; readonly fault?: never }
  /** `isMissing`: no file has this name. Else there is a file that cannot be run. */
  | { readonly fault: string; readonly isMissing: boolean; readonly path?: never };

/** The extensions of programs where the environment has no PATHEXT. */
const usualExtensions = ".com;.exe;.bat;.cmd";

/**
 * Looks `name` up as Go's exec.LookPath does: `aws` -> `/usr/local/bin/aws`. A path is used as it is. Any other name is
 * looked up in the PATH of this process, not in that of the plugin. A file found by a relative part of the PATH is
 * never run (exec.ErrDot). Which file that is would depend on the working directory.
 */
export async function resolveCommand(
  name: string,
  { env, cwd, platform }: Pick<CredentialEnvironment, "env" | "cwd" | "platform">,
): Promise<ResolvedCommand> {
  const isWindows = platform === "win32";
  const path = isWindows ? win32 : posix;
  const fileNames = isWindows ? listWindowsNames(name, env["PATHEXT"] || usualExtensions) : [name];
  const findIn = (folder: string): Promise<ResolvedCommand | undefined> =>
    findRunnable(fileNames.map((fileName) => path.resolve(cwd, folder, fileName)));
  const isPath = isWindows ? /[\\/:]/.test(name) : name.includes("/");
  if (isPath) return (await findIn("")) ?? { fault: "no such file", isMissing: true };
  const pathVariable = isWindows ? readWindowsVariable(env, "PATH") : env["PATH"];
  for (const folder of (pathVariable ?? "").split(path.delimiter)) {
    const command = await findIn(folder);
    if (command?.path === undefined) continue;
    if (path.isAbsolute(folder)) return command;
    return { fault: `found only in a relative PATH entry (${JSON.stringify(folder)})`, isMissing: false };
  }
  return { fault: "not found in PATH", isMissing: true };
}

/** A variable of the environment, whose name may have any case. */
function readWindowsVariable(env: CredentialEnvironment["env"], name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

/** `aws` with `.COM;.EXE` -> `["aws.com", "aws.exe"]`. A name with an extension may also be that of the file. */
function listWindowsNames(name: string, extensions: string): readonly string[] {
  const withExtensions = extensions
    .toLowerCase()
    .split(";")
    .filter(Boolean)
    .map((extension) => name + extension);
  return win32.extname(name) === "" ? withExtensions : [name, ...withExtensions];
}

/** The first file that can be run, else the fault of the first one that exists. Undefined where none exists. */
async function findRunnable(paths: readonly string[]): Promise<ResolvedCommand | undefined> {
  let firstFault: ResolvedCommand | undefined;
  for (const path of paths) {
    const command = await checkFile(path);
    if (command?.path !== undefined) return command;
    firstFault ??= command;
  }
  return firstFault;
}

/** Undefined where no file exists. */
async function checkFile(path: string): Promise<ResolvedCommand | undefined> {
  try {
    if ((await stat(path)).isDirectory()) return { fault: "it is a directory", isMissing: false };
    await access(path, constants.X_OK);
    return { path };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return { fault: code === "EACCES" ? "it is not executable" : String(code), isMissing: false };
  }
}
