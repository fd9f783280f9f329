import { describe, expect, test } from "vitest";
import { makeCoreObjectNode } from "../../../shared/aggregate/core/workload-tree.ts";
import { findBestTrail } from "../../../shared/aggregate/root-cause/cause-trails.ts";
import { findCommonGround } from "../../../shared/aggregate/root-cause/common-ground.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import { clauseText } from "../../../shared/outline/cause-clauses.ts";
import { plainText } from "../../../shared/outline/text.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import type { Manifest } from "../generic/objects.ts";

/** The node of a pod, and whether the pod is ready there. */
interface Placement {
  readonly node: string;
  readonly isReady: boolean;
}

const buildDaemonSet = (places: readonly Placement[]): Manifest => {
  const ready = places.filter(({ isReady }) => isReady).length;
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "agent", namespace: "a", uid: "ds", generation: 1, creationTimestamp: "2026-11-01T00:00:00Z" },
    spec: { selector: { matchLabels: { app: "agent" } } },
    status: {
      observedGeneration: 1,
      numberMisscheduled: 0,
      numberReady: ready,
      numberAvailable: ready,
      desiredNumberScheduled: places.length,
      currentNumberScheduled: places.length,
      updatedNumberScheduled: places.length,
    },
  };
};

function buildPod({ node, isReady }: Placement, index: number): Manifest {
  const state = isReady
    ? { running: { startedAt: "2026-11-21T08:00:00Z" } }
    : { waiting: { reason: "CrashLoopBackOff", message: "" } };
  const since = { lastTransitionTime: "2026-11-21T08:00:00Z" };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: `agent-${index}`,
      namespace: "a",
      uid: `p${index}`,
      labels: { app: "agent" },
      creationTimestamp: "2026-11-21T08:00:00Z",
      ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: "ds", controller: true }],
    },
    spec: { nodeName: node, containers: [{ name: "agent" }] },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: isReady ? "True" : "False", ...since }],
      containerStatuses: [
        { name: "agent", ready: isReady, restartCount: isReady ? 0 : 9, state, image: "x", imageID: "" },
      ],
    },
  };
}

function buildNode(name: string, [architecture, osImage, kernelVersion, zone]: readonly string[]): Manifest {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: name, labels: definedFields({ "topology.kubernetes.io/zone": zone }) },
    status: {
      nodeInfo: { architecture, osImage, kernelVersion },
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-11-01T00:00:00Z" }],
    },
  };
}

/** What the failing pods of a DaemonSet on these nodes have in common. A pod fails on a node whose name begins with `bad`. */
function describeCommonGround(nodes: readonly string[], known: readonly Manifest[] = []): string | undefined {
  const places = nodes.map((name) => ({ node: name, isReady: !name.startsWith("bad") }));
  const objects = [buildDaemonSet(places), ...places.map(buildPod), ...known].map(toObject);
  const snapshot = snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source: "x" });
  const index = indexSnapshot(snapshot);
  const [workload] = index.all({ group: "apps", kind: "DaemonSet" });
  if (workload === undefined) throw new Error("no DaemonSet");
  const [clause] = findCommonGround(findBestTrail(makeCoreObjectNode(workload, index, snapshot.takenAt)), index);
  return clause && plainText(clauseText(clause));
}

describe("the failing pods of a workload have something in common that no healthy pod has", () => {
  const amd64 = ["amd64", "Fedora 42", "6.12", "a"];
  const rows: readonly {
    readonly rule: string;
    readonly nodes: readonly string[];
    readonly known: readonly Manifest[];
    readonly says: string;
  }[] = [
    {
      rule: "all failing pods run on one node",
      nodes: ["bad-1", "bad-1", "good-1"],
      known: [],
      says: "2 failing pods run on node bad-1",
    },
    {
      rule: "all failing pods run on nodes in one zone",
      nodes: ["bad-1", "bad-2", "good-1"],
      known: [
        buildNode("bad-1", ["arm64", "Fedora 42", "6.12", "b"]),
        buildNode("bad-2", ["amd64", "Fedora 42", "6.12", "b"]),
        buildNode("good-1", amd64),
      ],
      says: "2 failing pods run on nodes in zone b",
    },
    {
      rule: "all failing pods run on nodes of one architecture",
      nodes: ["bad-1", "bad-2", "good-1"],
      known: [
        buildNode("bad-1", ["arm64", "Fedora 42", "6.12"]),
        buildNode("bad-2", ["arm64", "Fedora 42", "6.12"]),
        buildNode("good-1", amd64),
      ],
      says: "2 failing pods run on nodes of architecture arm64",
    },
    {
      rule: "all failing pods run on nodes with one OS image",
      nodes: ["bad-1", "bad-2", "good-1"],
      known: [
        buildNode("bad-1", ["amd64", "Fedora 43", "6.17"]),
        buildNode("bad-2", ["amd64", "Fedora 43", "6.17"]),
        buildNode("good-1", amd64),
      ],
      says: "2 failing pods run on nodes with Fedora 43",
    },
    {
      rule: "all failing pods run on nodes with one kernel",
      nodes: ["bad-1", "bad-2", "good-1"],
      known: [
        buildNode("bad-1", ["amd64", "Fedora 42", "6.17"]),
        buildNode("bad-2", ["amd64", "Fedora 42", "6.17"]),
        buildNode("good-1", amd64),
      ],
      says: "2 failing pods run on nodes with kernel 6.17",
    },
  ];
  test.for(rows)("$rule", ({ nodes, known, says }) => {
    expect(describeCommonGround(nodes, known)).toBe(`all ${says}, and no healthy one`);
  });
});

describe("the failing pods of a workload have nothing in common", () => {
  const amd64Node = ["amd64", "Fedora 42", "6.12"];
  const rows: readonly {
    readonly rule: string;
    readonly nodes: readonly string[];
    readonly known: readonly Manifest[];
  }[] = [
    { rule: "one failing pod has nothing in common with others", nodes: ["bad-1", "good-1"], known: [] },
    {
      rule: "failing pods without a healthy pod to compare have nothing in common",
      nodes: ["bad-1", "bad-1"],
      known: [],
    },
    { rule: "failing pods on different nodes have nothing in common", nodes: ["bad-1", "bad-2", "good-1"], known: [] },
    {
      rule: "failing pods on nodes like that of a healthy pod have nothing in common",
      nodes: ["bad-1", "bad-2", "good-1"],
      known: ["bad-1", "bad-2", "good-1"].map((name) => buildNode(name, amd64Node)),
    },
    {
      rule: "failing pods have nothing in common where the node of a healthy pod was not read",
      nodes: ["bad-1", "bad-2", "good-1", "good-2"],
      known: [buildNode("bad-1", ["arm64"]), buildNode("bad-2", ["arm64"]), buildNode("good-1", amd64Node)],
    },
  ];
  test.for(rows)("$rule", ({ nodes, known }) => {
    expect(describeCommonGround(nodes, known)).toBeUndefined();
  });
});
