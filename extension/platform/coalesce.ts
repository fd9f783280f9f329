import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** Combines calls that come close together into one. */
export interface CoalescedCall {
  /** Calls now where the last call is long enough ago, else as soon as it is. */
  request(): void;
  /** Delays the next call as if a call were made now. */
  postpone(): void;
  /** Drops the requested call; no timer remains. */
  cancel(): void;
}

/** Returns the call that makes `call` now, or as soon as `intervalMs` have passed since it was last made. */
export function coalesceCalls(call: () => void, intervalMs: number, clock: WatchClock): CoalescedCall {
  let lastCallMs = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | undefined;

  function callNow(): void {
    cancelTimer = undefined;
    lastCallMs = clock.now();
    call();
  }

  return {
    request() {
      if (cancelTimer !== undefined) return;
      const elapsedMs = clock.now() - lastCallMs;
      // A clock that was set back must not delay the call.
      if (elapsedMs >= intervalMs || elapsedMs < 0) callNow();
      else cancelTimer = clock.after(intervalMs - elapsedMs, callNow);
    },
    postpone() {
      lastCallMs = clock.now();
      if (cancelTimer === undefined) return;
      cancelTimer();
      cancelTimer = clock.after(intervalMs, callNow);
    },
    cancel() {
      cancelTimer?.();
      cancelTimer = undefined;
    },
  };
}
