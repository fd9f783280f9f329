import { expect, test } from "vitest";
import { parsePath, valuesAtPath } from "../../shared/parse/value-paths.ts";

const object = {
  metadata: { labels: { "acme.io/tier": "gold" } },
  status: { phase: "Up", nodes: { a: { state: "x" }, b: { state: "y" }, c: null }, list: [{ n: 1 }, { n: 2 }, 3] },
};

const rows: readonly [path: string, values: readonly unknown[]][] = [
  ["status.phase", ["Up"]],
  ["metadata.labels[acme.io/tier]", ["gold"]],
  ["status.nodes.*.state", ["x", "y"]],
  ["status.list.*.n", [1, 2]],
  ["status.list.1.n", [2]],
  ["status.none.of.it", []],
  ["status.phase.constructor", []],
];
test.for(rows)("%s finds %j", ([path, values]) => expect(valuesAtPath(object, path)).toEqual(values));

test.for(["", ".", "a..b", "a.", "a[", "a[]", "a b", "[a"])("%j is no path", (path) => {
  expect([parsePath(path), valuesAtPath(object, path)]).toEqual([undefined, []]);
});
