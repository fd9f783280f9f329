import { truncateText } from "../../shared/render/characters/display-width.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { wrapWidth } from "../process/terminal-capabilities.ts";

/** One progress line on a terminal, which is overwritten again and again. */
export interface WaitProgress {
  /** Whether there is a terminal to draw the line on. */
  readonly isDrawn: boolean;
  readonly draw: (text: string) => void;
  /** Erases the line, so that permanent output can be printed. */
  readonly erase: () => void;
  readonly end: () => void;
}

/** ECMA-48, EL: erases to the end of the line. */
const eraseRest = "\u001b[K";

/** The progress line on standard error, where that is a terminal that supports it. Elsewhere it draws nothing. */
export function waitProgress(world: HostEnvironment): WaitProgress {
  const { screen } = world;
  if (screen.isErrorTerminal !== true || screen.environment["TERM"] === "dumb")
    return { isDrawn: false, draw() {}, erase() {}, end() {} };
  let columns = wrapWidth(screen, undefined);
  let drawn = "";
  const forget = world.person.onResize((size) => {
    columns = size.columns ?? columns;
  });

  function erase(): void {
    if (drawn !== "") world.tell(`\r${eraseRest}`);
    drawn = "";
  }

  return {
    isDrawn: true,
    draw(text) {
      // A line that fills the last column would wrap, and could not be erased.
      const line = truncateText(text, columns - 1, "...");
      if (line === drawn) return;
      world.tell(`\r${line}${eraseRest}`);
      drawn = line;
    },
    erase,
    end() {
      forget();
      erase();
    },
  };
}
