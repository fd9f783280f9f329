import { definedFields } from "../../../model/defined-fields.ts";
import type { Reading } from "../../../model/snapshot.ts";
import type { ListPosition } from "../../reader/reader.ts";
import type { ReflectorState } from "./reflector-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";
import {
  betweenListsMs,
  hasWorked,
  isWatchDue,
  missingKindMs,
  pauseAfterFailures,
  pauseAfterRefusal,
  pauseOfBusyServer,
  quickRetries,
  remainingPause,
  spreadPause,
} from "./retry-pauses.ts";

/** This many failures of watches in a row are retried from the same place. After that all objects are listed. */
const attemptsFromPlace = 3;

/** One request of a reflector. */
export type ListWatchRequest =
  | { readonly is: "list" }
  /** The changes since `place`. With `sendsInitialEvents` the server sends all objects first. */
  | { readonly is: "watch"; readonly place: ListPosition; readonly sendsInitialEvents: boolean };

/** A list of all objects. */
const listRequest: ListWatchRequest = { is: "list" };

/** What a reflector does now. */
type ListWatchPhase =
  | {
      readonly is: "requesting";
      readonly what: ListWatchRequest["is"];
      /** When the server accepted the watch. Absent for a list, and before that. */
      readonly begunAt?: number;
      /** Whether the result is requested again as soon as it arrives. */
      readonly isOutdated?: true;
    }
  | { readonly is: "pausing" }
  /** A pause after an interruption. No other interruption ends it. */
  | { readonly is: "recovering" };

/** What a reflector does, and what it remembers for the next request. All times are milliseconds since 1970. */
export interface ListWatchState {
  readonly phase: ListWatchPhase;
  /** What is requested now, or after the pause. */
  readonly request: ListWatchRequest;
  /** The server that the place of `request` belongs to. The kubeconfig may lead to another server later. */
  readonly server: string;
  /** How many outages there were before the last request. */
  readonly outages: number;
  /** When the last request was sent. */
  readonly requestedAt: number;
  /** Failures in a row, of lists and of watches. */
  readonly failures: { readonly list: number; readonly watch: number };
  /** Changes may have been missed since a request broke off. */
  readonly isDoubtful: boolean;
  /** The request before this one was a list, and it succeeded. */
  readonly wasListed: boolean;
  /** Since when the server has refused each request. */
  readonly refusedSince?: number | undefined;
  /** How many of the next refused requests are repeated soon, because the refusal may have ended. */
  readonly quickRetriesLeft: number;
  /** When the server refused to watch objects that may be read. */
  readonly unwatchableSince?: number;
}

/** What happens to a reflector. */
export type ListWatchEvent =
  | { readonly is: "started" | "rested" }
  /** The request was sent, perhaps after it waited for the end of an outage. */
  | { readonly is: "sent" }
  /** The server accepted the watch. */
  | { readonly is: "begun" }
  /** The next watch can continue from `resourceVersion`. */
  | { readonly is: "reached"; readonly resourceVersion: string }
  | { readonly is: "ended"; readonly step: ReflectorStep }
  /** The request or pause was aborted because of an `interrupt`. */
  | { readonly is: "interrupted" }
  /**
   * What is shown may be out of date because of `cause`, since `lastResponseAtMs` or, without that, since now. With
   * `lastResponseAtMs` changes may have been missed.
   */
  | { readonly is: "refreshed"; readonly cause: string; readonly lastResponseAtMs?: number }
  /** A refusal may have ended. */
  | { readonly is: "hurried" };

/** Since when, and why, what is shown may differ from what the server has. */
interface Doubt {
  readonly state: Parameters<ReflectorState["doubted"]>[0];
  readonly cause: string;
  /** The cause without the server and what to do. */
  readonly brief?: string;
  readonly since: number;
}

/**
 * One thing that a reflector has to do. Effects are carried out in order. `request` and `pause` come last and lead to
 * the next event.
 */
export type ListWatchEffect =
  | { readonly do: "request"; readonly request: ListWatchRequest }
  | { readonly do: "pause"; readonly milliseconds: number }
  /** Abort the request or the pause that is under way. */
  | { readonly do: "interrupt" }
  | ({ readonly do: "doubt" } & Doubt)
  /** Show `reading`. With `isFirst` only where nothing is shown yet. */
  | {
      readonly do: "show";
      readonly reading: Reading;
      readonly state: "forbidden" | "gone" | "connecting";
      readonly isFirst?: true;
    };

/** What a reflector needs to know at one moment: the time, the server, and what the server supports. */
export interface ListWatchMoment {
  readonly now: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly server: string;
  /** How many times the server has been down so far. */
  readonly outages: number;
  readonly streamsLists: boolean;
  /** All definitions of kinds are being watched. */
  readonly watchesDefinitions: boolean;
}

/** The next state and the effects that lead to it. */
interface ListWatchTransition {
  readonly state: ListWatchState;
  readonly effects: readonly ListWatchEffect[];
}

/** The state of a reflector that has sent no request yet. */
export function initialListWatchState({ now, server, outages }: ListWatchMoment): ListWatchState {
  return {
    phase: { is: "pausing" },
    request: listRequest,
    server,
    outages,
    requestedAt: now,
    failures: { list: 0, watch: 0 },
    isDoubtful: false,
    wasListed: false,
    quickRetriesLeft: 0,
  };
}

/**
 * Computes the next state and its effects. A reflector lists, then watches from there. What breaks off continues where
 * it broke off, at most once a second. What the server has forgotten (410) is requested again, and what is shown stays
 * meanwhile.
 */
export function nextListWatchState(
  state: ListWatchState,
  event: ListWatchEvent,
  moment: ListWatchMoment,
): ListWatchTransition {
  const { phase, request } = state;
  switch (event.is) {
    case "started":
    case "rested":
      return sendRequest(state, moment);
    case "sent":
      return withoutEffects({ ...state, requestedAt: moment.now });
    case "begun":
      if (phase.is !== "requesting") return withoutEffects(state);
      return withoutEffects({ ...state, phase: { ...phase, begunAt: moment.now } });
    case "reached":
      if (request.is !== "watch") return withoutEffects(state);
      return withoutEffects(continueFrom(state, { ...request.place, resourceVersion: event.resourceVersion }));
    case "ended":
      if (phase.is !== "requesting") return withoutEffects(state);
      return endRequest(state, phase, event.step, moment);
    case "interrupted":
      return pauseOrRequest(state, "recovering", remainingPause(state.requestedAt, moment.now), moment);
    case "refreshed":
      return refresh(state, event, moment);
    case "hurried":
      return hurry(state, moment);
  }
}

/** The state whose next watch begins at `place`. */
function continueFrom(state: ListWatchState, place: ListPosition): ListWatchState {
  return { ...state, request: { is: "watch", place, sendsInitialEvents: false }, isDoubtful: false };
}

/** Sends the next request. To another server, or after an outage, it requests all objects. */
function sendRequest(state: ListWatchState, moment: ListWatchMoment): ListWatchTransition {
  const { server, outages } = moment;
  const requestToServer = state.server === server ? state.request : listRequest;
  const request = state.outages === outages ? requestToServer : withAllObjects(requestToServer, moment);
  const phase = { is: "requesting", what: request.is } as const;
  return { state: { ...state, phase, request, server, outages }, effects: [{ do: "request", request }] };
}

function pauseOrRequest(
  state: ListWatchState,
  phase: "pausing" | "recovering",
  milliseconds: number,
  moment: ListWatchMoment,
): ListWatchTransition {
  if (milliseconds <= 0) return sendRequest(state, moment);
  return { state: { ...state, phase: { is: phase } }, effects: [{ do: "pause", milliseconds }] };
}

function endRequest(
  before: ListWatchState,
  { what, begunAt, isOutdated }: Extract<ListWatchPhase, { readonly is: "requesting" }>,
  step: ReflectorStep,
  moment: ListWatchMoment,
): ListWatchTransition {
  const { wasListed } = before;
  const isSuccess = hasWorked(begunAt, moment.now);
  const counted = countFailures(before, what, step, isSuccess);
  const failures = counted.failures[what];
  const { state, effects, pause } = decideOutcome(step, { state: counted, wasListed, isSuccess, failures, moment });
  const minPause = remainingPause(state.requestedAt, moment.now);
  const nextPause = step.is === "listed" ? pause : Math.max(pause, minPause);
  const next = isOutdated
    ? pauseOrRequest(state, "recovering", Math.min(nextPause, minPause), moment)
    : pauseOrRequest(state, "pausing", nextPause, moment);
  return { state: next.state, effects: [...effects, ...next.effects] };
}

/** Counts the failures in a row. A watch that went on long enough resets its count. Outages are counted elsewhere. */
function countFailures(
  state: ListWatchState,
  what: ListWatchRequest["is"],
  step: ReflectorStep,
  isSuccess: boolean,
): ListWatchState {
  const failures = { ...state.failures };
  if (step.is === "listed") failures.list = 0;
  if (isSuccess) failures.watch = 0;
  const hasFailed = step.is !== "listed" && step.is !== "over" && step.is !== "lost";
  if (hasFailed) failures[what] += 1;
  return {
    ...state,
    failures,
    isDoubtful: state.isDoubtful || step.is === "cut" || step.is === "busy",
    wasListed: step.is === "listed",
  };
}

function refresh(
  state: ListWatchState,
  { cause, lastResponseAtMs }: Extract<ListWatchEvent, { readonly is: "refreshed" }>,
  moment: ListWatchMoment,
): ListWatchTransition {
  const { phase } = state;
  const next: ListWatchState = {
    ...state,
    phase: phase.is === "requesting" ? { ...phase, isOutdated: true } : phase,
    // Much may have changed since. A watch from the last position does not show when all changes have arrived.
    request: lastResponseAtMs === undefined ? state.request : withAllObjects(state.request, moment),
    failures: { list: 0, watch: 0 },
    isDoubtful: true,
  };
  const { effects } = withDoubt(next, { state: "stale", cause, since: lastResponseAtMs ?? moment.now });
  return { state: next, effects: phase.is === "recovering" ? effects : [...effects, { do: "interrupt" }] };
}

function hurry(state: ListWatchState, { now }: ListWatchMoment): ListWatchTransition {
  if (state.refusedSince === undefined) return withoutEffects(state);
  const next = { ...state, refusedSince: now, quickRetriesLeft: quickRetries };
  return { state: next, effects: state.phase.is === "pausing" ? [{ do: "interrupt" }] : [] };
}

/** What `decideOutcome` needs to know about the end of a request. */
interface EndedRequest {
  /** The state, with the failures counted. */
  readonly state: ListWatchState;
  /** The request before this one was a list, and it succeeded. */
  readonly wasListed: boolean;
  /** The watch went on long enough to count as a success. */
  readonly isSuccess: boolean;
  /** How many requests of this type have failed in a row. */
  readonly failures: number;
  readonly moment: ListWatchMoment;
}

/** The next state, the effects, and the milliseconds until the next request. */
type ListWatchOutcome = ListWatchTransition & { readonly pause: number };

/** Decides after the end of a request what is shown, what is requested next, and after which pause. */
function decideOutcome(step: ReflectorStep, ended: EndedRequest): ListWatchOutcome {
  const { state, wasListed, failures, moment } = ended;
  const { now, random } = moment;
  switch (step.is) {
    case "listed":
      return endListRequest(step.place, ended);
    case "over":
      return endWatch(ended);
    case "expired": {
      const wereAllRequested = state.request.is === "watch" && state.request.sendsInitialEvents;
      const request = wereAllRequested ? listRequest : withAllObjects(state.request, moment);
      const cause = "the server no longer has the changes since the last response";
      return {
        ...withDoubt({ ...state, request }, { state: "stale", cause, since: now }),
        pause: pauseBeforeRetry(failures, 3, random),
      };
    }
    case "moved":
      return { state: { ...state, request: listRequest }, effects: [], pause: pauseBeforeRetry(failures, 1, random) };
    case "unwatchable":
      return {
        state: { ...state, request: listRequest, unwatchableSince: now },
        effects: [],
        // Where no list succeeded before, the next list shows whether the objects may be read at all.
        pause: wasListed ? spreadPause(betweenListsMs, random) : 0,
      };
    case "refused":
      return endRefusedRequest(step.reading, ended);
    case "busy":
      return endBusyRequest(step, ended);
    case "cut": {
      const request = step.silentForMs === undefined ? state.request : withAllObjects(state.request, moment);
      const since = now - (step.silentForMs ?? 0);
      return {
        ...withDoubt({ ...state, request }, { state: "stale", cause: step.cause, since }),
        pause: pauseBeforeRetry(failures, 1, random),
      };
    }
    case "lost": {
      const { state: link, cause, brief } = step;
      // The outage makes the pause: one request tries for all.
      return { ...withDoubt(state, { state: link, cause, ...definedFields({ brief }), since: now }), pause: 0 };
    }
  }
}

function endListRequest(place: ListPosition | undefined, { state, moment }: EndedRequest): ListWatchOutcome {
  const listed = { ...state, isDoubtful: false, refusedSince: undefined };
  if (place !== undefined && isWatchDue(state.unwatchableSince, moment.now))
    return { ...withoutEffects(continueFrom(listed, place)), pause: 0 };
  return { ...withoutEffects({ ...listed, request: listRequest }), pause: spreadPause(betweenListsMs, moment.random) };
}

function endWatch({ state, isSuccess, failures, moment }: EndedRequest): ListWatchOutcome {
  if (isSuccess) {
    // A server that knows the place sends a bookmark within minutes. Without one, all objects are requested again.
    const request = state.isDoubtful ? withAllObjects(state.request, moment) : state.request;
    return { state: { ...state, request }, effects: [], pause: 0 };
  }
  const next = { ...state, failures: { ...state.failures, watch: state.failures.watch + 1 } };
  if (next.failures.watch === 1) return { ...withoutEffects(next), pause: 0 };
  return {
    ...withDoubt(next, { state: "stale", cause: "the server closes each watch at once", since: moment.now }),
    pause: pauseAfterFailures(failures, moment.random),
  };
}

function endRefusedRequest(
  reading: Extract<ReflectorStep, { readonly is: "refused" }>["reading"],
  { state, moment }: EndedRequest,
): ListWatchOutcome {
  const { now, random, watchesDefinitions } = moment;
  const { quickRetriesLeft, refusedSince = now } = state;
  const isAwaitingDefinition = watchesDefinitions && reading.outcome === "noSuchKind" && quickRetriesLeft === 0;
  return {
    state: {
      ...state,
      request: listRequest,
      refusedSince,
      quickRetriesLeft: Math.max(0, quickRetriesLeft - 1),
    },
    effects: [{ do: "show", reading, state: reading.outcome === "forbidden" ? "forbidden" : "gone" }],
    pause: isAwaitingDefinition
      ? spreadPause(missingKindMs, random)
      : pauseAfterRefusal(quickRetriesLeft, refusedSince, now, random),
  };
}

function endBusyRequest(
  step: Extract<ReflectorStep, { readonly is: "busy" }>,
  { state, failures, moment }: EndedRequest,
): ListWatchOutcome {
  const isPlaceGivenUp = state.failures.watch % attemptsFromPlace === 0;
  const { reading, cause, seconds = 0 } = step;
  const next = isPlaceGivenUp ? { ...state, request: listRequest } : state;
  const effects: ListWatchEffect[] = [];
  if (reading !== undefined) effects.push({ do: "show", state: "connecting", isFirst: true, reading });
  effects.push({ do: "doubt", state: "stale", cause, since: moment.now });
  return { state: next, effects, pause: pauseOfBusyServer(seconds, failures, moment.random) };
}

/** The pause before a retry: none for the first `quickFailures` failures in a row. */
function pauseBeforeRetry(failures: number, quickFailures: number, random: () => number): number {
  return failures > quickFailures ? pauseAfterFailures(failures, random) : 0;
}

/** The transition to `state` that also reports that what is shown may be out of date. */
function withDoubt(state: ListWatchState, doubt: Doubt): ListWatchTransition {
  return { state, effects: [{ do: "doubt", ...doubt }] };
}

/**
 * The same request, but with all objects first. A server that comes back after an outage may have been set back. For a
 * watch from a version that it has not reached yet it sends nothing: no error and no bookmark (apiserver,
 * cache_watcher.go, processInterval).
 */
function withAllObjects(request: ListWatchRequest, { streamsLists }: ListWatchMoment): ListWatchRequest {
  return request.is === "watch" && streamsLists ? { ...request, sendsInitialEvents: true } : listRequest;
}

/** A transition to `state` without effects. */
function withoutEffects(state: ListWatchState): ListWatchTransition {
  return { state, effects: [] };
}
