import { describe, expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import { createPlaceCache } from "../../../extension/places/place-cache.ts";
import type { SharedPlace } from "../../../extension/places/shared-place.ts";

/** A cache of places that were asked for in this order, and the names of those that were closed since. */
function cacheWith(...names: readonly string[]) {
  const closed: string[] = [];
  const cache = createPlaceCache((place) => ({ close: () => closed.push(nameOf(place)) }) as unknown as SharedPlace);
  for (const name of names) cache.getOrCreate(cluster(name));
  return { cache, closed };
}

const cluster = (context: string): Place => ({ kind: "cluster", context, namespaces: [] });
const nameOf = (place: Place): string => (place.kind === "cluster" ? `${place.context}` : place.path);
const isNamed = (names: string) => (key: string) => [...names].some((name) => key.includes(`"${name}"`));

describe("the cache of places", () => {
  test("gives the same place for the same names, and makes it once", () => {
    const { cache } = cacheWith("a");
    expect(cache.getOrCreate(cluster("a"))).toBe(cache.getOrCreate(cluster("a")));
    expect(cache.getOrCreate(cluster("b"))).not.toBe(cache.getOrCreate(cluster("a")));
    expect(cache.entries().size).toBe(2);
  });

  test.for<readonly [rule: string, names: string, needed: string, closed: string]>([
    ["four that are not needed stay", "abcd", "", ""],
    ["of more the oldest are closed", "abcdef", "", "ab"],
    ["what is needed is never closed, however old", "abcdef", "a", "b"],
    ["what is needed is not counted", "abcdef", "ab", ""],
  ])("%s", ([, names, needed, closed]) => {
    const all = cacheWith(...names);
    all.cache.evict(isNamed(needed));
    expect(all.closed.join("")).toBe(closed);
    expect(all.cache.entries().size).toBe(names.length - closed.length);
  });

  test("a place that was closed is created again", () => {
    const { cache } = cacheWith(..."abcde");
    const before = cache.getOrCreate(cluster("a"));
    cache.evict(isNamed(""));
    expect(cache.getOrCreate(cluster("a"))).not.toBe(before);
  });

  test("ends with all of its places", () => {
    const { cache, closed } = cacheWith("a", "b");
    cache.close();
    expect([closed, cache.entries().size]).toEqual([["a", "b"], 0]);
  });
});
