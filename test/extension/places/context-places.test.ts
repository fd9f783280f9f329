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
  test.for<{ readonly rule: string; readonly selected: ClusterPlace; readonly expected: readonly ClusterPlace[] }>([
    {
      rule: "the current context keeps the place that follows current-context",
      selected: { kind: "cluster", namespaces: ["n"] },
      expected: [
        { kind: "cluster", context: "a", namespaces: ["all"] },
        { kind: "cluster", namespaces: ["n"] },
      ],
    },
    {
      rule: "the selected context keeps its place, and the others read the same kubeconfig",
      selected: { kind: "cluster", kubeconfig: "/k", context: "a", namespaces: [] },
      expected: [
        { kind: "cluster", kubeconfig: "/k", context: "a", namespaces: [] },
        { kind: "cluster", kubeconfig: "/k", context: "b", namespaces: ["all"] },
      ],
    },
    {
      rule: "a selected context that does not exist any more is no row",
      selected: { kind: "cluster", context: "gone", namespaces: [] },
      expected: [
        { kind: "cluster", context: "a", namespaces: ["all"] },
        { kind: "cluster", context: "b", namespaces: ["all"] },
      ],
    },
  ])("$rule", ({ selected, expected }) => {
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

  test.for([
    { rule: "the first ten begin", begun: 0, known: 0, expected: maxAwaitedContexts },
    { rule: "no other begins while these are awaited", begun: 10, known: 0, expected: 10 },
    { rule: "another begins for each that has a result", begun: 10, known: 3, expected: 13 },
    { rule: "what has begun stays, also if it is awaited again", begun: 20, known: 0, expected: 20 },
    { rule: "contexts with a result from before take no turn", begun: 0, known: 12, expected: 22 },
    { rule: "all have begun in the end", begun: 20, known: 20, expected: 25 },
  ])("$rule", ({ begun, known, expected }) => {
    expect(takeTurns(places, firstKeys(begun), (key) => !firstKeys(known).has(key))).toEqual(firstKeys(expected));
  });

  test("a context that was removed frees its turn", () => {
    expect(takeTurns(places.slice(5), firstKeys(10), () => true)).toEqual(new Set(keys.slice(5, 15)));
  });
});

describe("a row shows the state of its own context alone", () => {
  test.for<{ readonly rule: string; readonly name: string | undefined; readonly isShown: boolean }>([
    { rule: "the state of its context", name: "a", isShown: true },
    { rule: "no state of the context to which current-context changed meanwhile", name: "b", isShown: false },
    { rule: "what is in the way before any context is read", name: "", isShown: true },
    { rule: "no state before the context is opened", name: undefined, isShown: false },
  ])("$rule", ({ name, isShown }) => {
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

  test.for<{ readonly rule: string; readonly state: PlaceState | undefined; readonly expected: boolean }>([
    { rule: "until it was opened", state: undefined, expected: true },
    { rule: "until its first response", state: { ...opened, phase: "connecting" }, expected: true },
    { rule: "not awaited once it is live", state: opened, expected: false },
    {
      rule: "again when it was closed with what was read",
      state: { ...opened, link: { state: "idle", until: 1 } },
      expected: true,
    },
    {
      rule: "while it is opened again",
      state: { ...opened, link: { state: "connecting", until: 1 } },
      expected: true,
    },
    {
      rule: "not awaited while it retries",
      state: { ...opened, link: { state: "unreachable", until: 1 } },
      expected: false,
    },
    {
      rule: "not awaited without consent",
      state: { ...opened, barred: "paused", link: { state: "idle", until: 1 } },
      expected: false,
    },
    {
      rule: "not awaited before the user agrees to a login",
      state: { ...opened, isAsking: true, link: { state: "idle", until: 1 } },
      expected: false,
    },
    {
      rule: "not awaited after a failure",
      state: { ...opened, problem: "refused", link: { state: "idle", until: 1 } },
      expected: false,
    },
    {
      rule: "not awaited where nothing can be read",
      state: { ...opened, phase: "unreachable", link: { state: "idle" } },
      expected: false,
    },
  ])("$rule", ({ state, expected }) => {
    expect(isAwaited(state)).toBe(expected);
  });
});
