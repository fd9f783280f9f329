import type { WatchClock } from "../../shared/io/watch/clock.ts";
import type { TerminalCapabilities } from "./terminal-capabilities.ts";

/** The user at a terminal while a command runs. Each function returns one that ends its calls. */
export interface TerminalInput {
  /** The user presses Ctrl-C, or the process gets SIGTERM or SIGHUP. */
  readonly onStop: (call: (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => void) => () => void;
  /** The size of the window changes. */
  readonly onResize: (call: (size: WindowSize) => void) => () => void;
  /**
   * A key, as the terminal sends it. Meanwhile the terminal does not show what is typed. Never called where standard
   * input is no terminal.
   */
  readonly onKey: (call: (key: string) => void) => () => void;
  /** The process goes on after it was stopped, as `fg` does. The terminal's settings may have changed. */
  readonly onContinue: (call: () => void) => () => void;
  /** The last moment before the process ends, however it ends. `call` must not wait for anything. */
  readonly onEnd: (call: () => void) => () => void;
  /**
   * Stops the process, as Ctrl-Z does where no keys are read. Does nothing if the platform cannot stop processes.
   */
  readonly suspend: () => void;
}

/** The person of a process without a terminal. */
export const noTerminal: TerminalInput = {
  onStop: () => () => {},
  onResize: () => () => {},
  onKey: () => () => {},
  onContinue: () => () => {},
  onEnd: () => () => {},
  suspend: () => {},
};

/** In characters. Absent: not known. */
export interface WindowSize {
  readonly columns?: number;
  readonly rows?: number;
}

/** The program that runs the plugin's code. */
interface Runtime {
  readonly name: "node" | "bun";
  readonly version: string;
}

/** Everything outside the plugin that a run may touch. plugin/process/node-environment.ts has the real one. */
export interface HostEnvironment {
  readonly screen: TerminalCapabilities;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Prints data to standard output: the report and nothing else. */
  readonly print: (text: string) => void;
  /** Resolves when the reader has taken all that was printed. */
  readonly taken: () => Promise<void>;
  /** Sets the exit status for the case that the output's reader goes away. */
  readonly settle: (code: number) => void;
  /** Prints messages to standard error: errors, and that nothing was found. */
  readonly printMessage: (text: string) => void;
  /** Writes commands for the runner of a pipeline, beside a report for people. Absent if none acts on them. */
  readonly annotate?: (text: string) => void;
  /** The current time, RFC 3339 UTC. */
  readonly now: () => string;
  /** Milliseconds since 1970. */
  readonly milliseconds: () => number;
  readonly clock: WatchClock;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  readonly person: TerminalInput;
  readonly home: string;
  readonly cwd: string;
  readonly architecture: string;
  /** Node for the files of the npm package, Bun for the single executable. */
  readonly runtime: Runtime;
  /** The folder for caches: XDG_CACHE_HOME, else `~/.cache`. */
  readonly cacheHome: string;
  /** Keeps the code that V8 compiles from the files loaded from now on, where that is possible. */
  readonly keepCode: (cacheHome: string) => void;
  /**
   * Sends a signal to the process group of `leader`. A group that has ended is no error. Absent if there are no
   * groups.
   */
  readonly signalGroup?: (leader: number, signal: "SIGTERM" | "SIGKILL") => void;
  /** Absent on Windows. */
  readonly userId?: number;
}
