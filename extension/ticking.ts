import { type Event, EventEmitter } from "vscode";
import type { Report } from "../shared/model/report.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";

/** One timer for all ages that somebody can see; none while there is nothing to see. */
export interface Ticking {
  readonly onTick: Event<void>;
  /** Whether `who` shows an age to somebody now; whoever goes says no. */
  need(who: object, isNeeded: boolean): void;
  /** With a clock that stands still until the next tick or Report, so that all tell the same ages whenever each is drawn. */
  at(shown: Shown): Shown;
}

/** An age is told in minutes and hours, of the first two minutes in seconds. */
const period = 30_000;

const kept = new WeakMap<Session, Ticking>();

/** The one of this session. */
export function tickingOf(session: Session): Ticking {
  const ticking = kept.get(session) ?? makeTicking();
  kept.set(session, ticking);
  return ticking;
}

function makeTicking(): Ticking {
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
    at(shown) {
      const report = shown.report ?? shown.named;
      if (report === undefined) return shown;
      const [now, before] = [shown.now(), moments.get(report)];
      // While nobody sees anything nothing ticks.
      const isFresh = before !== undefined && Math.abs(now - before) < period / 1000;
      if (!isFresh) moments.set(report, now);
      return { ...shown, now: () => (isFresh ? before : now) };
    },
  };
}
