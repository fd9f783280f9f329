import { expect, test } from "vitest";
import type { ObservedWaitStatus } from "../../../plugin/wait/events.ts";
import { readStopwatch, startStopwatch } from "../../../plugin/wait/stopwatch.ts";
import { ClusterTally } from "../../../plugin/wait/tally.ts";
import type { LinkStatus } from "../../../shared/io/watch/link-state.ts";
import { evaluateWaitGoal } from "../../../shared/wait/wait-goal.ts";
import { report, root } from "../../render/build.ts";

/** What a cluster reports at a second: it has the goal, has not, is asked, does not respond, ended, or nothing did. */
type Reported = "has it" | "has it not" | "is asked" | "is silent" | "times out" | "tick";
type Short = readonly [second: number, context: string, reported: Reported, effects: string];

function status(isWell: boolean, state: LinkStatus["state"] = "live"): ObservedWaitStatus {
  const seen = report([root({ verdict: isWell ? "healthy" : "degraded" })]);
  const waited = evaluateWaitGoal(seen, { is: "healthy" }, undefined, []);
  return { elapsedMs: 0, link: { state }, report: seen, waited };
}

const ending = { state: "reached", what: [], never: [] } as const;

/** Seconds without any report, which the clock of all clusters counts. */
function ticks(from: number, to: number, word = "at"): readonly Short[] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, "", "tick", `${word} ${from + index}`]);
}

test.for<readonly [rule: string, steps: readonly Short[]]>([
  [
    "all are looked at again once the last has the goal, and only then the wait succeeds",
    [
      [1, "a", "has it", ""],
      [2, "b", "has it", "look again"],
      [3, "b", "has it", ""],
      [4, "a", "is asked", ""],
      [5, "a", "has it", "over 0"],
    ],
  ],
  [
    "one that lost the goal unseen is found in that check, which then counts for none",
    [
      [1, "a", "has it", ""],
      [2, "b", "has it", "look again"],
      [3, "b", "has it", ""],
      [4, "a", "has it not", "a lost"],
      [5, "a", "has it", "look again"],
      [5, "a", "has it", ""],
      [6, "b", "has it", "over 0"],
    ],
  ],
  [
    "one that loses the goal after its look, but before that check is over, ends the check too",
    [
      [1, "a", "has it", ""],
      [2, "b", "has it", "look again"],
      [3, "b", "has it", ""],
      [4, "b", "has it not", "b lost"],
      [5, "a", "has it", ""],
      [5, "b", "has it", "look again"],
    ],
  ],
  [
    "one that does not respond in that check is waited for, and what the others confirmed becomes too old",
    [
      [1, "a", "has it", ""],
      [2, "b", "has it", "look again"],
      [3, "b", "has it", ""],
      [4, "a", "is silent", ""],
      ...ticks(5, 13, "again"),
      [13, "a", "has it", "look again"],
    ],
  ],
  [
    "one that never responds again is no success",
    [
      [1, "a", "has it", ""],
      [2, "b", "has it", "look again"],
      [3, "b", "has it", ""],
      [4, "a", "times out", "over 5"],
    ],
  ],
  [
    "the time goes on where no cluster reports anything",
    [[1, "a", "has it", ""], ...ticks(2, 30), [31, "b", "has it", "look again"], ...ticks(32, 33, "again")],
  ],
  [
    "a machine that slept within that check has all looked at again",
    [
      [1, "a", "has it", ""],
      [2, "b", "has it", "look again"],
      [3, "b", "has it", ""],
      [3600, "a", "has it", "look again"],
    ],
  ],
])("%s", ([, steps]) => {
  let stopwatch = startStopwatch(0);
  let now = 0;
  let effects: string[] = [];
  const isReported = new Set<string>();
  const tracked = new ClusterTally(
    ["a", "b"],
    {
      reached: (context) => void isReported.add(context),
      now(context, { waited }) {
        if (waited?.blocking.length !== 0 && isReported.delete(context)) effects.push(`${context} lost`);
      },
      ended() {},
      refused() {},
      tick: (_, elapsedMs, isLastLook) =>
        void (isTick && effects.push(`${isLastLook ? "again" : "at"} ${elapsedMs / 1000}`)),
    },
    {
      limits: { failFast: false, timeoutMs: 600_000 },
      clock() {
        stopwatch = readStopwatch(stopwatch, now);
        return stopwatch;
      },
      recheck: () => void effects.push("look again"),
      end: (code) => void effects.push(`over ${code}`),
    },
  );
  let isTick = false;
  const done = steps.map(([second, context, reported]): Short => {
    now = second * 1000;
    effects = [];
    isTick = reported === "tick";
    const cluster = tracked.listenerOf(context);
    if (reported === "tick") tracked.tick();
    else if (reported === "has it") cluster.reached?.(status(true), ending);
    else if (reported === "times out") cluster.ended(status(true, "unreachable"), { state: "timed-out" }, 5);
    else cluster.now(status(reported !== "has it not", reported === "is silent" ? "unreachable" : "live"));
    return [second, context, reported, effects.join(", ")];
  });
  expect(done).toEqual(steps);
});
