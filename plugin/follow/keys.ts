import type { WatchClock } from "../../shared/io/watch/clock.ts";
import { type ScrollMove, scrollMoves } from "../../shared/render/watch/scroll.ts";

/** What the user of a watch can ask for by a key. */
export type KeyCommand = "leave" | "refresh" | "suspend" | ScrollMove;

/** Whether the key scrolls. */
export function isScrollMove(command: KeyCommand): command is ScrollMove {
  return (scrollMoves as readonly string[]).includes(command);
}

/**
 * The command of each key, by what the terminal sends for it: one character, or a sequence that begins with ESC (xterm,
 * "PC-Style Function Keys", "VT220-Style"; Linux, console_codes(4); rxvt).
 */
const commandsByKey: Readonly<Record<string, KeyCommand>> = {
  q: "leave",
  Q: "leave",
  // Ctrl-C, Ctrl-D, Ctrl-Z: while keys are read, the terminal sends no signals for them.
  "\u0003": "leave",
  "\u0004": "leave",
  "\u001a": "suspend",
  r: "refresh",
  R: "refresh",
  // The keys of less(1).
  j: "line-down",
  k: "line-up",
  " ": "page-down",
  f: "page-down",
  b: "page-up",
  g: "start",
  G: "end",
  // The arrows up and down.
  "\u001b[A": "line-up",
  "\u001bOA": "line-up",
  "\u001b[B": "line-down",
  "\u001bOB": "line-down",
  // Page Up, Page Down.
  "\u001b[5~": "page-up",
  "\u001b[6~": "page-down",
  // Home, End.
  "\u001b[H": "start",
  "\u001bOH": "start",
  "\u001b[1~": "start",
  "\u001b[7~": "start",
  "\u001b[F": "end",
  "\u001bOF": "end",
  "\u001b[4~": "end",
  "\u001b[8~": "end",
};

const escapeKey = "\u001b";

/** A whole sequence: `ESC [ 5 ~` (ECMA-48, CSI), `ESC O A` (SS3), or `ESC q` for Alt and q. */
const sequencePattern = /^\u001b(\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O])/;

/** Milliseconds within which the rest of a sequence arrives. After that, ESC alone was the Esc key. */
const maxSequenceMs = 50;

/** Reads the keys that a terminal sends, and calls `obey` with the command of each. Other keys are ignored. */
export class KeyReader {
  readonly #clock: WatchClock;
  readonly #obey: (command: KeyCommand) => void;
  /** The beginning of a sequence whose end has not arrived. */
  #unfinished = "";
  #cancelTimeout = (): void => {};

  constructor(clock: WatchClock, obey: (command: KeyCommand) => void) {
    this.#clock = clock;
    this.#obey = obey;
  }

  /** Takes what the terminal has sent since the last call: several keys, or a part of one. */
  take(text: string): void {
    this.#cancelTimeout();
    const { keys, unfinished } = splitKeys(this.#unfinished + text);
    this.#unfinished = unfinished;
    for (const key of keys) {
      const command = commandsByKey[key];
      if (command !== undefined) this.#obey(command);
    }
    if (unfinished !== "") this.#cancelTimeout = this.#clock.after(maxSequenceMs, () => this.#dropUnfinished());
  }

  /** Drops a sequence that is never finished. The Esc key leaves. */
  #dropUnfinished(): void {
    const isEscapeKey = this.#unfinished === escapeKey;
    this.#unfinished = "";
    if (isEscapeKey) this.#obey("leave");
  }
}

/** Splits text into keys: `j ESC [ A q ESC [` -> keys `j`, `ESC [ A` and `q`, unfinished `ESC [`. */
function splitKeys(text: string): { readonly keys: readonly string[]; readonly unfinished: string } {
  const keys: string[] = [];
  let unfinished = text;
  while (unfinished !== "") {
    const key = unfinished.startsWith(escapeKey) ? sequencePattern.exec(unfinished)?.[0] : unfinished.charAt(0);
    if (key === undefined) break;
    keys.push(key);
    unfinished = unfinished.slice(key.length);
  }
  return { keys, unfinished };
}
