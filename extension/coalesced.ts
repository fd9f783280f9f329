import type { Clock } from "../shared/io/watch/clock.ts";

/** Calls that come close together made into one. */
export interface Coalesced {
  /** At once where the last call is long enough ago, else as soon as it is. */
  request(): void;
  /** Forgets what was requested; no timer is left. */
  cancel(): void;
}

/** @param every milliseconds between two calls, at least. */
export function coalesced(call: () => void, every: number, clock: Clock): Coalesced {
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
      // A clock that was set back must not make anybody wait for it.
      if (passed >= every || passed < 0) run();
      else forget = clock.after(every - passed, run);
    },
    cancel() {
      forget?.();
      forget = undefined;
    },
  };
}
