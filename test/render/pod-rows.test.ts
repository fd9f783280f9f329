import { expect, test } from "vitest";
import type { ReportNode } from "../../shared/model/report.ts";
import { type NodeRow, nodeRows } from "../../shared/outline/node-rows.ts";
import { node, now, workloadBelow } from "./build.ts";

const drawRows = (rows: readonly NodeRow[], indent = ""): readonly string[] =>
  rows.flatMap(({ label, description, children }) => [
    `${indent}${label} ${description}`,
    ...drawRows(children, `${indent} `),
  ]);
const drawPod = (pod: ReportNode): readonly string[] => drawRows(nodeRows([pod], { now, format: "age" }, false));
const sickNode = node({
  role: "related",
  label: "n",
  ref: { group: "", kind: "Node", name: "n" },
  verdict: "degraded",
  trouble: { reason: "KubeletHasDiskPressure", message: "kubelet has disk pressure" },
});
const failing = workloadBelow("container", "c", "degraded", {
  facts: { exitCode: "137", signal: "SIGKILL", restarts: "0" },
  trouble: { reason: "Error", message: "exit code 137 (SIGKILL)" },
});
const unschedulable = { reason: "Unschedulable", message: "0/3 nodes are available: 3 Insufficient cpu." };
const evicted = { reason: "Evicted", message: "The node was low on resource: memory." };

test.for<readonly [rule: string, pod: ReportNode, rows: readonly string[]]>([
  [
    "the scheduler's words stay beside a sick Node",
    workloadBelow("pod", "p", "degraded", { trouble: unschedulable, children: [sickNode] }),
    [
      "Pod p not ready: Unschedulable: 0/3 nodes are available: 3 Insufficient cpu.",
      " Node n KubeletHasDiskPressure: kubelet has disk pressure",
    ],
  ],
  [
    "an evicted pod says why, and not how its containers died of it",
    workloadBelow("pod", "p", "degraded", {
      trouble: evicted,
      facts: { phase: "Failed", reason: "Evicted" },
      children: [failing],
    }),
    ["Pod p not ready: Evicted: The node was low on resource: memory."],
  ],
  [
    "a container that fails says it for its pod, beside a Node under pressure",
    workloadBelow("pod", "p", "degraded", { trouble: failing.trouble ?? evicted, children: [sickNode, failing] }),
    [
      "Pod p not ready",
      " Node n KubeletHasDiskPressure: kubelet has disk pressure",
      " container c Error, exit 137, SIGKILL",
    ],
  ],
])("%s", ([, pod, rows]) => {
  expect(drawPod(pod)).toStrictEqual(rows);
});
