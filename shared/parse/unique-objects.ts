import type { KubeObject } from "../model/object.ts";

/**
 * Each object once, in the order of first appearance. Of two with one name the one with the newer resourceVersion
 * counts. If those are equal or not numbers, the later object counts.
 */
export function uniqueObjects(objects: readonly KubeObject[]): readonly KubeObject[] {
  const byKey = new Map<string, KubeObject>();
  for (const object of objects) {
    const { key } = object;
    const before = byKey.get(key);
    if (before === undefined || !isNewer(before.resourceVersion, object.resourceVersion)) byKey.set(key, object);
  }
  return [...byKey.values()];
}

/** Whether both are numbers, of any length, and `a` is the larger one. */
function isNewer(a: string, b: string): boolean {
  if (!/^\d+$/.test(a) || !/^\d+$/.test(b)) return false;
  const digitsOfA = a.replace(/^0+/, "");
  const digitsOfB = b.replace(/^0+/, "");
  if (digitsOfA.length !== digitsOfB.length) return digitsOfA.length > digitsOfB.length;
  return digitsOfA > digitsOfB;
}
