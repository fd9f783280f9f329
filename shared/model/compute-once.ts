/**
 * Wraps a pure function, so that it computes its result for an object once and returns it again as long as the object lives.
 * The key is the object itself: `const indexOf = computeOnce(indexRows)` has one index for each array of rows.
 */
export function computeOnce<Key extends object, Result extends object>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const knownResult = results.get(key);
    if (knownResult !== undefined) return knownResult;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
