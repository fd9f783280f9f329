/**
 * Returns a pure function that computes the same result once: for each key, its last result is reused while the other
 * arguments are identical. A plan and the Report of one snapshot share results so.
 */
export function remembered<Key extends object, Rest extends readonly unknown[], Result>(
  compute: (key: Key, ...rest: Rest) => Result,
): (key: Key, ...rest: Rest) => Result {
  const last = new WeakMap<Key, { readonly rest: Rest; readonly result: Result }>();
  return (key, ...rest) => {
    const known = last.get(key);
    if (known?.rest.every((one, place) => one === rest[place]) === true) return known.result;
    const result = compute(key, ...rest);
    last.set(key, { rest, result });
    return result;
  };
}
