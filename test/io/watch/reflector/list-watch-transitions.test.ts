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
const failed = (count: number): Pick<ListWatchState, "failures"> => ({ failures: { list: count, watch: count } });

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

const send = (request: ListWatchRequest): ListWatchEffect => ({ do: "request", request });
const pause = (milliseconds: number): ListWatchEffect => ({ do: "pause", milliseconds });
const stale = (cause: string, since = now): ListWatchEffect => ({ do: "doubt", state: "stale", cause, since });
const forgotten = stale("the server no longer has the changes since the last response");
const interrupt: ListWatchEffect = { do: "interrupt" };

function effectsOf(
  state: ListWatchState,
  event: ListWatchEvent,
  about: Partial<ListWatchMoment> = {},
): readonly ListWatchEffect[] {
  return nextListWatchState(state, event, { ...moment, ...about }).effects;
}

describe("what follows from the end of a request", () => {
  type Row = [sentence: string, state: ListWatchState, step: ReflectorStep, effects: readonly ListWatchEffect[]];
  const rows: Row[] = [
    ["after a list comes a watch from its place, at once", listing, { is: "listed", place }, [send(watch)]],
    ["a list without a place is repeated every 30 seconds", listing, { is: "listed" }, [pause(30_000)]],
    [
      "a list is not followed by a watch within five minutes of its refusal",
      { ...listing, unwatchableSince: now - 299_999 },
      { is: "listed", place },
      [pause(30_000)],
    ],
    ["it is after that", { ...listing, unwatchableSince: now - 300_000 }, { is: "listed", place }, [send(watch)]],
    ["a watch that ends in good order goes on", { ...watching, ...worked }, { is: "over" }, [send(watch)]],
    [
      "with all objects first where something broke before it began",
      { ...watching, ...worked, isDoubtful: true },
      { is: "over" },
      [send(watchAgain)],
    ],
    ["a watch that ends soon is tried again at once, the first time", watching, { is: "over" }, [send(watch)]],
    [
      "the second time after a pause",
      { ...watching, ...failed(1) },
      { is: "over" },
      [stale("the server closes each watch at once"), pause(1500)],
    ],
    [
      "so does one during which the clock was set back",
      { ...watching, ...failed(1), phase: { is: "requesting", what: "watch", begunAt: now + 10_000 } },
      { is: "over" },
      [send(watch)],
    ],
    [
      "a watch that worked makes the failures before it forgotten",
      { ...watching, ...worked, ...failed(5) },
      cut,
      [stale("cut"), send(watch)],
    ],
    ["a forgotten place is watched with all objects first", watching, { is: "expired" }, [forgotten, send(watchAgain)]],
    [
      "one that is forgotten twice is listed",
      { ...watching, request: watchAgain },
      { is: "expired" },
      [forgotten, send(list)],
    ],
    [
      "from the fourth failure on after a pause",
      { ...watching, ...failed(3) },
      { is: "expired" },
      [forgotten, pause(8500)],
    ],
    ["the third is free", { ...watching, ...failed(2) }, { is: "expired" }, [forgotten, send(watchAgain)]],
    ["where nothing is any more a list follows", watching, { is: "moved" }, [send(list)]],
    ["the second time after a pause", { ...watching, ...failed(1) }, { is: "moved" }, [pause(2500)]],
    ["what may not be watched is listed", watching, { is: "unwatchable" }, [send(list)]],
    [
      "after 30 seconds where a list has just succeeded",
      { ...watching, wasListed: true },
      { is: "unwatchable" },
      [pause(30_000)],
    ],
    [
      "a missing kind is asked for every 30 seconds",
      listing,
      refused,
      [{ do: "show", reading: absent, state: "gone" }, pause(30_000)],
    ],
    [
      "and every minute after ten of them",
      { ...listing, refusedSince: now - 600_000 },
      refused,
      [{ do: "show", reading: absent, state: "gone" }, pause(60_000)],
    ],
    [
      "not sooner",
      { ...listing, refusedSince: now - 599_999 },
      { is: "refused", reading: forbidden },
      [{ do: "show", reading: forbidden, state: "forbidden" }, pause(30_000)],
    ],
    ["a busy server is asked again from the same place", watching, busy, [stale("busy"), pause(1500)]],
    ["after a pause that doubles", { ...watching, ...failed(3) }, busy, [stale("busy"), pause(8500)]],
    ["up to a minute", { ...watching, ...failed(40) }, busy, [stale("busy"), pause(30_500)]],
    ["or after as long as it asks for", watching, { ...busy, seconds: 90 }, [stale("busy"), pause(90_000)]],
    ["up to an hour", watching, { ...busy, seconds: 9000 }, [stale("busy"), pause(3_600_000)]],
    [
      "its answer is shown where there was none",
      listing,
      { ...busy, reading: absent },
      [{ do: "show", reading: absent, state: "connecting", isFirst: true }, stale("busy"), pause(1500)],
    ],
    ["a watch that is cut goes on at once", watching, cut, [stale("cut"), send(watch)]],
    ["the second time after a pause", { ...watching, ...failed(1) }, cut, [stale("cut"), pause(2500)]],
    [
      "after silence all objects come first, and what is shown is as old as the silence",
      watching,
      { ...cut, silentForMs: 45_000 },
      [stale("cut", now - 45_000), send(watchAgain)],
    ],
    [
      "without a server the next request waits for the end of the outage",
      { ...watching, ...failed(9) },
      { is: "lost", state: "unreachable", cause: "down" },
      [{ do: "doubt", state: "unreachable", cause: "down", since: now }, send(watch)],
    ],
  ];
  test.for(rows)("%s", ([, state, step, effects]) => {
    expect(effectsOf(state, { is: "ended", step })).toEqual(effects);
  });
});

describe("two requests are a second apart", () => {
  const rows: [sentence: string, requestedAt: number, effect: ListWatchEffect][] = [
    ["of which the rest is waited for", now - 300, pause(700)],
    ["and no longer", now - 1000, send(watch)],
    ["however far the clock was set back", now + 86_400_000, pause(1000)],
  ];
  test.for(rows)("%s", ([, requestedAt, effect]) => {
    expect(effectsOf({ ...watching, requestedAt }, { is: "ended", step: cut })).toEqual([stale("cut"), effect]);
    expect(effectsOf({ ...watching, requestedAt }, { is: "interrupted" })).toEqual([effect]);
  });

  test("but a watch follows its list at once", () => {
    expect(effectsOf({ ...listing, requestedAt: now }, { is: "ended", step: { is: "listed", place } })).toEqual([
      send(watch),
    ]);
  });
});

describe("what is requested after a pause depends on what happened meanwhile", () => {
  const rows: [sentence: string, state: ListWatchState, about: Partial<ListWatchMoment>, request: ListWatchRequest][] =
    [
      ["nothing: what was planned", pausing, {}, watch],
      ["an outage: all objects first", pausing, { outages: 1 }, watchAgain],
      ["the same on a server that streams no lists: a list", pausing, { outages: 1, streamsLists: false }, list],
      ["an outage before a list: the list", { ...pausing, request: list }, { outages: 1 }, list],
      ["another server: a list, for the place is the other's", pausing, { server: "https://b" }, list],
    ];
  test.for(rows)("%s", ([, state, about, request]) => {
    const next = nextListWatchState(state, { is: "rested" }, { ...moment, ...about });
    expect(next.effects).toEqual([send(request)]);
    expect(next.state).toMatchObject({ phase: { is: "requesting", what: request.is }, request });
    // The same thing happens once.
    const again = { ...next.state, phase: pausing.phase, request: watch };
    expect(effectsOf(again, { is: "rested" }, about)).toEqual([send(watch)]);
  });
});

test.for([
  ["expired", [forgotten, send(list)]],
  ["cut", [stale("quiet", now - 5), send(list)]],
] as const)("a server that streams no lists is asked for a plain one after a watch that is %s", ([is, effects]) => {
  const step: ReflectorStep = is === "cut" ? { is, cause: "quiet", silentForMs: 5 } : { is };
  expect(effectsOf(watching, { is: "ended", step }, { streamsLists: false })).toEqual(effects);
});

describe("a refresh", () => {
  const asked = { is: "refreshed", cause: "refreshed" } as const;
  const slept = { is: "refreshed", cause: "slept", lastResponseAtMs: now - 9000 } as const;
  const rows: [string, ListWatchState, ListWatchEvent, readonly ListWatchEffect[], ListWatchRequest][] = [
    ["interrupts a request", watching, asked, [stale("refreshed"), interrupt], watch],
    ["interrupts a pause", pausing, asked, [stale("refreshed"), interrupt], watch],
    ["lets a recovery go on", { ...pausing, phase: { is: "recovering" } }, asked, [stale("refreshed")], watch],
    [
      "wants all objects where much may be missed",
      watching,
      slept,
      [stale("slept", now - 9000), interrupt],
      watchAgain,
    ],
  ];
  test.for(rows)("%s", ([, state, event, effects, request]) => {
    const next = nextListWatchState({ ...state, ...failed(7) }, event, moment);
    expect(next.effects).toEqual(effects);
    expect(next.state).toMatchObject({ request, isDoubtful: true, failures: { list: 0, watch: 0 } });
  });

  test("that crosses the end of a request leaves only the least pause", () => {
    const { state } = nextListWatchState({ ...watching, requestedAt: now - 400 }, asked, moment);
    const next = nextListWatchState(state, { is: "ended", step: { ...busy, seconds: 90 } }, moment);
    expect(next.effects).toEqual([stale("busy"), pause(600)]);
    expect(next.state.phase).toEqual({ is: "recovering" });
  });
});

describe("a refusal that may be over", () => {
  test("is asked about at once, then after 1, 2, 4, 8 and 16 seconds, then as before", () => {
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
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].map(pause));
  });

  const rows: [sentence: string, state: ListWatchState][] = [
    ["a request under way goes on", { ...listing, refusedSince: now }],
    ["so does a recovery", { ...pausing, phase: { is: "recovering" }, refusedSince: now }],
    ["and what is not refused", pausing],
    [
      "or was listed since",
      nextListWatchState({ ...listing, refusedSince: now }, { is: "ended", step: { is: "listed" } }, moment).state,
    ],
  ];
  test.for(rows)("%s", ([, state]) => {
    expect(effectsOf(state, { is: "hurried" })).toEqual([]);
  });
});

describe("what a request remembers", () => {
  const step = (state: ListWatchState, event: ListWatchEvent): ListWatchState =>
    nextListWatchState(state, event, moment).state;
  const reached = { ...place, resourceVersion: "11" };
  const rows: [sentence: string, state: ListWatchState, event: ListWatchEvent, expected: object][] = [
    ["when it left", pausing, { is: "sent" }, { requestedAt: now }],
    ["when its watch began", watching, { is: "begun" }, { phase: { is: "requesting", what: "watch", begunAt: now } }],
    [
      "how far it came, and that nothing was missed",
      { ...watching, request: watchAgain, isDoubtful: true },
      { is: "reached", resourceVersion: "11" },
      { request: { is: "watch", place: reached, sendsInitialEvents: false }, isDoubtful: false },
    ],
    ["no place of a list", listing, { is: "reached", resourceVersion: "11" }, { request: list }],
    ["that it was cut", watching, { is: "ended", step: cut }, { isDoubtful: true, failures: { list: 0, watch: 1 } }],
    ["that the server was busy", watching, { is: "ended", step: busy }, { isDoubtful: true }],
    [
      "that a list failed",
      { ...listing, ...failed(1) },
      { is: "ended", step: busy },
      { failures: { list: 2, watch: 1 } },
    ],
    [
      "that one succeeded",
      { ...listing, ...failed(2), isDoubtful: true },
      { is: "ended", step: { is: "listed", place } },
      { failures: { list: 0, watch: 2 }, isDoubtful: false, wasListed: true },
    ],
    [
      "no failure of an outage, which counts its own",
      { ...watching, ...failed(1) },
      { is: "ended", step: { is: "lost", state: "unreachable", cause: "" } },
      { ...failed(1), wasListed: false },
    ],
    ["when a watch was refused", watching, { is: "ended", step: { is: "unwatchable" } }, { unwatchableSince: now }],
    ["when refusals began", listing, { is: "ended", step: refused }, { refusedSince: now, quickRetriesLeft: 0 }],
    ["the place for three failures", { ...watching, ...failed(1) }, { is: "ended", step: busy }, { request: watch }],
    ["and not longer", { ...watching, ...failed(2) }, { is: "ended", step: busy }, { request: list }],
  ];
  test.for(rows)("%s", ([, state, event, expected]) => {
    expect(step(state, event)).toMatchObject(expected);
  });
});

test("the first request is a list", () => {
  expect(effectsOf(initialListWatchState(moment), { is: "started" })).toEqual([send(list)]);
});
