import type { Screen } from "./terminal.ts";

/** Everything of the process that a run may touch; plugin/world-of.ts has the real one. */
export interface World {
  readonly screen: Screen;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Data: the report and nothing else. */
  readonly print: (text: string) => void;
  /** Talk: errors, and that nothing was found. */
  readonly tell: (text: string) => void;
  /** RFC 3339 UTC. */
  readonly now: () => string;
  /** Since 1970. */
  readonly milliseconds: () => number;
  readonly home: string;
  readonly cwd: string;
  readonly architecture: string;
  /** The version of Node. */
  readonly runtime: string;
  /** Where programs keep what they can do without: XDG_CACHE_HOME, else `~/.cache`. */
  readonly cacheHome: string;
  /** Keeps what V8 makes of the files that are loaded from now on, where that is possible. */
  readonly keepCode: (cacheHome: string) => void;
  /** Absent on Windows. */
  readonly userId?: number;
}
