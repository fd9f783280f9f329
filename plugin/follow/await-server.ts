import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { ConnectionError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { pauseFor, type WatchClock } from "../../shared/io/watch/clock.ts";
import { backoffPause } from "../../shared/io/watch/reflector/retry-pauses.ts";
import { waitingForUnreachableText } from "../../shared/render/words/plugin/progress.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { chooseContextOrProfile } from "../read/choose-context-or-profile.ts";

/** How a command waits for a server that cannot be reached yet. */
export interface ServerWait {
  /** Called with the cause after each try; `brief`: without the server and what to do. */
  readonly failed: (cause: string, brief?: string) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** The longest pause between two tries, in milliseconds. A user watches, so it is shorter than that of a lost server. */
const longestPause = 10_000;

/**
 * The result of `attempt`, which is repeated while no server responds.
 * @throws what `attempt` throws for any other reason, such as a wrong certificate; the reason of the signal.
 */
export async function untilReached<T>(
  attempt: () => Promise<T>,
  { failed, signal }: ServerWait,
  { clock, random }: { readonly clock: WatchClock; readonly random: () => number },
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      failed(error.message, error.brief);
    }
    await pauseFor(clock, backoffPause(failures, longestPause, random), signal);
  }
}

/**
 * The context that the options name. With `--inventory-cluster` it is read from the hub, which is waited for if it does
 * not respond.
 * @param waiting absent: a hub that does not respond is an error.
 * @throws as {@link chooseContextOrProfile}; the reason of the signal.
 */
export function awaitContext(
  options: CommandLineOptions,
  world: HostEnvironment,
  waiting: ServerWait | undefined,
): Promise<ChosenContext> {
  const choose = (): Promise<ChosenContext> => chooseContextOrProfile(options, world);
  return waiting === undefined ? choose() : untilReached(choose, waiting, world);
}

function isUnreachable(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError && (error.reason === "unreachable" || error.reason === "timeout");
}

/** Reports why a server is waited for, each cause once. */
export function createWaitingLine({ tell }: Pick<HostEnvironment, "tell">): (cause: string) => void {
  let last = "";
  return (cause) => {
    if (cause !== last) tell(`${sanitizeLine(waitingForUnreachableText(cause))}\n`);
    last = cause;
  };
}
