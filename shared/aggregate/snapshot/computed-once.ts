import type { ObjectIndex } from "./object-index.ts";

/**
 * Returns a pure function that computes a result once for an index. For each first argument it keeps the last result,
 * which counts while the other arguments are identical. So the plan and the Report of one snapshot share results.
 *
 * The index itself holds the results, and they go with it. V8 keeps what a WeakMap holds for an index, and what an
 * accessor of an object literal refers to, until it collects the old generation. While a cluster changes all the time
 * that is most of the memory that an evaluation takes.
 */
export function computedOnce<Rest extends readonly unknown[], Result>(
  compute: (index: ObjectIndex, ...rest: Rest) => Result,
): (index: ObjectIndex, ...rest: Rest) => Result {
  return (index, ...rest) => {
    const results = index.results.get(compute) ?? new Map();
    index.results.set(compute, results);
    const known = results.get(rest[0]);
    if (known?.rest.every((one: unknown, place: number) => one === rest[place]) === true) return known.result as Result;
    const result = compute(index, ...rest);
    results.set(rest[0], { rest, result });
    return result;
  };
}
