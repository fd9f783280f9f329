import { truncateText } from "../../shared/characters/display-width.ts";
import { asciiOnly, sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { canRedrawErrors, errorColumns, needsAscii } from "./terminal-capabilities.ts";

/** The text of a progress line, `passed` milliseconds after the work began. */
type ProgressText = (elapsedMs: number) => string;

/** The one line on standard error that says what a command waits for, or how far it is. */
export interface ProgressLine {
  /** Whether there is a terminal to draw on. Elsewhere nothing is ever drawn. */
  readonly isDrawn: boolean;
  /** Sets the text. It is computed again at each drawing, because it may contain the time that has passed. */
  readonly show: (text: ProgressText) => void;
  /** Erases the line, so that lasting output can be printed. The next drawing brings it back. */
  readonly erase: () => void;
  /** Prints lasting text on standard error, above the line. */
  readonly printMessage: (text: string) => void;
  /** Leaves the terminal to `work` meanwhile, which may ask the user. */
  readonly withFreeTerminal: <T>(work: () => Promise<T>) => Promise<T>;
  /** Erases the line for good. */
  readonly end: () => void;
}

/** Milliseconds before the line is drawn. Shorter work shows none. */
const drawnAfterMs = 1_000;
/** The fewest milliseconds between two drawings, and the most, because the text contains seconds. */
const pauses = { shortest: 200, longest: 1_000 };
/** ECMA-48, EL: returns to the first column and erases to the end of the line. */
const eraseLine = "\r\u001b[K";
const openLine = "open line";

/** A progress line without a text yet. It is drawn only on a terminal that can redraw a line. */
export function createProgressLine(
  environment: Pick<HostEnvironment, "screen" | "clock" | "printMessage">,
): ProgressLine {
  const { screen, clock, printMessage } = environment;
  if (!canRedrawErrors(screen))
    return { isDrawn: false, show() {}, erase() {}, printMessage, withFreeTerminal: (work) => work(), end() {} };
  const isAscii = needsAscii(screen, true);
  const began = clock.now();
  let notBefore = began + drawnAfterMs;
  let text: ProgressText | undefined;
  let drawn = "";
  // Why nothing is drawn now: others have the terminal, they have printed a line without its end, or it is over.
  const holders = new Set<unknown>();
  let forget = (): void => {};

  function draw(): void {
    forget();
    if (text === undefined || holders.size > 0) return;
    const now = clock.now();
    notBefore = now + pauses.shortest;
    forget = clock.after(pauses.longest, draw);
    const words = sanitizeLine(text(Math.max(0, now - began)));
    // A line that fills the last column would wrap, and could not be erased.
    const line = truncateText(isAscii ? asciiOnly(words) : words, errorColumns(screen) - 1, "...");
    if (line === drawn) return;
    printMessage(`\r${line}\u001b[K`);
    drawn = line;
  }

  /** Draws now, or when it is time. After the clock was set back, drawing goes on. */
  function drawSoon(): void {
    if (text === undefined || holders.size > 0) return;
    const wait = notBefore - clock.now();
    forget();
    if (wait <= 0 || wait > drawnAfterMs) draw();
    else forget = clock.after(wait, draw);
  }

  function erase(): void {
    if (drawn !== "") printMessage(eraseLine);
    drawn = "";
  }

  return {
    isDrawn: true,
    show(next) {
      text = next;
      drawSoon();
    },
    erase,
    printMessage(said) {
      erase();
      printMessage(said);
      if (said.endsWith("\n")) holders.delete(openLine);
      else if (said !== "") holders.add(openLine);
      drawSoon();
    },
    async withFreeTerminal(work) {
      const mine = Symbol();
      erase();
      holders.add(mine);
      try {
        return await work();
      } finally {
        holders.delete(mine);
        holders.delete(openLine);
        drawSoon();
      }
    },
    end() {
      holders.add("over");
      forget();
      erase();
    },
  };
}
