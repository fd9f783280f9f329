import type { WatchClock } from "./clock.ts";
import type { ObservationEffect } from "./observation-transitions.ts";

/** Carries out what the transitions of an observation ask for. */
export interface ObservationTimers {
  carryOut(effect: ObservationEffect): void;
  /** Nothing is called any more. */
  stop(): void;
}

/** Calls `deliver` where a snapshot is due, at once or later, and `endPatience` where its time is over. */
export function observationTimers(clock: WatchClock, deliver: () => void, endPatience: () => void): ObservationTimers {
  let isStopped = false;
  let stopDelivery: (() => void) | undefined;
  let stopPatience: (() => void) | undefined;

  function deliverNow(): void {
    if (!isStopped) deliver();
  }

  return {
    carryOut(effect) {
      if (isStopped) return;
      if (effect.do === "reportSoon" || effect.do === "reportLater") stopDelivery?.();
      if (effect.do === "reportSoon") queueMicrotask(deliverNow);
      else if (effect.do === "reportLater") stopDelivery = clock.after(effect.milliseconds, deliverNow);
      else if (effect.do === "stopPatience") stopPatience?.();
      else stopPatience = clock.after(effect.milliseconds, endPatience);
    },
    stop() {
      isStopped = true;
      stopDelivery?.();
      stopPatience?.();
    },
  };
}
