import type { Clock } from "../shared/io/watch/clock.ts";
import type { Link } from "../shared/io/watch/link.ts";

/** A link as it is told: what mends itself within two seconds is no news. */
export interface SteadyLink {
  readonly now: () => Link;
  /** It stands otherwise. */
  readonly put: (link: Link) => void;
  readonly stop: () => void;
}

const patience = 2000;

/** `changed` is called when it is told otherwise than before. */
export function steadyLink(clock: Clock, first: Link, changed: () => void): SteadyLink {
  let newest = first;
  let told = first;
  let forget: (() => void) | undefined;

  function say(): void {
    forget?.();
    forget = undefined;
    const isNews = told.state !== newest.state;
    told = newest;
    if (isNews) changed();
  }

  return {
    now: () => told,
    put(link) {
      newest = link;
      if (link.state === "live" || told.state !== "live") say();
      else forget ??= clock.after(patience, say);
    },
    stop: () => forget?.(),
  };
}
