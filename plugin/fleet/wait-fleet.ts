import { createSharedLogins, type SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { unknownGoalText } from "../../shared/render/words/plugin/wait-states.ts";
import { parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { keepYoungMemorySmall } from "../process/memory-use.ts";
import type { WaitSetting } from "../wait/events.ts";
import { exitCodesOfSignals } from "../wait/steps.ts";
import { readStopwatch, startStopwatch, type WaitStopwatch } from "../wait/stopwatch.ts";
import { whatIsCounted } from "./choose-contexts.ts";
import { chooseFleet } from "./choose-fleet.ts";
import { atMost } from "./concurrency-limit.ts";
import { createFleetTalk } from "./log-prefix.ts";
import { signalGroups } from "./read-fleet.ts";
import { memberTimeoutMilliseconds } from "./read-member.ts";
import { type MemberWait, waitForMember } from "./wait-member.ts";
import { createFleetWaitOutput } from "./wait-output.ts";
import { trackClusters } from "./wait-states.ts";
import { longestCheck, restBetweenLooks } from "./wait-tally.ts";

/**
 * Waits until every cluster is in the state of `--for`. A cluster that reached it is watched on: it may lose the state
 * again while others have not reached it. Of many clusters each is looked at now and then instead, which keeps the
 * memory small. Once all have reached the state, all are looked at again, and only that final check ends the wait with 0.
 *
 * Resolves to the exit status: 0 only where every cluster reached the state, 5 where the time is over, else that of a
 * wait for one cluster. A cluster that cannot be read never counts.
 * @throws UsageError, InputError as a table of clusters.
 */
export async function runFleetWait(chosen: CommandLineOptions, world: HostEnvironment): Promise<number> {
  const goal = parseWaitGoal(chosen.waiting.for);
  if (goal === undefined) throw new UsageError(unknownGoalText(chosen.waiting.for));
  keepYoungMemorySmall();
  const { contexts, options } = await chooseFleet(chosen, world);
  const { namespace, selector = options.fieldSelector, waiting } = options;
  const restFor = restBetweenLooks(contexts.length);
  const resting = restFor !== undefined && { restFor, lookWithin: longestCheck(contexts.length) };
  const setting: WaitSetting = { ...waiting, goal, namespace, selector, goesOn: true, ...resting };
  const output = createFleetWaitOutput(goal, whatIsCounted(contexts), options, world);
  const talk = createFleetTalk(output);
  const own = createSharedLogins(world.milliseconds, { patience: memberTimeoutMilliseconds, ...signalGroups(world) });
  const logins: SharedLogins = { ...own, turn: (ask) => own.turn(() => output.aside(ask)) };
  const { promise: ended, resolve: end, reject: failed } = Promise.withResolvers<number>();
  // The rejection may come before `ended` is awaited.
  ended.catch(() => {});
  const clock = startCounting(world);
  const tally = trackClusters(
    contexts.map(({ name }) => name),
    output,
    { limits: waiting, clock, recheck, end },
  );
  const inTurn = atMost(options.parallel);
  const members = new Map<string, MemberWait>(
    contexts.map((context) => {
      const terminal = { logins, tell: (text: string): void => talk.message(context.name, text) };
      const telling = tally.tellingOf(context.name);
      return [context.name, waitForMember(context, { options, world, setting, telling, terminal, inTurn, failed })];
    }),
  );
  function recheck(): void {
    for (const one of members.values()) one.recheck();
  }
  // Clusters that rest report nothing, and the time goes on.
  let forgetTick = (): void => {};
  function tick(): void {
    forgetTick = world.clock.after(betweenTicks, tick);
    tally.tick();
  }
  const letGo = world.person.onStop((signal) => {
    end(exitCodesOfSignals[signal]);
    for (const { context, state } of tally.clusters()) if (state === "waiting") members.get(context)?.stop(signal);
  });
  try {
    for (const one of members.values()) one.begin();
    tick();
    const code = await ended;
    output.summary(tally.clusters(), clock().passed);
    return code;
  } finally {
    letGo();
    forgetTick();
    for (const one of members.values()) one.close();
    talk.close();
    output.close();
    own.close();
  }
}

/** Milliseconds between two readings of the clock of all clusters. */
const betweenTicks = 1_000;

/** Returns the time since now, counted as each cluster counts it: a clock that jumps does not shorten a wait. */
function startCounting({ milliseconds }: HostEnvironment): () => WaitStopwatch {
  let stopwatch = startStopwatch(milliseconds());
  return () => {
    stopwatch = readStopwatch(stopwatch, milliseconds());
    return stopwatch;
  };
}
