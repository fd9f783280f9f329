import type { WatchClock } from "../../shared/io/watch/clock.ts";
import { type ScrollMove, scrollMoves } from "../../shared/render/watch/scroll.ts";

/** What the user of a watch can ask for by a key. */
export type KeyCommand = "leave" | "refresh" | "suspend" | ScrollMove;

/** Whether the key scrolls. */
export function isScrollMove(command: KeyCommand): command is ScrollMove {
  return (scrollMoves as readonly string[]).includes(command);
}

const keyCommands: Readonly<Record<string, KeyCommand>> = {
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
};

/** Keys that send a sequence (xterm, "PC-Style Function Keys", "VT220-Style"; Linux, console_codes(4); rxvt). */
const sequences: Readonly<Record<string, ScrollMove>> = {
  "\u001b[A": "line-up",
  "\u001bOA": "line-up",
  "\u001b[B": "line-down",
  "\u001bOB": "line-down",
  "\u001b[5~": "page-up",
  "\u001b[6~": "page-down",
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
/** ECMA-48, CSI and SS3; an Alt key sends ESC and its character. */
const whole = /^\u001b(\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O])/;
/** Milliseconds within which the rest of a key's sequence arrives. ESC alone is a key too. */
const sequenceMs = 50;

/** Takes what a terminal sends, piece by piece, and calls `call` for each command. Other keys are ignored. */
export function readKeyCommands(clock: WatchClock, call: (command: KeyCommand) => void): (sent: string) => void {
  let left = "";
  let forget: (() => void) | undefined;

  function take(): void {
    while (left !== "") {
      if (left.startsWith(escapeKey)) {
        const sequence = whole.exec(left)?.[0];
        if (sequence === undefined) return;
        left = left.slice(sequence.length);
        const move = sequences[sequence];
        if (move !== undefined) call(move);
        continue;
      }
      const command = keyCommands[left.charAt(0)];
      left = left.slice(1);
      if (command !== undefined) call(command);
    }
  }

  return (sent) => {
    forget?.();
    left += sent;
    take();
    if (left === "") return;
    forget = clock.after(sequenceMs, () => {
      const isKey = left === escapeKey;
      left = "";
      if (isKey) call("leave");
    });
  };
}
