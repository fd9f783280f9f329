import type { WaitedCluster } from "../../shared/render/words/commands/fleet-wait.ts";
import { exitCodes, failedExit, timedOut } from "../cli/exit-codes.ts";
import { longestSilence } from "../wait/steps.ts";

/** One of several clusters of a wait. Times are milliseconds. */
export interface TalliedCluster extends WaitedCluster {
  /** When the goal was last confirmed. Of no meaning in other states than `reached`. */
  readonly confirmedAt: number;
  /** The exit status that a wait for this cluster alone would have. Undefined: it goes on. */
  readonly exitCode: number | undefined;
}

/** What the wait for several clusters does next. */
export type FleetWaitStep =
  | { readonly is: "waiting" }
  /** Ask these clusters again, because they reached the goal before `since`. */
  | { readonly is: "recheck"; readonly old: readonly TalliedCluster[]; readonly since: number }
  | { readonly is: "over"; readonly exitCode: number };

/** The exit status of several clusters is the first of these that one of them has. */
const worstFirst: readonly number[] = [timedOut, exitCodes.degraded, exitCodes.unknown, failedExit];

/**
 * Milliseconds for each cluster that asking all of them again may take. A thousand clusters on a busy machine take
 * longer than ten seconds to answer, and a wait must not ask them in circles. Those that rest are connected to again.
 */
const askingOne = 120;
const askingOneThatRests = 500;

/** The most clusters that are watched all the time. Each takes 1 to 2 MB: the objects, a connection and its watches. */
const mostWatched = 100;
const shortestRest = 30_000;

/**
 * Milliseconds between two looks at each of so many clusters. Undefined: all of them are watched.
 */
export function restBetweenLooks(count: number): number | undefined {
  return count <= mostWatched ? undefined : Math.max(shortestRest, count * askingOne);
}

/**
 * What follows from the states of all clusters. The goal is reached only where every cluster was seen to have it within
 * the last ten seconds. Of many clusters that were asked together it is within 120 ms for each, and 500 ms for each that
 * rests. With `--fail-fast` the first cluster that cannot reach it ends the wait.
 * @param askedSince when the clusters were last asked together; undefined where that does not count any more.
 */
export function nextFleetStep(
  clusters: readonly TalliedCluster[],
  now: number,
  failFast: boolean,
  askedSince?: number,
): FleetWaitStep {
  const failed = clusters.flatMap(({ state, exitCode }) => (state === "reached" ? [] : (exitCode ?? [])));
  const isWaiting = clusters.some(({ state }) => state === "waiting");
  if (isWaiting && !(failFast && failed.length > 0)) return { is: "waiting" };
  if (failed.length > 0)
    return { is: "over", exitCode: worstFirst.find((code) => failed.includes(code)) ?? failedExit };
  const one = restBetweenLooks(clusters.length) === undefined ? askingOne : askingOneThatRests;
  const longestAsking = Math.max(longestSilence, clusters.length * one);
  const isSameRound = askedSince !== undefined && now - askedSince <= longestAsking;
  const since = Math.min(now - longestSilence, isSameRound ? askedSince : now);
  const old = clusters.filter(({ confirmedAt }) => confirmedAt < since);
  if (old.length > 0) return { is: "recheck", old, since };
  return { is: "over", exitCode: 0 };
}
