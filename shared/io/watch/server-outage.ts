import type { WatchClock } from "./clock.ts";
import { backoffPause } from "./reflector/retry-pauses.ts";

/** What an outage is noticed by, and what its pauses depend on. */
interface OutageTools {
  readonly clock: WatchClock;
  readonly random: () => number;
  /** The longest pause after `error` in milliseconds. Undefined where the error says nothing about the server. */
  readonly maxPauseMs: (error: unknown) => number | undefined;
}

/** Lets requests to one server pass. While the server is down, one request tries and the others wait for it. */
export class OutageGate {
  readonly #tools: OutageTools;
  readonly #waiting = new WaitingLine();
  /** Failures in a row. While there are some, the server is down. */
  #failures = 0;
  #outages = 0;
  /** Cancels the pause before the next try. Absent: there is no pause now. */
  #cancelPause: (() => void) | undefined;
  /** The pause is over, and no request was waiting to try. */
  #isTryDue = false;
  #isStopped = false;

  constructor(tools: OutageTools) {
    this.#tools = tools;
  }

  /**
   * Runs `request` at once, or, while the server is down, when it is its turn. `request` calls `isUp` as soon as the
   * server responds.
   * @throws the reason of `signal`; what `request` throws, which counts as an outage where `maxPauseMs` returns a pause.
   */
  async attempt<T>(request: (isUp: () => void) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const isTryForAll = await this.#awaitTurn(signal);
    try {
      return await request(() => this.#endOutage());
    } catch (error) {
      const maxPauseMs = this.#tools.maxPauseMs(error);
      if (maxPauseMs !== undefined) this.#startPause(maxPauseMs);
      throw error;
    } finally {
      const isPausing = this.#cancelPause !== undefined;
      // The request that tried for all has ended without a result, so another one must try.
      if (isTryForAll && this.#failures > 0 && !isPausing && !this.#isStopped) this.#releaseNext();
    }
  }

  /** How many times the server was down, now included. Failures without a response in between count once. */
  count(): number {
    return this.#outages;
  }

  /** Lets the next request try at once, since the server may be up again. */
  hurry(): void {
    if (this.#failures > 0 && this.#cancelPause !== undefined) this.#releaseNext();
  }

  /** Cancels the timer and starts no other. */
  stop(): void {
    this.#isStopped = true;
    this.#endPause();
  }

  /** Waits until the request may be sent. Returns true where it tries for all others too. */
  async #awaitTurn(signal: AbortSignal): Promise<boolean> {
    if (this.#failures > 0 && !this.#isTryDue) await this.#waiting.wait(signal);
    else this.#isTryDue = false;
    return this.#failures > 0;
  }

  #endOutage(): void {
    this.#failures = 0;
    this.#isTryDue = false;
    this.#endPause();
    this.#waiting.releaseAll();
  }

  /** Starts the pause before the next try. Where many requests fail together, the first one sets it. */
  #startPause(maxPauseMs: number): void {
    if (this.#cancelPause !== undefined || this.#isStopped) return;
    if (this.#failures === 0) this.#outages += 1;
    this.#failures += 1;
    const { clock, random } = this.#tools;
    this.#cancelPause = clock.after(backoffPause(this.#failures, maxPauseMs, random), () => this.#releaseNext());
  }

  #endPause(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
  }

  #releaseNext(): void {
    this.#endPause();
    this.#isTryDue = !this.#waiting.releaseFirst();
  }
}

/** The requests that wait for their turn, in the order in which they came. */
class WaitingLine {
  readonly #releases: (() => void)[] = [];

  /** Resolves when the request is released. @throws the reason of `signal`, which ends the wait. */
  wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const release = (): void => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = (): void => {
      const place = this.#releases.indexOf(release);
      if (place >= 0) this.#releases.splice(place, 1);
      reject(signal.reason);
    };
    this.#releases.push(release);
    signal.addEventListener("abort", leave, { once: true });
    return promise;
  }

  /** Returns false where no request waits. */
  releaseFirst(): boolean {
    const release = this.#releases.shift();
    release?.();
    return release !== undefined;
  }

  releaseAll(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}
