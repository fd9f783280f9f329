import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import type { WaitGoal } from "../../shared/model/wait.ts";
import { parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import { failedExit } from "../cli/exit-codes.ts";
import { unknownGoalText } from "../cli/for-values.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseCountedThing } from "../fleet/choose-contexts.ts";
import { chooseFleet } from "../fleet/choose-fleet.ts";
import { signalGroups } from "../fleet/read-fleet.ts";
import { memberTimeoutMs } from "../fleet/read-member.ts";
import type { SharedTerminal } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { keepYoungMemorySmall } from "../process/memory-use.ts";
import { ClusterWait, type WaitedContext } from "./cluster-wait.ts";
import type { WaitSetting } from "./events.ts";
import { createOutputOfOne } from "./output-of-one.ts";
import { createOutputOfSeveral } from "./output-of-several.ts";
import { exitCodesOfSignals } from "./steps.ts";
import { readStopwatch, startStopwatch, type WaitStopwatch } from "./stopwatch.ts";
import type { WaitSurface } from "./surface.ts";
import { ClusterTally, maxCheckMs, restBetweenEvaluations } from "./tally.ts";

/**
 * Waits until everything that is named reaches the state of `--for`, in every cluster that is named. Of each cluster all
 * must be in that state together, on a live connection, without a break for `--stable-for`. The server is then asked
 * once more.
 *
 * One of several clusters that reached the state is watched on: it may lose it again while others have not reached it.
 * Of many clusters each is read now and then instead, which keeps the memory small. Once all have reached the
 * state, all are checked again, and only that final check ends the wait with 0.
 *
 * Resolves to the exit status. 0: the state is reached. 5: the time-out is over, whatever the time was spent on. 2:
 * with `--fail-fast`, the state cannot be reached without intervention. 4: the status is unknown at the only evaluation of
 * `--timeout 0`. 1: there is nothing to wait for, or the server does not accept the credentials at the beginning. 128 and
 * the number of a signal: that signal ended the wait. Of several clusters 5 where the time is over, else the worst.
 *
 * This file only carries out. evaluateWaitGoal (shared/wait/wait-goal.ts) decides whether the goal is reached. decideWait
 * (decide-step.ts) decides what an evaluation of the cluster means. nextStep (steps.ts) decides when to evaluate, to check
 * again and to end. nextFleetStep (tally.ts) decides what follows for all clusters.
 * @throws as following a source does, and UsageError, InputError as a table of clusters.
 */
export async function runWait(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const goal = parseWaitGoal(options.waiting.for);
  if (goal === undefined) throw new UsageError(unknownGoalText(options.waiting.for));
  const chosen = await chooseClusters(options, goal, environment);
  const { contexts, setting, surface, isFleet } = chosen;
  const logins = isFleet ? loginsBeside(surface, environment) : undefined;
  const { promise: ended, resolve: end, reject: failed } = Promise.withResolvers<number>();
  // The rejection may come before `ended` is awaited.
  ended.catch(() => {});
  const clock = startCounting(environment);
  const waits = new Map<string, ClusterWait>();
  const recheck = (): void => {
    for (const wait of waits.values()) wait.recheck();
  };
  const names = contexts.map(({ name }) => name);
  const tally = new ClusterTally(names, surface, { limits: options.waiting, clock, recheck, end });
  const inTurn = limitConcurrency(options.parallel);
  for (const context of contexts) {
    const printMessage = (text: string): void => surface.message(context.name, text);
    const terminal: SharedTerminal =
      logins === undefined ? { printMessage, withFreeTerminal: surface.withFreeTerminal } : { printMessage, logins };
    const listener = tally.listenerOf(context.name);
    const waitSetting = { setting, listener, terminal, environment, isAlone: !isFleet, inTurn, failed };
    waits.set(context.name, new ClusterWait(context, waitSetting));
  }
  // Clusters that rest report nothing, and the time goes on.
  let forgetTick = (): void => {};
  const tick = (): void => {
    forgetTick = environment.clock.after(betweenTicksMs, tick);
    tally.tick();
  };
  const forgetStop = environment.person.onStop((signal) => {
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
    const [status] = [...waits.values()].flatMap((wait) => wait.status() ?? []);
    if (status !== undefined) await surface.failed(status, error, failedExit);
    throw error;
  } finally {
    forgetStop();
    forgetTick();
    for (const wait of waits.values()) wait.close();
    surface.close();
    logins?.close();
  }
}

/** Milliseconds between two readings of the clock of all clusters. */
const betweenTicksMs = 1_000;

/** The clusters of a wait, and where they report. */
interface ChosenClusters {
  readonly contexts: readonly WaitedContext[];
  readonly setting: WaitSetting;
  readonly surface: WaitSurface;
  /** Clusters were listed, even if it is one: each line has the name of its cluster. */
  readonly isFleet: boolean;
}

async function chooseClusters(
  options: CommandLineOptions,
  goal: WaitGoal,
  environment: HostEnvironment,
): Promise<ChosenClusters> {
  if (options.contexts === undefined && !options.isInventory) {
    return {
      contexts: [{ name: "", options }],
      setting: settingOf(options, goal),
      surface: createOutputOfOne(goal, options, environment),
      isFleet: false,
    };
  }
  keepYoungMemorySmall();
  const { contexts, options: ofEach } = await chooseFleet(options, environment);
  const restForMs = restBetweenEvaluations(contexts.length);
  const resting = restForMs !== undefined && { restForMs, reopenTimeoutMs: maxCheckMs(contexts.length) };
  return {
    contexts: contexts.map((context): WaitedContext => {
      if (!("chosen" in context)) return { name: context.name, fault: context.fault };
      return { name: context.name, options: ofEach, chosen: context.chosen };
    }),
    setting: { ...settingOf(ofEach, goal), goesOn: true, ...resting },
    surface: createOutputOfSeveral(goal, chooseCountedThing(contexts), ofEach, environment),
    isFleet: true,
  };
}

function settingOf(options: CommandLineOptions, goal: WaitGoal): WaitSetting {
  const { namespace, selector = options.fieldSelector, waiting } = options;
  return { ...waiting, goal, namespace, selector };
}

/** Logins of which only one is asked for at a time, and never twice for the same one. */
function loginsBeside(
  { withFreeTerminal }: WaitSurface,
  environment: HostEnvironment,
): ReturnType<typeof createSharedLogins> {
  const own = createSharedLogins(environment.milliseconds, {
    pluginTimeoutMs: memberTimeoutMs,
    ...signalGroups(environment),
  });
  return { ...own, runInTurn: (ask) => own.runInTurn(() => withFreeTerminal(ask)) };
}

/** Returns the time since now, counted as each cluster counts it: a clock that jumps does not shorten a wait. */
function startCounting({ milliseconds }: HostEnvironment): () => WaitStopwatch {
  let stopwatch = startStopwatch(milliseconds());
  return () => {
    stopwatch = readStopwatch(stopwatch, milliseconds());
    return stopwatch;
  };
}
