import { expect, test } from "vitest";
import { makePlainNode } from "../../../shared/aggregate/evaluation/plain-node.ts";
import { findSharedNode } from "../../../shared/aggregate/root-cause/common-ground.ts";
import type { ReportNode } from "../../../shared/model/report.ts";

/** A DaemonSet with a pod on each node; those on `failingOn` fail. */
function makeDaemonSet(name: string, nodes: readonly string[], failingOn: readonly string[]): ReportNode {
  const found = { outcome: "found", verdict: "degraded" } as const;
  const children = nodes.map((node) => {
    const verdict = failingOn.includes(node) ? "degraded" : "healthy";
    const ref = { group: "", kind: "Pod", namespace: "a", name: `${name}-${node}` };
    return makePlainNode({ ...found, role: "pod", label: ref.name, ref, verdict, facts: { node } });
  });
  const ref = { group: "apps", kind: "DaemonSet", namespace: "a", name };
  return makePlainNode({ ...found, role: "workload", label: name, ref, children });
}

const nodes = ["one", "two", "three"];

test("the failing pods of several workloads share a node", () => {
  const parts = [makeDaemonSet("handler", nodes, ["two"]), makeDaemonSet("marker", nodes, ["two"])];
  expect(findSharedNode(parts)).toEqual({ is: "common-ground", pods: 2, trait: "node", value: "two" });
});

test.for<readonly [situation: string, parts: readonly ReportNode[]]>([
  ["one workload alone fails", [makeDaemonSet("handler", nodes, ["two"]), makeDaemonSet("marker", nodes, [])]],
  ["one workload stands below two parts", [makeDaemonSet("a", nodes, ["two"]), makeDaemonSet("a", nodes, ["two"])]],
  ["they fail on different nodes", [makeDaemonSet("a", nodes, ["two"]), makeDaemonSet("b", nodes, ["one"])]],
  ["one has no other pod", [makeDaemonSet("a", nodes, ["two"]), makeDaemonSet("b", ["two"], ["two"])]],
  ["the nodes are not known", [makeDaemonSet("a", ["", "one"], [""]), makeDaemonSet("b", ["", "one"], [""])]],
])("no node is shared: %s", ([, parts]) => {
  expect(findSharedNode(parts)).toBeUndefined();
});
