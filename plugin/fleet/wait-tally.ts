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
 * longer than ten seconds to answer, and a wait must not ask them in circles.
 */
const askingOne = 120;

/**
 * What follows from the states of all clusters. The goal is reached only where every cluster was seen to have it within
 * the last ten seconds. Of more than 83 clusters that were asked again, it is within 120 ms for each: within two minutes
 * of a thousand. With `--fail-fast` the first cluster that cannot reach it ends the wait.
 * @param askedSince the time from which on clusters counted when they were last asked again; undefined where none was.
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
  const longestAsking = Math.max(longestSilence, clusters.length * askingOne);
  const isSameRound = askedSince !== undefined && now - askedSince <= longestAsking;
  const since = Math.min(now - longestSilence, isSameRound ? askedSince : now);
  const old = clusters.filter(({ confirmedAt }) => confirmedAt < since);
  if (old.length > 0) return { is: "recheck", old, since };
  return { is: "over", exitCode: 0 };
}
