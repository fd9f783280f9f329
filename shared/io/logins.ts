import type { ExecAnswer } from "./exec-answer.ts";
import { type Lease, type Renewable, renewable } from "./renewable.ts";

/** What the log-ins to several clusters have in common, so that nobody is asked twice, or by two at once. */
export interface Logins {
  /** Whoever may ask a person has the terminal to himself: one after the other, in the order of asking. */
  readonly turn: <T>(ask: () => Promise<T>) => Promise<T>;
  /**
   * The one source of all who would run the same plugin with the same words (`key`). For a minute a failure stands for
   * whoever comes later, and an answer for whoever refuses it: a password that was wrong is not asked for forty times.
   * `over` says that this one wants no answer any more; what is given to `obtain` fires when nobody does.
   */
  readonly source: (
    key: string,
    obtain: (over: AbortSignal) => Promise<Lease<ExecAnswer>>,
    over?: AbortSignal,
  ) => Renewable<ExecAnswer>;
  /** Milliseconds for a plugin that asks nobody, where no other limit is given; absent: none. */
  readonly patience?: number;
  /** Fires when nobody wants an answer any more: plugins that still run are ended. */
  readonly over?: AbortSignal;
  /** Tells a group of processes by its leader; one that is gone is no error. Absent: where there are no groups. */
  readonly signalGroup?: (leader: number, signal: "SIGTERM" | "SIGKILL") => void;
}

/** The same, and what somebody may do about it. */
interface OwnLogins extends Logins {
  /** Somebody wants to try again: no failure stands any more. */
  readonly again: () => void;
  /** Ends the plugins that still run. */
  readonly close: () => void;
}

/** @param now milliseconds since 1970. */
export function loginsOf(now: () => number, limits: Pick<Logins, "patience" | "signalGroup"> = {}): OwnLogins {
  const sources = new Map<string, Source>();
  const over = new AbortController();
  let before: Promise<unknown> = Promise.resolve();
  let forgiven = 0;

  /** It is of the last minute; a clock that was set back says nothing, and holds nothing up. */
  function isFresh(at: number): boolean {
    return Math.abs(now() - at) < stands;
  }

  function sourceOf(obtain: (over: AbortSignal) => Promise<Lease<ExecAnswer>>): Source {
    const wanting = new Set<AbortSignal>();
    let unwanted = new AbortController();
    let failure: { readonly error: unknown; readonly at: number; readonly forgiven: number } | undefined;
    let obtainedWhen = forgiven;
    const notAtOnceAgain = async (): Promise<Lease<ExecAnswer>> => {
      if (failure?.forgiven === forgiven && isFresh(failure.at)) throw failure.error;
      const when = forgiven;
      const { signal } = unwanted;
      try {
        const lease = await obtain(signal);
        obtainedWhen = when;
        return lease;
      } catch (error) {
        // Where nobody waited for the end of it nothing has failed.
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

    return { want, shared: renewable(notAtOnceAgain, now, (at) => obtainedWhen === forgiven && isFresh(at)) };
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

/** What those have in common who would run the same plugin with the same words. */
interface Source {
  readonly shared: Renewable<ExecAnswer>;
  /** Somebody wants an answer until the signal fires. */
  want(until: AbortSignal): void;
}

/** Milliseconds. */
const stands = 60_000;
