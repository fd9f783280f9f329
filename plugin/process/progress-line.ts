import { sanitizeLine } from "../../shared/render/characters/sanitize.ts";
import type { HostEnvironment } from "./host-environment.ts";

/** A progress line on standard error. */
export interface ProgressLine {
  /** Reports the progress in bytes. */
  readonly tell: (done: number, total: number) => void;
  /** Erases the line. */
  readonly end: () => void;
}

const patience = 1000;
const pause = 200;

/** One progress line, redrawn while something takes longer than a second. It is drawn only on a terminal. */
export function progressOn(world: HostEnvironment, what: string): ProgressLine {
  if (world.screen.isErrorTerminal !== true) return { tell() {}, end() {} };
  let next = world.milliseconds() + patience;
  let isDrawn = false;
  return {
    tell(done, total) {
      const now = world.milliseconds();
      if (now < next) return;
      next = now + pause;
      isDrawn = true;
      const share = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0;
      world.tell(`\r${sanitizeLine(what)}: ${share} %${eraseRest}`);
    },
    end() {
      if (isDrawn) world.tell(`\r${eraseRest}`);
    },
  };
}

/** ECMA-48, EL: erases to the end of the line. */
const eraseRest = "\u001b[K";
