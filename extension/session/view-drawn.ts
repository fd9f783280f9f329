import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** Lets the reading of files wait until the view no longer shows the rows of another place. */
export interface ViewDrawn {
  /** Called when VS Code has got the rows at the top of the view. */
  report(): void;
  /** Resolves soon after the next call of `report`, and without one after a second: the view may be hidden. */
  next(): Promise<void>;
}

/** How long VS Code takes to draw rows that it has got. */
const drawingMs = 50;

/** The time without rows after which nothing waits any longer. */
const maxWaitMs = 1_000;

/** Reading files may keep the extension host busy for seconds, in which VS Code gets no other rows from it. */
export function createViewDrawn(clock: Pick<WatchClock, "after">): ViewDrawn {
  let waiting: (() => void)[] = [];
  return {
    report() {
      for (const go of waiting) clock.after(drawingMs, go);
      waiting = [];
    },
    next: () =>
      new Promise((resolve) => {
        const forget = clock.after(maxWaitMs, resolve);
        waiting.push(() => {
          forget();
          resolve();
        });
      }),
  };
}
