import type { Clock } from "../shared/io/watch/clock.ts";
import type { Screen } from "./terminal.ts";

/** Somebody at a terminal, while a command goes on; each returns how not to be called any more. */
export interface Person {
  /** Ctrl-C, or somebody asks the process to end (SIGTERM, SIGHUP). */
  readonly onStop: (call: (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => void) => () => void;
  /** The window has another size. */
  readonly onResize: (call: (size: WindowSize) => void) => () => void;
  /** A key, as the terminal sends it; meanwhile nothing that is typed is shown. Never called where nobody can type. */
  readonly onKey: (call: (key: string) => void) => () => void;
  /** The process goes on after it was stopped, as `fg` does: the terminal may be set otherwise now. */
  readonly onContinue: (call: () => void) => () => void;
  /** The last moment before the process ends, however it does; what is called may not wait for anything. */
  readonly onEnd: (call: () => void) => () => void;
  /** Stops the process, as Ctrl-Z does where nobody reads keys; where nothing can be stopped nothing happens. */
  readonly suspend: () => void;
}

/** Where nobody sits. */
export const nobody: Person = {
  onStop: () => () => {},
  onResize: () => () => {},
  onKey: () => () => {},
  onContinue: () => () => {},
  onEnd: () => () => {},
  suspend: () => {},
};

/** In characters; absent: not known. */
export interface WindowSize {
  readonly columns?: number;
  readonly rows?: number;
}

/** Everything of the process that a run may touch; plugin/world-of.ts has the real one. */
export interface World {
  readonly screen: Screen;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Data: the report and nothing else. */
  readonly print: (text: string) => void;
  /** Resolves when all that was printed has been taken by whoever reads it. */
  readonly taken: () => Promise<void>;
  /** How this ends should nobody read any more. */
  readonly settle: (code: number) => void;
  /** Talk: errors, and that nothing was found. */
  readonly tell: (text: string) => void;
  /** RFC 3339 UTC. */
  readonly now: () => string;
  /** Since 1970. */
  readonly milliseconds: () => number;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly person: Person;
  readonly home: string;
  readonly cwd: string;
  readonly architecture: string;
  /** The version of Node. */
  readonly runtime: string;
  /** Where programs keep what they can do without: XDG_CACHE_HOME, else `~/.cache`. */
  readonly cacheHome: string;
  /** Keeps what V8 makes of the files that are loaded from now on, where that is possible. */
  readonly keepCode: (cacheHome: string) => void;
  /** Tells a group of processes by its leader; one that is gone is no error. Absent where there are no groups. */
  readonly signalGroup?: (leader: number, signal: "SIGTERM" | "SIGKILL") => void;
  /** Absent on Windows. */
  readonly userId?: number;
}
