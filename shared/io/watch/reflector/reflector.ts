import type { Query } from "../../../model/snapshot.ts";
import { pauseFor, type WatchClock } from "../clock.ts";
import type { WatchTools } from "../watch-tools.ts";
import { listOnce } from "./list-once.ts";
import type { ListWatchEffect, ListWatchEvent, ListWatchMoment, ListWatchRequest } from "./list-watch-state.ts";
import { initialListWatchState, nextListWatchState } from "./list-watch-transitions.ts";
import { createReflectorState, type ReflectorState, type ReplacedObject } from "./reflector-state.ts";
import { lostStep } from "./reflector-step.ts";
import { watchOnce } from "./watch-once.ts";

/** Follows one query. */
export interface QueryReflector extends Pick<ReflectorState, "reading" | "link"> {
  /**
   * Requests the query again now, whatever request or pause is under way. What is shown may be out of date because of
   * `cause`. With `isOld` that counts from when the server last sent something for the query.
   */
  refresh(cause: string, isOld?: boolean): void;
  /** Requests a refused query again at once, and a few times soon after. The refusal may have ended. */
  hurry(): void;
  /** Stops the reflector: `onChange` is not called any more. */
  stop(): void;
}

/**
 * Carries out what list-watch-transitions.ts decides: lists, then watches from there, until it is stopped. `onChange` is
 * called after each change. `failed` gets errors that no server caused.
 */
export function startReflector(
  query: Query,
  shared: WatchTools,
  onChange: (replaced?: ReplacedObject) => void,
  failed: (bug: unknown) => void,
): QueryReflector {
  const { clock, random, abilities, connection, outage } = shared;
  const end = new AbortController();
  const reflectorState = createReflectorState(query, clock.now, (replaced) => {
    if (!end.signal.aborted) onChange(replaced);
  });
  const following = { query, reflectorState, tools: withAttemptNotice(shared, () => take({ is: "sent" })), take };
  let state = initialListWatchState(moment());
  let attempt = new AbortController();

  function moment(): ListWatchMoment {
    const { streamsLists, watchesDefinitions } = abilities;
    return {
      now: clock.now(),
      random,
      server: connection.server,
      outages: outage.count(),
      streamsLists,
      watchesDefinitions,
    };
  }

  function take(event: ListWatchEvent): void {
    const next = nextListWatchState(state, event, moment());
    state = next.state;
    for (const effect of next.effects) carryOut(effect);
  }

  function carryOut(effect: ListWatchEffect): void {
    switch (effect.do) {
      case "request":
        void run((signal) => send(effect.request, following, signal));
        return;
      case "pause":
        void run((signal) => rest(clock, effect.milliseconds, signal));
        return;
      case "interrupt":
        attempt.abort();
        return;
      case "doubt":
        reflectorState.doubted(effect.state, effect.cause, effect.since);
        return;
      case "show":
        if (effect.isFirst !== true || reflectorState.reading() === undefined)
          reflectorState.answered(effect.reading, effect.state);
    }
  }

  /** Runs the request or pause that leads to the next event. */
  async function run(work: (signal: AbortSignal) => Promise<ListWatchEvent>): Promise<void> {
    if (end.signal.aborted) return;
    const own = new AbortController();
    attempt = own;
    try {
      const event = await work(own.signal).catch(eventIfInterrupted(own.signal));
      if (!end.signal.aborted) take(event);
    } catch (bug) {
      if (!end.signal.aborted) failed(bug);
    }
  }

  take({ is: "started" });
  return {
    reading: reflectorState.reading,
    link: reflectorState.link,
    refresh: (cause, isOld) =>
      take({ is: "refreshed", cause, ...(isOld === true && { heardAt: reflectorState.heardAt() }) }),
    hurry: () => take({ is: "hurried" }),
    stop() {
      end.abort();
      attempt.abort();
    },
  };
}

/** Turns the error of what was interrupted into its event. @throws any other error. */
function eventIfInterrupted(signal: AbortSignal): (error: unknown) => ListWatchEvent {
  return (error) => {
    if (!signal.aborted) throw error;
    return { is: "interrupted" };
  };
}

/** What a request is sent with. `take` gets the events that report its progress. */
interface Requesting {
  readonly query: Query;
  readonly reflectorState: ReflectorState;
  readonly tools: WatchTools;
  readonly take: (event: ListWatchEvent) => void;
}

async function send(
  request: ListWatchRequest,
  { query, reflectorState, tools, take }: Requesting,
  signal: AbortSignal,
): Promise<ListWatchEvent> {
  const begun = (): void => take({ is: "begun" });
  const reached = (resourceVersion: string): void => take({ is: "reached", resourceVersion });
  const step =
    request.is === "list"
      ? listOnce(query, tools, reflectorState, signal)
      : watchOnce({ query, place: request.place, anew: request.isAnew, reflectorState, signal, begun, reached }, tools);
  return { is: "ended", step: await step.catch(lostStep) };
}

async function rest(clock: WatchClock, milliseconds: number, signal: AbortSignal): Promise<ListWatchEvent> {
  await pauseFor(clock, milliseconds, signal);
  return { is: "rested" };
}

/** The same tools, except that `attempted` is called when a request has its turn to be sent. */
function withAttemptNotice(tools: WatchTools, attempted: () => void): WatchTools {
  const { outage } = tools;
  const attempt: WatchTools["outage"]["attempt"] = (go, signal) =>
    outage.attempt((up) => {
      attempted();
      return go(up);
    }, signal);
  return { ...tools, outage: { ...outage, attempt } };
}
