import { sanitizeLine } from "../../shared/render/characters/sanitize.ts";
import { readSoFar } from "../../shared/render/words/commands/fleet.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type FleetContext, whatIsCounted } from "./choose-contexts.ts";
import { createFleetTalk } from "./log-prefix.ts";

/** A progress line on standard error while several clusters are read, and all other output there meanwhile. */
export interface FleetProgress {
  readonly begin: (name: string) => void;
  readonly end: (name: string) => void;
  /** Erases the line while `work` uses the terminal. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isAside: () => boolean;
  /** Prints text that a credential plugin or the connection reports about a cluster. */
  readonly said: (name: string, text: string) => void;
  /** Erases the line for good. */
  readonly close: () => void;
}

/** Milliseconds before the line is drawn. A shorter read shows none. */
const patience = 1000;

/** The progress of reading these contexts. The line is drawn only on a terminal. */
export function fleetProgress(world: HostEnvironment, contexts: readonly FleetContext[]): FleetProgress {
  const total = contexts.length;
  const counted = whatIsCounted(contexts);
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
    world.tell(`\r${sanitizeLine(readSoFar({ done, total, counted }, [...underWay], width))}${eraseRest}`);
  }

  function erase(): void {
    if (isDrawn) world.tell(`\r${eraseRest}`);
    isDrawn = false;
  }

  const talk = createFleetTalk({
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
    said: talk.message,
    close() {
      clearTimeout(timer);
      isLate = false;
      erase();
      talk.close();
    },
  };
}

/** ECMA-48, EL: erases to the end of the line. */
const eraseRest = "\u001b[K";
