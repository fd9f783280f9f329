import { setTimeout as sleep } from "node:timers/promises";
import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** The machine's clock, with a method that skips minutes: timers that are due then are called in their order. */
interface SkippingClock extends WatchClock {
  /** Skips time in small steps. Between them it waits while `isWaiting` returns true, because a request is in progress. */
  skip(milliseconds: number, isWaiting?: () => boolean): Promise<void>;
}

/** One step of a skip. It is shorter than the time after which a machine counts as suspended. */
const stepMs = 5_000;

/** Real time between two steps, in which the code that was called can send its requests. */
const pauseBetweenStepsMs = 10;

/** The most real time for which a step waits for requests in progress. */
const maxWaitMs = 60_000;

/** Timers of less than this take as long as on the machine, however slow the clock is. */
const minSlowedMs = 1_000;

/** Something that is called at a time of the clock. */
interface Timer {
  readonly dueAtMs: number;
  readonly call: () => void;
  machineTimer: NodeJS.Timeout;
}

/**
 * Creates a clock.
 * @param slowness How many seconds of the machine one second of the clock takes. With a large number, time passes almost
 * only by `skip`, so that a busy machine may be late.
 */
export function skippingClock(slowness = 1): SkippingClock {
  const timers = new Set<Timer>();
  const startedAtMs = Date.now();
  let skippedMs = 0;
  const now = (): number => startedAtMs + Math.floor((Date.now() - startedAtMs) / slowness) + skippedMs;
  const toMachineTime = (milliseconds: number): number =>
    milliseconds < minSlowedMs ? milliseconds : milliseconds * slowness;

  function after(milliseconds: number, call: () => void): () => void {
    const cancel = (): void => {
      clearTimeout(timer.machineTimer);
      timers.delete(timer);
    };
    const callOnce = (): void => {
      cancel();
      call();
    };
    const machineTimer = setTimeout(callOnce, toMachineTime(milliseconds));
    const timer: Timer = { dueAtMs: now() + milliseconds, call: callOnce, machineTimer };
    timers.add(timer);
    return cancel;
  }

  function callDueTimers(): void {
    for (const timer of [...timers].sort((a, b) => a.dueAtMs - b.dueAtMs)) {
      if (timer.dueAtMs <= now() && timers.has(timer)) timer.call();
      clearTimeout(timer.machineTimer);
      if (timers.has(timer)) {
        const remainingMs = Math.max(0, timer.dueAtMs - now());
        timer.machineTimer = setTimeout(timer.call, toMachineTime(remainingMs));
      }
    }
  }

  async function skip(milliseconds: number, isWaiting = () => false): Promise<void> {
    for (let remainingMs = milliseconds; remainingMs > 0; remainingMs -= stepMs) {
      skippedMs += Math.min(remainingMs, stepMs);
      callDueTimers();
      const waitUntilMs = Date.now() + maxWaitMs;
      do await sleep(pauseBetweenStepsMs);
      while (isWaiting() && Date.now() < waitUntilMs);
    }
  }

  return { now, after, skip };
}
