import { noResponseText } from "../errors/connection-faults.ts";
import { ConnectionError } from "../errors/errors.ts";
import { silentServer } from "../transport/response-flaws.ts";
import type { WatchClock } from "./clock.ts";
import { type LinkStatus, waitingForLogin } from "./link-state.ts";
import type { ReflectorState } from "./reflector/reflector-state.ts";
import type { WatchTools } from "./watch-tools.ts";

/** Milliseconds between two checks of the clock, and how late a check may be. */
const clockCheckMs = 30_000;

/** Milliseconds between two probes of a silent server: a random time between these two. */
const minProbePauseMs = 30_000;
const maxProbePauseMs = 45_000;

/** Milliseconds within which the response to a probe must come, as with an HTTP/2 ping. */
const probeTimeoutMs = 15_000;

/** A path that users without any other permission may read. Every response shows that the server is there. */
const probePath = "/version";

/** Milliseconds between two checks of a request that has no response. */
const requestCheckMs = 15_000;

/** A query that is followed, as far as a dead connection concerns it. */
interface RefreshedQuery {
  refreshOutdated(cause: string): void;
  link(): LinkStatus;
}

/**
 * Reconnects and refreshes all followed queries after the machine slept, and when the server falls silent. Returns a
 * function that ends this.
 */
export function renewDeadConnections(tools: WatchTools, followed: () => readonly RefreshedQuery[]): () => void {
  const { clock, connection, outage } = tools;
  const refreshAll = (cause: string): void => {
    for (const query of followed()) query.refreshOutdated(cause);
  };
  const endSleepChecks = watchForSleep(clock, () => {
    connection.renew();
    outage.hurry();
    refreshAll("this machine was suspended");
  });
  const probe = new SilenceProbe(tools, {
    isWatching: () => followed().some((query) => query.link().state === "live"),
    onSilence: (cause) => {
      connection.renew();
      refreshAll(cause);
    },
  });
  return () => {
    endSleepChecks();
    probe.stop();
  };
}

/**
 * Calls `onWake` when a timer fires much later than planned: the machine slept, or its clock was set. Connections are
 * then dead without notice. Returns a function that ends the checks.
 */
function watchForSleep(clock: WatchClock, onWake: () => void): () => void {
  let cancelCheck = scheduleCheck();

  function scheduleCheck(): () => void {
    const dueAtMs = clock.now() + clockCheckMs;
    return clock.after(clockCheckMs, () => {
      cancelCheck = scheduleCheck();
      if (clock.now() - dueAtMs > clockCheckMs) onWake();
    });
  }

  return () => cancelCheck();
}

/** What a {@link SilenceProbe} reads and calls. */
interface SilenceListener {
  /** Whether anything waits for the server. Without that no probe is sent. */
  isWatching(): boolean;
  /** Called where no response to a probe comes. */
  onSilence(cause: string): void;
}

/**
 * Sends a small request now and then while something waits for the server. It does so only where the connection does not
 * notice by itself that the server fell silent, since HTTP/1.1 has no ping.
 */
class SilenceProbe {
  readonly #tools: Pick<WatchTools, "clock" | "connection" | "random">;
  readonly #listener: SilenceListener;
  #request: AbortController | undefined;
  #isStopped = false;
  #cancelTimer = (): void => {};

  constructor(tools: Pick<WatchTools, "clock" | "connection" | "random">, listener: SilenceListener) {
    this.#tools = tools;
    this.#listener = listener;
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    this.#request?.abort();
    this.#cancelTimer();
  }

  #schedule(): void {
    const { clock, connection, random } = this.#tools;
    const pauseMs = minProbePauseMs + random() * (maxProbePauseMs - minProbePauseMs);
    this.#cancelTimer = clock.after(pauseMs, () => {
      if (this.#listener.isWatching() && connection.noticesSilence?.() === false) this.#send();
      else this.#schedule();
    });
  }

  #send(): void {
    const { clock, connection } = this.#tools;
    const request = new AbortController();
    this.#request = request;
    this.#cancelTimer = clock.after(probeTimeoutMs, () =>
      request.abort(requestTimeoutError(connection.server, probeTimeoutMs)),
    );
    connection.get(probePath, { signal: request.signal }).then(
      () => this.#takeResult(undefined),
      (error: unknown) => this.#takeResult(this.#findSilence(error)),
    );
  }

  /** @param silence Why the server counts as silent. Undefined: it does not. */
  #takeResult(silence: string | undefined): void {
    this.#cancelTimer();
    if (this.#isStopped) return;
    this.#schedule();
    if (silence !== undefined && this.#listener.isWatching()) this.#listener.onSilence(silence);
  }

  /** Why the server counts as silent. Undefined for other errors, and during a login, whose time is not the server's. */
  #findSilence(error: unknown): string | undefined {
    if (this.#tools.connection.isWaitingForCredentials?.() === true) return undefined;
    if (!(error instanceof ConnectionError) || error.reason === "credentials") return undefined;
    return error.reason === "timeout" ? silentServer : error.message;
  }
}

/**
 * Calls `giveUp` when a request has had no response for `timeoutMs`. The time that a login takes does not count,
 * since it is not the server's. `state` then reports that a login is required. Returns a function that ends the
 * checks.
 */
export function startDeadConnectionCheck(
  { clock, connection }: Pick<WatchTools, "clock" | "connection">,
  state: ReflectorState,
  timeoutMs: number,
  giveUp: () => void,
): () => void {
  let remainingMs = timeoutMs;
  let cancelCheck = clock.after(requestCheckMs, check);

  function check(): void {
    if (connection.isWaitingForCredentials?.() === true) state.doubted("authRequired", { cause: waitingForLogin });
    else remainingMs -= requestCheckMs;
    if (remainingMs > 0) cancelCheck = clock.after(requestCheckMs, check);
    else giveUp();
  }

  return () => cancelCheck();
}

/** The error for a request that the server accepted and did not respond to in time. */
export function requestTimeoutError(server: string, timeoutMs: number): ConnectionError {
  const seconds = timeoutMs / 1000;
  return new ConnectionError(`no response from ${server} within ${seconds} s`, {
    reason: "timeout",
    advice: "the server may be overloaded",
    brief: noResponseText(seconds),
  });
}
