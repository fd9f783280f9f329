import type { KubeObject } from "../../model/object.ts";

/** Compares two texts by code units, which is the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
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

/** Compares two objects for a list that begins with the one that was created last. */
export function compareNewestFirst(a: KubeObject, b: KubeObject): number {
  return compareTexts(b.createdAt ?? "", a.createdAt ?? "");
}
