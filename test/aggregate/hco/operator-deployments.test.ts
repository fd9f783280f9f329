import { expect, test } from "vitest";
import { findOperator } from "../../../shared/aggregate/hco/operator.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { listQuery } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Reading } from "../../../shared/model/snapshot.ts";
import { deploymentKind } from "../../../shared/profiles/hco/profile.ts";

const namespace = "cnv";
const takenAt = "2026-11-21T12:00:00Z";
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

const list = listQuery(deploymentKind, namespace);
const emptyList: Reading = { query: list, outcome: "found", objects: [] };
const absentName: Reading = { query: { ...list, verb: "get", name: "hco-operator" }, outcome: "absent" };

function operator(objects: readonly object[], readings: readonly Reading[] = []) {
  const snapshot = snapshotOf(objects, { takenAt, source: "x" });
  return findOperator(indexSnapshot({ ...snapshot, readings: [...snapshot.readings, ...readings] }), namespace, "");
}

test.for<
  readonly [
    rule: string,
    objects: readonly object[],
    readings: readonly Reading[],
    running: boolean | null,
    version: string | undefined,
  ]
>([
  ["a Deployment with a ready replica runs", [deployment("hco-operator", 1)], [], true, "1.20.0"],
  [
    "a Deployment without a ready replica does not run, and its version is unknown, because no Pod of its template may have led",
    [deployment("hyperconverged-cluster-operator", 0)],
    [],
    false,
    undefined,
  ],
  ["a Deployment that is scaled to zero does not run", [deployment("hco-operator", 0, 0)], [], false, undefined],
  [
    "of two Deployments the one with ready replicas counts",
    [deployment("hco-operator", 0), deployment("hyperconverged-cluster-operator", 1)],
    [],
    true,
    "1.20.0",
  ],
  ["an operator without a Deployment in a complete list does not run", [], [emptyList], false, undefined],
  ["an operator may run where only one of its two names was requested", [], [absentName], null, undefined],
  ["an operator may run where nothing was requested", [], [], null, undefined],
  ["the ClusterServiceVersion has the version where no Deployment was read", [serviceVersion], [], null, "1.20.0"],
])("%s", ([, objects, readings, running, version]) => {
  const found = operator(objects, readings);
  expect([found.running, found.version]).toEqual([running, version]);
});

test.for([0, 1])(
  "the version of a template without ready Pods is known only where the CR records it, with %i wanted replicas",
  (wanted) => {
    const snapshot = snapshotOf([deployment("hco-operator", 0, wanted)], { takenAt, source: "x" });
    const versions = ["1.20.0", "1.19.0"].map(
      (recorded) => findOperator(indexSnapshot(snapshot), namespace, recorded).version,
    );
    expect(versions).toEqual(["1.20.0", undefined]);
  },
);

test.for([[deployment("hco-operator", 1)], [serviceVersion]])(
  "a variable without a value is empty, and one whose value stands elsewhere is not known",
  (objects) => {
    expect(Object.fromEntries(operator(objects).variables)).toEqual({
      HCO_KV_IO_VERSION: "1.20.0",
      CDI_VERSION: "v1.64.0",
      SSP_VERSION: "",
    });
  },
);
