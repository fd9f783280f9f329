import { describe, expect, test } from "vitest";
import type { NamedPlace } from "../../../extension/places/contexts/context-places.ts";
import { type ContextList, nextContextList } from "../../../extension/session/contexts/context-list.ts";

const [none, two] = [contexts(), contexts("a", "b")];

function contexts(...names: readonly string[]): readonly NamedPlace[] {
  return names.map((name) => ({ name, place: { kind: "cluster", context: name, namespaces: [] } }));
}

function namesIn(list: ContextList | undefined): readonly string[] | undefined {
  return list?.states(() => undefined).contexts.map(({ name }) => name);
}

describe("a list that is shown lasts until the user ends it", () => {
  test.for<readonly [rule: string, readings: readonly (readonly NamedPlace[])[], names: readonly string[] | undefined]>(
    [
      ["it has each context", [two], ["a", "b"]],
      ["it does not begin without contexts", [none], undefined],
      ["it is empty while the kubeconfig has no context", [two, none], []],
      ["it comes back with the contexts", [two, none, two], ["a", "b"]],
    ],
  )("%s", ([, readings, names]) => {
    const list = readings.reduce<ContextList | undefined>((before, all) => nextContextList(all, before), undefined);
    expect(namesIn(list)).toEqual(names);
  });

  test("while it is empty, no context is viewed and none is left to begin", () => {
    const empty = nextContextList(none, nextContextList(two, undefined));
    expect([empty?.viewed(true, () => undefined), empty?.isBegun]).toEqual([undefined, true]);
  });
});

describe("the contexts have their turn while the view is visible", () => {
  test.for<readonly [rule: string, isVisible: boolean, due: readonly boolean[]]>([
    ["visible", true, [true, true]],
    ["hidden", false, [false, false]],
  ])("%s", ([, isVisible, due]) => {
    const list = nextContextList(two, undefined);
    expect(list?.viewed(isVisible, () => undefined)?.map(({ isDue }) => isDue)).toEqual(due);
    expect(list?.isBegun).toBe(isVisible);
  });
});
