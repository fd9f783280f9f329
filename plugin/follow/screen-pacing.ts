import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** Decides when the next picture of a screen is drawn. */
export interface ScreenPacing {
  readonly now: () => void;
  /** Draws at once, but not sooner after the last picture than the pause. */
  readonly soon: () => void;
  /** Draws after a delay, which replaces the planned time. */
  readonly after: (milliseconds: number) => void;
  readonly stop: () => void;
}

/** The pacing of `draw`, which gets the time on the clock. `pause`: milliseconds between two pictures. */
export function paceDrawing(clock: WatchClock, pause: number, draw: (at: number) => void): ScreenPacing {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let forget = (): void => {};

  function now(): void {
    forget();
    drawnAt = clock.now();
    draw(drawnAt);
  }

  function after(milliseconds: number): void {
    forget();
    forget = clock.after(milliseconds, now);
  }

  return {
    now,
    soon() {
      const wait = drawnAt + pause - clock.now();
      // After the clock was set back, drawing must go on.
      if (wait > 0 && wait <= pause) after(wait);
      else now();
    },
    after,
    stop: () => forget(),
  };
}
