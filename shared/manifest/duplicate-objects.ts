import type { ManifestObject } from "../model/manifest/manifest.ts";

/**
 * Another document of the same manifest for the same object: the first one, or for the first the second.
 *
 * @param namespace the namespace of documents that name none.
 */
export function findDuplicate(
  object: ManifestObject,
  siblings: readonly ManifestObject[],
  namespace: string = "",
): ManifestObject | undefined {
  if (siblings.length < 2) return undefined;
  const [first, second] = listPairs(siblings, namespace).get(objectKey(object, namespace)) ?? [];
  return first === object ? second : first;
}

type Pair = readonly [first: ManifestObject, second?: ManifestObject];

/** The pairs, cached with the manifest's objects, for one namespace at a time. */
const cache = new WeakMap<
  readonly ManifestObject[],
  { readonly namespace: string; readonly pairs: Map<string, Pair> }
>();

function listPairs(siblings: readonly ManifestObject[], namespace: string): ReadonlyMap<string, Pair> {
  const before = cache.get(siblings);
  if (before?.namespace === namespace) return before.pairs;
  const pairs = new Map<string, Pair>();
  for (const object of siblings) {
    if (object.state !== "named") continue;
    const key = objectKey(object, namespace);
    const pair = pairs.get(key);
    if (pair === undefined) pairs.set(key, [object]);
    else if (pair.length === 1) pairs.set(key, [pair[0], object]);
  }
  cache.set(siblings, { namespace, pairs });
  return pairs;
}

function objectKey({ group, kind, namespace, name = "" }: ManifestObject, usual: string): string {
  return `${group}/${kind}/${namespace ?? usual}/${name}`;
}
