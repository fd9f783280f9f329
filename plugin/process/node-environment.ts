import { fstatSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { KeepCode } from "./compile-cache.ts";
import { isNullDevice, openDirectOutput } from "./direct-output.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { OutputStream } from "./output-stream.ts";
import { openTerminalInput, windowSizeOf } from "./terminal-input.ts";

/**
 * The environment of a process, and its two output streams.
 * @param broken is called when standard output fails. How the process ends does not depend on standard error.
 */
export function createNodeEnvironment(
  process: NodeJS.Process,
  keepCode: KeepCode,
  broken: (error: NodeJS.ErrnoException) => void,
): { readonly environment: HostEnvironment; readonly stdout: OutputStream; readonly stderr: OutputStream } {
  const isTerminal = isTerminalAt(1, process);
  const { platform } = process;
  const stdout = new OutputStream(
    () => process.stdout.on("error", broken),
    () => openDirectOutput(1, platform),
  );
  const stderr = new OutputStream(
    () => process.stderr.on("error", () => {}),
    () => openDirectOutput(2, platform),
  );
  const home = homeFolder(process);
  const userId = process.getuid?.();
  const environment: HostEnvironment = {
    screen: {
      isTerminal,
      // Not process.stdin.isTTY: opening standard input takes 1.5 ms.
      get isInputTerminal() {
        return isTerminalAt(0, process);
      },
      get isErrorTerminal() {
        return isTerminalAt(2, process);
      },
      ...(isTerminal && windowSizeOf(process.stdout)),
      // Asked again each time: the size changes, and opening standard error takes time that most runs save.
      get errorColumns() {
        return process.stderr.columns;
      },
      platform,
      environment: process.env,
    },
    // Opening it takes 1.5 ms, and only `-f -` reads it.
    get stdin() {
      return process.stdin;
    },
    print: (text) => stdout.write(text),
    taken: () => new Promise((resolve) => stdout.whenTaken(() => resolve())),
    settle(code) {
      process.exitCode = code;
    },
    printMessage: (text) => stderr.write(text),
    now: () => new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    milliseconds: Date.now,
    clock: systemClock,
    random: Math.random,
    person: openTerminalInput(process),
    home,
    // A folder that has been removed has no path any more.
    get cwd() {
      try {
        return process.cwd();
      } catch {
        return process.env["PWD"] || "/";
      }
    },
    architecture: process.arch,
    runtime:
      process.versions["bun"] === undefined
        ? { name: "node", version: process.versions.node }
        : { name: "bun", version: process.versions["bun"] },
    cacheHome: cacheHomeIn(process.env["XDG_CACHE_HOME"], home),
    keepCode: (cacheHome) => keepCode(cacheHome, userId),
    ...(process.platform !== "win32" && {
      signalGroup(leader: number, signal: NodeJS.Signals) {
        try {
          process.kill(-leader, signal);
        } catch {
          // The whole group has ended already.
        }
      },
    }),
    ...definedFields({ userId }),
  };
  return { environment, stdout, stderr };
}

/** Whether the file is a terminal. Loading node:tty takes 4 ms in Bun, and most files are none by their type. */
function isTerminalAt(descriptor: number, process: NodeJS.Process): boolean {
  try {
    const file = fstatSync(descriptor);
    if (process.platform !== "win32" && (!file.isCharacterDevice() || isNullDevice(file))) return false;
  } catch {
    return false;
  }
  // Node before 22.3 lacks the function, and only reports that it is too old.
  return process.getBuiltinModule?.("node:tty").isatty(descriptor) === true;
}

/**
 * HOME, else the home directory of the user. `/` for a user that the system does not know, as in containers. It is what
 * `os.homedir` returns, which loads `node:os` for as long as all of this file.
 */
function homeFolder({ env, platform, getBuiltinModule }: NodeJS.Process): string {
  try {
    return (platform !== "win32" && env["HOME"]) || getBuiltinModule("node:os").homedir() || "/";
  } catch {
    return "/";
  }
}

// XDG Base Directory Specification: a relative path must be ignored.
function cacheHomeIn(named: string | undefined, home: string): string {
  return named !== undefined && isAbsolute(named) ? named : join(home, ".cache");
}
