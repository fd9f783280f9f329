/** Compares two texts by code units, which is the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first item of each key, in order. */
export function firstOfEach<T>(all: readonly T[], keyOf: (each: T) => string): readonly T[] {
  const seen = new Map<string, T>();
  for (const each of all) {
    const key = keyOf(each);
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}
