import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ConnectionError, type ConnectionReason, InputError, UsageError } from "../../../shared/io/errors/errors.ts";
import { ClusterFollower } from "../../../shared/io/watch/follower.ts";
import {
  type ConnectFault,
  connectionPolicies,
  type FollowerEffect,
  type FollowerEvent,
  initialFollowerState,
  nextFollowerState,
} from "../../../shared/io/watch/follower-transitions.ts";
import type { LinkState } from "../../../shared/io/watch/link-state.ts";
import { drivenClock } from "./driven-clock.ts";

const begun: FollowerEvent = { is: "begun" };
const connected: FollowerEvent = { is: "connected" };
const refreshed: FollowerEvent = { is: "refreshed" };
const hurried: FollowerEvent = { is: "hurried" };
const pauseEnded: FollowerEvent = { is: "pauseEnded" };
const left: FollowerEvent = { is: "left" };
const ended: FollowerEvent = { is: "ended" };
const failedEvent = (fault?: ConnectFault): FollowerEvent => ({ is: "failed", fault });
const linkChanged = (link: LinkState): FollowerEvent => ({ is: "linkChanged", link });

function summarizeEffect(effect: FollowerEffect): string {
  if (effect.do === "connect") return "connect";
  return effect.do === "pause" ? `pause ${effect.milliseconds}` : effect.do;
}

/** An event, and the effects of it, in short. */
type Short = readonly [event: FollowerEvent, effects: string];

const opening: Short = [begun, "connect"];
const live: readonly Short[] = [opening, [connected, ""], [linkChanged("live"), ""]];

describe("a follower", () => {
  type Row = readonly [rule: string, front: keyof typeof connectionPolicies, steps: readonly Short[], phase: string];
  const rows: readonly Row[] = [
    ["follows what it has connected to", "row", live, "following"],
    [
      "connects once, although three events ask for it",
      "row",
      [opening, [begun, ""], [refreshed, ""], [hurried, ""]],
      "connecting",
    ],
    ["reads again what is followed when the user asks", "row", [...live, [refreshed, "refresh"]], "following"],
    ["connects when the user asks and nothing is open", "row", [[refreshed, "connect"]], "connecting"],
    [
      "tries a row of a fleet again each minute, a fifth sooner or later, and holds up no other row",
      "row",
      [
        opening,
        [failedEvent("unreachable"), "pause 60000"],
        [pauseEnded, "connect"],
        [failedEvent("timeout"), "pause 60000"],
      ],
      "pausing",
    ],
    [
      "tries the server that the user waits for after pauses that grow to ten seconds",
      "awaiting",
      [
        ...([opening, [failedEvent("unreachable"), "pause 1500"], [pauseEnded, "connect"]] as const),
        ...([
          [failedEvent("timeout"), "pause 2500"],
          [pauseEnded, "connect"],
          [failedEvent("timeout"), "pause 4500"],
        ] as const),
        ...([
          [pauseEnded, "connect"],
          [failedEvent("timeout"), "pause 5500"],
        ] as const),
      ],
      "pausing",
    ],
    ["looks once with --timeout 0", "once", [opening, [failedEvent("unreachable"), "disconnect"]], "refused"],
    [
      "does not try again a certificate that is not trusted, where the user waits",
      "awaiting",
      [opening, [failedEvent("untrusted"), "disconnect"]],
      "refused",
    ],
    [
      "does not try a refused login again",
      "awaiting",
      [opening, [failedEvent("credentials"), "disconnect"]],
      "refused",
    ],
    [
      "does not try a context again that cannot be used",
      "awaiting",
      [opening, [failedEvent("unusable"), "disconnect"]],
      "refused",
    ],
    [
      "never tries again after a bug or a wrong command line",
      "row",
      [opening, [failedEvent(), "disconnect"]],
      "refused",
    ],
    [
      "starts the login program of a row again after five minutes",
      "row",
      [opening, [failedEvent("credentials"), "pause 300000"]],
      "pausing",
    ],
    [
      "starts one that asks the user only when the user wants it",
      "rowThatAsks",
      [opening, [failedEvent("credentials"), "disconnect"], [hurried, ""], [pauseEnded, ""], [refreshed, "connect"]],
      "connecting",
    ],
    [
      "starts none again in the editor, which connects when the user does",
      "editor",
      [opening, [failedEvent("credentials"), "disconnect"], [hurried, ""], [begun, "connect"]],
      "connecting",
    ],
    [
      "leaves a cluster that no longer accepts the login of the editor",
      "editor",
      [...live, [linkChanged("authRequired"), "disconnect"], [linkChanged("live"), ""], [hurried, ""]],
      "refused",
    ],
    [
      "keeps it in a terminal, where the login may come back",
      "awaiting",
      [...live, [linkChanged("authRequired"), ""]],
      "following",
    ],
    [
      "tries at once where its server responds to another context",
      "row",
      [opening, [failedEvent("unreachable"), "pause 60000"], [hurried, "connect"], [hurried, ""]],
      "connecting",
    ],
    [
      "does not ask for a login because its server responds to another context",
      "row",
      [opening, [failedEvent("credentials"), "pause 300000"], [hurried, ""]],
      "pausing",
    ],
    [
      "reads a lost server again because of that",
      "row",
      [...live, [linkChanged("unreachable"), ""], [hurried, "refresh"]],
      "following",
    ],
    [
      "does not read a live server again because another context is responding",
      "row",
      [...live, [hurried, ""]],
      "following",
    ],
    [
      "connects again after it was left",
      "awaiting",
      [...live, [left, "disconnect"], [left, ""], [begun, "connect"]],
      "connecting",
    ],
    [
      "leaves while it pauses",
      "awaiting",
      [opening, [failedEvent("timeout"), "pause 1500"], [left, "disconnect"], [pauseEnded, ""]],
      "idle",
    ],
    [
      "begins with short pauses again once it was connected",
      "awaiting",
      [
        opening,
        [failedEvent("timeout"), "pause 1500"],
        [pauseEnded, "connect"],
        [connected, ""],
        [left, "disconnect"],
        opening,
        [failedEvent("timeout"), "pause 1500"],
      ],
      "pausing",
    ],
    [
      "does nothing once it has ended",
      "row",
      [opening, [ended, "disconnect"], [failedEvent("timeout"), ""], [begun, ""], [refreshed, ""]],
      "ended",
    ],
  ];

  test.for(rows)("%s", ([, front, steps, phase]) => {
    let state = initialFollowerState;
    const moment = { policy: connectionPolicies[front], random: () => 0.5 };
    const done = steps.map(([event]): Short => {
      const next = nextFollowerState(state, event, moment);
      state = next.state;
      return [event, next.effects.map(summarizeEffect).join(", ")];
    });
    expect([done, state.phase]).toEqual([steps, phase]);
  });
});

describe("a try to connect", () => {
  interface Scene {
    readonly clock: ReturnType<typeof drivenClock>;
    readonly events: string[];
    readonly follower: ClusterFollower<Thing, Thing & { readonly refresh: () => void }>;
  }
  interface Thing {
    readonly close: () => void;
    readonly stop: () => void;
  }

  /** A follower whose `open` and `follow` may wait or fail. The log has a word for each event. */
  function scene(front: {
    readonly manners?: keyof typeof connectionPolicies;
    readonly open?: (left: AbortSignal) => Promise<void>;
    readonly follow?: (linked: (link: LinkState, isRead: boolean) => void) => Promise<void>;
    readonly turn?: (connect: () => Promise<void>) => Promise<void>;
  }): Scene {
    const clock = drivenClock();
    const events: string[] = [];
    const tell =
      (what: string): (() => void) =>
      () =>
        void events.push(what);
    const follower = new ClusterFollower({
      policy: connectionPolicies[front.manners ?? "awaiting"],
      clock,
      random: () => 1,
      async open(left) {
        events.push("open");
        await front.open?.(left);
        return { close: tell("close"), stop: tell("-") };
      },
      async follow(_, linkedTo) {
        events.push("follow");
        await front.follow?.(linkedTo);
        return { close: tell("-"), stop: tell("stop"), refresh: tell("refresh") };
      },
      connected: tell("connected"),
      failed: (error, isRetried) => events.push(`${(error as Error).message}${isRetried ? "" : " for good"}`),
      ...(front.turn !== undefined && { runInTurn: front.turn }),
    });
    return { clock, events, follower };
  }

  const connectionError = (reason: ConnectionReason): ConnectionError => new ConnectionError(`${reason}!`, { reason });

  test("is repeated over the same login while the server is down, and each cause is reported", async () => {
    const times: number[] = [];
    const one = scene({
      follow: async () => {
        times.push(one.clock.elapsed());
        if (times.length < 6) throw connectionError(times.length % 2 === 0 ? "timeout" : "unreachable");
      },
    });
    one.follower.begin();
    while (times.length < 6) {
      await nextTurn();
      one.clock.next(Number.POSITIVE_INFINITY);
    }
    await nextTurn();
    expect(times.map((time, place) => time - (times[place - 1] ?? 0))).toEqual([0, 2000, 4000, 8000, 10_000, 10_000]);
    expect(one.events.slice(0, 5)).toEqual(["open", "follow", "unreachable!", "follow", "timeout!"]);
    expect(one.events.at(-1)).toBe("connected");
    expect(one.events.filter((event) => event === "open")).toHaveLength(1);
    expect(one.clock.timers()).toBe(0);
  });

  const final: [what: string, error: Error][] = [
    ["a certificate that is not trusted", connectionError("untrusted")],
    ["credentials that are refused", connectionError("credentials")],
    ["a file that cannot be used", new InputError("no such file")],
    ["a wrong command line", new UsageError("no such name")],
    ["a bug", new TypeError("oops")],
  ];
  test.for(final)("is not repeated because of %s, and nothing stays open", async ([, error]) => {
    const one = scene({ follow: () => Promise.reject(error) });
    one.follower.begin();
    await nextTurn();
    expect(one.events).toEqual(["open", "follow", "close", `${error.message} for good`]);
    expect(one.clock.timers()).toBe(0);
  });

  test("is not repeated once the front has left, and no timer stays", async () => {
    const one = scene({ follow: () => Promise.reject(connectionError("unreachable")) });
    one.follower.begin();
    await nextTurn();
    one.follower.leave();
    expect(one.events).toEqual(["open", "follow", "unreachable!", "close"]);
    expect(one.clock.timers()).toBe(0);
  });

  test.for<["leave" | "end"]>([["leave"], ["end"]])("that succeeds after %s is closed unseen", async ([how]) => {
    const waiting = Promise.withResolvers<void>();
    const one = scene({
      open(left) {
        left.addEventListener("abort", () => one.events.push("login ended"));
        return waiting.promise;
      },
    });
    one.follower.begin();
    one.follower[how]();
    waiting.resolve();
    await nextTurn();
    expect(one.events).toEqual(["open", "login ended", "close"]);
    expect([one.follower.opened(), one.follower.followed()]).toEqual([undefined, undefined]);
  });

  test("of a cluster that was left and is wanted again does not take the place of the new one", async () => {
    const waiting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const left = [...waiting];
    const one = scene({ open: () => left.shift()?.promise ?? Promise.resolve() });
    one.follower.begin();
    one.follower.leave();
    one.follower.begin();
    waiting[1]?.resolve();
    await nextTurn();
    waiting[0]?.resolve();
    await nextTurn();
    expect(one.events).toEqual(["open", "open", "follow", "connected", "close"]);
    expect(one.follower.followed()).toBeDefined();
  });

  const turns: readonly [what: string, front: Parameters<typeof scene>[0], isOver: boolean][] = [
    ["while the server is silent, the turn goes on", {}, false],
    ["with a response it is over", { follow: async (linkedTo) => linkedTo("live", true) }, true],
    [
      "with a link that has read nothing it goes on",
      { follow: async (linkedTo) => linkedTo("connecting", false) },
      false,
    ],
    ["with a lost link it is over", { follow: async (linkedTo) => linkedTo("unreachable", false) }, true],
    ["with a login that is required it is over", { follow: async (linkedTo) => linkedTo("authRequired", false) }, true],
    ["with a failure it is over", { follow: () => Promise.reject(connectionError("timeout")) }, true],
  ];
  test.for(turns)("takes its turn: %s", async ([, front, isOver]) => {
    let isDone = false;
    const one = scene({
      ...front,
      async turn(connect) {
        await connect();
        isDone = true;
      },
    });
    one.follower.begin();
    await nextTurn();
    expect(isDone).toBe(isOver);
    one.follower.end();
    await nextTurn();
    expect(isDone).toBe(true);
  });

  test("whose turn comes after the end opens nothing", async () => {
    const turn = Promise.withResolvers<void>();
    const one = scene({ turn: (connect) => turn.promise.then(connect) });
    one.follower.begin();
    one.follower.end();
    turn.resolve();
    await nextTurn();
    expect(one.events).toEqual([]);
  });
});
