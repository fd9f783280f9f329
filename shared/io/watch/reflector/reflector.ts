import { definedFields } from "../../../model/defined-fields.ts";
import { isSecret } from "../../../model/kind.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import { isInputLimit } from "../../../parse/input-budget.ts";
import { parseJson } from "../../../parse/json-value.ts";
import { readQueryResult, resultCause } from "../../connection/query-result.ts";
import type { ServerResponse } from "../../connection/server-response.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { ListPosition, PositionedReading } from "../../reader/reader.ts";
import { pauseFor, type WatchClock } from "../clock.ts";
import { noResponseError, withDeadConnectionCheck } from "../dead-connections.ts";
import { isAhead, type StreamEnd, type StreamedEvent, watchStream } from "../watch-stream.ts";
import type { WatchTools } from "../watch-tools.ts";
import {
  initialListWatchState,
  type ListWatchEffect,
  type ListWatchEvent,
  type ListWatchMoment,
  type ListWatchRequest,
  nextListWatchState,
} from "./list-watch.ts";
import { createListWeight } from "./list-weight.ts";
import {
  createReflectorState,
  keptList,
  type ReflectorState,
  type ReplacedObject,
  toListQuery,
  toReadingOf,
} from "./reflector-state.ts";
import { lostStep, type ReflectorStep } from "./reflector-step.ts";

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
 * Carries out what list-watch.ts decides: lists, then watches from there, until it is stopped. `onChange` is
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
  const weight = createListWeight(toListQuery(query), connection.server, shared.budget);
  const reflectorState = createReflectorState(query, weight, clock.now, (replaced) => {
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
          reflectorState.replaced(effect.reading, effect.state);
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
      take({ is: "refreshed", cause, ...(isOld === true && { lastResponseAtMs: reflectorState.lastResponseAtMs() }) }),
    hurry: () => take({ is: "hurried" }),
    stop() {
      end.abort();
      attempt.abort();
      weight.release();
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
interface RequestContext {
  readonly query: Query;
  readonly reflectorState: ReflectorState;
  readonly tools: WatchTools;
  readonly take: (event: ListWatchEvent) => void;
}

async function send(
  request: ListWatchRequest,
  { query, reflectorState, tools, take }: RequestContext,
  signal: AbortSignal,
): Promise<ListWatchEvent> {
  const begun = (): void => take({ is: "begun" });
  const reached = (resourceVersion: string): void => take({ is: "reached", resourceVersion });
  const step =
    request.is === "list"
      ? listOnce(query, tools, reflectorState, signal)
      : watchOnce(
          {
            query,
            place: request.place,
            sendsInitialEvents: request.sendsInitialEvents,
            reflectorState,
            signal,
            begun,
            reached,
          },
          tools,
        );
  return { is: "ended", step: await step.catch((error: unknown) => stepOfError(error, query)) };
}

/** The step for an error. Where there is too much to hold, nothing of it is shown as whole. @throws any other error. */
function stepOfError(error: unknown, query: Query): ReflectorStep {
  if (!isInputLimit(error)) return lostStep(error);
  return { is: "busy", cause: error.message, reading: { query, outcome: "unread", cause: error.message } };
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
    const forget = withDeadConnectionCheck(tools, reflectorState, maxListMs, () => limit.abort());
    try {
      const step = await listOrGet(query, tools, reflectorState, AbortSignal.any([signal, limit.signal]));
      up();
      return step;
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) throw noResponseError(tools.connection.server, maxListMs);
      throw error;
    } finally {
      forget();
    }
  }, signal);
}

async function listOrGet(
  query: Query,
  { reader }: WatchTools,
  reflectorState: ReflectorState,
  signal: AbortSignal,
): Promise<ReflectorStep> {
  // A Secret is never watched, and by its name never listed. Without a place it is requested again now and then.
  if (isSecret(query) && query.verb === "get") return stepOfGet(await reader.readPlaced(query, signal), reflectorState);
  reflectorState.listing();
  const placed = await reader.readPlaced(toListQuery(query), signal);
  const { reading, share } = placed;
  const place = isSecret(query) ? undefined : placed.place;
  if (signal.aborted) share?.release();
  signal.throwIfAborted();
  if (reading.outcome === "found") {
    reflectorState.listed(reading.objects, { warning: reading.warning, share });
    return { is: "listed", ...definedFields({ place }) };
  }
  // A user may have permission to get an object by its name but not to list. The object is then requested now and then.
  if (reading.outcome === "forbidden" && query.verb === "get")
    return stepOfGet(await reader.readPlaced(query, signal), reflectorState);
  return stepOf({ ...placed, reading: toReadingOf(reading, query) });
}

function stepOf({ reading, seconds }: PositionedReading): ReflectorStep {
  if (reading.outcome === "forbidden" || reading.outcome === "noSuchKind") return { is: "refused", reading };
  const cause = "cause" in reading ? reading.cause : "";
  return { is: "busy", cause, reading, ...definedFields({ seconds }) };
}

function stepOfGet(placed: PositionedReading, reflectorState: ReflectorState): ReflectorStep {
  const { reading } = placed;
  if (reading.outcome !== "found" && reading.outcome !== "absent") return stepOf(placed);
  reflectorState.listed(reading.outcome === "found" ? reading.objects : []);
  return { is: "listed" };
}

/** Milliseconds that a list may take. */
const maxListMs = 120_000;

async function rest(clock: WatchClock, milliseconds: number, signal: AbortSignal): Promise<ListWatchEvent> {
  await pauseFor(clock, milliseconds, signal);
  return { is: "rested" };
}

/** The same tools, except that `attempted` is called when a request has its turn to be sent. */
function withAttemptNotice(tools: WatchTools, attempted: () => void): WatchTools {
  const { outage } = tools;
  return {
    ...tools,
    outage: {
      attempt: (request, signal) =>
        outage.attempt((isUp) => {
          attempted();
          return request(isUp);
        }, signal),
      count: () => outage.count(),
      hurry: () => outage.hurry(),
      stop: () => outage.stop(),
    },
  };
}

/** What one request for changes continues from, and what it does with them. */
interface Watching {
  readonly query: Query;
  readonly place: ListPosition;
  /** All objects are requested first. What is shown changes only when all of them have arrived. */
  readonly sendsInitialEvents: boolean;
  readonly reflectorState: ReflectorState;
  readonly signal: AbortSignal;
  /** The server has begun to send changes. */
  readonly begun: () => void;
  /** The next request can continue from `resourceVersion`. */
  readonly reached: (resourceVersion: string) => void;
}

/** Milliseconds until the server must have begun to respond, and between two objects of a list that it streams. */
const maxWaitForDataMs = 60_000;
/**
 * Milliseconds after which the server counts as having sent all changes since the place. Nothing in a watch marks the
 * end of those. This applies after the ordinary end of a watch and after a mere cut. After silence or an outage all
 * objects are read.
 */
const catchingUpMs = 100;

/**
 * Takes in changes until the server ends the watch or something breaks. @throws ConnectionError; the reason of the
 * signal.
 */
async function watchOnce(watching: Watching, tools: WatchTools): Promise<ReflectorStep> {
  const end = await tools.outage.attempt(async (up) => {
    const stream = await takeStream(watching, tools, up);
    if (stream.is !== "notOk") return stream;
    if (stream.response.status === 401) throw loginLostError(tools.connection.server, stream.response);
    up();
    return stream;
  }, watching.signal);
  if (end.is === "error") return { is: "busy", cause: end.cause };
  if (end.is !== "notOk") return end;
  if (watching.sendsInitialEvents && isRefusal(end.response)) return withoutStreamedLists(tools);
  return stepOfRefusal(end.response, toListQuery(watching.query));
}

/** Takes in the events of one watch. Resolves to how it ended. */
async function takeStream(
  { query, place, sendsInitialEvents, reflectorState, signal, begun, reached }: Watching,
  tools: WatchTools,
  up: () => void,
): Promise<Exclude<StreamEnd, { readonly is: "over" }> | ReflectorStep> {
  const { clock, connection } = tools;
  const beginning = keptList();
  const beginningWeight = createListWeight(toListQuery(query), connection.server, tools.budget);
  if (sendsInitialEvents) reflectorState.listing();
  const giveUp = new AbortController();
  let isWhole = !sendsInitialEvents;
  let forget = withDeadConnectionCheck(tools, reflectorState, maxWaitForDataMs, () =>
    giveUp.abort(noResponseError(connection.server, maxWaitForDataMs)),
  );
  const setTimer = (delayMs: number, call: () => void): void => {
    forget();
    forget = clock.after(delayMs, call);
  };
  const giveUpList = (): void => giveUp.abort(notStreamed);

  function begin(what: "put" | "remove", object: KubeObject, line: string): void {
    const before = beginning.find(object);
    if (what === "put") beginning.put(beginningWeight.put(object, before, line, beginning.size()));
    else if (before !== undefined && beginning.remove(object)) beginningWeight.remove(before);
  }

  function takeEvent(event: StreamedEvent, line: string): void {
    const { is, resourceVersion } = event;
    if (isWhole) {
      if (is !== "bookmark") reflectorState.changed(is, event.object, line);
      else reflectorState.live();
    } else if (is !== "bookmark") {
      begin(is, event.object, line);
      setTimer(maxWaitForDataMs, giveUpList);
      return;
    } else if (event.isWhole) {
      isWhole = true;
      forget();
      reflectorState.listed(beginning.objects(), { share: beginningWeight.share() });
    } else {
      // The server ignored the request for all objects, and sends bookmarks as usual.
      giveUpList();
      return;
    }
    if (resourceVersion !== "") reached(resourceVersion);
  }

  try {
    const stream = {
      connection,
      clock,
      random: tools.random,
      signal: AbortSignal.any([signal, giveUp.signal]),
      event: takeEvent,
      begun() {
        up();
        begun();
        // The server first sends what happened since the place.
        if (isWhole) setTimer(catchingUpMs, reflectorState.live);
        else setTimer(maxWaitForDataMs, giveUpList);
      },
    };
    const end = await watchStream(toListQuery(query), place, stream, sendsInitialEvents);
    return !isWhole && end.is === "over" ? withoutStreamedLists(tools) : end;
  } catch (error) {
    if (signal.aborted || !giveUp.signal.aborted) throw error;
    if (giveUp.signal.reason === notStreamed) return withoutStreamedLists(tools);
    throw giveUp.signal.reason;
  } finally {
    if (!isWhole) beginningWeight.release();
    forget();
  }
}

const notStreamed = "notStreamed";

/** Notes that the server streams no lists (KEP-3157), and makes the next request a plain list. */
function withoutStreamedLists({ abilities }: WatchTools): ReflectorStep {
  abilities.streamsLists = false;
  return { is: "expired" };
}

function isRefusal({ status }: ServerResponse): boolean {
  return status === 400 || status === 422;
}

function stepOfRefusal(response: ServerResponse, requested: Query): ReflectorStep {
  const result = readQueryResult(response, requested);
  switch (result.is) {
    case "expired":
      return { is: "expired" };
    // A list shows what the server has in its place, or that it has nothing.
    case "unserved":
    case "absent":
      return { is: "moved" };
    case "forbidden":
      return { is: "unwatchable" };
    case "busy":
      return isAhead(parseJson(response.body)) ? { is: "expired" } : result;
    default:
      return { is: "busy", cause: "cause" in result ? result.cause : "the server did not start the watch" };
  }
}

function loginLostError(server: string, response: ServerResponse): ConnectionError {
  const message = resultCause(readQueryResult(response, { verb: "list" }));
  return new ConnectionError(`${server} no longer accepts the credentials of this context (401: ${message})`, {
    reason: "credentials",
    advice: "log in again",
    brief: `the server no longer accepts the credentials (401: ${message})`,
  });
}
