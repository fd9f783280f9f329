/** Time as an argument: whoever drives a test's clock lets minutes pass in no time. */
export interface Clock {
  /** Milliseconds since 1970; it may jump. */
  now(): number;
  /** Calls once, so many milliseconds later, which may be much later where the process slept; returns how to forget it. */
  after(milliseconds: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds. @throws the reason of `signal` where that fires first; no timer is left behind. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      forget();
      reject(signal.reason);
    };
    const forget = clock.after(milliseconds, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
