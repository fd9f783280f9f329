import { describe, expect, test } from "vitest";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { RootNode } from "../../../shared/model/report.ts";
import { runningDeployment } from "../gate-situation.ts";
import {
  namespace,
  newVersion,
  type OperatorPod,
  oldVersion,
  podName,
  type RollingOperator,
  reportOf,
} from "./rolling-operator.ts";

type Operator = NonNullable<RootNode["operator"]>;

const oldPod: OperatorPod = { version: oldVersion };
const newPod: OperatorPod = { version: newVersion };
/** An old Pod that runs, and a new one that is not ready: two replicas, one of them updated, one ready. */
const surge = { replicas: 2, updatedReplicas: 1 };
const fromConfigMap = [{ name: "HCO_KV_IO_VERSION", valueFrom: { configMapKeyRef: { name: "x", key: "y" } } }];

function serviceVersion(version: string, metadata: object = {}, phase = "Succeeded") {
  const name = `kubevirt-hyperconverged-operator.v${version}`;
  return {
    apiVersion: "operators.coreos.com/v1alpha1",
    kind: "ClusterServiceVersion",
    metadata: {
      name,
      namespace,
      creationTimestamp: `2026-11-2${version === oldVersion ? 0 : 1}T00:00:00Z`,
      ...metadata,
    },
    spec: { version },
    status: { phase },
  };
}

/** OLM's Deployment of the operator, which runs the old version. */
function otherDeployment() {
  const deployment = runningDeployment("hco-operator", namespace);
  const env = [{ name: "HCO_KV_IO_VERSION", value: oldVersion }];
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
    ["the template's, where no pod was read and the roll-out is complete", {}, "yes", oldVersion, "deployment"],
    [
      "the holder's of the Lease, beside a ready pod of the template",
      { template: newVersion, pods: [{ ...oldPod, deleted: true }, newPod], holder: podName(oldVersion) },
      "yes",
      oldVersion,
      "lease",
    ],
    [
      "the holder's, although the Lease has run out",
      {
        template: newVersion,
        status: surge,
        pods: [oldPod, { ...newPod, ready: false }],
        holder: podName(oldVersion),
        renewed: 900,
      },
      "yes",
      oldVersion,
      "lease",
    ],
    [
      "the ready pod's, where the holder of the Lease is gone",
      { template: newVersion, pods: [newPod], holder: podName(oldVersion), renewed: 900 },
      "yes",
      newVersion,
      "pod",
    ],
    [
      "the ready pod's, where the holder of the Lease has ended",
      {
        template: newVersion,
        pods: [{ ...oldPod, ready: false, phase: "Failed" }, newPod],
        holder: podName(oldVersion),
        renewed: 900,
      },
      "yes",
      newVersion,
      "pod",
    ],
    [
      "the ready pod's, not that of one whose name only begins so",
      {
        template: newVersion,
        pods: [oldPod, { ...newPod, ready: false }],
        status: surge,
        holder: `${podName(newVersion)}x`,
      },
      "yes",
      oldVersion,
      "pod",
    ],
    [
      "the ready pod's, not that of the template whose pod does not run",
      { template: newVersion, status: surge, pods: [oldPod, { ...newPod, ready: false }] },
      "yes",
      oldVersion,
      "pod",
    ],
    [
      "the older of two ready pods, which leads until it ends",
      { template: newVersion, status: { ...surge, readyReplicas: 2 }, pods: [newPod, oldPod] },
      "yes",
      oldVersion,
      "pod",
    ],
    [
      "the ready pod's through its ReplicaSet, where the pod has no environment",
      {
        template: newVersion,
        status: surge,
        pods: [
          { ...oldPod, env: [] },
          { ...newPod, ready: false },
        ],
      },
      "yes",
      oldVersion,
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
      { templateEnv: fromConfigMap, pods: [{ ...oldPod, env: fromConfigMap }], beside: [serviceVersion(oldVersion)] },
      "yes",
      oldVersion,
      "csv",
    ],
    [
      "not that of a ClusterServiceVersion copied from another namespace",
      {
        isAbsent: true,
        beside: [
          serviceVersion(newVersion, { labels: { "olm.copiedFrom": "olm" } }),
          serviceVersion(newVersion, { namespace: "olm" }),
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
        beside: [serviceVersion(oldVersion, {}, "Replacing"), serviceVersion(newVersion, {}, "Installing")],
      },
      "unknown",
      oldVersion,
      "csv",
    ],
    [
      "not the template's while nobody may read pods and the roll-out is not complete",
      { template: newVersion, status: surge, lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) },
      "yes",
      undefined,
      "deployment",
    ],
    [
      "not the template's while its generation is not observed",
      { template: newVersion, generation: 3, lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) },
      "yes",
      undefined,
      "deployment",
    ],
    [
      "not the template's where its only pod never ran",
      { template: newVersion, status: { readyReplicas: 0, availableReplicas: 0 }, pods: [{ ...newPod, ready: false }] },
      "no",
      undefined,
      "deployment",
    ],
    [
      "of two Deployments the one with ready replicas",
      { template: newVersion, status: { readyReplicas: 0 }, beside: [otherDeployment()] },
      "yes",
      oldVersion,
      "deployment",
    ],
    ["a Deployment without status does not say that it runs", { status: null }, "unknown", oldVersion, "deployment"],
    [
      "a Deployment without status, and its pod is ready",
      { status: null, template: newVersion, pods: [oldPod] },
      "yes",
      oldVersion,
      "pod",
    ],
    ["no Deployment, and a pod of it is ready", { isAbsent: true, pods: [oldPod] }, "yes", oldVersion, "pod"],
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
      oldVersion,
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
    const listExpectedVersions = (operator: RollingOperator): readonly (string | undefined)[] =>
      reportOf(operator).root.children.map(({ role, facts }) => (role === "component" ? facts["expectedVersion"] : ""));
    const rolling = { template: newVersion, status: surge, pods: [oldPod, { ...newPod, ready: false }] } as const;
    expect(listExpectedVersions(rolling)).toEqual(listExpectedVersions({}));
    const { pods: _pods, ...unknown } = rolling;
    const known = listExpectedVersions({
      ...unknown,
      lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined),
    }).filter((each) => each !== "");
    expect(new Set(known)).toEqual(new Set([undefined]));
  });
});
