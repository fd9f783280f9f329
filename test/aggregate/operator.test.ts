import { describe, expect, test } from "vitest";
import { findOperator } from "../../shared/aggregate/hco/operator.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Reading } from "../../shared/model/snapshot.ts";

const namespace = "cnv";
const variables = [
  { name: "HCO_KV_IO_VERSION", value: "1.20.0" },
  { name: "CDI_VERSION", value: "v1.64.0" },
  { name: "SSP_VERSION" },
  { name: "POD_NAME", valueFrom: { fieldRef: {} } },
];

function deployment(name: string, ready: number, wanted = 1): object {
  const other = { name: "x", env: [{ name: "HCO_KV_IO_VERSION", value: "9.9.9" }] };
  const own = { name: "hyperconverged-cluster-operator", env: variables };
  // A container that a user added, before or after the operator's own, has no version of the operator.
  const spec = { replicas: wanted, template: { spec: { containers: [other, own, other] } } };
  // Its condition stays True at 0 replicas.
  const conditions = [{ type: "Available", status: "True" }];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace },
    spec,
    status: { readyReplicas: ready, conditions },
  };
}

const serviceVersion = {
  apiVersion: "operators.coreos.com/v1alpha1",
  kind: "ClusterServiceVersion",
  metadata: { name: "kubevirt-hyperconverged-operator.v1.20.0", namespace },
  spec: {
    version: "1.20.0",
    install: {
      spec: {
        deployments: [{ name: "hco-operator", spec: { template: { spec: { containers: [{ env: variables }] } } } }],
      },
    },
  },
};

const everyDeployment: Reading = {
  query: {
    verb: "list",
    group: "apps",
    kind: "Deployment",
    plural: "deployments",
    versions: ["v1"],
    namespaced: true,
    namespace,
  },
  outcome: "found",
  objects: [],
};
const oneName: Reading = {
  query: {
    verb: "get",
    group: "apps",
    kind: "Deployment",
    plural: "deployments",
    versions: ["v1"],
    namespaced: true,
    namespace,
    name: "hco-operator",
  },
  outcome: "absent",
};

function operator(objects: readonly object[], readings: readonly Reading[] = []) {
  const snapshot = snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source: "x" });
  return findOperator(indexSnapshot({ ...snapshot, readings: [...snapshot.readings, ...readings] }), namespace, "");
}

describe("the operator is the Deployment of either name, running by its replicas", () => {
  const rows: [
    sentence: string,
    objects: object[],
    readings: Reading[],
    running: boolean | null,
    version: string | undefined,
  ][] = [
    ["one, ready", [deployment("hco-operator", 1)], [], true, "1.20.0"],
    // Nothing shows that a Pod of the template ever led.
    ["one, not ready", [deployment("hyperconverged-cluster-operator", 0)], [], false, undefined],
    ["scaled to nothing", [deployment("hco-operator", 0, 0)], [], false, undefined],
    [
      "of two the one with ready replicas",
      [deployment("hco-operator", 0), deployment("hyperconverged-cluster-operator", 1)],
      [],
      true,
      "1.20.0",
    ],
    ["none in a complete list", [], [everyDeployment], false, undefined],
    ["only one of the two names was asked for", [], [oneName], null, undefined],
    ["nobody asked", [], [], null, undefined],
    ["without the Deployment the CSV's words", [serviceVersion], [], null, "1.20.0"],
  ];
  test.for(rows)("%s", ([, objects, readings, running, version]) => {
    const found = operator(objects, readings);
    expect([found.running, found.version]).toEqual([running, version]);
  });

  test.for([[deployment("hco-operator", 0)], [deployment("hco-operator", 0, 0)]])(
    "the version of a template without ready Pods is known only where the CR records it",
    ([object]) => {
      const index = indexSnapshot(snapshotOf([object ?? {}], { takenAt: "2026-11-21T12:00:00Z", source: "x" }));
      const versions = ["1.20.0", "1.19.0"].map((recorded) => findOperator(index, namespace, recorded).version);
      expect(versions).toEqual(["1.20.0", undefined]);
    },
  );

  test.for([[deployment("hco-operator", 1)], [serviceVersion]])(
    "a variable without a value is empty, one from elsewhere is not known",
    ([from]) => {
      const { variables: known } = operator([from ?? {}]);
      expect(Object.fromEntries(known)).toEqual({
        HCO_KV_IO_VERSION: "1.20.0",
        CDI_VERSION: "v1.64.0",
        SSP_VERSION: "",
      });
    },
  );
});
