import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../../shared/aggregate/snapshot-of-objects.ts";
import { describeFinding } from "../../../../shared/outline/findings/describe.ts";
import { renderFirstText } from "../../../../shared/render/formats/text/text.ts";
import { aggregateAndPrint, type PrintedReport } from "../../../printed.ts";
import { type Raw, readCaseAsCluster } from "../../gate-situation.ts";

// kubernetes/kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go, monitorNodeHealth.

const home = "kubevirt-hyperconverged";
const takenAt = "2030-01-01T12:00:00Z";

function node(
  name: string,
  status: string,
  more: { minutes?: number; cordoned?: boolean; labelled?: boolean } = {},
): Raw {
  const { minutes = 14, cordoned = false, labelled = true } = more;
  const words = {
    True: { reason: "KubeletReady", message: "kubelet is posting ready status" },
    False: { reason: "KubeletNotReady", message: "container runtime is down" },
    Unknown: { reason: "NodeStatusUnknown", message: "Kubelet stopped posting node status." },
  }[status];
  const lastTransitionTime = new Date(Date.parse(takenAt) - minutes * 60_000).toISOString();
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: name, labels: labelled ? { "kubevirt.io/schedulable": "true" } : {} },
    spec: cordoned ? { unschedulable: true } : {},
    status: {
      allocatable: { "devices.kubevirt.io/kvm": "1k" },
      conditions: [{ type: "Ready", status, ...words, lastTransitionTime }],
    },
  };
}

function pod(name: string, nodeName: string, status = "True"): Raw {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: home, uid: name },
    spec: { nodeName, containers: [] },
    status: { phase: "Running", conditions: [{ type: "Ready", status }] },
  };
}

function reportOn(...objects: readonly Raw[]): PrintedReport {
  const all = [...readCaseAsCluster("all-six-components-are-healthy"), ...objects];
  return aggregateAndPrint(snapshotOf(all, { takenAt, source: "cluster.yaml" }));
}

function describeLostNodes(report: PrintedReport): readonly string[] {
  return report.findings.filter(({ code }) => code === "node-lost").map((finding) => describeFinding(finding));
}

describe("a node that is lost is a warning, though everything that runs there still reports that it is ready", () => {
  test("with the pods of the product on it", () => {
    const pods = ["virt-handler-a", "virt-api-b", "cdi-c", "ssp-d"].map((name) => pod(name, "node02"));
    const report = reportOn(node("node01", "True"), node("node02", "Unknown"), ...pods, pod("virt-api-x", "node01"));
    expect(describeLostNodes(report)).toEqual([
      "Node node02 has not reported (NodeStatusUnknown: Kubelet stopped posting node status), though 4 pods on it still report Ready: cdi-c, ssp-d, virt-api-b and 1 more",
    ]);
    expect(renderFirstText(report, { width: 80 })).toContain("! Node node02 has not reported for 14m");
  });

  test("without one, where virtual machines may run on it", () => {
    const [text = ""] = describeLostNodes(reportOn(node("node02", "False")));
    expect(text).toBe("Node node02 has not been ready (KubeletNotReady: container runtime is down)");
  });

  test("that was cordoned, after the five minutes that its pods tolerate", () => {
    expect(describeLostNodes(reportOn(node("node02", "Unknown", { cordoned: true })))).toHaveLength(1);
  });
});

test.for([
  { rule: "it reports", object: node("node02", "True") },
  { rule: "it was cordoned and restarts", object: node("node02", "Unknown", { cordoned: true, minutes: 3 }) },
  {
    rule: "neither the product nor virtual machines run there",
    object: node("node02", "Unknown", { labelled: false }),
  },
] as const)("nothing is said of a node where $rule", ({ object }) => {
  expect(describeLostNodes(reportOn(object, pod("virt-api-x", "node01")))).toEqual([]);
});

test("nodes where no virtual machine can start are a note while one is left where it can, else warnings", () => {
  const bare = { ...node("node02", "True"), status: { ...node("node02", "True")["status"], allocatable: {} } };
  const listSeverities = (...nodes: readonly Raw[]): readonly string[] =>
    reportOn(...nodes).findings.flatMap(({ code, severity }) => (code === "node-not-for-machines" ? [severity] : []));
  expect(listSeverities(bare, node("node01", "True"))).toEqual(["info"]);
  expect(listSeverities(bare)).toEqual(["warning"]);
  expect(listSeverities(bare, node("node01", "Unknown"))).toEqual(["warning"]);
});

test("nodes of which none takes virtual machines for one reason are one warning", () => {
  const nodeWithoutCapacity = (name: string): Raw => ({
    ...node(name, "True"),
    status: { ...node(name, "True")["status"], allocatable: {} },
  });
  const screen = renderFirstText(reportOn(nodeWithoutCapacity("node01"), nodeWithoutCapacity("node02")), {
    width: 200,
  });
  expect(screen.split("\n").filter((line) => line.includes("no virtual machine"))).toEqual([
    "! no virtual machine can start on Nodes node01 and node02: each offers no devices.kubevirt.io/kvm",
  ]);
});
