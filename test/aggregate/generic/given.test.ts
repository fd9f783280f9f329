import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, ownedBy, takenAt, widget } from "./objects.ts";

function core(
  apiVersion: string,
  kind: string,
  name: string,
  owner?: readonly [apiVersion: string, kind: string, name: string],
): Manifest {
  const [of, ownerKind, ownerName] = owner ?? [];
  const ownerReferences =
    owner === undefined ? [] : [{ apiVersion: of, kind: ownerKind, name: ownerName, uid: ownerName }];
  return {
    apiVersion,
    kind,
    metadata: { name, namespace: "n", uid: name, resourceVersion: "1", ownerReferences },
    spec: {},
    status: { phase: "Running" },
  };
}

const deployment = core("apps/v1", "Deployment", "d");
const replicaSet = core("apps/v1", "ReplicaSet", "r", ["apps/v1", "Deployment", "d"]);
const pod = core("v1", "Pod", "p", ["apps/v1", "ReplicaSet", "r"]);
const alone = core("v1", "Pod", "alone", ["apps/v1", "ReplicaSet", "not in the file"]);
const config = core("v1", "ConfigMap", "c");
const hyperConverged = {
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: { name: "h", namespace: "n" },
  status: {},
};

describe("what a file is about", () => {
  const rows: readonly [rule: string, objects: readonly Manifest[], roots: readonly string[]][] = [
    ["a workload, with what it owns below it", [pod, replicaSet, deployment], ["d"]],
    ["a Pod whose owner is not in the file", [deployment, alone], ["alone", "d"]],
    ["nothing, where all of it can only be there or not", [config], []],
    ["a custom resource with a status, beside workloads", [widget("w", { conditions: [] }), deployment], ["d", "w"]],
    ["a workload rather than a custom resource without a status", [widget("w", {}), deployment], ["d"]],
    [
      "a custom resource with a phase, beside workloads",
      [
        widget("w", { phase: "Running" }),
        { ...deployment, metadata: { name: "d", namespace: "n", uid: "d", ...ownedBy("w") } },
      ],
      ["d", "w"],
    ],
    [
      "each that has a status, whatever it says",
      [widget("f", { phase: "Failed" }), widget("r", { phase: "Running" }), widget("w", { conditions: [] })],
      ["f", "r", "w"],
    ],
    ["a known root rather than anything else", [hyperConverged, widget("w", { conditions: [] }), deployment], ["h"]],
    [
      "the first of workloads that own each other",
      [
        core("apps/v1", "ReplicaSet", "x", ["apps/v1", "ReplicaSet", "y"]),
        core("apps/v1", "ReplicaSet", "y", ["apps/v1", "ReplicaSet", "x"]),
      ],
      ["x"],
    ],
    [
      "a Pod that a Node owns, beside the Node",
      [core("v1", "Node", "node"), core("v1", "Pod", "static", ["v1", "Node", "node"])],
      ["node", "static"],
    ],
  ];
  test.for(rows)("%s", ([, objects, roots]) => {
    expect(
      reportOf(objects)
        .roots.map(({ label }) => label)
        .toSorted(),
    ).toEqual(roots.toSorted());
  });

  test("a workload is evaluated by the rules of its kind", () => {
    const status = {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      conditions: [condition("Available", "False")],
    };
    const [root] = reportOf([{ ...deployment, spec: { replicas: 1 }, status }]).roots;
    expect(root).toMatchObject({ verdict: "unavailable", profile: "generic" });
    expect(root?.children).toEqual([]);
  });
});

test("objects that lists of a cluster happen to contain are no roots unless they were requested", () => {
  const list = {
    verb: "list",
    group: "apps",
    kind: "Deployment",
    plural: "deployments",
    versions: ["v1"],
    namespaced: true,
  } as const;
  const report = aggregate(
    clusterSnapshot([{ query: list, outcome: "found", objects: [toObject(deployment)] }], takenAt),
  );
  expect(report.roots).toEqual([]);
});
