import { createSharedLogins, type SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { unknownGoalText } from "../../shared/render/words/plugin/wait-states.ts";
import { parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { keepYoungMemorySmall } from "../process/memory-use.ts";
import type { WaitSetting } from "../wait/events.ts";
import type { WaitTelling } from "../wait/loop.ts";
import { exitCodesOfSignals } from "../wait/steps.ts";
import { readStopwatch, startStopwatch } from "../wait/stopwatch.ts";
import { whatIsCounted } from "./choose-contexts.ts";
import { chooseFleet } from "./choose-fleet.ts";
import { atMost } from "./concurrency-limit.ts";
import { createFleetTalk } from "./log-prefix.ts";
import { signalGroups } from "./read-fleet.ts";
import { memberTimeoutMilliseconds } from "./read-member.ts";
import { type MemberWait, waitForMember } from "./wait-member.ts";
import { createFleetWaitOutput, type FleetWaitOutput } from "./wait-output.ts";
import { nextFleetStep, restBetweenLooks, type TalliedCluster } from "./wait-tally.ts";

/**
 * Waits until every cluster is in the state of `--for`. A cluster that reached it is watched on: it may lose the state
 * again while others have not reached it, and is asked once more in the end. Of many clusters each is looked at now and
 * then instead, which keeps the memory small. Then only the last look notices that one has lost the state.
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
  const resting = restFor !== undefined && { restFor };
  const setting: WaitSetting = { ...waiting, goal, namespace, selector, goesOn: true, ...resting };
  const output = createFleetWaitOutput(goal, whatIsCounted(contexts), options, world);
  const talk = createFleetTalk(output);
  const own = createSharedLogins(world.milliseconds, { patience: memberTimeoutMilliseconds, ...signalGroups(world) });
  const logins: SharedLogins = { ...own, turn: (ask) => own.turn(() => output.aside(ask)) };
  const { promise: ended, resolve: end, reject: failed } = Promise.withResolvers<number>();
  // The rejection may come before `ended` is awaited.
  ended.catch(() => {});
  const passed = startCounting(world);
  const tally = createTally(
    contexts.map(({ name }) => name),
    output,
    { failFast: waiting.failFast, passed, recheck, end },
  );
  const inTurn = atMost(options.parallel);
  const members = new Map<string, MemberWait>(
    contexts.map((context) => {
      const terminal = { logins, tell: (text: string): void => talk.message(context.name, text) };
      const telling = tally.tellingOf(context.name);
      return [context.name, waitForMember(context, { options, world, setting, telling, terminal, inTurn, failed })];
    }),
  );
  function recheck(names: readonly string[]): void {
    for (const name of names) members.get(name)?.recheck();
  }
  const letGo = world.person.onStop((signal) => {
    end(exitCodesOfSignals[signal]);
    for (const { context, state } of tally.clusters()) if (state === "waiting") members.get(context)?.stop(signal);
  });
  try {
    for (const one of members.values()) one.begin();
    const code = await ended;
    output.summary(tally.clusters(), passed());
    return code;
  } finally {
    letGo();
    for (const one of members.values()) one.close();
    talk.close();
    output.close();
    own.close();
  }
}

/** Returns the milliseconds since now, counted as each cluster counts them: a clock that jumps does not shorten a wait. */
function startCounting({ milliseconds }: HostEnvironment): () => number {
  let stopwatch = startStopwatch(milliseconds());
  return () => {
    stopwatch = readStopwatch(stopwatch, milliseconds());
    return stopwatch.passed;
  };
}

/** The states of all clusters, and what follows from each change. */
interface Tally {
  readonly clusters: () => readonly TalliedCluster[];
  readonly tellingOf: (context: string) => WaitTelling;
}

/** What a tally calls. */
interface TallyCalls {
  readonly failFast: boolean;
  /** Milliseconds since the wait began. */
  readonly passed: () => number;
  readonly recheck: (contexts: readonly string[]) => void;
  readonly end: (exitCode: number) => void;
}

function createTally(names: readonly string[], output: FleetWaitOutput, calls: TallyCalls): Tally {
  const states = new Map<string, TalliedCluster>(
    names.map((context) => [context, { context, state: "waiting", confirmedAt: 0, exitCode: undefined }]),
  );
  const clusters = (): readonly TalliedCluster[] => [...states.values()];
  let isOver = false;
  // All clusters are first asked when the wait begins.
  let askedSince: number | undefined = 0;

  function set(context: string, state: TalliedCluster["state"], exitCode?: number): void {
    const now = calls.passed();
    states.set(context, { context, state, confirmedAt: now, exitCode });
    const step = nextFleetStep(clusters(), now, calls.failFast, askedSince);
    output.passed(clusters, now);
    if (step.is === "over") {
      isOver = true;
      calls.end(step.exitCode);
    } else if (step.is === "recheck") {
      askedSince = step.since;
      for (const each of step.old) states.set(each.context, { ...each, state: "waiting" });
      calls.recheck(step.old.map((each) => each.context));
    }
  }

  return {
    clusters,
    tellingOf: (context) => ({
      now(standing) {
        if (isOver) return;
        if (states.get(context)?.state === "reached") {
          askedSince = undefined;
          set(context, "waiting");
        }
        output.lost(context, standing);
        output.passed(clusters, calls.passed());
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
