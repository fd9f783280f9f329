import { noResponseText } from "../errors/connection-faults.ts";
import { ConnectionError } from "../errors/errors.ts";
import { waitingForLogin } from "./link-state.ts";
import type { ReflectorState } from "./reflector/reflector-state.ts";
import type { WatchTools } from "./watch-tools.ts";

/** Milliseconds between two checks of a request that has no response. */
const every = 15_000;

/**
 * Calls `give` when a request has had no response for `milliseconds`. The time that a login takes does not count,
 * since it is not the server's. `reflectorState` then reports that a login is required. Returns a function that ends the
 * checks.
 */
export function withDeadConnectionCheck(
  { clock, connection }: Pick<WatchTools, "clock" | "connection">,
  reflectorState: ReflectorState,
  milliseconds: number,
  give: () => void,
): () => void {
  let left = milliseconds;
  let forget = clock.after(every, look);

  function look(): void {
    if (connection.isProving?.() === true) reflectorState.doubted("authRequired", { cause: waitingForLogin });
    else left -= every;
    if (left > 0) forget = clock.after(every, look);
    else give();
  }

  return () => forget();
}

/** The error for a request that the server accepted and did not respond to in time. */
export function noResponseError(server: string, milliseconds: number): ConnectionError {
  const seconds = milliseconds / 1000;
  return new ConnectionError(`no response from ${server} within ${seconds} s`, {
    reason: "timeout",
    advice: "the server may be overloaded",
    brief: noResponseText(seconds),
  });
}
