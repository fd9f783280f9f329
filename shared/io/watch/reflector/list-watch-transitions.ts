import type { ListPosition } from "../../reader/reader.ts";
import { decideOutcome, listRequest, requestAnew, withDoubt, withoutEffects } from "./list-watch-outcomes.ts";
import type {
  ListWatchEvent,
  ListWatchMoment,
  ListWatchPhase,
  ListWatchRequest,
  ListWatchState,
  ListWatchTransition,
} from "./list-watch-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";
import { hasWorked, hopefulRequests, leastPause } from "./retry-pauses.ts";

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
    hopes: 0,
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
      return withoutEffects(phase.is === "requesting" ? { ...state, phase: { ...phase, begunAt: moment.now } } : state);
    case "reached":
      return withoutEffects(request.is === "watch" ? reachPlace(state, request.place, event.resourceVersion) : state);
    case "ended":
      return phase.is === "requesting" ? endRequest(state, phase, event.step, moment) : withoutEffects(state);
    case "interrupted":
      return pauseOrRequest(state, "recovering", leastPause(state.requestedAt, moment.now), moment);
    case "refreshed":
      return refresh(state, event, moment);
    case "hurried":
      return hurry(state, moment);
  }
}

function reachPlace(state: ListWatchState, from: ListPosition, resourceVersion: string): ListWatchState {
  return {
    ...state,
    request: { is: "watch", place: { ...from, resourceVersion }, isAnew: false },
    isDoubtful: false,
  };
}

function sendRequest(state: ListWatchState, moment: ListWatchMoment): ListWatchTransition {
  const { server, outages } = moment;
  const here = state.server === server ? state.request : listRequest;
  const request = state.outages === outages ? here : requestAnew(here, moment);
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
  const worked = hasWorked(begunAt, moment.now);
  const counted = countFailures(before, what, step, worked);
  const failures = counted.failures[what];
  const { state, effects, pause } = decideOutcome(step, { state: counted, wasListed, worked, failures, moment });
  const least = leastPause(state.requestedAt, moment.now);
  const usual = step.is === "listed" ? pause : Math.max(pause, least);
  const next = isOutdated
    ? pauseOrRequest(state, "recovering", Math.min(usual, least), moment)
    : pauseOrRequest(state, "pausing", usual, moment);
  return { state: next.state, effects: [...effects, ...next.effects] };
}

/** Counts the failures in a row. A watch that went on long enough resets its count. Outages are counted elsewhere. */
function countFailures(
  state: ListWatchState,
  what: ListWatchRequest["is"],
  step: ReflectorStep,
  worked: boolean,
): ListWatchState {
  const { list: lists, watch } = state.failures;
  const failures = { list: step.is === "listed" ? 0 : lists, watch: worked ? 0 : watch };
  const hasFailed = step.is !== "listed" && step.is !== "over" && step.is !== "lost";
  return {
    ...state,
    failures: hasFailed ? { ...failures, [what]: failures[what] + 1 } : failures,
    isDoubtful: state.isDoubtful || step.is === "cut" || step.is === "busy",
    wasListed: step.is === "listed",
  };
}

function refresh(
  state: ListWatchState,
  { cause, heardAt }: Extract<ListWatchEvent, { readonly is: "refreshed" }>,
  moment: ListWatchMoment,
): ListWatchTransition {
  const { phase } = state;
  const next: ListWatchState = {
    ...state,
    ...(phase.is === "requesting" && { phase: { ...phase, isOutdated: true } }),
    failures: { list: 0, watch: 0 },
    isDoubtful: true,
    // Much may have happened since. A watch from the place does not show when all of it has arrived.
    ...(heardAt !== undefined && { request: requestAnew(state.request, moment) }),
  };
  const { effects } = withDoubt(next, cause, heardAt ?? moment.now);
  return { state: next, effects: phase.is === "recovering" ? effects : [...effects, { do: "interrupt" }] };
}

function hurry(state: ListWatchState, { now }: ListWatchMoment): ListWatchTransition {
  if (state.refusedSince === undefined) return withoutEffects(state);
  const next = { ...state, refusedSince: now, hopes: hopefulRequests };
  return { state: next, effects: state.phase.is === "pausing" ? [{ do: "interrupt" }] : [] };
}
