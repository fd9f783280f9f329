import { expect, test } from "vitest";
import { maxCheckMs, nextFleetStep, type TalliedCluster } from "../../../plugin/wait/tally.ts";

/** A cluster that goes on or reached the goal, or one that ended with a status. */
function clusters(
  ...short: readonly (readonly [context: string, state: TalliedCluster["state"], exitCode?: number])[]
) {
  return short.map(([context, state, exitCode]): TalliedCluster => ({ context, state, exitCode }));
}

/** Clusters that have reached the goal. */
function manyClusters(count: number): readonly TalliedCluster[] {
  return clusters(...Array.from({ length: count }, (_, index) => [`z${index}`, "reached"] as const));
}

interface Case {
  readonly step: string;
  readonly failFast?: true;
  readonly timeout?: number;
  /** The second at which the final check began. It is second 600 now. */
  readonly askedSince?: number;
}

test.for<[rule: string, all: readonly TalliedCluster[], expected: Case]>([
  [
    "one that has not reached the goal is waited for",
    clusters(["a", "reached"], ["b", "waiting"]),
    { step: "waiting", askedSince: 600 },
  ],
  ["all have reached it, which is confirmed first", manyClusters(2), { step: "recheck" }],
  ["all have reached it again in the final check: 0", manyClusters(2), { step: "over 0", askedSince: 595 }],
  ["all were looked at once with --timeout 0: 0", manyClusters(2), { step: "over 0", timeout: 0 }],
  [
    "one that cannot be read never counts, and is not the end of the others",
    clusters(["a", "refused", 1], ["b", "waiting"]),
    { step: "waiting" },
  ],
  ["one alone could not be read: 1", clusters(["a", "refused", 1], ["b", "reached"]), { step: "over 1" }],
  [
    "the time of one is over: 5, whatever the others have",
    clusters(["a", "refused", 1], ["b", "timed-out", 5]),
    { step: "over 5" },
  ],
  ["unknown at the only look: 4", clusters(["a", "unknown", 4], ["b", "refused", 1]), { step: "over 4", timeout: 0 }],
  [
    "--fail-fast ends with the first that cannot reach it",
    clusters(["a", "permanent", 2], ["b", "waiting"], ["c", "reached"]),
    { step: "over 2", failFast: true },
  ],
  [
    "--fail-fast goes on as long as each can",
    clusters(["a", "waiting"], ["c", "reached"]),
    { step: "waiting", failFast: true },
  ],
  ["the final check of two clusters counts for ten seconds", manyClusters(2), { step: "over 0", askedSince: 590 }],
  ["one of two clusters that took longer is repeated", manyClusters(2), { step: "recheck", askedSince: 589.9 }],
  ["one of 100 clusters that are watched counts for 12 s", manyClusters(100), { step: "over 0", askedSince: 588 }],
  ["one that took longer is repeated", manyClusters(100), { step: "recheck", askedSince: 587.9 }],
  ["one of 120 clusters that rest counts for 90 s", manyClusters(120), { step: "over 0", askedSince: 510 }],
  ["one of these that took longer is repeated", manyClusters(120), { step: "recheck", askedSince: 509.9 }],
])("%s", ([, all, { step: expected, failFast = false, timeout: timeoutMs = 900_000, askedSince }]) => {
  const since = askedSince === undefined ? undefined : askedSince * 1000;
  const step = nextFleetStep(all, 600_000, { failFast, timeoutMs }, since);
  expect(step.is === "over" ? `over ${step.exitCode}` : step.is).toBe(expected);
});

test("one that does not respond in its turn does not make the final check of many too long", () => {
  expect([101, 1_000, 5_000].map((count) => maxCheckMs(count) / 1000)).toEqual([80.5, 530, 2530]);
});
