/**
 * Milliseconds between two readings of a clock, beyond which the process slept or the clock jumped. A longer gap counts
 * as this much.
 */
const maxGapMs = 5_000;

/** The time that a wait has taken, as kubectl counts it: without the time for which the machine slept. */
export interface WaitStopwatch {
  /** The clock at the last reading, in milliseconds. */
  readonly read: number;
  /** Milliseconds, counted up to that reading. */
  readonly elapsedMs: number;
  /** The last reading came so late that what was known before it may be out of date. */
  readonly hasSkipped: boolean;
}

/** A stopwatch that begins to count at `now`. */
export function startStopwatch(now: number): WaitStopwatch {
  return { read: now, elapsedMs: 0, hasSkipped: false };
}

/** Counts on to `now`, which may lie before the last reading where the clock was set. */
export function readStopwatch({ read, elapsedMs }: WaitStopwatch, now: number): WaitStopwatch {
  const step = now - read;
  return {
    read: now,
    elapsedMs: elapsedMs + Math.min(Math.max(step, 0), maxGapMs),
    hasSkipped: step > maxGapMs,
  };
}
