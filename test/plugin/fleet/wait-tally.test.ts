import { expect, test } from "vitest";
import { nextFleetStep, type TalliedCluster } from "../../../plugin/fleet/wait-tally.ts";

/** At second 60: a cluster that goes on, one that reached the goal at a second, or one that ended with a status. */
function clusters(...short: readonly (readonly [context: string, state: TalliedCluster["state"], at?: number])[]) {
  return short.map(([context, state, at = 60]): TalliedCluster => {
    const isOpen = state === "waiting" || state === "reached";
    return { context, state, confirmedAt: isOpen ? at * 1000 : 0, exitCode: isOpen ? undefined : at };
  });
}

/** Clusters that have just reached the goal. */
function many(count: number): readonly TalliedCluster[] {
  return clusters(...Array.from({ length: count }, (_, index) => [`z${index}`, "reached"] as const));
}

test.for<[rule: string, all: readonly TalliedCluster[], step: string, failFast?: boolean, askedSince?: number]>([
  ["one that has not reached the goal is waited for", clusters(["a", "reached"], ["b", "waiting"]), "waiting"],
  ["all have reached it: 0", clusters(["a", "reached"], ["b", "reached", 50]), "over 0"],
  [
    "those that reached it more than ten seconds ago are asked again first",
    clusters(["a", "reached", 1], ["b", "reached"], ["c", "reached", 49.9]),
    "recheck a c",
  ],
  [
    "one that cannot be read never counts, and is not the end of the others",
    clusters(["a", "refused", 1], ["b", "waiting"]),
    "waiting",
  ],
  ["one alone could not be read: 1", clusters(["a", "refused", 1], ["b", "reached", 1]), "over 1"],
  [
    "the time of one is over: 5, whatever the others have",
    clusters(["a", "refused", 1], ["b", "timed-out", 5]),
    "over 5",
  ],
  ["unknown at the only look: 4", clusters(["a", "unknown", 4], ["b", "refused", 1]), "over 4"],
  [
    "--fail-fast ends with the first that cannot reach it",
    clusters(["a", "hopeless", 2], ["b", "waiting"], ["c", "reached"]),
    "over 2",
    true,
  ],
  ["--fail-fast goes on as long as each can", clusters(["a", "waiting"], ["c", "reached"]), "waiting", true],
  [
    "of two clusters the one confirmed 105 s ago is asked again",
    clusters(["a", "reached"], ["b", "reached", -45]),
    "recheck b",
    false,
    -55,
  ],
  [
    "those of many that were asked again lately count, although that took longer than ten seconds",
    [...clusters(["a", "reached", 25], ["b", "reached", 59], ["c", "reached", 20]), ...many(997)],
    "over 0",
    false,
    20,
  ],
  [
    "those from before that do not",
    [...clusters(["a", "reached", 25], ["b", "reached", 19]), ...many(998)],
    "recheck b",
    false,
    20,
  ],
  [
    "what was asked for longer than 120 ms for each cluster counts for none: of 100 clusters that are watched, 12 s",
    [...clusters(["a", "reached", 49], ["b", "reached", 59]), ...many(98)],
    "recheck a",
    false,
    47.9,
  ],
  [
    "what was asked for longer than 500 ms for each that rests does not either: of 120 clusters, a minute",
    [...clusters(["a", "reached", 25], ["b", "reached", 59]), ...many(118)],
    "recheck a",
    false,
    -0.1,
  ],
])("%s", ([, all, expected, failFast = false, askedSince]) => {
  const step = nextFleetStep(all, 60_000, failFast, askedSince === undefined ? undefined : askedSince * 1000);
  const rest =
    step.is === "over"
      ? ` ${step.exitCode}`
      : step.is === "recheck"
        ? ` ${step.old.map(({ context }) => context).join(" ")}`
        : "";
  expect(`${step.is}${rest}`).toBe(expected);
});
