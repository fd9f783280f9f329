import type { Transition } from "../model/report-change.ts";
import type { Verdict } from "../model/verdict.ts";

/** A transition, and the verdict of the object that it is about, by which transitions are sorted. */
export interface RankedTransition {
  readonly transition: Transition;
  readonly verdict: Verdict;
}

/** Up to this many equal changes are listed one by one. Of more, the first objects are named in one change. */
export const maxSingleChanges: number = 3;
export const maxNamedObjects: number = 10;

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
  keyOf: (item: T) => string,
): readonly BeforeAfter<T>[] {
  const unpaired = new Map<string, T>();
  const keyBefore = createNumbering(keyOf);
  for (const item of before) unpaired.set(keyBefore(item), item);
  const keyAfter = createNumbering(keyOf);
  const current = after.map((to): BeforeAfter<T> => {
    const key = keyAfter(to);
    const from = unpaired.get(key);
    unpaired.delete(key);
    return { from, to };
  });
  const removed = [...unpaired.values()].map((from) => ({ from, to: undefined }));
  return [...current, ...removed];
}

/** Returns a function for the key of each item in turn. A repeated key gets a number, so that no item is lost. */
function createNumbering<T>(keyOf: (item: T) => string): (item: T) => string {
  const seen = new Map<string, number>();
  return (item) => {
    const key = keyOf(item);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key} ${times}`;
  };
}
