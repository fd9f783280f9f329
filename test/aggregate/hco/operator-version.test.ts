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

function buildServiceVersion(version: string, metadata: object = {}, phase = "Succeeded") {
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
function buildOtherDeployment() {
  const deployment = runningDeployment("hco-operator", namespace);
  const env = [{ name: "HCO_KV_IO_VERSION", value: oldVersion }];
  return { ...deployment, spec: { replicas: 1, template: { spec: { containers: [{ name: "hco-operator", env }] } } } };
}

describe("the version of the operator is that of the pod that leads", () => {
  const rows: readonly {
    readonly rule: string;
    readonly operator: RollingOperator;
    readonly running: Operator["running"];
    readonly version: string | undefined;
    readonly from: Operator["from"];
  }[] = [
    {
      rule: "the version is that of the template where no pod was read and the roll-out is complete",
      operator: {},
      running: "yes",
      version: oldVersion,
      from: "deployment",
    },
    {
      rule: "the version is that of the Lease's holder beside a ready pod of the template",
      operator: { template: newVersion, pods: [{ ...oldPod, deleted: true }, newPod], holder: podName(oldVersion) },
      running: "yes",
      version: oldVersion,
      from: "lease",
    },
    {
      rule: "the version is that of the Lease's holder although the Lease has expired",
      operator: {
        template: newVersion,
        status: surge,
        pods: [oldPod, { ...newPod, ready: false }],
        holder: podName(oldVersion),
        renewed: 900,
      },
      running: "yes",
      version: oldVersion,
      from: "lease",
    },
    {
      rule: "the version is that of the ready pod where the holder of the Lease is gone",
      operator: { template: newVersion, pods: [newPod], holder: podName(oldVersion), renewed: 900 },
      running: "yes",
      version: newVersion,
      from: "pod",
    },
    {
      rule: "the version is that of the ready pod where the holder of the Lease has ended",
      operator: {
        template: newVersion,
        pods: [{ ...oldPod, ready: false, phase: "Failed" }, newPod],
        holder: podName(oldVersion),
        renewed: 900,
      },
      running: "yes",
      version: newVersion,
      from: "pod",
    },
    {
      rule: "the version is that of the ready pod where the holder's name only begins like that of another pod",
      operator: {
        template: newVersion,
        pods: [oldPod, { ...newPod, ready: false }],
        status: surge,
        holder: `${podName(newVersion)}x`,
      },
      running: "yes",
      version: oldVersion,
      from: "pod",
    },
    {
      rule: "the version is that of the ready pod where the pod of the template does not run",
      operator: { template: newVersion, status: surge, pods: [oldPod, { ...newPod, ready: false }] },
      running: "yes",
      version: oldVersion,
      from: "pod",
    },
    {
      rule: "the version is that of the older of two ready pods, which leads until it ends",
      operator: { template: newVersion, status: { ...surge, readyReplicas: 2 }, pods: [newPod, oldPod] },
      running: "yes",
      version: oldVersion,
      from: "pod",
    },
    {
      rule: "the version is that of the ready pod's ReplicaSet where the pod has no environment",
      operator: {
        template: newVersion,
        status: surge,
        pods: [
          { ...oldPod, env: [] },
          { ...newPod, ready: false },
        ],
      },
      running: "yes",
      version: oldVersion,
      from: "pod",
    },
    {
      rule: "the version is unknown where the environment comes from a ConfigMap",
      operator: { templateEnv: fromConfigMap, pods: [{ ...oldPod, env: fromConfigMap }] },
      running: "yes",
      version: undefined,
      from: "deployment",
    },
    {
      rule: "the version is that of the ClusterServiceVersion where the environment comes from a ConfigMap",
      operator: {
        templateEnv: fromConfigMap,
        pods: [{ ...oldPod, env: fromConfigMap }],
        beside: [buildServiceVersion(oldVersion)],
      },
      running: "yes",
      version: oldVersion,
      from: "csv",
    },
    {
      rule: "the version is not that of a ClusterServiceVersion copied from another namespace",
      operator: {
        isAbsent: true,
        beside: [
          buildServiceVersion(newVersion, { labels: { "olm.copiedFrom": "olm" } }),
          buildServiceVersion(newVersion, { namespace: "olm" }),
        ],
      },
      running: "no",
      version: undefined,
      from: "deployment",
    },
    {
      rule: "the version is that of the ClusterServiceVersion that is being replaced, not of the new one",
      operator: {
        lose: ({ kind }) => (kind === "Deployment" || kind === "Pod" ? "forbidden" : undefined),
        beside: [buildServiceVersion(oldVersion, {}, "Replacing"), buildServiceVersion(newVersion, {}, "Installing")],
      },
      running: "unknown",
      version: oldVersion,
      from: "csv",
    },
    {
      rule: "the version is unknown while pods are forbidden and the roll-out is not complete",
      operator: { template: newVersion, status: surge, lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) },
      running: "yes",
      version: undefined,
      from: "deployment",
    },
    {
      rule: "the version is unknown while the generation of the Deployment is not observed",
      operator: { template: newVersion, generation: 3, lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined) },
      running: "yes",
      version: undefined,
      from: "deployment",
    },
    {
      rule: "the version is unknown where the only pod never ran",
      operator: {
        template: newVersion,
        status: { readyReplicas: 0, availableReplicas: 0 },
        pods: [{ ...newPod, ready: false }],
      },
      running: "no",
      version: undefined,
      from: "deployment",
    },
    {
      rule: "the version is that of the Deployment with ready replicas beside one without",
      operator: { template: newVersion, status: { readyReplicas: 0 }, beside: [buildOtherDeployment()] },
      running: "yes",
      version: oldVersion,
      from: "deployment",
    },
    {
      rule: "an operator whose Deployment has no status is not known to run",
      operator: { status: null },
      running: "unknown",
      version: oldVersion,
      from: "deployment",
    },
    {
      rule: "an operator whose Deployment has no status runs where its pod is ready",
      operator: { status: null, template: newVersion, pods: [oldPod] },
      running: "yes",
      version: oldVersion,
      from: "pod",
    },
    {
      rule: "an operator without a Deployment runs where its pod is ready",
      operator: { isAbsent: true, pods: [oldPod] },
      running: "yes",
      version: oldVersion,
      from: "pod",
    },
    {
      rule: "an operator without a Deployment does not run where its pod is not ready",
      operator: { isAbsent: true, pods: [{ ...oldPod, ready: false }] },
      running: "no",
      version: undefined,
      from: "deployment",
    },
    {
      rule: "an operator whose Deployment counts no ready pod runs where its pod is ready",
      operator: { status: { readyReplicas: 0 }, pods: [oldPod] },
      running: "yes",
      version: oldVersion,
      from: "pod",
    },
  ];
  test.for(rows)("$rule", ({ operator, running, version, from }) => {
    const { root } = reportOf(operator);
    const { rollout: _rollout, ...operatorState } = root.operator ?? { from: "none" };
    expect(operatorState).toEqual({ running, from, ...definedFields({ version }) });
    expect(root.facts["expectedVersion"]).toBe(version);
  });
});

describe("the expected versions of the components are those of the pod that leads", () => {
  function listExpectedVersions(operator: RollingOperator): readonly (string | undefined)[] {
    const components = reportOf(operator).root.children.filter(({ role }) => role === "component");
    return components.map(({ facts }) => facts["expectedVersion"]);
  }

  test("the components are expected in the old version while the old pod leads", () => {
    const pods = [oldPod, { ...newPod, ready: false }];
    const versions = listExpectedVersions({ template: newVersion, status: surge, pods });
    expect(versions).toEqual(listExpectedVersions({}));
  });

  test("the components have no expected version where the pods are forbidden during a roll-out", () => {
    const versions = listExpectedVersions({
      template: newVersion,
      status: surge,
      lose: ({ kind }) => (kind === "Pod" ? "forbidden" : undefined),
    });
    expect(new Set(versions)).toEqual(new Set([undefined]));
  });
});
