import { expect, test } from "vitest";
import { maxCheckMs, nextFleetStep, type TalliedCluster } from "../../../plugin/wait/tally.ts";

const nowMs = 600_000;

interface Situation {
  readonly rule: string;
  readonly clusters: readonly TalliedCluster[];
  readonly failFast?: true;
  readonly timeoutMs?: number;
  /** For how many milliseconds the final check has run. */
  readonly checkedForMs?: number;
  /** `over 5`: the wait is over with exit status 5. */
  readonly step: string;
}

const reached: TalliedCluster = { context: "prod", state: "reached", exitCode: undefined };
const waiting: TalliedCluster = { context: "test", state: "waiting", exitCode: undefined };
const refused: TalliedCluster = { context: "lab", state: "refused", exitCode: 1 };
const timedOut: TalliedCluster = { context: "edge", state: "timed-out", exitCode: 5 };
const unknown: TalliedCluster = { context: "edge", state: "unknown", exitCode: 4 };
const permanent: TalliedCluster = { context: "edge", state: "permanent", exitCode: 2 };

/** Clusters that have reached the goal. */
function buildReachedClusters(count: number): readonly TalliedCluster[] {
  return Array.from({ length: count }, (_, index) => ({ ...reached, context: `cluster-${index}` }));
}

test.for<Situation>([
  {
    rule: "a cluster that has not reached the goal is waited for",
    clusters: [reached, waiting],
    checkedForMs: 0,
    step: "waiting",
  },
  {
    rule: "clusters that have all reached the goal are checked again",
    clusters: buildReachedClusters(2),
    step: "recheck",
  },
  {
    rule: "clusters that have reached the goal again in the final check are over with 0",
    clusters: buildReachedClusters(2),
    checkedForMs: 5_000,
    step: "over 0",
  },
  {
    rule: "clusters that have reached the goal with --timeout 0 are over with 0",
    clusters: buildReachedClusters(2),
    timeoutMs: 0,
    step: "over 0",
  },
  {
    rule: "a cluster that cannot be read does not end the wait for another",
    clusters: [refused, waiting],
    step: "waiting",
  },
  {
    rule: "a cluster that cannot be read beside one that has reached the goal is over with 1",
    clusters: [refused, reached],
    step: "over 1",
  },
  {
    rule: "a cluster that timed out beside one that cannot be read is over with 5",
    clusters: [refused, timedOut],
    step: "over 5",
  },
  {
    rule: "a cluster that is unknown with --timeout 0 is over with 4",
    clusters: [unknown, refused],
    timeoutMs: 0,
    step: "over 4",
  },
  {
    rule: "--fail-fast ends with the first cluster that cannot reach the goal",
    clusters: [permanent, waiting, reached],
    failFast: true,
    step: "over 2",
  },
  {
    rule: "--fail-fast waits while each cluster can reach the goal",
    clusters: [waiting, reached],
    failFast: true,
    step: "waiting",
  },
  {
    rule: "the final check of two clusters counts within 10 s",
    clusters: buildReachedClusters(2),
    checkedForMs: 10_000,
    step: "over 0",
  },
  {
    rule: "the final check of two clusters is repeated after more than 10 s",
    clusters: buildReachedClusters(2),
    checkedForMs: 10_100,
    step: "recheck",
  },
  {
    rule: "the final check of 100 clusters, all of which are watched, counts within 12 s",
    clusters: buildReachedClusters(100),
    checkedForMs: 12_000,
    step: "over 0",
  },
  {
    rule: "the final check of 100 clusters is repeated after more than 12 s",
    clusters: buildReachedClusters(100),
    checkedForMs: 12_100,
    step: "recheck",
  },
  {
    rule: "the final check of 120 clusters, which take turns, counts within 90 s",
    clusters: buildReachedClusters(120),
    checkedForMs: 90_000,
    step: "over 0",
  },
  {
    rule: "the final check of 120 clusters is repeated after more than 90 s",
    clusters: buildReachedClusters(120),
    checkedForMs: 90_100,
    step: "recheck",
  },
])("$rule", ({ clusters, failFast = false, timeoutMs = 900_000, checkedForMs, step: expected }) => {
  const checkedSinceMs = checkedForMs === undefined ? undefined : nowMs - checkedForMs;
  const step = nextFleetStep(clusters, nowMs, { failFast, timeoutMs }, checkedSinceMs);
  expect(step.type === "over" ? `over ${step.exitCode}` : step.type).toBe(expected);
});

test.for([
  { count: 101, seconds: 80.5 },
  { count: 1_000, seconds: 530 },
  { count: 5_000, seconds: 2530 },
])("the final check of $count clusters takes at most $seconds s", ({ count, seconds }) => {
  expect(maxCheckMs(count)).toBe(seconds * 1000);
});
