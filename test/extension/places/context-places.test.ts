import { describe, expect, test } from "vitest";
import {
  isAwaited,
  listContextPlaces,
  maxAwaitedContexts,
  stateForRow,
  takeTurns,
} from "../../../extension/places/contexts/context-places.ts";
import { type ClusterPlace, placeKey } from "../../../extension/places/place.ts";
import type { PlaceState } from "../../../extension/places/place-state.ts";

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
    const places = listContextPlaces({ contexts, currentContext: "b" }, selected, ["all"]);
    expect(places.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(places.map(({ place }) => place)).toEqual(expected);
  });
});

describe("at most ten contexts are awaited at a time", () => {
  const places = Array.from({ length: 25 }, (_, index): ClusterPlace => {
    return { kind: "cluster", context: `c${index}`, namespaces: [] };
  });
  const keys = places.map(placeKey);
  const firstKeys = (end: number): ReadonlySet<string> => new Set(keys.slice(0, end));

  test.for<readonly [rule: string, begun: number, known: number, expected: number]>([
    ["the first ten begin", 0, 0, maxAwaitedContexts],
    ["no other begins while these are awaited", 10, 0, 10],
    ["another begins for each that has a result", 10, 3, 13],
    ["what has begun stays, also if it is awaited again", 20, 0, 20],
    ["contexts with a result from before take no turn", 0, 12, 22],
    ["all have begun in the end", 20, 20, 25],
  ])("%s", ([, begun, known, expected]) => {
    expect(takeTurns(places, firstKeys(begun), (key) => !firstKeys(known).has(key))).toEqual(firstKeys(expected));
  });

  test("a context that was removed frees its turn", () => {
    expect(takeTurns(places.slice(5), firstKeys(10), () => true)).toEqual(new Set(keys.slice(5, 15)));
  });
});

describe("a row shows the state of its own context alone", () => {
  test.for<readonly [rule: string, name: string | undefined, isShown: boolean]>([
    ["the state of its context", "a", true],
    ["no state of the context to which current-context changed meanwhile", "b", false],
    ["what is in the way before any context is read", "", true],
    ["no state before the context is opened", undefined, false],
  ])("%s", ([, name, isShown]) => {
    const place: ClusterPlace = { kind: "cluster", namespaces: [] };
    const state: PlaceState | undefined =
      name === undefined ? undefined : { place, name, phase: "shown", link: { state: "live" }, now: () => 0 };
    expect(stateForRow("a", state)).toBe(isShown ? state : undefined);
  });
});

describe("the result of a context is awaited", () => {
  const opened: PlaceState = {
    place: { kind: "cluster", namespaces: [] },
    name: "a",
    phase: "shown",
    now: () => 0,
    link: { state: "live" },
  };

  test.for<readonly [rule: string, state: PlaceState | undefined, expected: boolean]>([
    ["until it was opened", undefined, true],
    ["until its first response", { ...opened, phase: "connecting" }, true],
    ["not awaited once it is live", opened, false],
    ["again when it was closed with what was read", { ...opened, link: { state: "idle", until: 1 } }, true],
    ["while it is opened again", { ...opened, link: { state: "connecting", until: 1 } }, true],
    ["not awaited while it retries", { ...opened, link: { state: "unreachable", until: 1 } }, false],
    ["not awaited without consent", { ...opened, barred: "paused", link: { state: "idle", until: 1 } }, false],
    [
      "not awaited before the user agrees to a login",
      { ...opened, isAsking: true, link: { state: "idle", until: 1 } },
      false,
    ],
    ["not awaited after a failure", { ...opened, problem: "refused", link: { state: "idle", until: 1 } }, false],
    ["not awaited where nothing can be read", { ...opened, phase: "unreachable", link: { state: "idle" } }, false],
  ])("%s", ([, state, expected]) => {
    expect(isAwaited(state)).toBe(expected);
  });
});
