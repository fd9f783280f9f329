import type { WaitedCluster } from "../../shared/render/words/commands/fleet-wait.ts";
import { exitCodes, failedExit, timedOut } from "../cli/exit-codes.ts";
import { longestSilence } from "../wait/steps.ts";
import { memberTimeoutMilliseconds } from "./read-member.ts";

/** One of several clusters of a wait. */
export interface TalliedCluster extends WaitedCluster {
  /** The exit status that a wait for this cluster alone would have. Undefined: it goes on. */
  readonly exitCode: number | undefined;
}

/** What the options say about the end of a wait. */
export interface FleetWaitLimits {
  readonly failFast: boolean;
  /** Milliseconds. 0 looks once at each cluster. */
  readonly timeout: number;
}

/** What the wait for several clusters does next. */
export type FleetWaitStep =
  | { readonly is: "waiting" }
  /** Look again at all clusters, which then count as waiting until they have the goal again. */
  | { readonly is: "recheck" }
  | { readonly is: "over"; readonly exitCode: number };

/** The exit status of several clusters is the first of these that one of them has. */
const worstFirst: readonly number[] = [timedOut, exitCodes.degraded, exitCodes.unknown, failedExit];

/**
 * Milliseconds for each cluster that asking all of them again may take. A thousand clusters on a busy machine take
 * longer than ten seconds to respond, and a wait must not ask them in circles. Those that rest are connected to again.
 */
const askingOne = 120;
const askingOneThatRests = 500;

/** The most clusters that are watched all the time. Each takes 1 to 2 MB: the objects, a connection and its watches. */
const mostWatched = 100;
const shortestRest = 30_000;

/**
 * Milliseconds between two readings of each of `count` clusters. Undefined: all of them are watched.
 */
export function restBetweenLooks(count: number): number | undefined {
  return count <= mostWatched ? undefined : Math.max(shortestRest, count * askingOne);
}

/** Milliseconds that reading each of `count` clusters once may take. One of those that rest may take its full time. */
export function longestCheck(count: number): number {
  return restBetweenLooks(count) === undefined
    ? Math.max(longestSilence, count * askingOne)
    : memberTimeoutMilliseconds + count * askingOneThatRests;
}

/**
 * What follows from the states of all clusters. Once all have reached the goal, all are looked at again. The wait
 * succeeds only where this final check finds the goal at each, within {@link longestCheck}. With `--fail-fast` the first
 * cluster that cannot reach it ends the wait.
 * @param now milliseconds since the wait began.
 * @param askedSince when the final check began. Undefined: there is none, or one of its looks found otherwise.
 */
export function nextFleetStep(
  clusters: readonly TalliedCluster[],
  now: number,
  { failFast, timeout }: FleetWaitLimits,
  askedSince?: number,
): FleetWaitStep {
  const failed = clusters.flatMap(({ state, exitCode }) => (state === "reached" ? [] : (exitCode ?? [])));
  const isWaiting = clusters.some(({ state }) => state === "waiting");
  if (isWaiting && !(failFast && failed.length > 0)) return { is: "waiting" };
  if (failed.length > 0)
    return { is: "over", exitCode: worstFirst.find((code) => failed.includes(code)) ?? failedExit };
  const isConfirmed = askedSince !== undefined && now - askedSince <= longestCheck(clusters.length);
  return timeout === 0 || isConfirmed ? { is: "over", exitCode: 0 } : { is: "recheck" };
}
