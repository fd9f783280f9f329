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

/** @param every minimum milliseconds between two calls. */
export function coalesceCalls(call: () => void, every: number, clock: WatchClock): CoalescedCall {
  let last = Number.NEGATIVE_INFINITY;
  let forget: (() => void) | undefined;

  function run(): void {
    forget = undefined;
    last = clock.now();
    call();
  }

  return {
    request() {
      if (forget !== undefined) return;
      const passed = clock.now() - last;
      // A clock that was set back must not delay the call.
      if (passed >= every || passed < 0) run();
      else forget = clock.after(every - passed, run);
    },
    postpone() {
      last = clock.now();
      if (forget === undefined) return;
      forget();
      forget = clock.after(every, run);
    },
    cancel() {
      forget?.();
      forget = undefined;
    },
  };
}
