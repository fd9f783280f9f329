/** The most milliseconds that a gap between two readings counts. In a longer gap the machine slept, or the clock was set. */
const maxGapMs = 5_000;

/** The time that a wait has taken, as kubectl counts it: without the time for which the machine slept. */
export interface WaitStopwatch {
  /** The clock at the last reading, in milliseconds. */
  readonly readAtMs: number;
  /** Milliseconds that had passed at that reading. */
  readonly elapsedMs: number;
  /** Whether the last gap was so long that what was known before it may be out of date. */
  readonly hasSkipped: boolean;
}

/** A stopwatch that begins to count at `nowMs`. */
export function startStopwatch(nowMs: number): WaitStopwatch {
  return { readAtMs: nowMs, elapsedMs: 0, hasSkipped: false };
}

/** Counts up to `nowMs`, which lies before the last reading if the clock was set back. */
export function readStopwatch({ readAtMs, elapsedMs }: WaitStopwatch, nowMs: number): WaitStopwatch {
  const gapMs = nowMs - readAtMs;
  return {
    readAtMs: nowMs,
    elapsedMs: elapsedMs + Math.min(Math.max(gapMs, 0), maxGapMs),
    hasSkipped: gapMs > maxGapMs,
  };
}
