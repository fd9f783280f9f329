import type { ExecAnswer } from "./exec-answer.ts";
import { type Lease, type Renewable, renewable } from "./renewable.ts";

/** What the log-ins to several clusters have in common, so that nobody is asked twice, or by two at once. */
export interface Logins {
  /** Whoever may ask a person has the terminal to himself: one after the other, in the order of asking. */
  readonly turn: <T>(ask: () => Promise<T>) => Promise<T>;
  /**
   * The one source of all who would run the same plugin with the same words (`key`). A failure stands for a minute for
   * whoever comes later: a password that was wrong is not asked for forty times.
   */
  readonly source: (key: string, obtain: () => Promise<Lease<ExecAnswer>>) => Renewable<ExecAnswer>;
}

/** The same, and what somebody may do about failures. */
interface RepeatableLogins extends Logins {
  /** Somebody wants to try again: no failure stands any more. */
  readonly again: () => void;
}

/** @param now milliseconds since 1970. */
export function loginsOf(now: () => number): RepeatableLogins {
  const sources = new Map<string, Renewable<ExecAnswer>>();
  let before: Promise<unknown> = Promise.resolve();
  let forgiven = 0;

  function notAtOnceAgain<T>(obtain: () => Promise<T>): () => Promise<T> {
    let failure: { readonly error: unknown; readonly until: number; readonly forgiven: number } | undefined;
    return async () => {
      if (failure?.forgiven === forgiven && now() < failure.until) throw failure.error;
      try {
        return await obtain();
      } catch (error) {
        failure = { error, until: now() + failureStands, forgiven };
        throw error;
      }
    };
  }

  return {
    turn(ask) {
      const mine = before.then(ask);
      before = mine.catch(() => {});
      return mine;
    },
    source(key, obtain) {
      const known = sources.get(key) ?? renewable(notAtOnceAgain(obtain), now);
      sources.set(key, known);
      return known;
    },
    again() {
      forgiven += 1;
    },
  };
}

/** Milliseconds. */
const failureStands = 60_000;
