import { type Event, EventEmitter } from "vscode";
import type { Report } from "../../shared/model/report.ts";
import { newestStartOf, tickPeriod } from "../../shared/render/editor/tick-period.ts";
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

const cached = new WeakMap<object, AgeTicker>();

/** Returns the timer of this session. */
export function getAgeTicker(session: object): AgeTicker {
  const ticking = cached.get(session) ?? makeTicking();
  cached.set(session, ticking);
  return ticking;
}

function makeTicking(): AgeTicker {
  const ticked = new EventEmitter<void>();
  const needing = new Set<object>();
  let moments = new WeakMap<Report, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the newest shown state began, in seconds since 1970. */
  let newestStart = 0;
  const starts = new WeakMap<Report, number>();
  let period = tickPeriod(0, Number.POSITIVE_INFINITY);

  function tick(): void {
    moments = new WeakMap();
    newestStart = 0;
    ticked.fire();
    wait();
  }

  function wait(): void {
    timer = setTimeout(tick, period);
  }

  /** Notes how young the ages of a Report are, and ticks sooner where one has seconds. */
  function note(report: Report, now: number): void {
    const start = starts.get(report) ?? newestStartOf(report);
    starts.set(report, start);
    newestStart = Math.max(newestStart, start);
    const next = tickPeriod(newestStart, now);
    if (next === period) return;
    period = next;
    if (timer === undefined) return;
    clearTimeout(timer);
    wait();
  }

  return {
    onTick: ticked.event,
    need(who, isNeeded) {
      if (isNeeded) needing.add(who);
      else needing.delete(who);
      if (needing.size > 0 && timer === undefined) wait();
      if (needing.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
    at(state) {
      const report = state.report ?? state.named;
      if (report === undefined) return state;
      const [now, before] = [state.now(), moments.get(report)];
      note(report, now);
      // While no surface shows an age, nothing ticks.
      const isFresh = before !== undefined && Math.abs(now - before) < period / 1000;
      if (!isFresh) moments.set(report, now);
      return { ...state, now: () => (isFresh ? before : now) };
    },
  };
}
