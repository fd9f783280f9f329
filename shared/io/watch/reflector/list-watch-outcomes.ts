import type { ListPosition } from "../../reader/reader.ts";
import type {
  DoubtState,
  ListWatchMoment,
  ListWatchRequest,
  ListWatchState,
  ListWatchTransition,
} from "./list-watch-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";
import {
  isWatchDue,
  pauseAfterFailures,
  pauseAfterRefusal,
  pauseBetweenLists,
  pauseOfBusyServer,
  pauseOfMissingKind,
} from "./retry-pauses.ts";

/** A list of all objects. */
export const listRequest: ListWatchRequest = { is: "list" };

/** This many failures of watches in a row are retried from the same place. After that all objects are listed. */
const attemptsFromPlace = 3;

/** What `decideOutcome` needs to know about the end of a request. */
export interface EndedRequest {
  /** The state, with the failures counted. */
  readonly state: ListWatchState;
  /** The request before this one was a list, and it succeeded. */
  readonly wasListed: boolean;
  /** The watch went on long enough to count as a success. */
  readonly worked: boolean;
  /** How many requests of this type have failed in a row. */
  readonly failures: number;
  readonly moment: ListWatchMoment;
}

/** The next state, the effects, and the milliseconds until the next request. */
export type ListWatchOutcome = ListWatchTransition & { readonly pause: number };

/** Decides after the end of a request what is shown, what is requested next, and after which pause. */
export function decideOutcome(step: ReflectorStep, ended: EndedRequest): ListWatchOutcome {
  const { state, wasListed, failures, moment } = ended;
  const { now, random } = moment;
  switch (step.is) {
    case "listed":
      return listed(step.place, ended);
    case "over":
      return over(ended);
    case "expired": {
      // After two in a row a list is requested, and also where the server streams no lists.
      const isTwice = state.request.is === "watch" && state.request.isAnew;
      const request = isTwice ? listRequest : requestAnew(state.request, moment);
      return {
        ...withDoubt({ ...state, request }, "the server no longer has the changes since the last response", now),
        pause: retry(failures, 3, random),
      };
    }
    case "moved":
      return { state: { ...state, request: listRequest }, effects: [], pause: retry(failures, 1, random) };
    case "unwatchable":
      return {
        state: { ...state, request: listRequest, unwatchableSince: now },
        effects: [],
        // Where no list succeeded before, the next list shows whether the objects may be read at all.
        pause: wasListed ? pauseBetweenLists(random) : 0,
      };
    case "refused":
      return refused(step.reading, ended);
    case "busy":
      return busy(step, ended);
    case "cut": {
      const request = step.silentFor === undefined ? state.request : requestAnew(state.request, moment);
      const since = now - (step.silentFor ?? 0);
      return { ...withDoubt({ ...state, request }, step.cause, since), pause: retry(failures, 1, random) };
    }
    case "lost":
      // The outage makes the pause: one request tries for all.
      return { ...withDoubt(state, step.cause, now, step), pause: 0 };
  }
}

function listed(place: ListPosition | undefined, { state, moment }: EndedRequest): ListWatchOutcome {
  const isWatched = place !== undefined && isWatchDue(state.unwatchableSince, moment.now);
  return {
    state: {
      ...state,
      request: isWatched ? { is: "watch", place, isAnew: false } : listRequest,
      isDoubtful: false,
      refusedSince: undefined,
    },
    effects: [],
    pause: isWatched ? 0 : pauseBetweenLists(moment.random),
  };
}

function over({ state, worked, failures, moment }: EndedRequest): ListWatchOutcome {
  if (worked) {
    // A server that knows the place sends a bookmark within minutes. Without one, all objects are requested again.
    const request = state.isDoubtful ? requestAnew(state.request, moment) : state.request;
    return { state: { ...state, request }, effects: [], pause: 0 };
  }
  const next = { ...state, failures: { ...state.failures, watch: state.failures.watch + 1 } };
  if (next.failures.watch === 1) return { ...withoutEffects(next), pause: 0 };
  return {
    ...withDoubt(next, "the server closes each watch at once", moment.now),
    pause: pauseAfterFailures(failures, moment.random),
  };
}

function refused(
  reading: Extract<ReflectorStep, { readonly is: "refused" }>["reading"],
  { state, moment }: EndedRequest,
): ListWatchOutcome {
  const { now, random, watchesDefinitions } = moment;
  const since = state.refusedSince ?? now;
  const shown = reading.outcome === "forbidden" ? "forbidden" : "gone";
  return {
    state: { ...state, request: listRequest, refusedSince: since, hopes: Math.max(0, state.hopes - 1) },
    effects: [{ do: "show", reading, state: shown }],
    pause:
      watchesDefinitions && reading.outcome === "noSuchKind" && state.hopes === 0
        ? pauseOfMissingKind(random)
        : pauseAfterRefusal(state.hopes, since, now, random),
  };
}

function busy(
  step: Extract<ReflectorStep, { readonly is: "busy" }>,
  { state, failures, moment }: EndedRequest,
): ListWatchOutcome {
  const isPlaceLost = state.failures.watch % attemptsFromPlace === 0;
  const { reading, cause, seconds = 0 } = step;
  const shown = { do: "show", state: "connecting", isFirst: true } as const;
  const doubted = withDoubt(isPlaceLost ? { ...state, request: listRequest } : state, cause, moment.now);
  return {
    state: doubted.state,
    effects: [...(reading === undefined ? [] : [{ ...shown, reading }]), ...doubted.effects],
    pause: pauseOfBusyServer(seconds, failures, moment.random),
  };
}

/** The pause before a retry: none for the first `free` failures of watches in a row. */
function retry(failures: number, free: number, random: () => number): number {
  return failures > free ? pauseAfterFailures(failures, random) : 0;
}

/** The transition to `state` that also reports that what is shown may be out of date since `since`. */
export function withDoubt(
  state: ListWatchState,
  cause: string,
  since: number,
  { state: as, brief }: { readonly state: DoubtState; readonly brief?: string } = { state: "stale" },
): ListWatchTransition {
  return { state, effects: [{ do: "doubt", state: as, cause, since, ...(brief !== undefined && { brief }) }] };
}

/**
 * The same request, but with all objects first. A server that comes back after an outage may have been set back. For a
 * watch from a version that it has not reached yet it sends nothing: no error and no bookmark (apiserver,
 * cache_watcher.go, processInterval).
 */
export function requestAnew(request: ListWatchRequest, { streamsLists }: ListWatchMoment): ListWatchRequest {
  return request.is === "watch" && streamsLists ? { ...request, isAnew: true } : listRequest;
}

/** A transition to `state` without effects. */
export function withoutEffects(state: ListWatchState): ListWatchTransition {
  return { state, effects: [] };
}
