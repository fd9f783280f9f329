import { harmless } from "../shared/render/safe.ts";
import type { World } from "./world.ts";

/** A line on standard error for somebody who waits. */
export interface Shown {
  /** How far it has come: so many of so many bytes. */
  readonly tell: (done: number, total: number) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

const patience = 1000;
const pause = 200;

/** One line, drawn anew while something takes longer than a second; only on a terminal. */
export function progressOn(world: World, what: string): Shown {
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
      world.tell(`\r${harmless(what)}: ${share} %${eraseRest}`);
    },
    end() {
      if (isDrawn) world.tell(`\r${eraseRest}`);
    },
  };
}

/** ECMA-48, EL: to the end of the line. */
const eraseRest = "\u001b[K";
