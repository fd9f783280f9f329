import { backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";

/** One way to the server for many who ask: while it is down one of them tries, and the others wait for him. */
export interface Outage {
  /**
   * Runs `go` at once, or, while the server is down, when it is its turn. `go` calls `up` as soon as the server answers.
   * @throws the reason of `signal`; what `go` throws, which counts as no answer where `longest` says so.
   */
  attempt<T>(go: (up: () => void) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** How often the server was down so far, and is now: again and again without an answer in between is once. */
  count(): number;
  /** There is reason to think that it is up again: the next one tries at once. */
  hurry(): void;
  /** No timer is left behind; nobody tries any more. */
  stop(): void;
}

/** What the attempts need. */
interface OutageTools {
  readonly clock: Clock;
  readonly random: () => number;
  /** The longest pause after an error in milliseconds; undefined: it says nothing of the server. */
  readonly longest: (error: unknown) => number | undefined;
}

/** No failure yet. */
export function outage({ clock, random, longest }: OutageTools): Outage {
  let failures = 0;
  let count = 0;
  let forget: (() => void) | undefined;
  let longestPause = 0;
  /** The pause is over, and nobody wanted to try. */
  let isDue = false;
  let isStopped = false;
  const waiting: (() => void)[] = [];

  function up(): void {
    failures = 0;
    isDue = false;
    forget?.();
    forget = undefined;
    for (const release of waiting.splice(0)) release();
  }

  /** The next one tries after a pause; of many who failed together the first sets it. */
  function down(most: number): void {
    if (forget !== undefined || isStopped) return;
    if (failures === 0) count += 1;
    failures += 1;
    longestPause = most;
    rest();
  }

  function rest(): void {
    forget = clock.after(backoff(failures, longestPause, random), release);
  }

  function release(): void {
    forget?.();
    forget = undefined;
    const next = waiting.shift();
    isDue = next === undefined;
    next?.();
  }

  /** True: it is tried for all. */
  function turn(signal: AbortSignal): Promise<boolean> {
    if (failures === 0 || isDue) {
      isDue = false;
      return Promise.resolve(failures > 0);
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener("abort", leave);
        resolve(failures > 0);
      };
      const leave = (): void => {
        const place = waiting.indexOf(go);
        if (place >= 0) waiting.splice(place, 1);
        reject(signal.reason);
      };
      waiting.push(go);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  return {
    async attempt(go, signal) {
      signal.throwIfAborted();
      const isForAll = await turn(signal);
      try {
        return await go(up);
      } catch (error) {
        const most = longest(error);
        if (most !== undefined) down(most);
        throw error;
      } finally {
        // Who tried for all is gone, and nothing is known: somebody else must.
        if (isForAll && failures > 0 && forget === undefined && !isStopped) release();
      }
    },
    count: () => count,
    hurry() {
      if (failures > 0 && forget !== undefined) release();
    },
    stop() {
      isStopped = true;
      forget?.();
      forget = undefined;
    },
  };
}
