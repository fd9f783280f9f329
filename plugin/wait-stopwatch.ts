/** Milliseconds between two looks at a clock that are no longer time that passed: the process slept, or the clock jumped. */
const longest = 5_000;

/** How long something takes while somebody looks on, as kubectl counts it: not while the machine sleeps. */
export interface Stopwatch {
  /** Milliseconds, counted on up to now; `hasSkipped`: nobody looked for a while, or nobody knows for how long. */
  readonly look: () => { readonly passed: number; readonly hasSkipped: boolean };
}

/** Begins now. */
export function stopwatchOf(milliseconds: () => number): Stopwatch {
  let last = milliseconds();
  let passed = 0;
  return {
    look() {
      const now = milliseconds();
      const step = now - last;
      last = now;
      passed += Math.min(Math.max(step, 0), longest);
      return { passed, hasSkipped: step > longest };
    },
  };
}
