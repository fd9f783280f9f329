import { type Event, EventEmitter } from "vscode";
import type { Report } from "../../shared/model/report.ts";
import type { PlaceState } from "../places/place-state.ts";

/** One timer for all visible ages. It runs only while a surface shows an age. */
export interface AgeTicker {
  readonly onTick: Event<void>;
  /** Sets whether `who` shows an age now. A surface passes false when it is disposed of. */
  need(who: object, isNeeded: boolean): void;
  /**
   * Returns `shown` with a clock that stands still until the next tick or Report. All surfaces therefore show the same
   * ages.
   */
  at(state: PlaceState): PlaceState;
}

/** Milliseconds between two ticks. An age shows minutes and hours, and seconds only in the first two minutes. */
const period = 30_000;

const cached = new WeakMap<object, AgeTicker>();

/** Returns the timer of this session. */
export function ageTickerOf(session: object): AgeTicker {
  const ticking = cached.get(session) ?? makeTicking();
  cached.set(session, ticking);
  return ticking;
}

function makeTicking(): AgeTicker {
  const ticked = new EventEmitter<void>();
  const needing = new Set<object>();
  let moments = new WeakMap<Report, number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    moments = new WeakMap();
    ticked.fire();
  }

  return {
    onTick: ticked.event,
    need(who, isNeeded) {
      if (isNeeded) needing.add(who);
      else needing.delete(who);
      if (needing.size > 0) timer ??= setInterval(tick, period);
      else {
        clearInterval(timer);
        timer = undefined;
      }
    },
    at(state) {
      const report = state.report ?? state.named;
      if (report === undefined) return state;
      const [now, before] = [state.now(), moments.get(report)];
      // While no surface shows an age, nothing ticks.
      const isFresh = before !== undefined && Math.abs(now - before) < period / 1000;
      if (!isFresh) moments.set(report, now);
      return { ...state, now: () => (isFresh ? before : now) };
    },
  };
}
