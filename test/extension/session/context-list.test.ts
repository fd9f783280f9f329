import { describe, expect, test } from "vitest";
import type { NamedPlace } from "../../../extension/places/contexts/context-places.ts";
import type { PlaceState } from "../../../extension/places/place-state.ts";
import { type ContextList, updateContextList } from "../../../extension/session/contexts/context-list.ts";

const none = contexts();
const two = contexts("a", "b");

function contexts(...names: readonly string[]): readonly NamedPlace[] {
  return names.map((name) => ({ name, place: { kind: "cluster", context: name, namespaces: [] } }));
}

function namesIn(list: ContextList | undefined): readonly string[] | undefined {
  return list?.states(() => undefined).contexts.map(({ name }) => name);
}

describe("a list that is shown lasts until the user ends it", () => {
  test.for<readonly [rule: string, readings: readonly (readonly NamedPlace[])[], names: readonly string[] | undefined]>(
    [
      ["the list has each context", [two], ["a", "b"]],
      ["the list does not begin without contexts", [none], undefined],
      ["the list is empty while the kubeconfig has no context", [two, none], []],
      ["it comes back with the contexts", [two, none, two], ["a", "b"]],
    ],
  )("%s", ([, readings, names]) => {
    const list = readings.reduce<ContextList | undefined>((before, all) => updateContextList(all, before), undefined);
    expect(namesIn(list)).toEqual(names);
  });

  test("while it is empty, no context is viewed and none is left to begin", () => {
    const empty = updateContextList(none, updateContextList(two, undefined));
    expect([
      empty?.listSidebarPlaces(
        true,
        () => undefined,
        () => true,
      ),
      empty?.isBegun,
    ]).toEqual([undefined, true]);
  });
});

describe("the contexts have their turn while the view is visible", () => {
  test.for<readonly [rule: string, isVisible: boolean, due: readonly boolean[]]>([
    ["visible", true, [true, true]],
    ["hidden", false, [false, false]],
  ])("%s", ([, isVisible, due]) => {
    const list = updateContextList(two, undefined);
    expect(
      list
        ?.listSidebarPlaces(
          isVisible,
          () => undefined,
          () => true,
        )
        ?.map(({ mayBeRead }) => mayBeRead),
    ).toEqual(due);
    expect(list?.isBegun).toBe(isVisible);
  });
});

describe("a context that was barred has another turn when it is allowed", () => {
  const names = Array.from({ length: 25 }, (_, index) => `c${index}`);
  const opened: PlaceState = {
    place: { kind: "cluster", namespaces: [] },
    name: "",
    phase: "paused",
    now: () => 0,
    link: { state: "idle" },
  };
  const barred: PlaceState = { ...opened, barred: "paused" };

  test.for<readonly [rule: string, state: PlaceState, isAllowed: boolean, due: number]>([
    ["all rows say at once that they are not connected", barred, false, 25],
    ["not more than ten connect when all are allowed", barred, true, 10],
    ["the others do not connect while ten are awaited", opened, true, 10],
  ])("%s", ([, state, isAllowed, due]) => {
    const list = updateContextList(contexts(...names), undefined);
    const countDue = (now: PlaceState, may: boolean): number | undefined =>
      list
        ?.listSidebarPlaces(
          true,
          () => now,
          () => may,
        )
        ?.filter(({ mayBeRead }) => mayBeRead).length;
    countDue(barred, false);
    expect(countDue(barred, isAllowed)).toBe(isAllowed ? 10 : 25);
    expect(countDue(state, isAllowed)).toBe(due);
  });
});
