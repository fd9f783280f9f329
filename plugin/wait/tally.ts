import type { WaitedCluster } from "../../shared/render/words/commands/fleet-wait.ts";
import { exitCodes, failedExit, timedOut } from "../cli/exit-codes.ts";
import { memberTimeoutMs } from "../fleet/read-member.ts";
import type { RestSetting } from "./events.ts";
import type { WaitListener } from "./loop.ts";
import { maxSilenceMs } from "./steps.ts";
import type { WaitStopwatch } from "./stopwatch.ts";
import type { WaitSurface } from "./surface.ts";

/** One of several clusters of a wait. */
export interface TalliedCluster extends WaitedCluster {
  /** The exit status that a wait for this cluster alone would have. Undefined: that wait is not over. */
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
  | { readonly type: "waiting" }
  /** Check all clusters again. They count as waiting until they reach the goal again. */
  | { readonly type: "recheck" }
  | { readonly type: "over"; readonly exitCode: number };

/** The exit statuses of failed clusters, worst first. The wait ends with the worst. */
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

/** How each of `clusterCount` clusters rests between two readings. Undefined where all of them are watched. */
export function chooseRest(clusterCount: number): RestSetting | undefined {
  if (clusterCount <= maxWatchedClusters) return undefined;
  const durationMs = Math.max(minRestMs, clusterCount * checkMsPerWatchedCluster);
  return { durationMs, readTimeoutMs: maxCheckMs(clusterCount) };
}

/** Milliseconds that checking each of `clusterCount` clusters once may take. */
export function maxCheckMs(clusterCount: number): number {
  const areWatched = clusterCount <= maxWatchedClusters;
  if (areWatched) return Math.max(maxSilenceMs, clusterCount * checkMsPerWatchedCluster);
  // One of the clusters that rest may take its full time.
  return memberTimeoutMs + clusterCount * checkMsPerRestingCluster;
}

/**
 * What follows from the states of all clusters. The first that applies:
 * 1. each cluster has exit status 0, because its server has just confirmed the goal: the wait succeeds;
 * 2. a cluster has failed, and no cluster is waiting any more or `--fail-fast` is set: the wait fails;
 * 3. a cluster is still waiting: the wait continues;
 * 4. all clusters have reached the goal in a check within {@link maxCheckMs}, or `--timeout 0` checks once: the wait succeeds;
 * 5. all clusters are checked again.
 * @param elapsedMs milliseconds since the wait began.
 * @param checkStartedAtMs when the final check began. Undefined: there is none, or it does not count.
 */
export function nextFleetStep(
  clusters: readonly TalliedCluster[],
  elapsedMs: number,
  { failFast, timeoutMs }: FleetWaitLimits,
  checkStartedAtMs?: number,
): FleetWaitStep {
  if (clusters.every(({ exitCode }) => exitCode === 0)) return { type: "over", exitCode: 0 };
  const failedClusters = clusters.filter(({ state, exitCode }) => state !== "reached" && exitCode !== undefined);
  const isWaiting = clusters.some(({ state }) => state === "waiting");
  if (failedClusters.length > 0 && (failFast || !isWaiting)) {
    const failedCodes = failedClusters.map(({ exitCode }) => exitCode);
    return { type: "over", exitCode: exitCodesWorstFirst.find((code) => failedCodes.includes(code)) ?? failedExit };
  }
  if (isWaiting) return { type: "waiting" };
  const isConfirmed = checkStartedAtMs !== undefined && elapsedMs - checkStartedAtMs <= maxCheckMs(clusters.length);
  return timeoutMs === 0 || isConfirmed ? { type: "over", exitCode: 0 } : { type: "recheck" };
}

/** Where the states of the clusters are shown. */
type TalliedSurface = Pick<WaitSurface, "now" | "reached" | "ended" | "refused" | "tick">;

/** The limits and the clock of a wait, and what the tally calls. */
interface TallySetting {
  readonly limits: FleetWaitLimits;
  /** Reads the time since the wait began. */
  readonly clock: () => WaitStopwatch;
  /** Checks all clusters again. */
  readonly recheck: () => void;
  /** Ends the wait. */
  readonly end: (exitCode: number) => void;
}

/** The states of all clusters. Each change of a state is shown, and may end the wait or start the final check. */
export class ClusterTally {
  readonly #surface: TalliedSurface;
  readonly #setting: TallySetting;
  readonly #states: Map<string, TalliedCluster>;
  #isOver = false;
  /** When the final check of all clusters began. Undefined: there is none, or it does not count. */
  #checkStartedAtMs: number | undefined;

  constructor(names: readonly string[], surface: TalliedSurface, setting: TallySetting) {
    this.#surface = surface;
    this.#setting = setting;
    this.#states = new Map(names.map((name) => [name, waitingCluster(name)]));
  }

  clusters(): readonly TalliedCluster[] {
    return [...this.#states.values()];
  }

  /** Shows the time, also while no cluster reports anything. */
  tick(): void {
    const elapsedMs = this.#readClock();
    this.#surface.tick(() => this.clusters(), elapsedMs, this.#checkStartedAtMs !== undefined);
  }

  /** The listener for one cluster. Until the wait is over, it passes the reports on to the surface. */
  listenerOf(name: string): WaitListener {
    return {
      now: (status) => {
        if (this.#isOver) return;
        const wasReached = this.#states.get(name)?.state === "reached";
        // While a cluster is checked again, it first reports the old evaluation, in which nothing blocks the goal.
        const isBlocked = (status.waited?.blocking.length ?? 0) > 0;
        if (wasReached || isBlocked) this.#checkStartedAtMs = undefined;
        if (wasReached) this.#setState(waitingCluster(name));
        this.#surface.now(name, status);
        this.tick();
      },
      reached: (status, ending) => {
        if (this.#isOver) return;
        this.#surface.reached(name, status, ending);
        this.#setState({ context: name, state: "reached", exitCode: undefined });
      },
      ended: (status, ending, exitCode) => {
        if (this.#isOver) return;
        this.#surface.ended(name, status, ending, exitCode);
        this.#setState({ context: name, state: ending.state, exitCode });
      },
      refused: (status, lines, exitCode) => {
        if (this.#isOver) return;
        this.#surface.refused(name, status, lines, exitCode);
        this.#setState({ context: name, state: "refused", exitCode });
      },
    };
  }

  /** Returns the milliseconds since the wait began. A check that began before the machine slept does not count after it. */
  #readClock(): number {
    const { elapsedMs, hasSkipped } = this.#setting.clock();
    if (hasSkipped) this.#checkStartedAtMs = undefined;
    return elapsedMs;
  }

  /** Sets the state of one cluster, and carries out what follows from it. */
  #setState(cluster: TalliedCluster): void {
    const elapsedMs = this.#readClock();
    this.#states.set(cluster.context, cluster);
    const step = nextFleetStep(this.clusters(), elapsedMs, this.#setting.limits, this.#checkStartedAtMs);
    if (step.type === "over") {
      this.#isOver = true;
      this.#setting.end(step.exitCode);
    } else if (step.type === "recheck") {
      this.#checkStartedAtMs = elapsedMs;
      for (const name of this.#states.keys()) this.#states.set(name, waitingCluster(name));
      this.#setting.recheck();
    }
    this.tick();
  }
}

function waitingCluster(context: string): TalliedCluster {
  return { context, state: "waiting", exitCode: undefined };
}
