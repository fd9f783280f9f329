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
const first: ObservationState = initialObservationState;
const reportSoon: ObservationEffect = { do: "reportSoon" };
const startResponseWait: ObservationEffect = { do: "startResponseWait", milliseconds: 2000 };
const stopResponseWait: ObservationEffect = { do: "stopResponseWait" };
const countedEvent = (isComplete: boolean): ObservationEvent => ({ is: "counted", isComplete });

describe("a change is reported", () => {
  const rows: [sentence: string, state: Partial<ObservationState>, effects: readonly ObservationEffect[]][] = [
    ["soon, where nothing was reported yet", {}, [reportSoon]],
    ["soon, where the last report is long ago", { reportedAt: now - 25 }, [reportSoon]],
    ["25 milliseconds after the one before", { reportedAt: now - 5 }, [{ do: "reportLater", milliseconds: 20 }]],
    ["after all of them, where that was now", { reportedAt: now }, [{ do: "reportLater", milliseconds: 25 }]],
    ["soon, where the clock was set back", { reportedAt: now + 1 }, [reportSoon]],
    ["with those before it, where a report is due", { reporting: "due" }, []],
    ["soon, in place of a later report of changes that are not read", { reporting: "postponed" }, [reportSoon]],
  ];
  test.for(rows)("%s", ([, state, effects]) => {
    const next = nextObservationState({ ...first, ...state }, { is: "changed" }, now);
    expect(next).toEqual({ state: { ...first, ...state, reporting: "due" }, effects });
  });

  const unreadRows: [
    sentence: string,
    reporting: ObservationState["reporting"],
    next: ObservationState["reporting"],
    effects: readonly ObservationEffect[],
  ][] = [
    ["after ten seconds", "idle", "postponed", [{ do: "reportLater", milliseconds: 10_000 }]],
    ["with those before it", "postponed", "postponed", []],
    ["with changes that are read and due", "due", "due", []],
  ];
  test.for(unreadRows)("where the evaluation does not read it: %s", ([, reporting, next, effects]) => {
    const state = { ...first, reporting, reportedAt: now };
    expect(nextObservationState(state, { is: "changedUnread" }, now)).toEqual({
      state: { ...state, reporting: next },
      effects,
    });
  });

  test("again after it was reported, and the time of that report counts", () => {
    const due = { ...first, reporting: "due" } as const;
    const { state } = nextObservationState(due, { is: "due" }, now);
    expect(state.reporting).toBe("idle");
    expect(nextObservationState(state, { is: "reported" }, now).state).toEqual({ ...first, reportedAt: now });
  });
});

describe("what changes all the time is reported at a pace", () => {
  const pace = { averageMs: 500, burst: 3 };

  /** Milliseconds until each change is reported, of changes that come in this rhythm. */
  function listDelays(gaps: readonly number[], responses: ResponsesState = { is: "complete" }): readonly number[] {
    let state = { ...first, responses };
    let at = now;
    return gaps.map((gap) => {
      at += gap;
      const changed = nextObservationState(state, { is: "changed" }, at, pace);
      const [effect] = changed.effects;
      const wait = effect?.do === "reportLater" ? effect.milliseconds : 0;
      at += wait;
      const due = nextObservationState(changed.state, { is: "due" }, at, pace).state;
      state = nextObservationState(due, { is: "reported" }, at, pace).state;
      return wait;
    });
  }

  test.for<readonly [rule: string, gaps: readonly number[], delays: readonly number[]]>([
    ["a few at once, then one in each period", [0, 100, 100, 100, 100, 100], [0, 0, 0, 0, 100, 400]],
    ["at once where they come less often than that", [0, 600, 600, 600, 600, 600], [0, 0, 0, 0, 0, 0]],
    ["a few at once again after a pause", [0, 100, 100, 100, 100, 2000, 100], [0, 0, 0, 0, 100, 0, 0]],
    ["at once where the clock was set back", [0, 100, 100, 100, 100, -60_000, 100], [0, 0, 0, 0, 100, 0, 0]],
  ])("%s", ([, gaps, expected]) => {
    expect(listDelays(gaps)).toEqual(expected);
  });

  test.for<ResponsesState>([{ is: "incomplete", isTimed: true }, { is: "awaited" }])(
    "responses that are awaited are not delayed: %j",
    (responses) => {
      expect(listDelays([0, 100, 100, 100, 100, 100], responses)).toEqual([0, 0, 0, 0, 0, 0]);
    },
  );
});

describe("what is shown while the plan names queries without an answer", () => {
  type Row = [
    sentence: string,
    answers: ResponsesState,
    event: ObservationEvent,
    next: ResponsesState["is"],
    effects: readonly ObservationEffect[],
    shown: ReturnType<typeof shownResponses>,
  ];
  const incomplete = { is: "incomplete", isTimed: false } as const;
  const timed = { is: "incomplete", isTimed: true } as const;
  const rows: Row[] = [
    [
      "at first nothing, and the wait begins",
      incomplete,
      countedEvent(false),
      "incomplete",
      [startResponseWait],
      "nothing",
    ],
    ["it begins once", timed, countedEvent(false), "incomplete", [], "nothing"],
    ["its end shows nothing either", timed, { is: "responseWaitEnded" }, "incomplete", [reportSoon], "nothing"],
    ["all of it as soon as all is answered", timed, countedEvent(true), "complete", [stopResponseWait], "all"],
    [
      "only the link is reported while more is awaited",
      { is: "complete" },
      countedEvent(false),
      "awaited",
      [startResponseWait],
      "linkOnly",
    ],
    ["until the wait ends", { is: "awaited" }, { is: "responseWaitEnded" }, "overdue", [reportSoon], "all"],
    ["which began once", { is: "awaited" }, countedEvent(false), "awaited", [], "linkOnly"],
    ["an overdue wait does not begin again", { is: "overdue" }, countedEvent(false), "overdue", [], "all"],
    [
      "the wait ends when all responses are there",
      { is: "awaited" },
      countedEvent(true),
      "complete",
      [stopResponseWait],
      "all",
    ],
    [
      "an overdue wait ends when all responses are there",
      { is: "overdue" },
      countedEvent(true),
      "complete",
      [stopResponseWait],
      "all",
    ],
    [
      "a wait that ends too late changes nothing",
      { is: "complete" },
      { is: "responseWaitEnded" },
      "complete",
      [reportSoon],
      "all",
    ],
  ];
  test.for(rows)("%s", ([, answers, event, next, effects, shown]) => {
    const after = nextObservationState({ ...first, responses: answers }, event, now);
    expect(after.state.responses.is).toBe(next);
    expect(after.effects).toEqual(effects);
    expect(shownResponses(after.state)).toBe(shown);
  });

  test("that the wait began is remembered", () => {
    expect(nextObservationState(first, countedEvent(false), now).state.responses).toEqual(timed);
  });
});
