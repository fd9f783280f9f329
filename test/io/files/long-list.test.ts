import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";

const wholeSpec = { nodeName: "n", priority: 0 };
const reducedSpec = { nodeName: "n" };

/** The spec of the last of so many Pods in a list that has these fields beside its items. */
function readLastSpec(count: number, list: object, annotation: string): unknown {
  const items = Array.from({ length: count }, (_, place) => ({
    metadata: { name: `p${place}`, annotations: { annotation } },
    spec: wholeSpec,
  }));
  return readTextObjects(JSON.stringify({ apiVersion: "v1", ...list, items }), "a").objects.at(-1)?.raw["spec"];
}

const podList = { kind: "PodList" };
const longText = "x".repeat(3_000);

describe("the objects of a long list in a file are kept without fields that no rule reads", () => {
  const rows = [
    { rule: "the objects of a list of 500 are kept whole", count: 500, annotation: longText, spec: wholeSpec },
    { rule: "the objects of a list of 501 are reduced", count: 501, annotation: longText, spec: reducedSpec },
    {
      rule: "the objects of a list of 501 with a short text are kept whole",
      count: 501,
      annotation: "",
      spec: wholeSpec,
    },
  ];
  test.for(rows)("$rule", ({ count, annotation, spec }) => {
    expect(readLastSpec(count, podList, annotation)).toEqual(spec);
  });
});

test("the objects of each kind in a list are counted apart", () => {
  const pods = Array.from({ length: 600 }, (_, place) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${place}`, annotations: { note: longText } },
  }));
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n" }, status: { images: [] } };
  const { objects } = readTextObjects(JSON.stringify({ kind: "List", items: [...pods, node] }), "a");
  expect(objects.at(-1)?.raw["status"]).toEqual({ images: [] });
});

test("the objects of a list are counted once where the JSON after the list is broken", () => {
  const items = Array.from({ length: 500 }, (_, place) => ({
    metadata: { name: `p${place}`, annotations: { annotation: longText } },
    spec: wholeSpec,
  }));
  const list = JSON.stringify({ apiVersion: "v1", ...podList, items });
  const { objects, damage } = readTextObjects(`${list}\n{"kind":`, "a");
  expect([objects.length, damage.length]).toEqual([500, 1]);
  expect(objects.at(-1)?.raw["spec"]).toEqual(wholeSpec);
});
