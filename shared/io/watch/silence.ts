import { ConnectionError } from "../errors.ts";
import { unanswered } from "./attended.ts";
import type { WatchTools } from "./tools.ts";

/** Milliseconds between two questions. */
const [shortest, longest] = [30_000, 45_000];
/** Milliseconds that an answer may take, as with a ping of HTTP/2. */
const patience = 15_000;
/** Whoever may ask nothing else may ask this, and any answer will do. */
const path = "/version";

/**
 * Asks for something small now and then while `isWatching`, where the connection does not find out by itself that the
 * server fell silent (HTTP/1.1 has no ping), and calls `silent` where no answer comes. Returns how to end it.
 */
export function watchForSilence(
  { clock, connection, random }: Pick<WatchTools, "clock" | "connection" | "random">,
  isWatching: () => boolean,
  silent: (cause: string) => void,
): () => void {
  let asking: AbortController | undefined;
  let isEnded = false;
  let forget = later();

  function later(): () => void {
    return clock.after(shortest + random() * (longest - shortest), () => {
      if (isWatching() && connection.noticesSilence?.() === false) ask();
      else forget = later();
    });
  }

  function ask(): void {
    const own = new AbortController();
    asking = own;
    forget = clock.after(patience, () => own.abort(unanswered(connection.server, patience)));
    connection.get(path, { signal: own.signal }).then(
      () => answered(undefined),
      (error: unknown) => answered(causeOf(error)),
    );
  }

  function answered(cause: string | undefined): void {
    forget();
    if (isEnded) return;
    forget = later();
    if (cause !== undefined && isWatching()) silent(cause);
  }

  /** Somebody who logs in takes his time, and that is none of the server's. */
  function causeOf(error: unknown): string | undefined {
    if (connection.isProving?.() === true) return undefined;
    if (!(error instanceof ConnectionError) || error.reason === "credentials") return undefined;
    return error.reason === "timeout" ? "the server fell silent" : error.message;
  }

  return () => {
    isEnded = true;
    asking?.abort();
    forget();
  };
}
