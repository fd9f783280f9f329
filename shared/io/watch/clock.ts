/** Time as an argument: a test drives its own clock and lets minutes pass in no time. */
export interface WatchClock {
  /** Milliseconds since 1970. The value may jump. */
  now(): number;
  /**
   * Calls `call` once after `milliseconds`, or much later where the process slept. Returns a function that cancels it.
   */
  after(milliseconds: number, call: () => void): () => void;
}

export const systemClock: WatchClock = {
  now: Date.now,
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs`. @throws the reason of `signal` where that fires first; no timer is left behind. */
export function pauseFor(clock: WatchClock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      forget();
      reject(signal.reason);
    };
    const forget = clock.after(delayMs, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
