import { type Event, EventEmitter } from "vscode";
import type { Session } from "./session.ts";

/** One timer for all ages that somebody can see; none while there is nothing to see. */
export interface Ticking {
  readonly onTick: Event<void>;
  /** Whether `who` shows an age to somebody now; whoever goes says no. */
  need(who: object, isNeeded: boolean): void;
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
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    onTick: ticked.event,
    need(who, isNeeded) {
      if (isNeeded) needing.add(who);
      else needing.delete(who);
      if (needing.size > 0) timer ??= setInterval(() => ticked.fire(), period);
      else {
        clearInterval(timer);
        timer = undefined;
      }
    },
  };
}
