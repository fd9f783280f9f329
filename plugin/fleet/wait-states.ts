import type { WaitTelling } from "../wait/loop.ts";
import type { WaitStopwatch } from "../wait/stopwatch.ts";
import type { FleetWaitOutput } from "./wait-output.ts";
import { type FleetWaitLimits, nextFleetStep, type TalliedCluster } from "./wait-tally.ts";

/** The states of all clusters, and what follows from each change. */
export interface TrackedClusters {
  readonly clusters: () => readonly TalliedCluster[];
  readonly tellingOf: (context: string) => WaitTelling;
  /** Lets the time go on where no cluster reports anything. */
  readonly tick: () => void;
}

/** Where the clusters report. */
type TrackedOutput = Pick<FleetWaitOutput, "reached" | "lost" | "ended" | "refused" | "passed">;

/** What the states of several clusters call. */
export interface FleetWaitCalls {
  readonly limits: FleetWaitLimits;
  /** The time since the wait began. */
  readonly clock: () => WaitStopwatch;
  /** Looks again at all clusters. */
  readonly recheck: () => void;
  readonly end: (exitCode: number) => void;
}

/** The states of the clusters that a wait knows by `names`, which are waited for at first. `output` gets what they report. */
export function trackClusters(names: readonly string[], output: TrackedOutput, calls: FleetWaitCalls): TrackedClusters {
  const states = new Map<string, TalliedCluster>(
    names.map((context) => [context, { context, state: "waiting", exitCode: undefined }]),
  );
  const clusters = (): readonly TalliedCluster[] => [...states.values()];
  let isOver = false;
  // When the final check of all clusters began. Undefined: there is none, or it does not count.
  let askedSince: number | undefined;

  /** What was confirmed before the machine slept does not count after it. */
  function readClock(): number {
    const { passed, hasSkipped } = calls.clock();
    if (hasSkipped) askedSince = undefined;
    return passed;
  }

  function set(context: string, state: TalliedCluster["state"], exitCode?: number): void {
    const now = readClock();
    states.set(context, { context, state, exitCode });
    const step = nextFleetStep(clusters(), now, calls.limits, askedSince);
    if (step.is === "over") {
      isOver = true;
      calls.end(step.exitCode);
    } else if (step.is === "recheck") {
      askedSince = now;
      for (const each of names) states.set(each, { context: each, state: "waiting", exitCode: undefined });
      calls.recheck();
    }
    tick();
  }

  function tick(): void {
    const now = readClock();
    output.passed(clusters, now, askedSince !== undefined);
  }

  return {
    ...{ clusters, tick },
    tellingOf: (context) => ({
      now(standing) {
        if (isOver) return;
        const isReached = states.get(context)?.state === "reached";
        // One that is looked at again still has what was found before, which was the goal.
        const hasLost = (standing.waited?.blocking.length ?? 0) > 0;
        if (isReached || hasLost) askedSince = undefined;
        if (isReached) set(context, "waiting");
        output.lost(context, standing);
        tick();
      },
      reached(standing, ending) {
        if (isOver) return;
        output.reached(context, standing, ending);
        set(context, "reached");
      },
      ended(standing, ending, exitCode) {
        if (isOver) return;
        output.ended(context, standing, ending, exitCode);
        set(context, ending.state, exitCode);
      },
      refused(standing, lines, exitCode) {
        if (isOver) return;
        output.refused(context, standing, lines, exitCode);
        set(context, "refused", exitCode);
      },
    }),
  };
}
