import { isSecret } from "../../../model/kind.ts";
import type { Query } from "../../../model/snapshot.ts";
import type { PositionedReading } from "../../reader/reader.ts";
import { pauseFor, type WatchClock } from "../clock.ts";
import { noResponseError, withDeadConnectionCheck } from "../dead-line-check.ts";
import type { WatchTools } from "../watch-tools.ts";
import { asList, toReadingOf } from "./get-as-list.ts";
import type { ListWatchEffect, ListWatchEvent, ListWatchMoment, ListWatchRequest } from "./list-watch-state.ts";
import { initialListWatchState, nextListWatchState } from "./list-watch-transitions.ts";
import { createReflectorState, type ReflectorState, type ReplacedObject } from "./reflector-state.ts";
import { lostStep, type ReflectorStep } from "./reflector-step.ts";
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
        reflectorState.doubted(effect.state, effect, effect.since);
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

/** Lists all objects of `query` once and passes them to `reflectorState`. @throws ConnectionError; the reason of `signal`. */
async function listOnce(
  query: Query,
  tools: WatchTools,
  reflectorState: ReflectorState,
  signal: AbortSignal,
): Promise<ReflectorStep> {
  return tools.outage.attempt(async (up) => {
    const limit = new AbortController();
    const forget = withDeadConnectionCheck(tools, reflectorState, longest, () => limit.abort());
    try {
      const step = await read(query, tools, reflectorState, AbortSignal.any([signal, limit.signal]));
      up();
      return step;
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) throw noResponseError(tools.connection.server, longest);
      throw error;
    } finally {
      forget();
    }
  }, signal);
}

async function read(
  query: Query,
  { reader }: WatchTools,
  reflectorState: ReflectorState,
  signal: AbortSignal,
): Promise<ReflectorStep> {
  // A Secret is never watched, and by its name never listed. Without a place it is requested again now and then.
  if (isSecret(query) && query.verb === "get") return stepOfGet(await reader.readPlaced(query, signal), reflectorState);
  const placed = await reader.readPlaced(asList(query), signal);
  const { reading } = placed;
  const place = isSecret(query) ? undefined : placed.place;
  signal.throwIfAborted();
  if (reading.outcome === "found") {
    reflectorState.listed(reading.objects, reading.warning);
    return { is: "listed", ...(place !== undefined && { place }) };
  }
  // A user may have permission to get an object by its name but not to list. The object is then requested now and then.
  if (reading.outcome === "forbidden" && query.verb === "get")
    return stepOfGet(await reader.readPlaced(query, signal), reflectorState);
  return stepOf({ ...placed, reading: toReadingOf(reading, query) });
}

function stepOf({ reading, seconds }: PositionedReading): ReflectorStep {
  if (reading.outcome === "forbidden" || reading.outcome === "noSuchKind") return { is: "refused", reading };
  const cause = "cause" in reading ? reading.cause : "";
  return { is: "busy", cause, reading, ...(seconds !== undefined && { seconds }) };
}

function stepOfGet(placed: PositionedReading, reflectorState: ReflectorState): ReflectorStep {
  const { reading } = placed;
  if (reading.outcome !== "found" && reading.outcome !== "absent") return stepOf(placed);
  reflectorState.listed(reading.outcome === "found" ? reading.objects : []);
  return { is: "listed" };
}

/** Milliseconds that a list may take. */
const longest = 120_000;

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
