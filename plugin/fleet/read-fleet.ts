import { createSharedLogins, type SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { ConnectionError } from "../../shared/io/errors/errors.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import { createInputBudget } from "../../shared/parse/input-budget.ts";
import { type FleetMember, interruptedText, readSoFar } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { createProgressLine } from "../process/progress-line.ts";
import type { ReadDependencies } from "../read/read-cluster.ts";
import type { EvaluateSnapshot } from "../status/evaluate.ts";
import { chooseCountedThing, type FleetContext } from "./choose-contexts.ts";
import { createFleetTalk } from "./log-prefix.ts";
import { memberTimeoutMs, readMember } from "./read-member.ts";

/** What was kept of each cluster, and whether the user interrupted before all had responded. */
interface FleetRead<Kept> {
  readonly kept: readonly Kept[];
  readonly isInterrupted: boolean;
}

/**
 * Reads the clusters of these contexts, `options.parallel` at once. Only one login is asked for at a time, and the user
 * never logs in twice for the same one. Ctrl-C leaves the clusters that have not responded yet unread. `keep` returns
 * what stays in memory of each cluster.
 * @throws UsageError as {@link readMember}.
 */
export async function readFleet<Kept>(
  contexts: readonly FleetContext[],
  options: CommandLineOptions,
  environment: HostEnvironment,
  evaluate: EvaluateSnapshot,
  keep: (member: FleetMember) => Promise<Kept>,
): Promise<FleetRead<Kept>> {
  const end = new AbortController();
  const progress = fleetProgress(environment, contexts);
  const own = createSharedLogins(environment.milliseconds, signalGroups(environment));
  const inTurn = limitConcurrency(options.parallel);
  const logins: SharedLogins = {
    ...own,
    runInTurn: (ask) =>
      own.runInTurn(() => {
        // After an interrupt, the user is not asked to log in any more.
        end.signal.throwIfAborted();
        return progress.during(ask);
      }),
  };
  const setting = {
    options,
    evaluate,
    logins,
    isAsking: progress.isAside,
    timeoutMs: memberTimeoutMs,
    signal: end.signal,
    budget: createInputBudget("servers"),
    alone: limitConcurrency(1),
  };
  const listening = environment.person.onStop(() => end.abort(interruption()));
  try {
    const read = async (context: FleetContext): Promise<Kept> => {
      const printMessage = (text: string): void => progress.said(context.name, text);
      progress.begin(context.name);
      const member = await readMember(context, buildReadDependencies(environment, printMessage), setting);
      progress.end(context.name);
      return keep(member);
    };
    const kept = await Promise.all(contexts.map((context) => inTurn(() => read(context))));
    return { kept, isInterrupted: end.signal.aborted };
  } finally {
    // Requests are still in progress where the command line turned out to be wrong.
    end.abort(interruption());
    own.close();
    listening();
    progress.close();
  }
}

/** The progress of reading these contexts. The line is drawn only on a terminal. */
function fleetProgress(environment: HostEnvironment, contexts: readonly FleetContext[]): FleetProgress {
  const total = contexts.length;
  const counted = chooseCountedThing(contexts);
  const line = createProgressLine(environment);
  const underWay = new Set<string>();
  const talk = createFleetTalk(line);
  let done = 0;
  let withFreeTerminal = 0;

  function show(): void {
    line.show((elapsedMs) => readSoFar({ done, total, counted }, [...underWay], elapsedMs));
  }

  return {
    begin(name) {
      underWay.add(name);
      show();
    },
    end(name) {
      underWay.delete(name);
      done += 1;
      show();
    },
    async during(work) {
      withFreeTerminal += 1;
      try {
        return await line.withFreeTerminal(work);
      } finally {
        withFreeTerminal -= 1;
      }
    },
    isAside: () => withFreeTerminal > 0,
    said: talk.message,
    close() {
      talk.close();
      line.end();
    },
  };
}

function interruption(): ConnectionError {
  return new ConnectionError(interruptedText, { reason: "unreachable" });
}

/** How to end credential plugins with their child processes, where the platform can do that. */
export function signalGroups({ signalGroup }: Pick<HostEnvironment, "signalGroup">): Pick<SharedLogins, "signalGroup"> {
  return signalGroup === undefined ? {} : { signalGroup };
}

/**
 * The parts of `environment` that reading a cluster needs, with a `printMessage` of its own. It is no copy: the values are looked up
 * when they are needed.
 */
function buildReadDependencies(environment: HostEnvironment, printMessage: (text: string) => void): ReadDependencies {
  const { screen, milliseconds, home, cwd, architecture, now, cacheHome, userId } = environment;
  const whose = userId !== undefined && { userId };
  return { screen, printMessage, milliseconds, home, cwd, architecture, now, cacheHome, ...whose };
}

/** A progress line on standard error while several clusters are read, and all other output there meanwhile. */
interface FleetProgress {
  readonly begin: (name: string) => void;
  readonly end: (name: string) => void;
  /** Erases the line while `work` uses the terminal. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isAside: () => boolean;
  /** Prints text that a credential plugin or the connection reports about a cluster. */
  readonly said: (name: string, text: string) => void;
  /** Erases the line for good. */
  readonly close: () => void;
}
