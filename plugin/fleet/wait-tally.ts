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
  /** Ask these clusters again, because they reached the goal some time ago. */
  | { readonly is: "recheck"; readonly old: readonly TalliedCluster[] }
  | { readonly is: "over"; readonly exitCode: number };

/** The exit status of several clusters is the first of these that one of them has. */
const worstFirst: readonly number[] = [timedOut, exitCodes.degraded, exitCodes.unknown, failedExit];

/**
 * What follows from the states of all clusters. The goal is reached only where every cluster was seen to have it within
 * the last ten seconds, by news that was at most as old. With `--fail-fast` the first cluster that cannot reach it ends the wait.
 */
export function nextFleetStep(clusters: readonly TalliedCluster[], now: number, failFast: boolean): FleetWaitStep {
  const failed = clusters.flatMap(({ state, exitCode }) => (state === "reached" ? [] : (exitCode ?? [])));
  const isWaiting = clusters.some(({ state }) => state === "waiting");
  if (isWaiting && !(failFast && failed.length > 0)) return { is: "waiting" };
  if (failed.length > 0)
    return { is: "over", exitCode: worstFirst.find((code) => failed.includes(code)) ?? failedExit };
  const old = clusters.filter(({ confirmedAt }) => now - confirmedAt > longestSilence);
  if (old.length > 0) return { is: "recheck", old };
  return { is: "over", exitCode: 0 };
}
