import type { Clock } from "./clock.ts";

/** Milliseconds between two looks at the clock, and how late one may be. */
const every = 30_000;

/**
 * Calls `woke` where more time went by than anybody waited for: the machine slept, or its clock was set. Connections are
 * dead then, without a word. Returns how to end it.
 */
export function watchForSleep(clock: Clock, woke: () => void): () => void {
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
