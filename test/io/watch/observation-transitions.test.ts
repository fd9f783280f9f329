import { describe, expect, test } from "vitest";
import {
  initialObservationState,
  nextObservationState,
  type ObservationEffect,
  type ObservationEvent,
  type ObservationState,
  type ResponsesState,
  shownResponses,
} from "../../../shared/io/watch/observation-transitions.ts";

const now = 10_000;
const initialState = initialObservationState;
const reportSoon: ObservationEffect = { do: "reportSoon" };
const startResponseWait: ObservationEffect = { do: "startResponseWait", milliseconds: 2000 };
const stopResponseWait: ObservationEffect = { do: "stopResponseWait" };
const allCounted: ObservationEvent = { is: "responsesCounted", isComplete: true };
const someCounted: ObservationEvent = { is: "responsesCounted", isComplete: false };

describe("a change is reported soon or later", () => {
  const rows: readonly {
    readonly rule: string;
    readonly state: Partial<ObservationState>;
    readonly effects: readonly ObservationEffect[];
  }[] = [
    { rule: "a change is reported soon where nothing was reported yet", state: {}, effects: [reportSoon] },
    {
      rule: "a change is reported soon where the last report is 25 milliseconds ago",
      state: { lastReportAt: now - 25 },
      effects: [reportSoon],
    },
    {
      rule: "a change is reported 25 milliseconds after the last report",
      state: { lastReportAt: now - 5 },
      effects: [{ do: "reportLater", milliseconds: 20 }],
    },
    {
      rule: "a change in the moment of a report is reported 25 milliseconds later",
      state: { lastReportAt: now },
      effects: [{ do: "reportLater", milliseconds: 25 }],
    },
    {
      rule: "a change is reported soon where the clock was set back",
      state: { lastReportAt: now + 1 },
      effects: [reportSoon],
    },
    { rule: "a change adds no effect where a report is planned", state: { reporting: "planned" }, effects: [] },
    {
      rule: "a change replaces a postponed report by one that is due soon",
      state: { reporting: "postponed" },
      effects: [reportSoon],
    },
  ];
  test.for(rows)("$rule", ({ state, effects }) => {
    const next = nextObservationState({ ...initialState, ...state }, { is: "changed" }, now);
    expect(next).toEqual({ state: { ...initialState, ...state, reporting: "planned" }, effects });
  });

  const unreadRows: readonly {
    readonly rule: string;
    readonly reporting: ObservationState["reporting"];
    readonly next: ObservationState["reporting"];
    readonly effects: readonly ObservationEffect[];
  }[] = [
    {
      rule: "a change that no rule reads is reported after ten seconds",
      reporting: "idle",
      next: "postponed",
      effects: [{ do: "reportLater", milliseconds: 10_000 }],
    },
    {
      rule: "a change that no rule reads adds nothing to a postponed report",
      reporting: "postponed",
      next: "postponed",
      effects: [],
    },
    {
      rule: "a change that no rule reads adds nothing to a report that is planned",
      reporting: "planned",
      next: "planned",
      effects: [],
    },
  ];
  test.for(unreadRows)("$rule", ({ reporting, next, effects }) => {
    const state = { ...initialState, reporting, lastReportAt: now };
    expect(nextObservationState(state, { is: "changedUnread" }, now)).toEqual({
      state: { ...state, reporting: next },
      effects,
    });
  });

  test("after a report the state is idle and has the time of that report", () => {
    const planned = { ...initialState, reporting: "planned" } as const;
    const { state } = nextObservationState(planned, { is: "reportBegun" }, now);
    expect(state.reporting).toBe("idle");
    expect(nextObservationState(state, { is: "reported" }, now).state).toEqual({ ...initialState, lastReportAt: now });
  });
});

describe("an average pace bounds how often changes are reported", () => {
  const pace = { averageMs: 500, burst: 3 };

  /** Milliseconds until each change is reported, of changes that come in this rhythm. */
  function listDelays(gaps: readonly number[], responses: ResponsesState = "complete"): readonly number[] {
    let state = { ...initialState, responses };
    let at = now;
    return gaps.map((gap) => {
      at += gap;
      const changed = nextObservationState(state, { is: "changed" }, at, pace);
      const [effect] = changed.effects;
      const wait = effect?.do === "reportLater" ? effect.milliseconds : 0;
      at += wait;
      const begun = nextObservationState(changed.state, { is: "reportBegun" }, at, pace).state;
      state = nextObservationState(begun, { is: "reported" }, at, pace).state;
      return wait;
    });
  }

  test.for([
    {
      rule: "three changes are reported at once, then one change per half a second",
      gaps: [0, 100, 100, 100, 100, 100],
      expected: [0, 0, 0, 0, 100, 400],
    },
    {
      rule: "changes that come less often than the pace are reported at once",
      gaps: [0, 600, 600, 600, 600, 600],
      expected: [0, 0, 0, 0, 0, 0],
    },
    {
      rule: "three changes are reported at once again after a pause",
      gaps: [0, 100, 100, 100, 100, 2000, 100],
      expected: [0, 0, 0, 0, 100, 0, 0],
    },
    {
      rule: "changes are reported at once where the clock was set back",
      gaps: [0, 100, 100, 100, 100, -60_000, 100],
      expected: [0, 0, 0, 0, 100, 0, 0],
    },
  ])("$rule", ({ gaps, expected }) => {
    expect(listDelays(gaps)).toEqual(expected);
  });

  test.for<ResponsesState>(["awaitingFirst", "awaitingAdded"])(
    "the pace delays no change while the responses are %s",
    (responses) => {
      expect(listDelays([0, 100, 100, 100, 100, 100], responses)).toEqual([0, 0, 0, 0, 0, 0]);
    },
  );
});

describe("what is shown depends on the responses that are awaited", () => {
  test.for<{
    readonly rule: string;
    readonly before: ResponsesState;
    readonly event: ObservationEvent;
    readonly after: ResponsesState;
    readonly effects: readonly ObservationEffect[];
    readonly shown: ReturnType<typeof shownResponses>;
  }>([
    {
      rule: "the first missing response starts the wait, and nothing is shown",
      before: "uncounted",
      event: someCounted,
      after: "awaitingFirst",
      effects: [startResponseWait],
      shown: "nothing",
    },
    {
      rule: "a further missing response does not start the wait again",
      before: "awaitingFirst",
      event: someCounted,
      after: "awaitingFirst",
      effects: [],
      shown: "nothing",
    },
    {
      rule: "the end of the first wait shows nothing",
      before: "awaitingFirst",
      event: { is: "responseWaitEnded" },
      after: "awaitingFirst",
      effects: [reportSoon],
      shown: "nothing",
    },
    {
      rule: "the last response ends the first wait, and all is shown",
      before: "awaitingFirst",
      event: allCounted,
      after: "complete",
      effects: [stopResponseWait],
      shown: "all",
    },
    {
      rule: "a query that the plan adds starts a wait, and only the link is shown",
      before: "complete",
      event: someCounted,
      after: "awaitingAdded",
      effects: [startResponseWait],
      shown: "linkOnly",
    },
    {
      rule: "the end of a later wait shows all",
      before: "awaitingAdded",
      event: { is: "responseWaitEnded" },
      after: "withoutAdded",
      effects: [reportSoon],
      shown: "all",
    },
    {
      rule: "a further query that the plan adds does not start a later wait again",
      before: "awaitingAdded",
      event: someCounted,
      after: "awaitingAdded",
      effects: [],
      shown: "linkOnly",
    },
    {
      rule: "a wait that has ended does not start again",
      before: "withoutAdded",
      event: someCounted,
      after: "withoutAdded",
      effects: [],
      shown: "all",
    },
    {
      rule: "the last response ends a later wait, and all is shown",
      before: "awaitingAdded",
      event: allCounted,
      after: "complete",
      effects: [stopResponseWait],
      shown: "all",
    },
    {
      rule: "the last response completes a snapshot whose wait has ended",
      before: "withoutAdded",
      event: allCounted,
      after: "complete",
      effects: [stopResponseWait],
      shown: "all",
    },
    {
      rule: "the end of a wait changes nothing after the last response",
      before: "complete",
      event: { is: "responseWaitEnded" },
      after: "complete",
      effects: [reportSoon],
      shown: "all",
    },
  ])("$rule", ({ before, event, after, effects, shown }) => {
    const next = nextObservationState({ ...initialState, responses: before }, event, now);
    expect(next.state.responses).toEqual(after);
    expect(next.effects).toEqual(effects);
    expect(shownResponses(next.state)).toBe(shown);
  });
});
