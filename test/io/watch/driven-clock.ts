import type { WatchClock } from "../../../shared/io/watch/clock.ts";

/** A clock in the hands of a test: nothing is late unless it says so. */
export interface DrivenClock extends WatchClock {
  /** Milliseconds since the test began, however the clock was set. */
  elapsed(): number;
  /** Sets the time of day; no timer is late or early by that. */
  set(by: number): void;
  /** So much time goes by, and no timer comes: the machine sleeps. */
  sleep(milliseconds: number): void;
  /** Calls the next timer that is due up to then. False: there is none, and it is then. */
  next(until: number): boolean;
  /** So much time goes by, and each timer that becomes due in it is called. */
  advance(milliseconds: number): void;
  /** The number of timers that are set. */
  timers(): number;
}

export function drivenClock(start: number = Date.UTC(2026, 10, 21, 12)): DrivenClock {
  let elapsed = 0;
  let offset = start;
  let count = 0;
  const timers = new Map<number, { readonly due: number; readonly call: () => void }>();

  function firstTimer(): number | undefined {
    let found: number | undefined;
    for (const [id, { due }] of timers) {
      if (found === undefined || due < (timers.get(found)?.due ?? 0)) found = id;
    }
    return found;
  }

  function next(until: number): boolean {
    const id = firstTimer();
    const timer = id === undefined ? undefined : timers.get(id);
    if (id === undefined || timer === undefined || timer.due > until) {
      elapsed = Math.max(elapsed, until);
      return false;
    }
    timers.delete(id);
    elapsed = Math.max(elapsed, timer.due);
    timer.call();
    return true;
  }

  return {
    now: () => offset + elapsed,
    after(milliseconds, call) {
      count += 1;
      const id = count;
      timers.set(id, { due: elapsed + Math.max(0, milliseconds), call });
      return () => timers.delete(id);
    },
    elapsed: () => elapsed,
    set(by) {
      offset += by;
    },
    sleep(milliseconds) {
      elapsed += milliseconds;
    },
    next,
    advance(milliseconds) {
      const until = elapsed + milliseconds;
      while (next(until));
    },
    timers: () => timers.size,
  };
}
