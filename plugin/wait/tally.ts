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

/** The exit status of several clusters is the first of these that one of them has. */
const worstFirst: readonly number[] = [timedOut, exitCodes.degraded, exitCodes.unknown, failedExit];

/**
 * Milliseconds for each cluster that asking all of them again may take. A thousand clusters on a busy machine take
 * longer than ten seconds to respond, and a wait must not ask them in circles. Those that rest are connected to again.
 */
const askingOneMs = 120;
const askingOneThatRests = 500;

/** The most clusters that are watched all the time. Each takes 1 to 2 MB: the objects, a connection and its watches. */
const maxWatched = 100;
const minRestMs = 30_000;

/**
 * Milliseconds between two readings of each of `count` clusters. Undefined: all of them are watched.
 */
export function restBetweenEvaluations(count: number): number | undefined {
  return count <= maxWatched ? undefined : Math.max(minRestMs, count * askingOneMs);
}

/** Milliseconds that reading each of `count` clusters once may take. One of those that rest may take its full time. */
export function maxCheckMs(count: number): number {
  return restBetweenEvaluations(count) === undefined
    ? Math.max(maxSilenceMs, count * askingOneMs)
    : memberTimeoutMs + count * askingOneThatRests;
}

/**
 * What follows from the states of all clusters. Once all have reached the goal, all are checked again. The wait
 * succeeds only where this final check finds the goal at each, within {@link maxCheckMs}. With `--fail-fast` the first
 * cluster that cannot reach it ends the wait.
 * @param now milliseconds since the wait began.
 * @param checkStartedAtMs when the final check began. Undefined: there is none, or one of its evaluations found otherwise.
 */
export function nextFleetStep(
  clusters: readonly TalliedCluster[],
  now: number,
  { failFast, timeoutMs }: FleetWaitLimits,
  checkStartedAtMs?: number,
): FleetWaitStep {
  // A wait for one cluster alone does not go on, and has just been confirmed.
  if (clusters.every(({ exitCode }) => exitCode === 0)) return { is: "over", exitCode: 0 };
  const failed = clusters.flatMap(({ state, exitCode }) => (state === "reached" ? [] : (exitCode ?? [])));
  const isWaiting = clusters.some(({ state }) => state === "waiting");
  if (isWaiting && !(failFast && failed.length > 0)) return { is: "waiting" };
  if (failed.length > 0)
    return { is: "over", exitCode: worstFirst.find((code) => failed.includes(code)) ?? failedExit };
  const isConfirmed = checkStartedAtMs !== undefined && now - checkStartedAtMs <= maxCheckMs(clusters.length);
  return timeoutMs === 0 || isConfirmed ? { is: "over", exitCode: 0 } : { is: "recheck" };
}

/** Where the clusters report. */
type TalliedSurface = Pick<WaitSurface, "now" | "reached" | "ended" | "refused" | "tick">;

/** What the states of the clusters lead to. */
interface TallyCalls {
  readonly limits: FleetWaitLimits;
  /** The time since the wait began. */
  readonly clock: () => WaitStopwatch;
  /** Checks all clusters again. */
  readonly recheck: () => void;
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
    this.#states = new Map(names.map((name) => [name, waiting(name)]));
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
        const isReached = this.#states.get(name)?.state === "reached";
        // One that is checked again still has what was found before, which was the goal.
        const hasLost = (status.waited?.blocking.length ?? 0) > 0;
        if (isReached || hasLost) this.#checkStartedAtMs = undefined;
        if (isReached) this.#set(waiting(name));
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

  /** What was confirmed before the machine slept does not count after it. */
  #readClock(): number {
    const { elapsedMs, hasSkipped } = this.#calls.clock();
    if (hasSkipped) this.#checkStartedAtMs = undefined;
    return elapsedMs;
  }

  #set(cluster: TalliedCluster): void {
    const elapsedMs = this.#readClock();
    this.#states.set(cluster.context, cluster);
    const step = nextFleetStep(this.clusters(), elapsedMs, this.#calls.limits, this.#checkStartedAtMs);
    if (step.is === "over") {
      this.#isOver = true;
      this.#calls.end(step.exitCode);
    } else if (step.is === "recheck") {
      this.#checkStartedAtMs = elapsedMs;
      for (const name of this.#states.keys()) this.#states.set(name, waiting(name));
      this.#calls.recheck();
    }
    this.tick();
  }
}

function waiting(context: string): TalliedCluster {
  return { context, state: "waiting", exitCode: undefined };
}
