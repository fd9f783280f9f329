import { ConnectionError } from "../errors/errors.ts";
import { silentServer } from "../transport/channel.ts";
import { noResponseError } from "./dead-line-check.ts";
import type { WatchTools } from "./watch-tools.ts";

/** Milliseconds between two probes. */
const [shortest, longest] = [30_000, 45_000];
/** Milliseconds that a response may take, as with an HTTP/2 ping. */
const patience = 15_000;
/** A path that users without any other permission may read. Any response will do. */
const path = "/version";

/**
 * Sends a small request now and then while `isWatching` returns true, and calls `silent` where no response comes. It
 * does so only where the connection does not notice by itself that the server fell silent (HTTP/1.1 has no ping).
 * Returns a function that ends it.
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
    forget = clock.after(patience, () => own.abort(noResponseError(connection.server, patience)));
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

  /**
   * Why the server counts as silent. Undefined for other errors and during a login, whose time is not the server's.
   */
  function causeOf(error: unknown): string | undefined {
    if (connection.isProving?.() === true) return undefined;
    if (!(error instanceof ConnectionError) || error.reason === "credentials") return undefined;
    return error.reason === "timeout" ? silentServer : error.message;
  }

  return () => {
    isEnded = true;
    asking?.abort();
    forget();
  };
}
