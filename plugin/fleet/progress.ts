import { readSoFar } from "../../shared/render/words/commands/fleet.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { createProgressLine } from "../process/progress-line.ts";
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

/** The progress of reading these contexts. The line is drawn only on a terminal. */
export function fleetProgress(world: HostEnvironment, contexts: readonly FleetContext[]): FleetProgress {
  const total = contexts.length;
  const counted = whatIsCounted(contexts);
  const line = createProgressLine(world);
  const underWay = new Set<string>();
  const talk = createFleetTalk(line);
  let done = 0;
  let aside = 0;

  function show(): void {
    line.show((passed) => readSoFar({ done, total, counted }, [...underWay], passed));
  }

  return {
    begin(name) {
      underWay.add(name);
      show();
    },
    end(name) {
      underWay.delete(name);
      done += 1;
      show();
    },
    async during(work) {
      aside += 1;
      try {
        return await line.aside(work);
      } finally {
        aside -= 1;
      }
    },
    isAside: () => aside > 0,
    said: talk.message,
    close() {
      talk.close();
      line.end();
    },
  };
}
