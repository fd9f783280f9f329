import type { WaitedCluster } from "../../shared/render/words/commands/fleet-wait.ts";
import { exitCodes, failedExit, timedOut } from "../cli/exit-codes.ts";
import { memberTimeoutMs } from "../fleet/read-member.ts";
import type { WaitListener } from "./loop.ts";
import { maxSilenceMs } from "./steps.ts";
import type { WaitStopwatch } from "./stopwatch.ts";
import type { WaitSurface } from "./surface.ts";

/** One of several clusters of a wait. */
export interface TalliedCluster extends WaitedCluster {
  /** The exit status that a wait for this cluster alone would have. Undefined: it goes on. */
  readonly exitCode: number | undefined;
}

/** What the options say about the end of a wait. */
export interface FleetWaitLimits {
  readonly failFast: boolean;
  /** Milliseconds. 0 evaluates each cluster once. */
  readonly timeoutMs: number;
}

/** What the wait for several clusters does next. */
export type FleetWaitStep =
  | { readonly is: "waiting" }
  /** Check all clusters again, which then count as waiting until they have the goal again. */
  | { readonly is: "recheck" }
  | { readonly is: "over"; readonly exitCode: number };

/** The exit statuses of failed clusters, worst first. That of the wait is the worst that one of them has. */
const exitCodesWorstFirst: readonly number[] = [timedOut, exitCodes.degraded, exitCodes.unknown, failedExit];

/**
 * Milliseconds that the final check may take for each watched cluster. A thousand clusters on a busy machine take longer
 * than ten seconds to respond, and a wait must not check them in circles.
 */
const checkMsPerWatchedCluster = 120;

/** Milliseconds that the final check may take for each cluster that rests, because it is connected to again. */
const checkMsPerRestingCluster = 500;

/** The most clusters that are watched all the time. Each takes 1 to 2 MB: the objects, a connection and its watches. */
const maxWatchedClusters = 100;

/** The fewest milliseconds between two readings of a cluster that is not watched. */
const minRestMs = 30_000;

/** Milliseconds between two readings of each of `count` clusters. Undefined where all of them are watched. */
export function restBetweenEvaluations(count: number): number | undefined {
  if (count <= maxWatchedClusters) return undefined;
  return Math.max(minRestMs, count * checkMsPerWatchedCluster);
}

/** Milliseconds that reading each of `count` clusters once may take. One of those that rest may take its full time. */
export function maxCheckMs(count: number): number {
  const areWatched = restBetweenEvaluations(count) === undefined;
  if (areWatched) return Math.max(maxSilenceMs, count * checkMsPerWatchedCluster);
  return memberTimeoutMs + count * checkMsPerRestingCluster;
}

/**
 * What follows from the states of all clusters. The first that applies:
 * 1. each has exit status 0, as a wait for one cluster that was just confirmed: the wait succeeds;
 * 2. one has failed, and none is waited for any more, or `--fail-fast` is set: the wait fails;
 * 3. one is still waited for: the wait goes on;
 * 4. all have reached the goal in a check within {@link maxCheckMs}, or `--timeout 0` checks once: the wait succeeds;
 * 5. all are checked again.
 * @param elapsedMs milliseconds since the wait began.
 * @param checkStartedAtMs when the final check began. Undefined: there is none, or it does not count.
 */
export function nextFleetStep(
  clusters: readonly TalliedCluster[],
  elapsedMs: number,
  { failFast, timeoutMs }: FleetWaitLimits,
  checkStartedAtMs?: number,
): FleetWaitStep {
  if (clusters.every(({ exitCode }) => exitCode === 0)) return { is: "over", exitCode: 0 };
  const failedCodes = clusters.flatMap(({ state, exitCode }) => (state === "reached" ? [] : (exitCode ?? [])));
  const isWaiting = clusters.some(({ state }) => state === "waiting");
  if (failedCodes.length > 0 && (failFast || !isWaiting))
    return { is: "over", exitCode: exitCodesWorstFirst.find((code) => failedCodes.includes(code)) ?? failedExit };
  if (isWaiting) return { is: "waiting" };
  const isConfirmed = checkStartedAtMs !== undefined && elapsedMs - checkStartedAtMs <= maxCheckMs(clusters.length);
  return timeoutMs === 0 || isConfirmed ? { is: "over", exitCode: 0 } : { is: "recheck" };
}

/** Where the clusters report. */
type TalliedSurface = Pick<WaitSurface, "now" | "reached" | "ended" | "refused" | "tick">;

/** The limits and the time of the wait, and what the tally calls as it goes on. */
interface TallyCalls {
  readonly limits: FleetWaitLimits;
  /** The time since the wait began. */
  readonly clock: () => WaitStopwatch;
  /** Checks all clusters again. */
  readonly recheck: () => void;
  /** Ends the wait. */
  readonly end: (exitCode: number) => void;
}

/** The states of all clusters, which are waited for at first, and what follows from each change. */
export class ClusterTally {
  readonly #surface: TalliedSurface;
  readonly #calls: TallyCalls;
  readonly #states: Map<string, TalliedCluster>;
  #isOver = false;
  /** When the final check of all clusters began. Undefined: there is none, or it does not count. */
  #checkStartedAtMs: number | undefined;

  constructor(names: readonly string[], surface: TalliedSurface, calls: TallyCalls) {
    this.#surface = surface;
    this.#calls = calls;
    this.#states = new Map(names.map((name) => [name, waitingCluster(name)]));
  }

  clusters(): readonly TalliedCluster[] {
    return [...this.#states.values()];
  }

  /** Lets the time go on where no cluster reports anything. */
  tick(): void {
    const elapsedMs = this.#readClock();
    this.#surface.tick(() => this.clusters(), elapsedMs, this.#checkStartedAtMs !== undefined);
  }

  /** Takes what one cluster reports, and passes it on until the wait is over. */
  listenerOf(name: string): WaitListener {
    return {
      now: (status) => {
        if (this.#isOver) return;
        const wasReached = this.#states.get(name)?.state === "reached";
        // A cluster that is checked again reports what was found before, which was the goal, until it has responded.
        const isBlocked = (status.waited?.blocking.length ?? 0) > 0;
        if (wasReached || isBlocked) this.#checkStartedAtMs = undefined;
        if (wasReached) this.#set(waitingCluster(name));
        this.#surface.now(name, status);
        this.tick();
      },
      reached: (status, ending) => {
        if (this.#isOver) return;
        this.#surface.reached(name, status, ending);
        this.#set({ context: name, state: "reached", exitCode: undefined });
      },
      ended: (status, ending, exitCode) => {
        if (this.#isOver) return;
        this.#surface.ended(name, status, ending, exitCode);
        this.#set({ context: name, state: ending.state, exitCode });
      },
      refused: (status, lines, exitCode) => {
        if (this.#isOver) return;
        this.#surface.refused(name, status, lines, exitCode);
        this.#set({ context: name, state: "refused", exitCode });
      },
    };
  }

  /** Returns the milliseconds since the wait began. A check that began before the machine slept does not count after it. */
  #readClock(): number {
    const { elapsedMs, hasSkipped } = this.#calls.clock();
    if (hasSkipped) this.#checkStartedAtMs = undefined;
    return elapsedMs;
  }

  /** Takes the new state of one cluster, and does what follows from it. */
  #set(cluster: TalliedCluster): void {
    const elapsedMs = this.#readClock();
    this.#states.set(cluster.context, cluster);
    const step = nextFleetStep(this.clusters(), elapsedMs, this.#calls.limits, this.#checkStartedAtMs);
    if (step.is === "over") {
      this.#isOver = true;
      this.#calls.end(step.exitCode);
    } else if (step.is === "recheck") {
      this.#checkStartedAtMs = elapsedMs;
      for (const name of this.#states.keys()) this.#states.set(name, waitingCluster(name));
      this.#calls.recheck();
    }
    this.tick();
  }
}

function waitingCluster(context: string): TalliedCluster {
  return { context, state: "waiting", exitCode: undefined };
}
