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

describe("each context of a kubeconfig is a source", () => {
  test.for<{ readonly rule: string; readonly selected: ClusterPlace; readonly expected: readonly ClusterPlace[] }>([
    {
      rule: "the current context keeps the source that follows current-context",
      selected: { kind: "cluster", namespaces: ["n"] },
      expected: [
        { kind: "cluster", context: "a", namespaces: ["all"] },
        { kind: "cluster", namespaces: ["n"] },
      ],
    },
    {
      rule: "the selected context keeps its source, and the others read the same kubeconfig",
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
    { rule: "the first ten contexts are opened", begun: 0, known: 0, expected: maxAwaitedContexts },
    { rule: "no other context is opened while ten are awaited", begun: 10, known: 0, expected: 10 },
    { rule: "another context is opened for each that has a result", begun: 10, known: 3, expected: 13 },
    {
      rule: "a context that was opened stays open where its result is awaited again",
      begun: 20,
      known: 0,
      expected: 20,
    },
    { rule: "contexts with an earlier result do not count among the ten", begun: 0, known: 12, expected: 22 },
    { rule: "all contexts are opened in the end", begun: 20, known: 20, expected: 25 },
  ])("$rule", ({ begun, known, expected }) => {
    expect(takeTurns(places, firstKeys(begun), (key) => !firstKeys(known).has(key))).toEqual(firstKeys(expected));
  });

  test("a context that was removed frees its turn", () => {
    expect(takeTurns(places.slice(5), firstKeys(10), () => true)).toEqual(new Set(keys.slice(5, 15)));
  });
});

describe("a row shows the state of its own context", () => {
  test.for<{ readonly rule: string; readonly name: string | undefined; readonly isShown: boolean }>([
    { rule: "a row shows the state of its context", name: "a", isShown: true },
    { rule: "a row shows no state of another context that has become the current one", name: "b", isShown: false },
    { rule: "a row shows the state before any context is read", name: "", isShown: true },
    { rule: "a row shows no state before its context is opened", name: undefined, isShown: false },
  ])("$rule", ({ name, isShown }) => {
    const place: ClusterPlace = { kind: "cluster", namespaces: [] };
    const state: PlaceState | undefined =
      name === undefined ? undefined : { place, name, phase: "shown", link: { state: "live" }, now: () => 0 };
    expect(stateForRow("a", state)).toBe(isShown ? state : undefined);
  });
});

describe("the result of a context is awaited until it has one", () => {
  const opened: PlaceState = {
    place: { kind: "cluster", namespaces: [] },
    name: "a",
    phase: "shown",
    now: () => 0,
    link: { state: "live" },
  };

  test.for<{ readonly rule: string; readonly state: PlaceState | undefined; readonly expected: boolean }>([
    { rule: "the result of a context is awaited until it was opened", state: undefined, expected: true },
    {
      rule: "the result of a context is awaited until its first response",
      state: { ...opened, phase: "connecting" },
      expected: true,
    },
    { rule: "the result of a live context is not awaited", state: opened, expected: false },
    {
      rule: "the result of a context that was closed is awaited",
      state: { ...opened, link: { state: "idle", until: 1 } },
      expected: true,
    },
    {
      rule: "the result of a context that is opened again is awaited",
      state: { ...opened, link: { state: "connecting", until: 1 } },
      expected: true,
    },
    {
      rule: "the result of a context that retries is not awaited",
      state: { ...opened, link: { state: "unreachable", until: 1 } },
      expected: false,
    },
    {
      rule: "the result of a context without consent is not awaited",
      state: { ...opened, barred: "paused", link: { state: "idle", until: 1 } },
      expected: false,
    },
    {
      rule: "the result of a context that waits for a login is not awaited",
      state: { ...opened, isAsking: true, link: { state: "idle", until: 1 } },
      expected: false,
    },
    {
      rule: "the result of a context that failed is not awaited",
      state: { ...opened, problem: "refused", link: { state: "idle", until: 1 } },
      expected: false,
    },
    {
      rule: "the result of an unreachable context is not awaited",
      state: { ...opened, phase: "unreachable", link: { state: "idle" } },
      expected: false,
    },
  ])("$rule", ({ state, expected }) => {
    expect(isAwaited(state)).toBe(expected);
  });
});
