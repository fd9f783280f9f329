import { setTimeout as sleep } from "node:timers/promises";
import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** The machine's clock, of which minutes can be skipped: whatever waits for them is called in its turn. */
interface SkippingClock extends WatchClock {
  /** Lets time pass in a small part of it. It stands still while `isAsking` says that a request is open. */
  skip(milliseconds: number, isAsking?: () => boolean): Promise<void>;
}

/** Less than a machine sleeps, and long enough for what was called to send its requests. */
const step = { milliseconds: 5_000, takes: 10 };

/** The most milliseconds that time stands still for open requests. */
const standstill = 60_000;

/** What waits for less than this waits as long as the machine does, however slow the clock is. */
const shortest = 1_000;

/**
 * @param slowness how many seconds of the machine one of its seconds takes. A slow one lets a busy machine be late, and
 * passes by `skip` alone, as far as the test is concerned.
 */
export function skippingClock(slowness = 1): SkippingClock {
  const waiting = new Set<{ readonly at: number; readonly call: () => void; timer: NodeJS.Timeout }>();
  const begun = Date.now();
  let skipped = 0;
  const now = (): number => begun + Math.floor((Date.now() - begun) / slowness) + skipped;
  const toMachineTime = (milliseconds: number): number => milliseconds * (milliseconds < shortest ? 1 : slowness);

  function callAfter(milliseconds: number, call: () => void): () => void {
    const one = {
      at: now() + milliseconds,
      call() {
        forget();
        call();
      },
      timer: setTimeout(() => one.call(), toMachineTime(milliseconds)),
    };
    const forget = (): void => {
      clearTimeout(one.timer);
      waiting.delete(one);
    };
    waiting.add(one);
    return forget;
  }

  async function skip(milliseconds: number, isAsking = () => false): Promise<void> {
    for (let left = milliseconds; left > 0; left -= step.milliseconds) {
      skipped += Math.min(left, step.milliseconds);
      for (const one of [...waiting].sort((a, b) => a.at - b.at)) {
        if (one.at <= now() && waiting.has(one)) one.call();
        clearTimeout(one.timer);
        if (waiting.has(one)) one.timer = setTimeout(() => one.call(), toMachineTime(Math.max(0, one.at - now())));
      }
      const end = Date.now() + standstill;
      do await sleep(step.takes);
      while (isAsking() && Date.now() < end);
    }
  }

  return { now, after: callAfter, skip };
}
