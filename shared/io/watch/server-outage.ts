import type { WatchClock } from "./clock.ts";
import { backoffPause } from "./reflector/retry-pauses.ts";

/** Lets requests to one server pass. While the server is down, one request tries and the others wait for it. */
export interface OutageGate {
  /**
   * Runs `go` at once, or, while the server is down, when it is its turn. `go` calls `up` as soon as the server
   * responds.
   * @throws the reason of `signal`; what `go` throws, which counts as an outage where `maxPauseMs` returns a pause.
   */
  attempt<T>(go: (up: () => void) => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * How many times the server was down, the current outage included. Failures without a response in between count once.
   */
  count(): number;
  /** Lets the next request try at once, since the server may be up again. */
  hurry(): void;
  /** Cancels the timer and starts no other. */
  stop(): void;
}

/** What an outage is created from. */
interface OutageTools {
  readonly clock: WatchClock;
  readonly random: () => number;
  /** The longest pause after `error` in milliseconds. Undefined where the error says nothing about the server. */
  readonly maxPauseMs: (error: unknown) => number | undefined;
}

/** Creates an outage without a failure so far. */
export function createOutageGate({ clock, random, maxPauseMs }: OutageTools): OutageGate {
  let failures = 0;
  let count = 0;
  let forget: (() => void) | undefined;
  /** The pause is over, and no request was waiting to try. */
  let isDue = false;
  let isStopped = false;
  const waiting = waitingLine();

  function up(): void {
    failures = 0;
    isDue = false;
    forget?.();
    forget = undefined;
    waiting.releaseAll();
  }

  /** Starts the pause before the next try. Where many requests fail together, the first one sets it. */
  function down(longestPauseMs: number): void {
    if (forget !== undefined || isStopped) return;
    if (failures === 0) count += 1;
    failures += 1;
    forget = clock.after(backoffPause(failures, longestPauseMs, random), release);
  }

  function release(): void {
    forget?.();
    forget = undefined;
    isDue = !waiting.releaseFirst();
  }

  /** Waits until the request may be sent. Returns true where it tries for all others too. */
  async function takeTurn(signal: AbortSignal): Promise<boolean> {
    if (failures > 0 && !isDue) await waiting.wait(signal);
    else isDue = false;
    return failures > 0;
  }

  return {
    async attempt(go, signal) {
      signal.throwIfAborted();
      const isForAll = await takeTurn(signal);
      try {
        return await go(up);
      } catch (error) {
        const pauseMs = maxPauseMs(error);
        if (pauseMs !== undefined) down(pauseMs);
        throw error;
      } finally {
        // The request that tried for all has ended without a result, so another one must try.
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

/** The requests that wait for their turn, in the order in which they came. */
interface WaitingLine {
  /** Resolves when the request is released. @throws the reason of `signal`, which ends the wait. */
  wait(signal: AbortSignal): Promise<void>;
  /** Returns false where no request waits. */
  releaseFirst(): boolean;
  releaseAll(): void;
}

function waitingLine(): WaitingLine {
  const waiting: (() => void)[] = [];
  return {
    wait: (signal) =>
      new Promise((resolve, reject) => {
        const release = (): void => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        const leave = (): void => {
          const place = waiting.indexOf(release);
          if (place >= 0) waiting.splice(place, 1);
          reject(signal.reason);
        };
        waiting.push(release);
        signal.addEventListener("abort", leave, { once: true });
      }),
    releaseFirst() {
      const next = waiting.shift();
      next?.();
      return next !== undefined;
    },
    releaseAll() {
      for (const release of waiting.splice(0)) release();
    },
  };
}
