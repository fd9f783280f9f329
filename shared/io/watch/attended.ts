import { ConnectionError } from "../errors.ts";
import type { Standing } from "./standing.ts";
import type { WatchTools } from "./tools.ts";

/** Milliseconds between two looks at a question that has no answer. */
const every = 15_000;

/**
 * Calls `give` where a question has no answer for so many milliseconds. The time that a log-in takes is none of the
 * server's: then it is said that one is needed, and waited for. Returns how to end it.
 */
export function attended(
  { clock, connection }: Pick<WatchTools, "clock" | "connection">,
  standing: Standing,
  milliseconds: number,
  give: () => void,
): () => void {
  let left = milliseconds;
  let forget = clock.after(every, look);

  function look(): void {
    if (connection.isProving?.() === true) standing.doubted("authRequired", "waiting for the log-in of this context");
    else left -= every;
    if (left > 0) forget = clock.after(every, look);
    else give();
  }

  return () => forget();
}

/** The server took a question and did not say a word. */
export function unanswered(server: string, milliseconds: number): ConnectionError {
  return new ConnectionError(`no answer from ${server} within ${milliseconds / 1000} s; is the server overloaded?`, {
    reason: "timeout",
  });
}
