import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/** The timers of what is tested, by the word of the test; those of Node itself, of sockets and of programs go on. */
export interface DrivenTimers {
  /** So much time goes by at once. */
  pass(milliseconds: number): void;
  /** Waits until the condition is true. Unlike vitest's `expect.poll`, it does not advance the clock. */
  until(isSo: () => boolean): Promise<void>;
}

/** Until the test ends `setTimeout` and `performance.now` stand still but for `pass`. */
export function driveTimers(): DrivenTimers {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    pass(milliseconds) {
      vi.advanceTimersByTime(milliseconds);
    },
    async until(isSo) {
      while (!isSo()) await pause(1);
    },
  };
}
