import { renderFrameDiff, type ScreenFrame, type ScreenSize } from "../../shared/render/terminal/frame.ts";
import type { ScrollMove } from "../../shared/render/watch/scroll.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { isScrollMove, readKeyCommands } from "./keys.ts";

/** The whole screen of a terminal, borrowed. Its old content returns at the end. */
export interface TerminalCanvas {
  readonly size: () => ScreenSize;
  /** Shows a line for each row. Writes only what differs from what the screen shows. */
  readonly show: (lines: readonly string[]) => void;
  /** Leaves the terminal to `work` meanwhile, which may ask the user or print output. */
  readonly withFreeTerminal: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => void;
}

/** What happens to a screen. */
export interface CanvasEvents {
  /** The screen must be drawn: its size has changed, or it is empty. */
  readonly blank: () => void;
  readonly commanded: (command: "leave" | "refresh") => void;
  readonly scrolled: (move: ScrollMove) => void;
}

// xterm, "Xterm Control Sequences": the alternate screen (1049), no cursor (25), no wrapping at the last column (7).
const borrow = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const giveBack = "\u001b[?2026l\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l";
/** The size for a terminal that does not report one. */
const usual: ScreenSize = { rows: 24, columns: 80 };
/** Milliseconds until the screen is borrowed again, after the process was suspended. */
const afterResumeMs = 50;

/** Borrows the screen at once. However the process ends, the screen is given back. */
export function canvasOn(
  environment: HostEnvironment,
  { blank, commanded, scrolled }: CanvasEvents,
  ellipsis: string,
): TerminalCanvas {
  const { person, screen, clock } = environment;
  let size = sizeOf(screen);
  let frame: ScreenFrame | undefined;
  const typed = readKeyCommands(clock, (command) => {
    if (command === "suspend") suspend();
    else if (isScrollMove(command)) scrolled(command);
    else commanded(command);
  });

  const { enter, leave, isBorrowed } = borrowScreen(environment, typed, () => {
    frame = undefined;
  });

  function suspend(): void {
    leave();
    person.suspend();
    clock.after(afterResumeMs, back);
  }

  function back(): void {
    if (isClosed || others > 0) return;
    enter();
    blank();
  }

  let isClosed = false;
  let others = 0;
  const listening = [
    person.onEnd(leave),
    person.onResize((changed) => {
      size = sizeOf(changed);
      blank();
    }),
    // While the process was stopped, other programs may have changed the terminal's settings.
    person.onContinue(() => {
      leave();
      back();
    }),
  ];
  enter();
  return {
    size: () => size,
    show(lines) {
      if (!isBorrowed()) return;
      const next = { size, lines };
      const text = renderFrameDiff(frame, next, ellipsis);
      frame = next;
      if (text !== "") environment.print(text);
    },
    async withFreeTerminal(work) {
      others += 1;
      leave();
      try {
        return await work();
      } finally {
        others -= 1;
        back();
      }
    },
    close() {
      isClosed = true;
      for (const forget of listening) forget();
      leave();
    },
  };
}

/** The screen and the keys, taken and given back together. `cleared` is called when the screen has become empty. */
function borrowScreen({ person, print }: HostEnvironment, typed: (text: string) => void, cleared: () => void) {
  let letKeysGo: (() => void) | undefined;
  return {
    isBorrowed: () => letKeysGo !== undefined,
    enter(): void {
      if (letKeysGo !== undefined) return;
      print(borrow);
      letKeysGo = person.onKey(typed);
      cleared();
    },
    leave(): void {
      if (letKeysGo === undefined) return;
      letKeysGo();
      letKeysGo = undefined;
      print(giveBack);
    },
  };
}

function sizeOf({ rows, columns }: Partial<ScreenSize>): ScreenSize {
  return { rows: rows || usual.rows, columns: columns || usual.columns };
}
