import type { WatchClock } from "../../shared/io/watch/clock.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";

/** Milliseconds after which the loss of a link is reported. A loss that recovers sooner is not reported. */
const lossDelayMs = 2_000;

/** The state of a link without its short losses. */
export interface SteadyLink {
  /** Returns the reported state. */
  readonly now: () => LinkStatus;
  /** Sets the newest state of the link. */
  readonly put: (link: LinkStatus) => void;
  readonly stop: () => void;
}

/** Creates a steady link. `changed` is called when the reported state changes. */
export function steadyLink(clock: WatchClock, first: LinkStatus, changed: () => void): SteadyLink {
  let newest = first;
  let reported = first;
  let cancelReport: (() => void) | undefined;

  function report(): void {
    cancelReport?.();
    cancelReport = undefined;
    const isOtherState = reported.state !== newest.state;
    reported = newest;
    if (isOtherState) changed();
  }

  return {
    now: () => reported,
    put(link) {
      newest = link;
      const isLoss = reported.state === "live" && link.state !== "live";
      if (isLoss) cancelReport ??= clock.after(lossDelayMs, report);
      else report();
    },
    stop: () => cancelReport?.(),
  };
}
