import { noResponseText } from "../errors/connection-faults.ts";
import { ConnectionError } from "../errors/errors.ts";
import { silentServer } from "../transport/response-flaws.ts";
import type { WatchClock } from "./clock.ts";
import { type LinkStatus, waitingForLogin } from "./link-state.ts";
import type { ReflectorState } from "./reflector/reflector-state.ts";
import type { WatchTools } from "./watch-tools.ts";

/** A query that is followed, as far as a dead connection concerns it. */
interface RefreshedQuery {
  refresh(cause: string, isOld: boolean): void;
  link(): LinkStatus;
}

/**
 * Reconnects and refreshes all followed queries after the machine slept, and when the server falls silent. Returns a
 * function that ends this.
 */
export function renewDeadConnections(tools: WatchTools, followed: () => readonly RefreshedQuery[]): () => void {
  const { clock, connection, outage } = tools;
  const refreshOld = (cause: string): void => {
    for (const query of followed()) query.refresh(cause, true);
  };
  const forgetSleep = watchForSleep(clock, () => {
    connection.renew();
    outage.hurry();
    refreshOld("this machine was suspended");
  });
  const isWatching = (): boolean => followed().some((query) => query.link().state === "live");
  const forgetSilence = watchForSilence(tools, isWatching, (cause) => {
    connection.renew();
    refreshOld(cause);
  });
  return () => {
    forgetSleep();
    forgetSilence();
  };
}

/**
 * Calls `woke` when a timer fires much later than planned: the machine slept, or its clock was set. Connections are
 * then dead without notice. Returns a function that ends the checks.
 */
function watchForSleep(clock: WatchClock, woke: () => void): () => void {
  let forget = scheduleCheck();

  function scheduleCheck(): () => void {
    const due = clock.now() + checkEveryMs;
    return clock.after(checkEveryMs, () => {
      forget = scheduleCheck();
      if (clock.now() - due > checkEveryMs) woke();
    });
  }

  return () => forget();
}

/** Milliseconds between two checks of the clock, and how late a check may be. */
const checkEveryMs = 30_000;

/** Milliseconds between two probes. */
const probePauseMs = { min: 30_000, max: 45_000 } as const;
/** Milliseconds within which a response must come, as with an HTTP/2 ping. */
const responseWithinMs = 15_000;
/** A path that users without any other permission may read. Every response shows that the server is there. */
const probePath = "/version";

/**
 * Sends a small request now and then while `isWatching` returns true, and calls `silent` where no response comes. It
 * does so only where the connection does not notice by itself that the server fell silent (HTTP/1.1 has no ping).
 * Returns a function that ends it.
 */
function watchForSilence(
  { clock, connection, random }: Pick<WatchTools, "clock" | "connection" | "random">,
  isWatching: () => boolean,
  silent: (cause: string) => void,
): () => void {
  let probe: AbortController | undefined;
  let isEnded = false;
  let forget = scheduleProbe();

  function scheduleProbe(): () => void {
    return clock.after(probePauseMs.min + random() * (probePauseMs.max - probePauseMs.min), () => {
      if (isWatching() && connection.noticesSilence?.() === false) sendProbe();
      else forget = scheduleProbe();
    });
  }

  function sendProbe(): void {
    const own = new AbortController();
    probe = own;
    forget = clock.after(responseWithinMs, () => own.abort(noResponseError(connection.server, responseWithinMs)));
    connection.get(probePath, { signal: own.signal }).then(
      () => probeEnded(undefined),
      (error: unknown) => probeEnded(whySilent(error)),
    );
  }

  function probeEnded(cause: string | undefined): void {
    forget();
    if (isEnded) return;
    forget = scheduleProbe();
    if (cause !== undefined && isWatching()) silent(cause);
  }

  /**
   * Why the server counts as silent. Undefined for other errors and during a login, whose time is not the server's.
   */
  function whySilent(error: unknown): string | undefined {
    if (connection.isWaitingForCredentials?.() === true) return undefined;
    if (!(error instanceof ConnectionError) || error.reason === "credentials") return undefined;
    return error.reason === "timeout" ? silentServer : error.message;
  }

  return () => {
    isEnded = true;
    probe?.abort();
    forget();
  };
}

/** Milliseconds between two checks of a request that has no response. */
const betweenChecksMs = 15_000;

/**
 * Calls `giveUp` when a request has had no response for `timeoutMs`. The time that a login takes does not count,
 * since it is not the server's. `state` then reports that a login is required. Returns a function that ends the
 * checks.
 */
export function withDeadConnectionCheck(
  { clock, connection }: Pick<WatchTools, "clock" | "connection">,
  state: ReflectorState,
  timeoutMs: number,
  giveUp: () => void,
): () => void {
  let leftMs = timeoutMs;
  let forget = clock.after(betweenChecksMs, check);

  function check(): void {
    if (connection.isWaitingForCredentials?.() === true) state.doubted("authRequired", { cause: waitingForLogin });
    else leftMs -= betweenChecksMs;
    if (leftMs > 0) forget = clock.after(betweenChecksMs, check);
    else giveUp();
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
