import { expect, test } from "vitest";
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

const amd64 = ["amd64", "Fedora 42", "6.12"];
/** The nodes `bad-1` and `bad-2`, each with its architecture, OS image, kernel and zone, beside the healthy `good-1`. */
const buildNodes = (first: readonly string[], second: readonly string[]): readonly Manifest[] => [
  buildNode("bad-1", first),
  buildNode("bad-2", second),
  buildNode("good-1", [...amd64, "a"]),
];
const twoNodes = ["bad-1", "bad-2", "good-1"];

test.for<readonly [rule: string, nodes: readonly string[], known: readonly Manifest[], says: string]>([
  ["one node", ["bad-1", "bad-1", "good-1"], [], "run on node bad-1"],
  ["one zone", twoNodes, buildNodes(["arm64", "Fedora 42", "6.12", "b"], [...amd64, "b"]), "run on nodes in zone b"],
  [
    "one architecture",
    twoNodes,
    buildNodes(["arm64", "Fedora 42", "6.12"], ["arm64", "Fedora 42", "6.12"]),
    "run on nodes of architecture arm64",
  ],
  [
    "one OS image",
    twoNodes,
    buildNodes(["amd64", "Fedora 43", "6.17"], ["amd64", "Fedora 43", "6.17"]),
    "run on nodes with Fedora 43",
  ],
  [
    "one kernel",
    twoNodes,
    buildNodes(["amd64", "Fedora 42", "6.17"], ["amd64", "Fedora 42", "6.17"]),
    "run on nodes with kernel 6.17",
  ],
])("the failing pods of a workload have %s in common, and no healthy pod has it", ([, nodes, known, says]) => {
  expect(describeCommonGround(nodes, known)).toBe(`all 2 failing pods ${says}, and no healthy one`);
});

test.for<readonly [rule: string, nodes: readonly string[], known: readonly Manifest[]]>([
  ["one pod fails", ["bad-1", "good-1"], []],
  ["no healthy pod is there to compare", ["bad-1", "bad-1"], []],
  ["the pods run on different nodes", twoNodes, []],
  ["the nodes are like that of a healthy pod", twoNodes, buildNodes(amd64, amd64)],
  ["the node of a healthy pod was not read", [...twoNodes, "good-2"], buildNodes(["arm64"], ["arm64"])],
])("the failing pods of a workload have nothing in common where %s", ([, nodes, known]) => {
  expect(describeCommonGround(nodes, known)).toBeUndefined();
});
