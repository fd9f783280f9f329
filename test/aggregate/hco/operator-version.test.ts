import { describe, expect, test } from "vitest";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { RootNode } from "../../../shared/model/report.ts";
import { running } from "../gate-situation.ts";
import { namespace, next, type OperatorPod, old, podName, type RollingOperator, reportOf } from "./rolling-operator.ts";

type Operator = NonNullable<RootNode["operator"]>;

const oldPod: OperatorPod = { version: old };
const newPod: OperatorPod = { version: next };
/** An old Pod that runs, and a new one that is not ready: two replicas, one of them updated, one ready. */
const surge = { replicas: 2, updatedReplicas: 1 };
const fromConfigMap = [{ name: "HCO_KV_IO_VERSION", valueFrom: { configMapKeyRef: { name: "x", key: "y" } } }];

function serviceVersion(version: string, metadata: object = {}, phase = "Succeeded") {
  const name = `kubevirt-hyperconverged-operator.v${version}`;
  return {
    apiVersion: "operators.coreos.com/v1alpha1",
    kind: "ClusterServiceVersion",
    metadata: { name, namespace, creationTimestamp: `2026-11-2${version === old ? 0 : 1}T00:00:00Z`, ...metadata },
    spec: { version },
    status: { phase },
  };
}

/** OLM's Deployment of the operator, which runs the old version. */
function otherDeployment() {
  const deployment = running("hco-operator", namespace);
  const env = [{ name: "HCO_KV_IO_VERSION", value: old }];
  return { ...deployment, spec: { replicas: 1, template: { spec: { containers: [{ name: "hco-operator", env }] } } } };
}

describe("the operator's version is that of the pod that leads", () => {
  type Row = readonly [
    sentence: string,
    operator: RollingOperator,
    running: Operator["running"],
    version: string | undefined,
    from: Operator["from"],
  ];
  const rows: readonly Row[] = [
    ["the template's, where no pod was read and the roll-out is complete", {}, "yes", old, "deployment"],
    [
      "the holder's of the Lease, beside a ready pod of the template",
      { template: next, pods: [{ ...oldPod, deleted: true }, newPod], holder: podName(old) },
      "yes",
      old,
      "lease",
    ],
    [
      "the holder's, although the Lease has run out",
      {
        template: next,
        status: surge,
        pods: [oldPod, { ...newPod, ready: false }],
        holder: podName(old),
        renewed: 900,
      },
      "yes",
      old,
      "lease",
    ],
    [
      "the ready pod's, where the holder of the Lease is gone",
      { template: next, pods: [newPod], holder: podName(old), renewed: 900 },
      "yes",
      next,
      "pod",
    ],
    [
      "the ready pod's, where the holder of the Lease has ended",
      {
        template: next,
        pods: [{ ...oldPod, ready: false, phase: "Failed" }, newPod],
        holder: podName(old),
        renewed: 900,
      },
      "yes",
      next,
      "pod",
    ],
    [
      "the ready pod's, not that of one whose name only begins so",
      { template: next, pods: [oldPod, { ...newPod, ready: false }], status: surge, holder: `${podName(next)}x` },
      "yes",
      old,
      "pod",
    ],
    [
      "the ready pod's, not that of the template whose pod does not run",
      { template: next, status: surge, pods: [oldPod, { ...newPod, ready: false }] },
      "yes",
      old,
      "pod",
    ],
    [
      "the older of two ready pods, which leads until it ends",
      { template: next, status: { ...surge, readyReplicas: 2 }, pods: [newPod, oldPod] },
      "yes",
      old,
      "pod",
    ],
    [
      "the ready pod's through its ReplicaSet, where the pod has no environment",
      {
        template: next,
        status: surge,
        pods: [
          { ...oldPod, env: [] },
          { ...newPod, ready: false },
        ],
      },
      "yes",
      old,
      "pod",
    ],
    [
      "not known, where the environment comes from a ConfigMap",
      { templateEnv: fromConfigMap, pods: [{ ...oldPod, env: fromConfigMap }] },
      "yes",
      undefined,
      "deployment",
    ],
    [
      "the ClusterServiceVersion's, where the environment comes from a ConfigMap",
      { templateEnv: fromConfigMap, pods: [{ ...oldPod, env: fromConfigMap }], beside: [serviceVersion(old)] },
      "yes",
      old,
      "csv",
    ],
    [
      "not that of a ClusterServiceVersion copied from another namespace",
      {
        isAbsent: true,
        beside: [
          serviceVersion(next, { labels: { "olm.copiedFrom": "olm" } }),
          serviceVersion(next, { namespace: "olm" }),
        ],
      },
      "no",
      undefined,
      "deployment",
    ],
    [
      "of two ClusterServiceVersions that of the one that is being replaced, not the new one's",
      {
        lose: ({ kind }) => (kind === "Deployment" || kind === "Pod" ? "forbidden" : undefined),
        beside: [serviceVersion(old, {}, "Replacing"), serviceVersion(next, {}, "Installing")],
      },
      "unknown",
      old,
      "csv",
    ],
    [
      "not the template's while nobody may read pods and the roll-out is not complete",
      { template: next, status: surge, lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) },
      "yes",
      undefined,
      "deployment",
    ],
    [
      "not the template's while its generation is not observed",
      { template: next, generation: 3, lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) },
      "yes",
      undefined,
      "deployment",
    ],
    [
      "not the template's where its only pod never ran",
      { template: next, status: { readyReplicas: 0, availableReplicas: 0 }, pods: [{ ...newPod, ready: false }] },
      "no",
      undefined,
      "deployment",
    ],
    [
      "of two Deployments the one with ready replicas",
      { template: next, status: { readyReplicas: 0 }, beside: [otherDeployment()] },
      "yes",
      old,
      "deployment",
    ],
    ["a Deployment without status does not say that it runs", { status: null }, "unknown", old, "deployment"],
    [
      "a Deployment without status, and its pod is ready",
      { status: null, template: next, pods: [oldPod] },
      "yes",
      old,
      "pod",
    ],
    ["no Deployment, and a pod of it is ready", { isAbsent: true, pods: [oldPod] }, "yes", old, "pod"],
    [
      "no Deployment, and a pod of it is not ready",
      { isAbsent: true, pods: [{ ...oldPod, ready: false }] },
      "no",
      undefined,
      "deployment",
    ],
    [
      "a Deployment that counts no ready pod, and its pod is ready",
      { status: { readyReplicas: 0 }, pods: [oldPod] },
      "yes",
      old,
      "pod",
    ],
  ];
  test.for(rows)("%s", ([, operator, runs, version, from]) => {
    const { root } = reportOf(operator);
    const { rollout: _rollout, ...said } = root.operator ?? { from: "none" };
    expect(said).toEqual({ running: runs, from, ...definedFields({ version }) });
    expect(root.facts["expectedVersion"]).toBe(version);
  });

  test("what it wants of its components is what the pod that leads wants", () => {
    const wanted = (operator: RollingOperator): readonly (string | undefined)[] =>
      reportOf(operator).root.children.map(({ role, facts }) => (role === "component" ? facts["expectedVersion"] : ""));
    const rolling = { template: next, status: surge, pods: [oldPod, { ...newPod, ready: false }] } as const;
    expect(wanted(rolling)).toEqual(wanted({}));
    const { pods: _pods, ...unknown } = rolling;
    const known = wanted({ ...unknown, lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) }).filter(
      (each) => each !== "",
    );
    expect(new Set(known)).toEqual(new Set([undefined]));
  });
});
