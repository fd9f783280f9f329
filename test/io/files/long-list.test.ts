import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";

const whole = { nodeName: "n", priority: 0 };
const reduced = { nodeName: "n" };

/** The spec of the last of so many Pods in a list that has these fields beside its items. */
function lastSpec(count: number, list: object, annotation: string): unknown {
  const items = Array.from({ length: count }, (_, place) => ({
    metadata: { name: `p${place}`, annotations: { annotation } },
    spec: whole,
  }));
  return readTextObjects(JSON.stringify({ apiVersion: "v1", ...list, items }), "a").objects.at(-1)?.raw["spec"];
}

const podList = { kind: "PodList" };
const long = "x".repeat(3_000);

describe("of the last object of a list in a file is kept", () => {
  const rows: readonly (readonly [what: string, count: number, annotation: string, spec: object])[] = [
    ["all, where the list is short", 500, long, whole],
    ["what rules read, where the list is long", 501, long, reduced],
    ["all, where the text is short", 501, "", whole],
  ];
  test.for(rows)("%s", ([, count, annotation, spec]) => {
    expect(lastSpec(count, podList, annotation)).toEqual(spec);
  });
});

test("another kind of a long list has a number of its own", () => {
  const pods = Array.from({ length: 600 }, (_, place) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${place}`, annotations: { long } },
  }));
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n" }, status: { images: [] } };
  const { objects } = readTextObjects(JSON.stringify({ kind: "List", items: [...pods, node] }), "a");
  expect(objects.at(-1)?.raw["status"]).toEqual({ images: [] });
});
