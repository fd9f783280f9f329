import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../../shared/aggregate/snapshot-of-objects.ts";
import { describeFinding } from "../../../../shared/outline/findings/describe.ts";
import { renderFirstText } from "../../../../shared/render/formats/text/text.ts";
import { aggregateAndPrint, type PrintedReport } from "../../../printed.ts";
import { type Raw, readCaseAsCluster } from "../../gate-situation.ts";

// kubernetes/kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go, monitorNodeHealth.

const takenAt = "2030-01-01T12:00:00Z";
const fourteenMinutesAgo = "2030-01-01T11:46:00Z";
const threeMinutesAgo = "2030-01-01T11:57:00Z";

interface NodeFields {
  /** When Ready became what it is. */
  readonly since?: string;
  readonly isCordoned?: boolean;
  /** Whether virt-handler has labelled the node for virtual machines. */
  readonly isLabelled?: boolean;
  /** What the node offers to virtual machines. */
  readonly allocatable?: object;
}

const readyConditions = {
  True: { reason: "KubeletReady", message: "kubelet is posting ready status" },
  False: { reason: "KubeletNotReady", message: "container runtime is down" },
  Unknown: { reason: "NodeStatusUnknown", message: "Kubelet stopped posting node status." },
};

function buildNode(name: string, ready: keyof typeof readyConditions, fields: NodeFields = {}): Raw {
  const {
    since = fourteenMinutesAgo,
    isCordoned = false,
    isLabelled = true,
    allocatable = { "devices.kubevirt.io/kvm": "1k" },
  } = fields;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: name, labels: isLabelled ? { "kubevirt.io/schedulable": "true" } : {} },
    spec: isCordoned ? { unschedulable: true } : {},
    status: {
      allocatable,
      conditions: [{ type: "Ready", status: ready, ...readyConditions[ready], lastTransitionTime: since }],
    },
  };
}

function buildReadyPod(name: string, nodeName: string): Raw {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "kubevirt-hyperconverged", uid: name },
    spec: { nodeName, containers: [] },
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  };
}

function reportOn(...objects: readonly Raw[]): PrintedReport {
  const all = [...readCaseAsCluster("all-six-components-are-healthy"), ...objects];
  return aggregateAndPrint(snapshotOf(all, { takenAt, source: "cluster.yaml" }));
}

function describeLostNodes(report: PrintedReport): readonly string[] {
  return report.findings.filter(({ code }) => code === "node-lost").map((finding) => describeFinding(finding));
}

describe("a lost node is a warning although its pods still report Ready", () => {
  test("the warning about a lost node names the pods of the product on it", () => {
    const nodes = [buildNode("node01", "True"), buildNode("node02", "Unknown")];
    const pods = ["virt-handler-a", "virt-api-b", "cdi-c", "ssp-d"].map((name) => buildReadyPod(name, "node02"));
    const report = reportOn(...nodes, ...pods, buildReadyPod("virt-api-x", "node01"));
    expect(describeLostNodes(report)).toEqual([
      "Node node02 has not reported (NodeStatusUnknown: Kubelet stopped posting node status), though 4 pods on it still report Ready: cdi-c, ssp-d, virt-api-b and 1 more",
    ]);
    expect(renderFirstText(report, { width: 80 })).toContain("! Node node02 has not reported for 14m");
  });

  test("a lost node for virtual machines is a warning without pods of the product on it", () => {
    expect(describeLostNodes(reportOn(buildNode("node02", "False")))).toEqual([
      "Node node02 has not been ready (KubeletNotReady: container runtime is down)",
    ]);
  });

  test("a cordoned node is a warning where it is lost for longer than its pods tolerate", () => {
    expect(describeLostNodes(reportOn(buildNode("node02", "Unknown", { isCordoned: true })))).toHaveLength(1);
  });
});

test.for([
  { rule: "a node that reports is no warning", object: buildNode("node02", "True") },
  {
    rule: "a cordoned node that restarts is no warning",
    object: buildNode("node02", "Unknown", { isCordoned: true, since: threeMinutesAgo }),
  },
  {
    rule: "a lost node without pods of the product and virtual machines is no warning",
    object: buildNode("node02", "Unknown", { isLabelled: false }),
  },
] as const)("$rule", ({ object }) => {
  expect(describeLostNodes(reportOn(object, buildReadyPod("virt-api-x", "node01")))).toEqual([]);
});

describe("a node without KVM starts no virtual machine", () => {
  const nodeWithoutKvm = buildNode("node02", "True", { allocatable: {} });

  function listSeverities(...nodes: readonly Raw[]): readonly string[] {
    const findings = reportOn(...nodes).findings.filter(({ code }) => code === "node-not-for-machines");
    return findings.map(({ severity }) => severity);
  }

  test("a node without KVM is a note beside a node with KVM", () => {
    expect(listSeverities(nodeWithoutKvm, buildNode("node01", "True"))).toEqual(["info"]);
  });

  test("the only node is a warning where it lacks KVM", () => {
    expect(listSeverities(nodeWithoutKvm)).toEqual(["warning"]);
  });

  test("a node without KVM is a warning beside a lost node with KVM", () => {
    expect(listSeverities(nodeWithoutKvm, buildNode("node01", "Unknown"))).toEqual(["warning"]);
  });
});

test("two nodes that lack KVM are one warning", () => {
  const nodes = ["node01", "node02"].map((name) => buildNode(name, "True", { allocatable: {} }));
  const screen = renderFirstText(reportOn(...nodes), { width: 200 });
  expect(screen.split("\n").filter((line) => line.includes("no virtual machine"))).toEqual([
    "! no virtual machine can start on Nodes node01 and node02: each offers no devices.kubevirt.io/kvm",
  ]);
});
