import type { ObjectIndex } from "./object-index.ts";

/**
 * Wraps a pure function so that an index keeps its results, which the plan and the Report of one snapshot then share. For
 * each first argument after the index the last result is kept. It is returned again while the other arguments are identical.
 *
 * The index itself holds the results, so that they are freed with it. A WeakMap would keep them until V8 collects the old
 * generation, and so would a variable that an accessor of an object literal refers to. In a cluster that changes all the
 * time these results are most of the memory that an evaluation takes.
 */
export function memoizeByIndex<Arguments extends readonly unknown[], Result>(
  compute: (index: ObjectIndex, ...others: Arguments) => Result,
): (index: ObjectIndex, ...others: Arguments) => Result {
  return (index, ...others) => {
    const results = index.results.get(compute) ?? new Map();
    index.results.set(compute, results);
    const kept = results.get(others[0]);
    const isSame = kept?.others.every((argument: unknown, position: number) => argument === others[position]) === true;
    if (isSame) return kept.result as Result;
    const result = compute(index, ...others);
    results.set(others[0], { others, result });
    return result;
  };
}
