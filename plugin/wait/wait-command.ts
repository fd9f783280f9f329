import { UsageError } from "../../shared/io/errors/errors.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { WaitGoal } from "../../shared/model/wait.ts";
import { parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import { failedExit } from "../cli/exit-codes.ts";
import { unknownGoalText } from "../cli/for-values.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseCountedThing } from "../fleet/choose-contexts.ts";
import { chooseFleet } from "../fleet/choose-fleet.ts";
import { FleetLogins } from "../fleet/fleet-logins.ts";
import { memberTimeoutMs } from "../fleet/read-member.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { keepYoungMemorySmall } from "../process/memory-use.ts";
import { ClusterWait, type WaitedContext } from "./cluster-wait.ts";
import type { WaitSetting } from "./events.ts";
import { createOutputOfOne } from "./output-of-one.ts";
import { createOutputOfSeveral } from "./output-of-several.ts";
import { exitCodesOfSignals } from "./steps.ts";
import { readStopwatch, startStopwatch, type WaitStopwatch } from "./stopwatch.ts";
import type { WaitSurface } from "./surface.ts";
import { ClusterTally, chooseRest } from "./tally.ts";

/** Milliseconds between two ticks of the wait for all clusters. Clusters that rest report nothing meanwhile. */
const tickMs = 1_000;

/**
 * Waits until all objects that the options name have the state of `--for`, in every cluster that the options name. In each
 * cluster all objects must have that state together, on a live connection, without a break for `--stable-for`. Then the server
 * must confirm the state once more.
 *
 * With several clusters, a cluster that reached the state may lose it again while others have not reached it. Up to a hundred
 * clusters are watched meanwhile. Of more clusters each is read now and then, which keeps the memory small. Once all have
 * reached the state, all are checked again, and only that final check ends the wait with 0.
 *
 * Resolves to the exit status:
 * - 0: the state is reached;
 * - 1: there is nothing to wait for, or the server does not accept the credentials at the beginning;
 * - 2: with `--fail-fast`, the state cannot be reached without intervention;
 * - 4: the status is unknown at the only evaluation of `--timeout 0`;
 * - 5: the time is over;
 * - 128 and the number of a signal: that signal ended the wait.
 * Of several clusters it is 5 where the time is over, else the worst.
 *
 * The decisions are made elsewhere:
 * - evaluateWaitGoal (shared/wait/wait-goal.ts): whether the goal is reached;
 * - decideWait (decide-step.ts): what an evaluation of one cluster means;
 * - nextStep (steps.ts): when to evaluate, to check again and to end the wait for one cluster;
 * - nextFleetStep (tally.ts): what follows for all clusters.
 * @throws the errors of following a source, and UsageError, InputError as a table of clusters.
 */
export async function runWait(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const goal = parseWaitGoal(options.waiting.for);
  if (goal === undefined) throw new UsageError(unknownGoalText(options.waiting.for));
  const { contexts, setting, surface, isFleet } = await chooseClusters(options, goal, environment);
  const { promise: ended, resolve: end, reject: failed } = Promise.withResolvers<number>();
  // The rejection may come before `ended` is awaited.
  ended.catch(() => {});
  const withFreeTerminal: WaitSurface["withFreeTerminal"] = (work) => surface.withFreeTerminal(work);
  const logins = isFleet ? new FleetLogins(environment, withFreeTerminal, memberTimeoutMs) : undefined;
  const clock = startClock(environment);
  const waits = new Map<string, ClusterWait>();
  const names = contexts.map(({ name }) => name);
  const tally = new ClusterTally(names, surface, {
    limits: options.waiting,
    clock,
    recheck: () => {
      for (const wait of waits.values()) wait.recheck();
    },
    end,
  });
  const inTurn = limitConcurrency(options.parallel);
  for (const context of contexts) {
    const printMessage = (text: string): void => surface.message(context.name, text);
    // Logins to several clusters free the terminal in their turn.
    const terminal = logins ? { printMessage, logins: logins.shared } : { printMessage, withFreeTerminal };
    const listener = tally.listenerOf(context.name);
    const clusterSetting = { wait: setting, listener, terminal, environment, isAlone: !isFleet, inTurn, failed };
    waits.set(context.name, new ClusterWait(context, clusterSetting));
  }
  let cancelTick = (): void => {};
  const tick = (): void => {
    cancelTick = environment.clock.after(tickMs, tick);
    tally.tick();
  };
  const stopListening = environment.person.onStop((signal) => {
    end(exitCodesOfSignals[signal]);
    for (const { context, state } of tally.clusters()) if (state === "waiting") waits.get(context)?.stop(signal);
  });
  try {
    for (const wait of waits.values()) wait.begin();
    tick();
    const exitCode = await ended;
    surface.summary(tally.clusters(), clock().elapsedMs);
    return exitCode;
  } catch (error) {
    const statuses = [...waits.values()].map((wait) => wait.status());
    const status = statuses.find((candidate) => candidate !== undefined);
    if (status !== undefined) await surface.failed(status, error, failedExit);
    throw error;
  } finally {
    stopListening();
    cancelTick();
    for (const wait of waits.values()) wait.close();
    surface.close();
    logins?.close();
  }
}

/** The clusters of a wait, and where they report. */
interface ChosenClusters {
  readonly contexts: readonly WaitedContext[];
  readonly setting: WaitSetting;
  readonly surface: WaitSurface;
  /** Whether the options list clusters, even if the list has one cluster. Then each line has the name of its cluster. */
  readonly isFleet: boolean;
}

async function chooseClusters(
  options: CommandLineOptions,
  goal: WaitGoal,
  environment: HostEnvironment,
): Promise<ChosenClusters> {
  const isFleet = options.contexts !== undefined || options.isInventory;
  if (!isFleet) {
    const setting = makeSetting(options, goal);
    return {
      contexts: [{ name: "", options }],
      setting,
      surface: createOutputOfOne(goal, options, environment),
      isFleet,
    };
  }
  keepYoungMemorySmall();
  const fleet = await chooseFleet(options, environment);
  const contexts = fleet.contexts.map((context): WaitedContext => {
    if (!("chosen" in context)) return { name: context.name, fault: context.fault };
    return { name: context.name, options: fleet.options, chosen: context.chosen };
  });
  const rest = chooseRest(contexts.length);
  return {
    contexts,
    setting: { ...makeSetting(fleet.options, goal), continuesWhenReached: true, ...definedFields({ rest }) },
    surface: createOutputOfSeveral(goal, chooseCountedThing(fleet.contexts), fleet.options, environment),
    isFleet,
  };
}

function makeSetting(options: CommandLineOptions, goal: WaitGoal): WaitSetting {
  const { namespace, selector = options.fieldSelector, waiting } = options;
  return { ...waiting, goal, namespace, selector };
}

/** Starts the clock that counts for all clusters as each cluster counts: a clock that is set does not shorten a wait. */
function startClock({ milliseconds }: HostEnvironment): () => WaitStopwatch {
  let stopwatch = startStopwatch(milliseconds());
  return () => {
    stopwatch = readStopwatch(stopwatch, milliseconds());
    return stopwatch;
  };
}
