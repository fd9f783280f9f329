import type { WatchClock } from "../../shared/io/watch/clock.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";

/** The state of a link as it is reported. A loss that recovers within two seconds is not reported. */
export interface SteadyLink {
  readonly now: () => LinkStatus;
  /** Sets the newest state of the link. */
  readonly put: (link: LinkStatus) => void;
  readonly stop: () => void;
}

const reportLossAfterMs = 2000;

/** A steady link over `clock`. `changed` is called when the reported state changes. */
export function steadyLink(clock: WatchClock, first: LinkStatus, changed: () => void): SteadyLink {
  let newest = first;
  let published = first;
  let forget: (() => void) | undefined;

  function publish(): void {
    forget?.();
    forget = undefined;
    const isNews = published.state !== newest.state;
    published = newest;
    if (isNews) changed();
  }

  return {
    now: () => published,
    put(link) {
      newest = link;
      if (link.state === "live" || published.state !== "live") publish();
      else forget ??= clock.after(reportLossAfterMs, publish);
    },
    stop: () => forget?.(),
  };
}
