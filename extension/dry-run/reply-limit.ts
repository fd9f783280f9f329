import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** Milliseconds until the user gets no result. A webhook has up to 30 seconds (admissionregistration/v1, types.go). */
export const patience = 45_000;

/** Why a dry run ended without a reply: the user cancelled, the connection was closed, or no reply came in time. */
type ReplyEnd = "cancelled" | "placeLost" | "timedOut";

/** Ends the requests of one dry run. */
export interface ReplyLimit {
  readonly signal: AbortSignal;
  /** The first reason why the requests were ended; undefined where they were not. */
  readonly end: ReplyEnd | undefined;
  cancel(): void;
  /** Stops the timer, because a reply came. */
  dispose(): void;
}

/** Begins to count {@link patience}. `left` fires when the connection to the cluster is closed. */
export function limitReply(clock: Pick<WatchClock, "after">, left: AbortSignal): ReplyLimit {
  const over = new AbortController();
  let end: ReplyEnd | undefined;
  const stop = (reason: ReplyEnd): void => {
    end ??= reason;
    dispose();
    over.abort();
  };
  const lose = (): void => stop("placeLost");
  const forget = clock.after(patience, () => stop("timedOut"));
  const dispose = (): void => {
    forget();
    left.removeEventListener("abort", lose);
  };
  left.addEventListener("abort", lose);
  if (left.aborted) lose();
  return {
    signal: over.signal,
    get end() {
      return end;
    },
    cancel: () => stop("cancelled"),
    dispose,
  };
}
