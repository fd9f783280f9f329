import type { WatchClock } from "./clock.ts";

/** Milliseconds between two checks of the clock, and how late a check may be. */
const every = 30_000;

/**
 * Calls `woke` when a timer fires much later than planned: the machine slept, or its clock was set. Connections are
 * then dead without notice. Returns a function that ends the checks.
 */
export function watchForSleep(clock: WatchClock, woke: () => void): () => void {
  let forget = next();

  function next(): () => void {
    const due = clock.now() + every;
    return clock.after(every, () => {
      forget = next();
      if (clock.now() - due > every) woke();
    });
  }

  return () => forget();
}
