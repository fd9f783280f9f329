import type { ExecCredential } from "./exec/exec-credential-response.ts";
import { createRenewableCredential, type RenewableCredential, type TimedCredential } from "./renewable-credential.ts";

/** The state that logins to several clusters share. The user is never asked twice, or by two plugins at once. */
export interface SharedLogins {
  /** Runs interactive plugins one after the other, in the order of calls. Each has the terminal to itself. */
  readonly runInTurn: <T>(run: () => Promise<T>) => Promise<T>;
  /**
   * The shared source of all callers that would run the same plugin with the same arguments (`key`). For a minute,
   * later callers get the same failure. A caller that refuses a credential gets it again for a minute. So a wrong
   * password is not asked for forty times. `unneeded` fires when this caller needs no credential any more. The signal
   * that `obtain` gets fires when no caller needs one.
   */
  readonly source: (
    key: string,
    obtain: (unneeded: AbortSignal) => Promise<TimedCredential<ExecCredential>>,
    unneeded?: AbortSignal,
  ) => RenewableCredential<ExecCredential>;
  /** Milliseconds for a plugin that is not interactive, where no other limit is given. Absent: no limit. */
  readonly pluginTimeoutMs?: number;
  /** Fires when no caller needs a credential any more. Plugins that still run are ended then. */
  readonly unneeded?: AbortSignal;
  /** Signals a process group by its leader. A group that has ended is no error. Absent where there are no groups. */
  readonly signalGroup?: (leader: number, signal: "SIGTERM" | "SIGKILL") => void;
}

/** {@link SharedLogins} with the controls for their owner. */
interface OwnLogins extends SharedLogins {
  /** Lets the user try again: failures so far do not count any more. */
  readonly allowRetry: () => void;
  /** Ends the plugins that still run. */
  readonly close: () => void;
}

/** Returns logins without any state yet. @param now milliseconds since 1970. */
export function createSharedLogins(
  now: () => number,
  limits: Pick<SharedLogins, "pluginTimeoutMs" | "signalGroup"> = {},
): OwnLogins {
  const sources = new Map<string, SharedSource>();
  const closed = new AbortController();
  let lastRun: Promise<unknown> = Promise.resolve();
  let attempt = 0;

  return {
    ...limits,
    unneeded: closed.signal,
    runInTurn(run) {
      const thisRun = lastRun.then(run);
      lastRun = thisRun.catch(() => {});
      return thisRun;
    },
    source(key, obtain, unneeded = closed.signal) {
      const source = sources.get(key) ?? new SharedSource(obtain, now, () => attempt);
      sources.set(key, source);
      source.addCaller(unneeded);
      return source.credential;
    },
    allowRetry() {
      attempt += 1;
    },
    close: () => closed.abort(),
  };
}

/** How long a failure or a refused credential counts, in milliseconds. */
const failureCountsForMs = 60_000;

/** The state shared by callers that would run the same plugin with the same arguments. */
class SharedSource {
  /** The newest credential, for all callers. */
  readonly credential: RenewableCredential<ExecCredential>;
  readonly #obtain: (unneeded: AbortSignal) => Promise<TimedCredential<ExecCredential>>;
  readonly #now: () => number;
  readonly #attempt: () => number;
  readonly #callers = new Set<AbortSignal>();
  /** Fires when no caller needs a credential any more. */
  #unneeded = new AbortController();
  /** The newest failure, and the attempt in which it happened. */
  #failure: { readonly error: unknown; readonly atMs: number; readonly attempt: number } | undefined;
  /** The attempt in which the newest credential was obtained. */
  #obtainedInAttempt: number;

  /** @param attempt Counts how often the user allowed another try. Failures of an earlier attempt do not count. */
  constructor(
    obtain: (unneeded: AbortSignal) => Promise<TimedCredential<ExecCredential>>,
    now: () => number,
    attempt: () => number,
  ) {
    this.#obtain = obtain;
    this.#now = now;
    this.#attempt = attempt;
    this.#obtainedInAttempt = attempt();
    this.credential = createRenewableCredential({
      obtain: () => this.#obtainUnlessJustFailed(),
      now,
      isTooSoon: (obtainedAtMs) => this.#obtainedInAttempt === attempt() && this.#isFresh(obtainedAtMs),
    });
  }

  /** Registers a caller that needs a credential until `unneeded` fires. */
  addCaller(unneeded: AbortSignal): void {
    if (unneeded.aborted || this.#callers.has(unneeded)) return;
    if (this.#callers.size === 0) this.#unneeded = new AbortController();
    this.#callers.add(unneeded);
    const leave = (): void => {
      this.#callers.delete(unneeded);
      if (this.#callers.size === 0) this.#unneeded.abort();
    };
    unneeded.addEventListener("abort", leave, { once: true });
  }

  async #obtainUnlessJustFailed(): Promise<TimedCredential<ExecCredential>> {
    const attempt = this.#attempt();
    if (this.#failure?.attempt === attempt && this.#isFresh(this.#failure.atMs)) throw this.#failure.error;
    const { signal } = this.#unneeded;
    try {
      const credential = await this.#obtain(signal);
      this.#obtainedInAttempt = attempt;
      return credential;
    } catch (error) {
      // A plugin that was ended because no caller waited for it has not failed.
      if (!signal.aborted) this.#failure = { error, atMs: this.#now(), attempt };
      throw error;
    }
  }

  /** Whether `atMs` is within a minute of now. After the clock was set back it is not, so that nothing is blocked. */
  #isFresh(atMs: number): boolean {
    return Math.abs(this.#now() - atMs) < failureCountsForMs;
  }
}
