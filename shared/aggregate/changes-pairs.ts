import type { Transition } from "../model/report-change.ts";
import type { Verdict } from "../model/verdict.ts";

/** A transition, and how bad what it is about is: what it is sorted by. */
export interface Ranked {
  readonly transition: Transition;
  readonly verdict: Verdict;
}

export function ranked(transition: Transition, verdict: Verdict): Ranked {
  return { transition, verdict };
}

/** One thing as it was and as it is; undefined where it was or is not. */
export interface Pair<T> {
  readonly from: T | undefined;
  readonly to: T | undefined;
}

/** What is there now beside what was there under the same key, then what is gone; of several of one key each beside its like. */
export function pairs<T>(before: readonly T[], after: readonly T[], keyOf: (each: T) => string): readonly Pair<T>[] {
  const left = new Map<string, T>();
  const numbered = numbering(keyOf);
  for (const each of before) left.set(numbered(each), each);
  const numberedAfter = numbering(keyOf);
  const found = after.map((to): Pair<T> => {
    const key = numberedAfter(to);
    const from = left.get(key);
    left.delete(key);
    return { from, to };
  });
  return [...found, ...[...left.values()].map((from) => ({ from, to: undefined }))];
}

/** The key of each; the second of the same key has a number behind it, so that none is lost. */
function numbering<T>(keyOf: (each: T) => string): (each: T) => string {
  const seen = new Map<string, number>();
  return (each) => {
    const key = keyOf(each);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key} ${times}`;
  };
}
