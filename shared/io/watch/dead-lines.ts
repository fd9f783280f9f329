import type { WatchClock } from "./clock.ts";
import type { FollowedQueries } from "./followed-queries.ts";
import { watchForSilence } from "./silence-timer.ts";
import type { WatchTools } from "./watch-tools.ts";

/**
 * Reconnects and refreshes all followed queries after the machine slept, and when the server falls silent. Returns a
 * function that ends this.
 */
export function renewDeadLines(tools: WatchTools, followed: FollowedQueries): () => void {
  const { clock, connection, outage } = tools;
  const refreshOld = (cause: string): void => {
    for (const reflector of followed.all()) reflector.refresh(cause, true);
  };
  const forgetSleep = watchForSleep(clock, () => {
    connection.renew();
    outage.hurry();
    refreshOld("this machine was suspended");
  });
  const isWatching = (): boolean => followed.all().some((reflector) => reflector.link().state === "live");
  const forgetSilence = watchForSilence(tools, isWatching, (cause) => {
    connection.renew();
    refreshOld(cause);
  });
  return () => {
    forgetSleep();
    forgetSilence();
  };
}

/**
 * Calls `woke` when a timer fires much later than planned: the machine slept, or its clock was set. Connections are
 * then dead without notice. Returns a function that ends the checks.
 */
function watchForSleep(clock: WatchClock, woke: () => void): () => void {
  let forget = next();

  function next(): () => void {
    const due = clock.now() + every;
    return clock.after(every, () => {
      forget = next();
      if (clock.now() - due > every) woke();
    });
  }

  return () => forget();
}

/** Milliseconds between two checks of the clock, and how late a check may be. */
const every = 30_000;
