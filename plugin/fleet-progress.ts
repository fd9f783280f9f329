import { harmless } from "../shared/render/safe.ts";
import { readSoFar } from "../shared/render/words-fleet.ts";
import { countedOf, type FleetContext } from "./fleet-contexts.ts";
import { talkOf } from "./fleet-talk.ts";
import type { World } from "./world.ts";

/** A line on standard error for somebody who waits for several clusters, and all else that is told there meanwhile. */
export interface FleetProgress {
  readonly begin: (name: string) => void;
  readonly end: (name: string) => void;
  /** Takes the line away while somebody else has the terminal. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isAside: () => boolean;
  /** Somebody else says something about a cluster. */
  readonly said: (name: string, text: string) => void;
  /** Takes the line away for good. */
  readonly close: () => void;
}

/** Milliseconds; who waits less long is told nothing. */
const patience = 1000;

/** The line is drawn only on a terminal. */
export function fleetProgress(world: World, contexts: readonly FleetContext[]): FleetProgress {
  const total = contexts.length;
  const counted = countedOf(contexts);
  const isShown = world.screen.isErrorTerminal === true;
  const underWay = new Set<string>();
  let done = 0;
  let aside = 0;
  let isDrawn = false;
  let isLate = false;
  const timer = isShown ? setTimeout(late, patience) : undefined;

  function late(): void {
    isLate = true;
    draw();
  }

  function draw(): void {
    if (!isLate || aside > 0 || done === total) return;
    isDrawn = true;
    const width = Math.max(20, (world.screen.columns || 80) - 1);
    world.tell(`\r${harmless(readSoFar({ done, total, counted }, [...underWay], width))}${eraseRest}`);
  }

  function erase(): void {
    if (isDrawn) world.tell(`\r${eraseRest}`);
    isDrawn = false;
  }

  const talk = talkOf({
    tell(text) {
      erase();
      world.tell(text);
      draw();
    },
  });

  return {
    begin(name) {
      underWay.add(name);
    },
    end(name) {
      underWay.delete(name);
      done += 1;
      draw();
    },
    async during(work) {
      erase();
      aside += 1;
      try {
        return await work();
      } finally {
        aside -= 1;
        draw();
      }
    },
    isAside: () => aside > 0,
    said: talk.said,
    close() {
      clearTimeout(timer);
      isLate = false;
      erase();
      talk.close();
    },
  };
}

/** ECMA-48, EL: to the end of the line. */
const eraseRest = "\u001b[K";
