import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** Decides when the next picture of a screen is drawn. */
export interface ScreenPacing {
  readonly now: () => void;
  /** Draws now, or when the pause after the last picture is over. */
  readonly soon: () => void;
  /** Draws after a delay. It replaces the time that was planned before. */
  readonly after: (delayMs: number) => void;
  readonly stop: () => void;
}

/**
 * Creates the pacing of a screen.
 * @param pauseMs the fewest milliseconds between two pictures
 * @param draw draws a picture; `nowMs` is the time on the clock
 */
export function paceDrawing(clock: WatchClock, pauseMs: number, draw: (nowMs: number) => void): ScreenPacing {
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let cancelDrawing = (): void => {};

  function now(): void {
    cancelDrawing();
    drawnAtMs = clock.now();
    draw(drawnAtMs);
  }

  function after(delayMs: number): void {
    cancelDrawing();
    cancelDrawing = clock.after(delayMs, now);
  }

  return {
    now,
    soon() {
      const waitMs = drawnAtMs + pauseMs - clock.now();
      const wasClockSetBack = waitMs > pauseMs;
      if (waitMs > 0 && !wasClockSetBack) after(waitMs);
      else now();
    },
    after,
    stop: () => cancelDrawing(),
  };
}
