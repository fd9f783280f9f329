import { describe, expect, test } from "vitest";
import { planReads, type ReadScope } from "../../shared/aggregate/read-plan.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Query, Reading } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";
import {
  component,
  condition,
  deployment,
  goodConditions,
  namespace as home,
  hyperConverged,
  type Manifest,
  object,
  ownedMetadata,
  takenAt,
} from "./installation.ts";

/**
 * The requests to a cluster with these objects, wave by wave: `pods`, `pods away` of another namespace, `pods app=web` with
 * a selector.
 */
function listWaves(manifests: readonly Manifest[], scope: ReadScope = {}): string[][] {
  const objects = manifests.map(toObject);
  const readings: Reading[] = [];
  const waves: string[][] = [];
  for (;;) {
    const requested = new Set(readings.map(({ query }) => JSON.stringify(query)));
    const plan = planReads(clusterSnapshot([...readings], takenAt), scope);
    const queries = plan.filter((query) => !requested.has(JSON.stringify(query)));
    if (queries.length === 0) return waves;
    waves.push(queries.map(describeQuery));
    readings.push(...queries.map((query) => answerQuery(query, objects)));
  }
}

function describeQuery({ plural, namespace = "", labelSelector = "" }: Query): string {
  const otherNamespace = namespace === home ? "" : namespace;
  return [plural, otherNamespace, labelSelector].filter((part) => part !== "").join(" ");
}

function answerQuery(query: Query, objects: readonly KubeObject[]): Reading {
  const found = objects.filter(
    ({ ref }) => ref.kind === query.kind && (query.namespace === undefined || query.namespace === ref.namespace),
  );
  return { query, outcome: "found", objects: found };
}

function buildConditions(available: string, message = ""): readonly Manifest[] {
  return [condition("Available", available, "", message), ...goodConditions().slice(1)];
}

const buildKubeVirt = (available: string): Manifest => component("KubeVirt", buildConditions(available));
const buildCdi = (available: string, message = ""): Manifest => component("CDI", buildConditions(available, message));
const operator = deployment("hco-operator", 1);
const healthyObjects = [hyperConverged(), buildKubeVirt("True"), buildCdi("True"), operator];
const unhealthyObjects = [hyperConverged(), buildKubeVirt("True"), buildCdi("False"), operator];

describe("the plan requests what lies below unhealthy components", () => {
  test("nothing below the components is requested where everything is healthy", () => {
    expect(listWaves(healthyObjects).map((wave) => wave.length)).toEqual([5, 11]);
    expect(listWaves(healthyObjects, { namespace: home }).map((wave) => wave.length)).toEqual([16]);
  });

  test("ReplicaSets are requested with the second wave, and pods in a third, where a component is unhealthy", () => {
    const [first, second, ...others] = listWaves(unhealthyObjects);
    expect(first).toHaveLength(5);
    expect(second?.slice(11)).toEqual(["replicasets"]);
    expect(others).toEqual([["pods"]]);
  });

  test("ReplicaSets and pods are requested in a second wave where one namespace was requested in the first", () => {
    const [first, second, ...others] = listWaves(unhealthyObjects, { namespace: home });
    expect(first).toHaveLength(16);
    expect(second).toEqual(["replicasets", "pods"]);
    expect(others).toEqual([]);
  });

  test("pods are requested where a Deployment of a healthy component lacks pods", () => {
    const waves = listWaves([...healthyObjects, deployment("cdi-deployment", 0)]);
    expect(waves.at(-1)).toEqual(["replicasets", "pods"]);
  });

  test("no pods are requested where a Deployment of a healthy component has all its pods", () => {
    expect(listWaves([...healthyObjects, deployment("cdi-deployment", 1)])).toHaveLength(2);
  });

  test("pods are requested where the webhook of HCO is down", () => {
    const waves = listWaves([...healthyObjects, deployment("hco-webhook", 0)]);
    expect(waves.at(-1)).toEqual(["replicasets", "pods"]);
  });

  test("ReplicaSets and then pods are requested where only the HyperConverged is degraded", () => {
    const degraded = hyperConverged({ conditions: [condition("Degraded", "True")] });
    const [, second, ...others] = listWaves([degraded, ...healthyObjects.slice(1)]);
    expect(second?.slice(11)).toEqual(["replicasets"]);
    expect(others).toEqual([["pods"]]);
  });

  test("pods are requested with --deep where everything is healthy", () => {
    const [, second, ...others] = listWaves(healthyObjects, { deep: true });
    expect(second?.slice(11)).toEqual(["replicasets"]);
    expect(others).toEqual([["pods"]]);
  });

  test("workloads and pods in another namespace are requested last where a component names a DaemonSet there", () => {
    const message = 'DaemonSet "away/multus" is not available (awaiting 2 nodes)';
    const network = component("NetworkAddonsConfig", buildConditions("False", message));
    const [, second, ...others] = listWaves([...healthyObjects, network]);
    expect(second?.slice(11)).toEqual(["replicasets"]);
    expect(others).toEqual([["pods", "daemonsets away", "replicasets away", "pods away", "events away"]]);
  });

  test("at most 26 objects are requested, however many namespaces a component names", () => {
    const lines = Array.from({ length: 50 }, (_, index) => `Deployment "namespace-${index}/web" is not available`);
    const waves = listWaves([hyperConverged(), buildKubeVirt("True"), buildCdi("False", lines.join("\n"))]);
    expect(waves.flat()).toHaveLength(26);
    expect(waves.length).toBeLessThanOrEqual(4);
  });

  test("the claims of a pod that waits for its volumes are requested after the pods", () => {
    const body = {
      spec: {
        nodeName: "node01",
        containers: [{ name: "c" }],
        volumes: [{ persistentVolumeClaim: { claimName: "data" } }],
      },
      status: {
        phase: "Pending",
        conditions: [{ type: "PodScheduled", status: "True", lastTransitionTime: "2026-11-21T11:00:00Z" }],
        containerStatuses: [{ name: "c", state: { waiting: { reason: "ContainerCreating" } } }],
      },
    };
    const pod = object("v1", "Pod", "cdi-deployment-1-abcde", body, ownedMetadata("ReplicaSet", "cdi-deployment-1"));
    const replicaSet = {
      ...deployment("cdi-deployment-1", 0, 1, ownedMetadata("Deployment", "cdi-deployment")),
      kind: "ReplicaSet",
    };
    const waves = listWaves([...unhealthyObjects, deployment("cdi-deployment", 0), replicaSet, pod]);
    expect(waves.map((wave) => wave.length).slice(0, 3)).toEqual([5, 12, 1]);
    expect(waves[3]).toContain("persistentvolumeclaims");
    expect(waves).toHaveLength(4);
  });
});

describe("pods are requested by the labels of unhealthy workloads", () => {
  /** A Deployment of one pod that selects it by these labels. */
  function buildDeployment(name: string, readyPods: number, matchLabels: object = { "cdi.kubevirt.io": name }) {
    return { ...deployment(name, readyPods), spec: { replicas: 1, selector: { matchLabels } } };
  }

  const rows: readonly {
    readonly rule: string;
    readonly objects: readonly Manifest[];
    readonly selectors: readonly string[];
  }[] = [
    {
      rule: "the pods of a Deployment that lacks pods are requested by its labels",
      objects: [...unhealthyObjects, buildDeployment("cdi-deployment", 0), buildDeployment("cdi-apiserver", 1)],
      selectors: ["cdi.kubevirt.io=cdi-deployment"],
    },
    {
      rule: "the pods of two Deployments with labels of one name are requested together",
      objects: [...unhealthyObjects, buildDeployment("cdi-deployment", 0), buildDeployment("cdi-apiserver", 0)],
      selectors: ["cdi.kubevirt.io in (cdi-apiserver,cdi-deployment)"],
    },
    {
      rule: "all pods but virtual machines are requested where two Deployments have labels of different names",
      objects: [
        ...unhealthyObjects,
        buildDeployment("cdi-deployment", 0),
        buildDeployment("cdi-operator", 0, { name: "cdi-operator" }),
      ],
      selectors: ["kubevirt.io notin (virt-launcher)"],
    },
    {
      rule: "the pods of all Deployments are requested where an unhealthy component lacks no pods",
      objects: [...unhealthyObjects, buildDeployment("cdi-deployment", 1), buildDeployment("cdi-apiserver", 1)],
      selectors: ["cdi.kubevirt.io in (cdi-apiserver,cdi-deployment)"],
    },
    {
      rule: "all pods are requested where an unhealthy Deployment has no labels",
      objects: [...unhealthyObjects, buildDeployment("cdi-apiserver", 0), deployment("cdi-deployment", 0)],
      selectors: [""],
    },
    {
      rule: "all pods are requested where no Deployment is known to lack pods",
      objects: [...unhealthyObjects],
      selectors: [""],
    },
  ];
  test.for(rows)("$rule", ({ objects, selectors }) => {
    const requestsOfPods = listWaves(objects)
      .flat()
      .filter((request) => /^pods\b/.test(request));
    expect(requestsOfPods).toEqual(selectors.map((selector) => `pods ${selector}`.trimEnd()));
  });
});

test("the workloads of a healthy KubeVirt without a HyperConverged are requested, and no pods", () => {
  const requests = listWaves([buildKubeVirt("True")]).flat();
  expect(requests).toEqual(expect.arrayContaining(["deployments", "events"]));
  expect(requests).not.toContain("pods");
});

test("the workloads and pods of an unhealthy KubeVirt without a HyperConverged are requested", () => {
  const requests = listWaves([buildKubeVirt("False")]).flat();
  expect(requests).toEqual(expect.arrayContaining(["deployments", "events", "replicasets", "pods"]));
});
