import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { observationText } from "../../../shared/outline/observation-text.ts";
import { builtInKind } from "../../../shared/profiles/core-kinds.ts";
import { machineInstances } from "../../../shared/profiles/virtual-machines.ts";
import type { Manifest } from "../generic/objects.ts";
import { readAsCluster } from "../generic/read-as-cluster.ts";

/** The moment of reading of `readAsCluster` is 2026-11-21T12:00:00Z. */
const fresh = "2026-11-21T11:58:30Z";

interface NodeOptions {
  readonly schedulable?: string;
  readonly heartbeat?: string;
  readonly allocatable?: Manifest;
  readonly labels?: Manifest;
  readonly spec?: Manifest;
  readonly ready?: string;
}

function node(name: string, options: NodeOptions = {}): Manifest {
  const { schedulable = "true", heartbeat = fresh, allocatable = {}, labels = {}, spec = {}, ready = "True" } = options;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid: name,
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { "kubevirt.io/schedulable": schedulable, ...labels },
      annotations: { "kubevirt.io/heartbeat": heartbeat },
    },
    spec,
    status: {
      allocatable: { cpu: "8", "devices.kubevirt.io/kvm": "1k", ...allocatable },
      conditions: [
        { type: "Ready", status: ready, reason: "KubeletReady", lastTransitionTime: "2026-11-01T00:00:00Z" },
      ],
    },
  };
}

function kubeVirt(spec: Manifest): Manifest {
  return { apiVersion: "kubevirt.io/v1", kind: "KubeVirt", metadata: { name: "k", namespace: "kubevirt" }, spec };
}

const withoutKvm = { allocatable: { "devices.kubevirt.io/kvm": "0" } };
const wanted = { wanted: [{ kind: builtInKind("", "Node"), name: "worker-1" }] };

/** What a report about the node says of virtual machines, and what was requested after the node. */
function reportOf(...objects: readonly Manifest[]) {
  const { snapshot, waves } = readAsCluster(objects, wanted);
  const report = aggregate(snapshot, wanted);
  const [note] = report.findings.filter(({ code }) => code === "node-not-for-machines");
  return { text: note && describeFinding(note), verdict: report.roots[0]?.verdict, asked: waves.slice(1).flat() };
}

describe("a node where no virtual machine can start is healthy, with a note", () => {
  const what = "no virtual machine can start on Node worker-1";
  const rows: [what: string, options: NodeOptions, says: string][] = [
    ["KVM is at 0", withoutKvm, "it offers no devices.kubevirt.io/kvm"],
    [
      "KVM is not there",
      { allocatable: { "devices.kubevirt.io/kvm": undefined } },
      "it offers no devices.kubevirt.io/kvm",
    ],
    ["virt-handler takes none", { schedulable: "false" }, "it lacks the label kubevirt.io/schedulable=true"],
    ["its heartbeat is too old", { heartbeat: "2026-11-21T11:46:00Z" }, "its virt-handler has sent no heartbeat"],
  ];
  test.for(rows)("%s", ([, options, says]) => {
    const report = reportOf(node("worker-1", options), kubeVirt({}));
    expect(report.text).toMatch(`${what}: ${says}`);
    expect(report.verdict).toBe("healthy");
    expect(report.asked).toEqual(["list KubeVirt"]);
  });
});

describe("a node is silent", () => {
  const rows: [what: string, options: NodeOptions, kubeVirt?: Manifest][] = [
    ["that takes virtual machines", {}],
    ["whose heartbeat is four minutes old", { heartbeat: "2026-11-21T11:56:10Z" }],
    ["where KubeVirt emulates", withoutKvm, { configuration: { developerConfiguration: { useEmulation: true } } }],
    [
      "where KubeVirt uses another hypervisor",
      withoutKvm,
      { configuration: { hypervisors: [{ name: "hyperv-direct" }] } },
    ],
    [
      "that offers another hypervisor",
      { allocatable: { "devices.kubevirt.io/kvm": "0", "devices.kubevirt.io/mshv": "1k" } },
    ],
    [
      "that KubeVirt's placement leaves out",
      { schedulable: "false" },
      { workloads: { nodePlacement: { nodeSelector: { "node-role.kubernetes.io/virt": "" } } } },
    ],
    [
      "that an affinity of KubeVirt may leave out",
      { heartbeat: "2026-11-21T09:00:00Z" },
      { workloads: { nodePlacement: { affinity: { nodeAffinity: {} } } } },
    ],
    [
      "of a control plane that takes no other pods",
      { ...withoutKvm, spec: { taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }] } },
    ],
    ["that is cordoned", { ...withoutKvm, spec: { unschedulable: true } }],
    ["that is not ready, which is worse", { heartbeat: "2026-11-21T09:00:00Z", ready: "Unknown" }],
  ];
  test.for(rows)("%s", ([, options, spec = {}]) => {
    expect(reportOf(node("worker-1", options), kubeVirt(spec)).text).toBeUndefined();
  });

  test("without the label of virt-handler, and then KubeVirt is not read", () => {
    const { metadata, ...rest } = node("worker-1", withoutKvm);
    const bare = { ...rest, metadata: { ...(metadata as Manifest), labels: {}, annotations: {} } };
    const report = reportOf(bare, kubeVirt({}));
    expect([report.text, report.asked]).toEqual([undefined, []]);
  });

  test("a node that takes virtual machines asks for nothing more", () => {
    expect(reportOf(node("worker-1"), kubeVirt({})).asked).toEqual([]);
  });
});

/** A virtual machine whose pod no node takes. */
function unscheduledMachine(message: string, nodeSelector: Manifest = {}): readonly Manifest[] {
  const instance = {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: { name: "db", namespace: "shop", uid: "vmi", creationTimestamp: "2026-11-21T10:00:00Z" },
    spec: {},
    status: { phase: "Scheduling" },
  };
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "virt-launcher-db-x7k2p",
      namespace: "shop",
      uid: "pod",
      creationTimestamp: "2026-11-21T10:00:00Z",
      labels: { "kubevirt.io": "virt-launcher", "kubevirt.io/created-by": "vmi" },
      ownerReferences: [
        { apiVersion: "kubevirt.io/v1", kind: "VirtualMachineInstance", name: "db", uid: "vmi", controller: true },
      ],
    },
    spec: { nodeSelector: { "kubevirt.io/schedulable": "true", ...nodeSelector }, containers: [{ name: "compute" }] },
    status: {
      phase: "Pending",
      conditions: [
        {
          type: "PodScheduled",
          status: "False",
          reason: "Unschedulable",
          message,
          lastTransitionTime: "2026-11-21T10:00:00Z",
        },
      ],
    },
  };
  return [instance, pod];
}

describe("a virtual machine that no node takes has the nodes as its cause", () => {
  const scope = { wanted: [{ kind: machineInstances, namespace: "shop", name: "db" }] };
  const causeOf = (...objects: readonly Manifest[]): string | undefined => {
    const [cause] = aggregate(readAsCluster(objects, scope).snapshot, scope).roots[0]?.causes ?? [];
    const [clause] = cause?.evidence.filter(({ is }) => is === "object") ?? [];
    if (clause?.is !== "object" || clause.kind !== "Node" || clause.trouble?.observed === undefined) return undefined;
    return `${clause.name} ${observationText(clause.trouble.observed)}`;
  };
  const lacking = "0/2 nodes are available: 2 Insufficient devices.kubevirt.io/kvm.";
  const selected = "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.";
  const zone = { "topology.kubernetes.io/zone": "a" };

  test("without KVM on all of them", () => {
    const objects = [...unscheduledMachine(lacking), node("worker-1", withoutKvm), node("worker-2", withoutKvm)];
    expect(causeOf(...objects)).toBe(
      "worker-1 offers no devices.kubevirt.io/kvm, as on all 2 nodes that the pod may run on",
    );
  });

  test("where virt-handler takes none on all of them", () => {
    const closed = { schedulable: "false" };
    expect(causeOf(...unscheduledMachine(selected), node("worker-1", closed), node("worker-2", closed))).toBe(
      "worker-1 lacks the label kubevirt.io/schedulable=true, as on all 2 nodes that the pod may run on",
    );
  });

  test("on the only node of its zone", () => {
    const objects = [
      ...unscheduledMachine(selected, zone),
      node("worker-1"),
      node("worker-2", { labels: zone, schedulable: "false" }),
    ];
    expect(causeOf(...objects)).toBe(
      "worker-2 lacks the label kubevirt.io/schedulable=true, and the pod may run on no other node",
    );
  });

  const silent: [what: string, objects: readonly Manifest[]][] = [
    [
      "where one of them takes virtual machines",
      [...unscheduledMachine(lacking), node("worker-1", withoutKvm), node("worker-2")],
    ],
    [
      "where memory is short",
      [...unscheduledMachine("0/1 nodes are available: 1 Insufficient memory."), node("worker-1")],
    ],
    [
      "where every node is cordoned",
      [...unscheduledMachine(selected), node("worker-1", { spec: { unschedulable: true } })],
    ],
    ["where no node is known", unscheduledMachine(lacking)],
  ];
  test.for(silent)("is not named %s", ([, objects]) => {
    expect(causeOf(...objects)).toBeUndefined();
  });
});
