import { describe, expect, test } from "vitest";
import { contextPlaces, mostAwaited, takeTurns } from "../../../extension/places/contexts/context-places.ts";
import { type ClusterPlace, keyOfPlace } from "../../../extension/places/place.ts";

const contexts = new Map(["a", "b"].map((name) => [name, { name, file: "config" }]));

describe("each context of a kubeconfig is a place", () => {
  test.for<readonly [rule: string, selected: ClusterPlace, expected: readonly ClusterPlace[]]>([
    [
      "the current context keeps the place that follows current-context",
      { kind: "cluster", namespaces: ["n"] },
      [
        { kind: "cluster", context: "a", namespaces: ["all"] },
        { kind: "cluster", namespaces: ["n"] },
      ],
    ],
    [
      "the selected context keeps its place, and the others read the same kubeconfig",
      { kind: "cluster", kubeconfig: "/k", context: "a", namespaces: [] },
      [
        { kind: "cluster", kubeconfig: "/k", context: "a", namespaces: [] },
        { kind: "cluster", kubeconfig: "/k", context: "b", namespaces: ["all"] },
      ],
    ],
    [
      "a selected context that does not exist any more is no row",
      { kind: "cluster", context: "gone", namespaces: [] },
      [
        { kind: "cluster", context: "a", namespaces: ["all"] },
        { kind: "cluster", context: "b", namespaces: ["all"] },
      ],
    ],
  ])("%s", ([, selected, expected]) => {
    const places = contextPlaces({ contexts, currentContext: "b" }, selected, ["all"]);
    expect(places.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(places.map(({ place }) => place)).toEqual(expected);
  });
});

describe("at most ten contexts are awaited at a time", () => {
  const places = Array.from({ length: 25 }, (_, index): ClusterPlace => {
    return { kind: "cluster", context: `c${index}`, namespaces: [] };
  });
  const keys = places.map(keyOfPlace);
  const until = (end: number): ReadonlySet<string> => new Set(keys.slice(0, end));

  test.for<readonly [rule: string, begun: number, known: number, expected: number]>([
    ["the first ten begin", 0, 0, mostAwaited],
    ["no other begins while these are awaited", 10, 0, 10],
    ["another begins for each that has a result", 10, 3, 13],
    ["what has begun stays, also if it is awaited again", 20, 0, 20],
    ["contexts with a result from before take no turn", 0, 12, 22],
    ["all have begun in the end", 20, 20, 25],
  ])("%s", ([, begun, known, expected]) => {
    const isAwaited = (key: string): boolean => !until(known).has(key);
    expect(takeTurns(places, until(begun), isAwaited)).toEqual(until(expected));
  });

  test("a context that was removed frees its turn", () => {
    expect(takeTurns(places.slice(5), until(10), () => true)).toEqual(new Set(keys.slice(5, 15)));
  });
});
