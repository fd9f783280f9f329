import { describe, expect, test } from "vitest";
import type {
  ListWatchEffect,
  ListWatchEvent,
  ListWatchMoment,
  ListWatchRequest,
  ListWatchState,
} from "../../../../shared/io/watch/reflector/list-watch.ts";
import { initialListWatchState, nextListWatchState } from "../../../../shared/io/watch/reflector/list-watch.ts";
import type { ReflectorStep } from "../../../../shared/io/watch/reflector/reflector-step.ts";
import type { Query } from "../../../../shared/model/snapshot.ts";

const now = 10_000_000;
/** With this chance a pause that is spread is as long as its name says, and a backoff lies in the middle of its span. */
const moment: ListWatchMoment = {
  now,
  random: () => 0.5,
  server: "https://a",
  outages: 0,
  streamsLists: true,
  watchesDefinitions: false,
};
const place = { path: "/apis/x/v1/things", version: "v1", resourceVersion: "10" };
const list: ListWatchRequest = { is: "list" };
const watch: ListWatchRequest = { is: "watch", place, sendsInitialEvents: false };
const watchAgain: ListWatchRequest = { ...watch, sendsInitialEvents: true };
/** A watch is under way that the server accepted a second ago. */
const watching: ListWatchState = {
  ...initialListWatchState(moment),
  phase: { is: "requesting", what: "watch", begunAt: now - 1000 },
  request: watch,
  requestedAt: now - 5000,
};
const listing: ListWatchState = { ...watching, phase: { is: "requesting", what: "list" }, request: list };
const pausing: ListWatchState = { ...watching, phase: { is: "pausing" } };
const worked = { phase: { is: "requesting", what: "watch", begunAt: now - 10_000 } } as const;
const withFailures = (count: number): Pick<ListWatchState, "failures"> => ({ failures: { list: count, watch: count } });

const query: Query = {
  group: "x",
  versions: ["v1"],
  kind: "Thing",
  plural: "things",
  namespaced: true,
  verb: "list",
};
const absent = { query, outcome: "noSuchKind", cause: "no such kind" } as const;
const forbidden = { query, outcome: "forbidden", cause: "not allowed" } as const;
const refused: ReflectorStep = { is: "refused", reading: absent };
const busy: ReflectorStep = { is: "busy", cause: "busy" };
const cut: ReflectorStep = { is: "cut", cause: "cut" };

const sendEffect = (request: ListWatchRequest): ListWatchEffect => ({ do: "request", request });
const pauseEffect = (milliseconds: number): ListWatchEffect => ({ do: "pause", milliseconds });
const doubtStale = (cause: string, since = now): ListWatchEffect => ({ do: "doubt", state: "stale", cause, since });
const forgotten = doubtStale("the server no longer has the changes since the last response");
const interrupt: ListWatchEffect = { do: "interrupt" };

function effectsOf(
  state: ListWatchState,
  event: ListWatchEvent,
  about: Partial<ListWatchMoment> = {},
): readonly ListWatchEffect[] {
  return nextListWatchState(state, event, { ...moment, ...about }).effects;
}

describe("the end of a request decides the next one", () => {
  type Row = [sentence: string, state: ListWatchState, step: ReflectorStep, effects: readonly ListWatchEffect[]];
  const rows: Row[] = [
    [
      "a list is followed at once by a watch from its resourceVersion",
      listing,
      { is: "listed", place },
      [sendEffect(watch)],
    ],
    ["a list without a resourceVersion is repeated every 30 seconds", listing, { is: "listed" }, [pauseEffect(30_000)]],
    [
      "a list is not followed by a watch within five minutes after a watch was refused",
      { ...listing, unwatchableSince: now - 299_999 },
      { is: "listed", place },
      [pauseEffect(30_000)],
    ],
    [
      "a list is followed by a watch five minutes after a watch was refused",
      { ...listing, unwatchableSince: now - 300_000 },
      { is: "listed", place },
      [sendEffect(watch)],
    ],
    [
      "a watch that the server ends is requested again at once",
      { ...watching, ...worked },
      { is: "over" },
      [sendEffect(watch)],
    ],
    [
      "a watch requests all objects first where something broke before it began",
      { ...watching, ...worked, isDoubtful: true },
      { is: "over" },
      [sendEffect(watchAgain)],
    ],
    ["the first watch that ends early is requested again at once", watching, { is: "over" }, [sendEffect(watch)]],
    [
      "the second watch that ends early is requested again after a pause",
      { ...watching, ...withFailures(1) },
      { is: "over" },
      [doubtStale("the server closes each watch at once"), pauseEffect(1500)],
    ],
    [
      "a watch during which the clock was set back is requested again at once",
      { ...watching, ...withFailures(1), phase: { is: "requesting", what: "watch", begunAt: now + 10_000 } },
      { is: "over" },
      [sendEffect(watch)],
    ],
    [
      "a watch that worked resets the count of failures",
      { ...watching, ...worked, ...withFailures(5) },
      cut,
      [doubtStale("cut"), sendEffect(watch)],
    ],
    [
      "an expired resourceVersion is followed by a watch with all objects first",
      watching,
      { is: "expired" },
      [forgotten, sendEffect(watchAgain)],
    ],
    [
      "a resourceVersion that expires twice is followed by a list",
      { ...watching, request: watchAgain },
      { is: "expired" },
      [forgotten, sendEffect(list)],
    ],
    [
      "an expired resourceVersion is followed by a pause from the fourth failure on",
      { ...watching, ...withFailures(3) },
      { is: "expired" },
      [forgotten, pauseEffect(8500)],
    ],
    [
      "an expired resourceVersion is followed at once after the third failure",
      { ...watching, ...withFailures(2) },
      { is: "expired" },
      [forgotten, sendEffect(watchAgain)],
    ],
    ["a resource that moved is listed at once", watching, { is: "moved" }, [sendEffect(list)]],
    [
      "a resource that moved a second time is listed after a pause",
      { ...watching, ...withFailures(1) },
      { is: "moved" },
      [pauseEffect(2500)],
    ],
    ["a refused watch is followed by a list", watching, { is: "unwatchable" }, [sendEffect(list)]],
    [
      "a refused watch after a good list is followed by a list after 30 seconds",
      { ...watching, wasListed: true },
      { is: "unwatchable" },
      [pauseEffect(30_000)],
    ],
    [
      "a missing kind is requested every 30 seconds",
      listing,
      refused,
      [{ do: "show", reading: absent, state: "gone" }, pauseEffect(30_000)],
    ],
    [
      "a kind that is missing for ten minutes is requested every minute",
      { ...listing, refusedSince: now - 600_000 },
      refused,
      [{ do: "show", reading: absent, state: "gone" }, pauseEffect(60_000)],
    ],
    [
      "a kind that is forbidden for less than ten minutes is requested every 30 seconds",
      { ...listing, refusedSince: now - 599_999 },
      { is: "refused", reading: forbidden },
      [{ do: "show", reading: forbidden, state: "forbidden" }, pauseEffect(30_000)],
    ],
    [
      "a busy server gets the same request again after a pause",
      watching,
      busy,
      [doubtStale("busy"), pauseEffect(1500)],
    ],
    [
      "the pause for a busy server doubles with each failure",
      { ...watching, ...withFailures(3) },
      busy,
      [doubtStale("busy"), pauseEffect(8500)],
    ],
    [
      "the pause for a busy server is a minute at most",
      { ...watching, ...withFailures(40) },
      busy,
      [doubtStale("busy"), pauseEffect(30_500)],
    ],
    [
      "a busy server that sends Retry-After is given that time",
      watching,
      { ...busy, seconds: 90 },
      [doubtStale("busy"), pauseEffect(90_000)],
    ],
    [
      "a busy server is given an hour at most",
      watching,
      { ...busy, seconds: 9000 },
      [doubtStale("busy"), pauseEffect(3_600_000)],
    ],
    [
      "the response of a busy server is shown where nothing was shown before",
      listing,
      { ...busy, reading: absent },
      [{ do: "show", reading: absent, state: "connecting", isFirst: true }, doubtStale("busy"), pauseEffect(1500)],
    ],
    ["a watch that is cut is requested again at once", watching, cut, [doubtStale("cut"), sendEffect(watch)]],
    [
      "a watch that is cut a second time is requested again after a pause",
      { ...watching, ...withFailures(1) },
      cut,
      [doubtStale("cut"), pauseEffect(2500)],
    ],
    [
      "a watch that was silent requests all objects first, and the shown objects are as old as the silence",
      watching,
      { ...cut, silentForMs: 45_000 },
      [doubtStale("cut", now - 45_000), sendEffect(watchAgain)],
    ],
    [
      "a lost server gets the next request after the outage",
      { ...watching, ...withFailures(9) },
      { is: "lost", state: "unreachable", cause: "down" },
      [{ do: "doubt", state: "unreachable", cause: "down", since: now }, sendEffect(watch)],
    ],
  ];
  test.for(rows)("%s", ([, state, step, effects]) => {
    expect(effectsOf(state, { is: "ended", step })).toEqual(effects);
  });
});

describe("two requests are at least a second apart", () => {
  const rows: [sentence: string, requestedAt: number, effect: ListWatchEffect][] = [
    ["a request 300 ms after the last one waits for 700 ms", now - 300, pauseEffect(700)],
    ["a request a second after the last one is sent at once", now - 1000, sendEffect(watch)],
    ["a request waits for a second at most, however far the clock was set back", now + 86_400_000, pauseEffect(1000)],
  ];
  test.for(rows)("%s", ([, requestedAt, effect]) => {
    expect(effectsOf({ ...watching, requestedAt }, { is: "ended", step: cut })).toEqual([doubtStale("cut"), effect]);
    expect(effectsOf({ ...watching, requestedAt }, { is: "interrupted" })).toEqual([effect]);
  });

  test("a watch follows its list without that pause", () => {
    expect(effectsOf({ ...listing, requestedAt: now }, { is: "ended", step: { is: "listed", place } })).toEqual([
      sendEffect(watch),
    ]);
  });
});

describe("the request after a pause depends on what happened during the pause", () => {
  const rows: [sentence: string, state: ListWatchState, about: Partial<ListWatchMoment>, request: ListWatchRequest][] =
    [
      ["a quiet pause is followed by the planned request", pausing, {}, watch],
      ["an outage is followed by a watch with all objects first", pausing, { outages: 1 }, watchAgain],
      [
        "an outage of a server that streams no lists is followed by a list",
        pausing,
        { outages: 1, streamsLists: false },
        list,
      ],
      ["an outage before a list is followed by the list", { ...pausing, request: list }, { outages: 1 }, list],
      [
        "another server gets a list, since the resourceVersion is that of the former one",
        pausing,
        { server: "https://b" },
        list,
      ],
    ];
  test.for(rows)("%s", ([, state, about, request]) => {
    const next = nextListWatchState(state, { is: "rested" }, { ...moment, ...about });
    expect(next.effects).toEqual([sendEffect(request)]);
    expect(next.state).toMatchObject({ phase: { is: "requesting", what: request.is }, request });
    // The same thing happens once.
    const again = { ...next.state, phase: pausing.phase, request: watch };
    expect(effectsOf(again, { is: "rested" }, about)).toEqual([sendEffect(watch)]);
  });
});

test.for([
  ["expired", [forgotten, sendEffect(list)]],
  ["cut", [doubtStale("quiet", now - 5), sendEffect(list)]],
] as const)("a server that streams no lists is asked for a plain one after a watch that is %s", ([is, effects]) => {
  const step: ReflectorStep = is === "cut" ? { is, cause: "quiet", silentForMs: 5 } : { is };
  expect(effectsOf(watching, { is: "ended", step }, { streamsLists: false })).toEqual(effects);
});

describe("a refresh", () => {
  const asked = { is: "refreshed", cause: "refreshed" } as const;
  const slept = { is: "refreshed", cause: "slept", lastResponseAtMs: now - 9000 } as const;
  const rows: [string, ListWatchState, ListWatchEvent, readonly ListWatchEffect[], ListWatchRequest][] = [
    ["interrupts a request", watching, asked, [doubtStale("refreshed"), interrupt], watch],
    ["interrupts a pause", pausing, asked, [doubtStale("refreshed"), interrupt], watch],
    ["lets a recovery go on", { ...pausing, phase: { is: "recovering" } }, asked, [doubtStale("refreshed")], watch],
    [
      "requests all objects where changes may have been missed",
      watching,
      slept,
      [doubtStale("slept", now - 9000), interrupt],
      watchAgain,
    ],
  ];
  test.for(rows)("%s", ([, state, event, effects, request]) => {
    const next = nextListWatchState({ ...state, ...withFailures(7) }, event, moment);
    expect(next.effects).toEqual(effects);
    expect(next.state).toMatchObject({ request, isDoubtful: true, failures: { list: 0, watch: 0 } });
  });

  test("that crosses the end of a request leaves only the shortest pause", () => {
    const { state } = nextListWatchState({ ...watching, requestedAt: now - 400 }, asked, moment);
    const next = nextListWatchState(state, { is: "ended", step: { ...busy, seconds: 90 } }, moment);
    expect(next.effects).toEqual([doubtStale("busy"), pauseEffect(600)]);
    expect(next.state.phase).toEqual({ is: "recovering" });
  });
});

describe("a refusal that may have ended", () => {
  test("is requested at once, then after 1, 2, 4, 8 and 16 seconds, then as before", () => {
    let state: ListWatchState = { ...pausing, request: list, refusedSince: now - 700_000 };
    const hurried = nextListWatchState(state, { is: "hurried" }, moment);
    expect(hurried.effects).toEqual([interrupt]);
    ({ state } = nextListWatchState(hurried.state, { is: "interrupted" }, moment));
    const pauses: unknown[] = [];
    for (let count = 0; count < 7; count += 1) {
      const next = nextListWatchState({ ...state, phase: listing.phase }, { is: "ended", step: refused }, moment);
      pauses.push(next.effects.at(-1));
      ({ state } = next);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].map(pauseEffect));
  });

  const rows: [sentence: string, state: ListWatchState][] = [
    ["a request under way", { ...listing, refusedSince: now }],
    ["a recovery", { ...pausing, phase: { is: "recovering" }, refusedSince: now }],
    ["a resource that is not refused", pausing],
    [
      "a resource that was listed since its refusal",
      nextListWatchState({ ...listing, refusedSince: now }, { is: "ended", step: { is: "listed" } }, moment).state,
    ],
  ];
  test.for(rows)("%s", ([, state]) => {
    expect(effectsOf(state, { is: "hurried" })).toEqual([]);
  });
});

describe("the state records what a request did", () => {
  const step = (state: ListWatchState, event: ListWatchEvent): ListWatchState =>
    nextListWatchState(state, event, moment).state;
  const reached = { ...place, resourceVersion: "11" };
  const rows: [sentence: string, state: ListWatchState, event: ListWatchEvent, expected: object][] = [
    ["a request that was sent records its time", pausing, { is: "sent" }, { requestedAt: now }],
    [
      "a watch that began records its time",
      watching,
      { is: "begun" },
      { phase: { is: "requesting", what: "watch", begunAt: now } },
    ],
    [
      "a watch records the resourceVersion that it reached and is no longer doubtful",
      { ...watching, request: watchAgain, isDoubtful: true },
      { is: "reached", resourceVersion: "11" },
      { request: { is: "watch", place: reached, sendsInitialEvents: false }, isDoubtful: false },
    ],
    [
      "a list does not record a resourceVersion before its end",
      listing,
      { is: "reached", resourceVersion: "11" },
      { request: list },
    ],
    [
      "a watch that was cut is doubtful and counts a failure",
      watching,
      { is: "ended", step: cut },
      { isDoubtful: true, failures: { list: 0, watch: 1 } },
    ],
    ["a watch that met a busy server is doubtful", watching, { is: "ended", step: busy }, { isDoubtful: true }],
    [
      "a list that failed counts a failure",
      { ...listing, ...withFailures(1) },
      { is: "ended", step: busy },
      { failures: { list: 2, watch: 1 } },
    ],
    [
      "a list that succeeded resets the failures",
      { ...listing, ...withFailures(2), isDoubtful: true },
      { is: "ended", step: { is: "listed", place } },
      { failures: { list: 0, watch: 2 }, isDoubtful: false, wasListed: true },
    ],
    [
      "a lost server counts no failure, since the outage counts its own",
      { ...watching, ...withFailures(1) },
      { is: "ended", step: { is: "lost", state: "unreachable", cause: "" } },
      { ...withFailures(1), wasListed: false },
    ],
    [
      "a refused watch records its time",
      watching,
      { is: "ended", step: { is: "unwatchable" } },
      { unwatchableSince: now },
    ],
    [
      "a refused list records when the refusals began",
      listing,
      { is: "ended", step: refused },
      { refusedSince: now, quickRetriesLeft: 0 },
    ],
    [
      "a watch keeps its resourceVersion for the second failure",
      { ...watching, ...withFailures(1) },
      { is: "ended", step: busy },
      { request: watch },
    ],
    [
      "a watch lists again after the third failure",
      { ...watching, ...withFailures(2) },
      { is: "ended", step: busy },
      { request: list },
    ],
  ];
  test.for(rows)("%s", ([, state, event, expected]) => {
    expect(step(state, event)).toMatchObject(expected);
  });
});

test("the first request is a list", () => {
  expect(effectsOf(initialListWatchState(moment), { is: "started" })).toEqual([sendEffect(list)]);
});
