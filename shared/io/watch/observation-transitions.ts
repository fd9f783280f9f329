/**
 * What an observation shows, and when it reports changes. `initialObservationState` is the first state, and
 * {@link nextObservationState} computes each further one. All times are milliseconds since 1970.
 */
export interface ObservationState {
  readonly responses: ResponsesState;
  readonly reporting: ReportingState;
  /** When a change was last reported. Undefined before the first report. */
  readonly lastReportAt: number | undefined;
  /**
   * When the {@link ReportPace} allows the next report. Each report moves this time by the average of the pace. After a
   * pause it is in the past, so that several reports may follow each other at once. Undefined before the first report.
   */
  readonly nextReportAllowedAt: number | undefined;
}

/** How often an observation reports where changes do not end. */
export interface ReportPace {
  /** Milliseconds between two reports on average. */
  readonly averageMs: number;
  /** How many reports in a row may come sooner than that. */
  readonly burst: number;
}

/** Whether a report is planned. */
type ReportingState =
  | "idle"
  /** A report is planned at the pace of the observation. */
  | "planned"
  /** A late report is planned, because only data has changed that the evaluation does not read. */
  | "postponed";

/** How many queries of the plan have a response. A query is added where the plan names it because of what was read. */
export type ResponsesState =
  /** The responses have not been counted yet. */
  | "uncounted"
  /** Some queries have no response yet, since the start. Nothing is shown, however long that lasts. */
  | "awaitingFirst"
  /** All queries have a response. */
  | "complete"
  /** All queries had a response until the plan added some. For a short time the observation waits for those. */
  | "awaitingAdded"
  /** The wait for the added queries has timed out. The snapshot is shown without them. */
  | "withoutAdded";

/** What happens to an observation. */
export type ObservationEvent =
  /** Data has changed that the evaluation reads, or the plan may name other queries. */
  | { readonly is: "changed" }
  /** Data has changed that the evaluation does not read. */
  | { readonly is: "changedUnread" }
  /** The responses were counted. `isComplete`: every query of the plan has one. */
  | { readonly is: "responsesCounted"; readonly isComplete: boolean }
  | { readonly is: "responseWaitEnded" }
  /** The planned report begins. */
  | { readonly is: "reportBegun" }
  /** The report is complete, and the listener is about to get it. */
  | { readonly is: "reported" };

/** What an observation has to do. A planned report replaces the one that was planned before. */
export type ObservationEffect =
  /** Report the changes after `milliseconds`. */
  | { readonly do: "reportLater"; readonly milliseconds: number }
  /** Report the changes at the end of this turn of the event loop, together with the changes that it still brings. */
  | { readonly do: "reportSoon" }
  /** Send `responseWaitEnded` after `milliseconds`. */
  | { readonly do: "startResponseWait"; readonly milliseconds: number }
  | { readonly do: "stopResponseWait" };

/** The next state and the effects that lead to it. */
export interface ObservationTransition {
  readonly state: ObservationState;
  readonly effects: readonly ObservationEffect[];
}

/** Milliseconds between two reports at least. A thousand events in a second then lead to some forty reports. */
const minSpacingMs = 25;
/** Milliseconds until a postponed report. It is not omitted, because verdicts may also depend on the time. */
const postponedReportMs = 10_000;
/** Milliseconds that a report waits for the responses of queries that the plan added. */
const responseWaitMs = 2_000;
/** The pace of an observation that reports every change, for a program that waits for one of them. */
const unlimitedPace: ReportPace = { averageMs: 0, burst: 0 };

/** The state before the first response. */
export const initialObservationState: ObservationState = {
  responses: "uncounted",
  reporting: "idle",
  lastReportAt: undefined,
  nextReportAllowedAt: undefined,
};

/**
 * Computes the next state and its effects from `event` at the time `now`.
 *
 * | event                           | next state                                           | effect              |
 * | ------------------------------- | ---------------------------------------------------- | ------------------- |
 * | `changed`                       | `planned`                                            | a report            |
 * | `changedUnread`                 | `postponed`, if `idle`                               | a late report       |
 * | `reportBegun`                   | `idle`                                               |                     |
 * | `reported`                      | the times of the reports                             |                     |
 * | `responsesCounted`, complete    | `complete`                                           | end the wait        |
 * | `responsesCounted`, incomplete  | `uncounted` to `awaitingFirst`                       | start the wait      |
 * |                                 | `complete` to `awaitingAdded`                        | start the wait      |
 * | `responseWaitEnded`             | `planned`, and `awaitingAdded` to `withoutAdded`     | a report            |
 */
export function nextObservationState(
  state: ObservationState,
  event: ObservationEvent,
  now: number,
  pace: ReportPace = unlimitedPace,
): ObservationTransition {
  switch (event.is) {
    case "changed":
      return planReport(state, now, pace);
    case "changedUnread":
      return postponeReport(state);
    case "reportBegun":
      return { state: { ...state, reporting: "idle" }, effects: [] };
    case "reported": {
      const nextReportAllowedAt = findNextAllowedReport(state, now, pace);
      return { state: { ...state, lastReportAt: now, nextReportAllowedAt }, effects: [] };
    }
    case "responsesCounted":
      return event.isComplete ? endResponseWait(state) : awaitResponses(state);
    case "responseWaitEnded": {
      const responses = state.responses === "awaitingAdded" ? "withoutAdded" : state.responses;
      return planReport({ ...state, responses }, now, pace);
    }
  }
}

/** What to show now. While the observation waits for added queries, only the state of the connection changes. */
export function shownResponses({ responses }: ObservationState): "nothing" | "linkOnly" | "all" {
  switch (responses) {
    case "uncounted":
    case "awaitingFirst":
      return "nothing";
    case "awaitingAdded":
      return "linkOnly";
    case "complete":
    case "withoutAdded":
      return "all";
  }
}

/** Plans a report at the pace of the observation. It replaces a postponed report. */
function planReport(state: ObservationState, now: number, pace: ReportPace): ObservationTransition {
  if (state.reporting === "planned") return { state, effects: [] };
  const milliseconds = delayBeforeReport(state, now, pace);
  const effect: ObservationEffect = milliseconds > 0 ? { do: "reportLater", milliseconds } : { do: "reportSoon" };
  return { state: { ...state, reporting: "planned" }, effects: [effect] };
}

/** Returns the milliseconds until the next report, 0 if it may come now. */
function delayBeforeReport(state: ObservationState, now: number, { averageMs }: ReportPace): number {
  const { lastReportAt, nextReportAllowedAt } = state;
  const spacedAt = lastReportAt === undefined ? now : lastReportAt + minSpacingMs;
  // The pace delays only reports of a snapshot, and no report while the observation waits for responses.
  const pacedAt = shownResponses(state) === "all" && nextReportAllowedAt !== undefined ? nextReportAllowedAt : now;
  const reportAt = Math.max(spacedAt, pacedAt);
  if (isClockSetBack(reportAt, now, Math.max(minSpacingMs, averageMs))) return 0;
  return Math.max(0, reportAt - now);
}

/** Returns when the pace allows the report after the one that comes `now`. */
function findNextAllowedReport(
  state: ObservationState,
  now: number,
  { averageMs, burst }: ReportPace,
): number | undefined {
  const { nextReportAllowedAt } = state;
  if (shownResponses(state) !== "all") return nextReportAllowedAt;
  // After a pause `burst` reports may come early. A longer pause allows no more of them.
  const afterPause = now - burst * averageMs;
  if (nextReportAllowedAt === undefined || isClockSetBack(nextReportAllowedAt, now, averageMs)) {
    return afterPause + averageMs;
  }
  return Math.max(nextReportAllowedAt, afterPause) + averageMs;
}

/**
 * Whether the clock was set back since `reportAt` was computed: it was then at most `maxDelayMs` ahead. Without this
 * check the next report could be hours away.
 */
function isClockSetBack(reportAt: number, now: number, maxDelayMs: number): boolean {
  return reportAt - now > maxDelayMs;
}

/** Plans a late report. A report that is planned already shows these changes too. */
function postponeReport(state: ObservationState): ObservationTransition {
  if (state.reporting !== "idle") return { state, effects: [] };
  return {
    state: { ...state, reporting: "postponed" },
    effects: [{ do: "reportLater", milliseconds: postponedReportMs }],
  };
}

function endResponseWait(state: ObservationState): ObservationTransition {
  return { state: { ...state, responses: "complete" }, effects: [{ do: "stopResponseWait" }] };
}

/** Starts the wait for responses, unless it has started since all queries last had a response. */
function awaitResponses(state: ObservationState): ObservationTransition {
  switch (state.responses) {
    case "uncounted":
      return startResponseWait({ ...state, responses: "awaitingFirst" });
    case "complete":
      return startResponseWait({ ...state, responses: "awaitingAdded" });
    case "awaitingFirst":
    case "awaitingAdded":
    case "withoutAdded":
      return { state, effects: [] };
  }
}

function startResponseWait(state: ObservationState): ObservationTransition {
  return { state, effects: [{ do: "startResponseWait", milliseconds: responseWaitMs }] };
}
