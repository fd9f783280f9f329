import type { WatchClock } from "../../shared/io/watch/clock.ts";

/**
 * A webhook has up to 30 seconds.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#timeouts
 */
export const replyTimeoutMs = 45_000;

/** Why a dry run ended without a reply: the user cancelled, the connection was closed, or no reply came in time. */
type ReplyEnd = "cancelled" | "placeLost" | "timedOut";

/** Ends the requests of one dry run, by their signal, for the first reason that occurs. */
export class ReplyLimit {
  readonly #controller = new AbortController();
  readonly #left: AbortSignal;
  readonly #cancelTimer: () => void;
  #end: ReplyEnd | undefined;

  /** Begins to count {@link replyTimeoutMs}. `left` fires when the connection to the cluster is closed. */
  constructor(clock: Pick<WatchClock, "after">, left: AbortSignal) {
    this.#left = left;
    this.#cancelTimer = clock.after(replyTimeoutMs, () => this.#stop("timedOut"));
    left.addEventListener("abort", this.#losePlace);
    if (left.aborted) this.#losePlace();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the requests were ended; undefined where they were not. */
  get end(): ReplyEnd | undefined {
    return this.#end;
  }

  cancel(): void {
    this.#stop("cancelled");
  }

  /** Stops the timer, because a reply came. */
  dispose(): void {
    this.#cancelTimer();
    this.#left.removeEventListener("abort", this.#losePlace);
  }

  readonly #losePlace = (): void => this.#stop("placeLost");

  #stop(reason: ReplyEnd): void {
    this.#end ??= reason;
    this.dispose();
    this.#controller.abort();
  }
}
