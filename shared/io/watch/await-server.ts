import { ConnectionError } from "../errors/errors.ts";
import { pauseFor, type WatchClock } from "./clock.ts";
import { backoffPause } from "./reflector/retry-pauses.ts";

/** How to wait for a server that cannot be reached yet. */
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

function isUnreachable(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError && (error.reason === "unreachable" || error.reason === "timeout");
}
