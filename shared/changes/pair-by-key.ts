import type { Transition } from "../model/report-change.ts";
import type { Verdict } from "../model/verdict.ts";

/** A transition, and the verdict of the object that it is about, by which transitions are sorted. */
export interface RankedTransition {
  readonly transition: Transition;
  readonly verdict: Verdict;
}

export function rankTransition(transition: Transition, verdict: Verdict): RankedTransition {
  return { transition, verdict };
}

/** One thing before and after. Undefined where it did not exist. */
export interface BeforeAfter<T> {
  readonly from: T | undefined;
  readonly to: T | undefined;
}

/**
 * Pairs the current items with the former items of the same key, followed by the removed items. Items with equal keys
 * are paired in order.
 */
export function pairByKey<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (each: T) => string,
): readonly BeforeAfter<T>[] {
  const left = new Map<string, T>();
  const numbered = createNumbering(keyOf);
  for (const each of before) left.set(numbered(each), each);
  const numberedAfter = createNumbering(keyOf);
  const found = after.map((to): BeforeAfter<T> => {
    const key = numberedAfter(to);
    const from = left.get(key);
    left.delete(key);
    return { from, to };
  });
  return [...found, ...[...left.values()].map((from) => ({ from, to: undefined }))];
}

/** Returns the key of each item. A repeated key gets a number, so that no item is lost. */
function createNumbering<T>(keyOf: (each: T) => string): (each: T) => string {
  const seen = new Map<string, number>();
  return (each) => {
    const key = keyOf(each);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key} ${times}`;
  };
}
