import type { ExecCredential } from "./exec/exec-credential-response.ts";
import { createRenewableCredential, type RenewableCredential, type TimedCredential } from "./renewable-credential.ts";

/** The state that logins to several clusters share. The user is never asked twice, or by two plugins at once. */
export interface SharedLogins {
  /** Runs interactive plugins one after the other, in the order of calls. Each has the terminal to itself. */
  readonly turn: <T>(ask: () => Promise<T>) => Promise<T>;
  /**
   * The shared source of all callers that would run the same plugin with the same arguments (`key`). For a minute,
   * later callers get the same failure. A caller that refuses a credential gets it again for a minute. So a wrong
   * password is not asked for forty times. `over` fires when this caller needs no credential any more. The signal that
   * `obtain` gets fires when no caller needs one.
   */
  readonly source: (
    key: string,
    obtain: (over: AbortSignal) => Promise<TimedCredential<ExecCredential>>,
    over?: AbortSignal,
  ) => RenewableCredential<ExecCredential>;
  /** Milliseconds for a plugin that is not interactive, where no other limit is given. Absent: no limit. */
  readonly patience?: number;
  /** Fires when no caller needs a credential any more. Plugins that still run are ended then. */
  readonly over?: AbortSignal;
  /** Signals a process group by its leader. A group that has ended is no error. Absent where there are no groups. */
  readonly signalGroup?: (leader: number, signal: "SIGTERM" | "SIGKILL") => void;
}

/** {@link SharedLogins} with the controls for their owner. */
interface OwnLogins extends SharedLogins {
  /** Lets the user try again: failures so far do not count any more. */
  readonly again: () => void;
  /** Ends the plugins that still run. */
  readonly close: () => void;
}

/** Returns logins without any state yet. @param now milliseconds since 1970. */
export function createSharedLogins(
  now: () => number,
  limits: Pick<SharedLogins, "patience" | "signalGroup"> = {},
): OwnLogins {
  const sources = new Map<string, Source>();
  const over = new AbortController();
  let before: Promise<unknown> = Promise.resolve();
  let forgiven = 0;

  /** Whether `at` is within a minute of now. After the clock was set back it is not, so that nothing is blocked. */
  function isFresh(at: number): boolean {
    return Math.abs(now() - at) < failureCountsForMs;
  }

  function sourceOf(obtain: (over: AbortSignal) => Promise<TimedCredential<ExecCredential>>): Source {
    const wanting = new Set<AbortSignal>();
    let unwanted = new AbortController();
    let failure: { readonly error: unknown; readonly at: number; readonly forgiven: number } | undefined;
    let obtainedWhen = forgiven;
    const notAtOnceAgain = async (): Promise<TimedCredential<ExecCredential>> => {
      if (failure?.forgiven === forgiven && isFresh(failure.at)) throw failure.error;
      const when = forgiven;
      const { signal } = unwanted;
      try {
        const lease = await obtain(signal);
        obtainedWhen = when;
        return lease;
      } catch (error) {
        // A plugin that was ended because no caller waited for it has not failed.
        if (!signal.aborted) failure = { error, at: now(), forgiven: when };
        throw error;
      }
    };

    function want(signal: AbortSignal): void {
      if (signal.aborted || wanting.has(signal)) return;
      if (wanting.size === 0) unwanted = new AbortController();
      wanting.add(signal);
      const leave = (): void => {
        wanting.delete(signal);
        if (wanting.size === 0) unwanted.abort();
      };
      signal.addEventListener("abort", leave, { once: true });
    }

    return {
      want,
      shared: createRenewableCredential(notAtOnceAgain, now, (at) => obtainedWhen === forgiven && isFresh(at)),
    };
  }

  return {
    ...limits,
    over: over.signal,
    turn(ask) {
      const mine = before.then(ask);
      before = mine.catch(() => {});
      return mine;
    },
    source(key, obtain, wanted = over.signal) {
      const known = sources.get(key) ?? sourceOf(obtain);
      sources.set(key, known);
      known.want(wanted);
      return known.shared;
    },
    again() {
      forgiven += 1;
    },
    close: () => over.abort(),
  };
}

/** The state shared by callers that would run the same plugin with the same arguments. */
interface Source {
  readonly shared: RenewableCredential<ExecCredential>;
  /** Registers a caller that needs a credential until the signal fires. */
  want(until: AbortSignal): void;
}

/** How long a failure or a refused credential counts, in milliseconds. */
const failureCountsForMs = 60_000;
