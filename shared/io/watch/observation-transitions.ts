/** What an observation shows, and when it reports changes next. All times are milliseconds since 1970. */
export interface ObservationState {
  readonly responses: ResponsesState;
  readonly reporting: ReportingState;
  /** When a change was last reported. */
  readonly reportedAt: number;
  /** When the reports so far are used up at the average of the {@link ReportPace}; in the past while some are left. */
  readonly usedUntil: number;
}

/** How often changes are reported that go on and on. */
export interface ReportPace {
  /** Milliseconds between two reports on average. */
  readonly averageMs: number;
  /** How many reports in a row may come sooner than that. */
  readonly burst: number;
}

const everyChange: ReportPace = { averageMs: 0, burst: 0 };

type ReportingState =
  | "idle"
  | "due"
  /** Only changes that the evaluation does not read are to be reported. */
  | "postponed";

/** How many queries of the plan have a response. */
export type ResponsesState =
  /** Never all of them so far. `isTimed`: the response wait has begun. */
  | { readonly is: "incomplete"; readonly isTimed: boolean }
  /** All of them. */
  | { readonly is: "complete" }
  /** All of them, until the plan named more. The observation waits for those. */
  | { readonly is: "awaited" }
  /** The same, but the wait timed out. The snapshot is shown without them. */
  | { readonly is: "overdue" };

/** What happens to an observation. */
export type ObservationEvent =
  /** A reading has changed, or the plan may name other queries. */
  | { readonly is: "changed" }
  /** A reading has changed in what the evaluation does not read. */
  | { readonly is: "changedUnread" }
  /** The responses were counted. `isComplete`: every query of the plan has one. */
  | { readonly is: "counted"; readonly isComplete: boolean }
  | { readonly is: "responseWaitEnded" }
  /** The time to report has come. */
  | { readonly is: "due" }
  /** A change was reported, or is about to be. */
  | { readonly is: "reported" };

/** What an observation has to do. */
export type ObservationEffect =
  /** Report the changes after `milliseconds`. It replaces the report that is planned. */
  | { readonly do: "reportLater"; readonly milliseconds: number }
  /** Report them together with all changes of this turn of the event loop, likewise. */
  | { readonly do: "reportSoon" }
  /** Send `responseWaitEnded` after `milliseconds`. */
  | { readonly do: "startResponseWait"; readonly milliseconds: number }
  | { readonly do: "stopResponseWait" };

/** The next state and the effects that lead to it. */
export interface ObservationTransition {
  readonly state: ObservationState;
  readonly effects: readonly ObservationEffect[];
}

/** Milliseconds between two reports of changes. A thousand events a second then make some forty pictures. */
const spacingMs = 25;
/** Milliseconds until changes that the evaluation does not read are reported. Verdicts may also depend on the time. */
const unreadSpacingMs = 10_000;
/** Milliseconds that a picture waits for queries that the plan added because of it. */
const responseWaitMs = 2_000;

/** The state before the first response. */
export const initialObservationState: ObservationState = {
  responses: { is: "incomplete", isTimed: false },
  reporting: "idle",
  reportedAt: Number.NEGATIVE_INFINITY,
  usedUntil: Number.NEGATIVE_INFINITY,
};

/**
 * Computes the next state and its effects from `event` at the time `now`. Without a `pace` every change counts, as for a
 * program that waits for one of them.
 */
export function nextObservationState(
  state: ObservationState,
  event: ObservationEvent,
  now: number,
  pace: ReportPace = everyChange,
): ObservationTransition {
  switch (event.is) {
    case "changed":
      return planReport(state, now, pace);
    case "changedUnread":
      return postponeReport(state);
    case "due":
      return { state: { ...state, reporting: "idle" }, effects: [] };
    case "reported":
      return { state: { ...state, reportedAt: now, usedUntil: reserveForReport(state, now, pace) }, effects: [] };
    case "counted":
      return event.isComplete ? complete(state) : awaitResponses(state);
    case "responseWaitEnded": {
      const { responses } = state;
      return planReport({ ...state, responses: responses.is === "awaited" ? { is: "overdue" } : responses }, now, pace);
    }
  }
}

/** What to show now. While the plan waits for more responses, only the link changes. */
export function shownResponses({ responses }: ObservationState): "nothing" | "linkOnly" | "all" {
  if (responses.is === "incomplete") return "nothing";
  return responses.is === "awaited" ? "linkOnly" : "all";
}

function planReport(state: ObservationState, now: number, { averageMs }: ReportPace): ObservationTransition {
  if (state.reporting === "due") return { state, effects: [] };
  // The first picture, and one that waits for responses, is not delayed.
  const paced = shownResponses(state) === "all" ? state.usedUntil : Number.NEGATIVE_INFINITY;
  const wait = Math.max(state.reportedAt + spacingMs, paced) - now;
  // After the clock was set back, the wait would last for hours.
  const isLater = wait > 0 && wait <= Math.max(spacingMs, averageMs);
  return {
    state: { ...state, reporting: "due" },
    effects: [isLater ? { do: "reportLater", milliseconds: wait } : { do: "reportSoon" }],
  };
}

function reserveForReport(state: ObservationState, now: number, { averageMs, burst }: ReportPace): number {
  const { usedUntil } = state;
  if (shownResponses(state) !== "all") return usedUntil;
  const least = now - burst * averageMs;
  const isClockSetBack = usedUntil > now + averageMs;
  return (isClockSetBack ? least : Math.max(usedUntil, least)) + averageMs;
}

/** Plans a late report of changes, unless a report is planned already, which shows these changes too. */
function postponeReport(state: ObservationState): ObservationTransition {
  if (state.reporting !== "idle") return { state, effects: [] };
  return {
    state: { ...state, reporting: "postponed" },
    effects: [{ do: "reportLater", milliseconds: unreadSpacingMs }],
  };
}

function complete(state: ObservationState): ObservationTransition {
  return { state: { ...state, responses: { is: "complete" } }, effects: [{ do: "stopResponseWait" }] };
}

/** Starts the wait for responses once, until all queries have one again. */
function awaitResponses(state: ObservationState): ObservationTransition {
  const { responses } = state;
  const isTimed = responses.is === "incomplete" ? responses.isTimed : responses.is !== "complete";
  if (isTimed) return { state, effects: [] };
  const next: ResponsesState = responses.is === "incomplete" ? { ...responses, isTimed: true } : { is: "awaited" };
  return { state: { ...state, responses: next }, effects: [{ do: "startResponseWait", milliseconds: responseWaitMs }] };
}
