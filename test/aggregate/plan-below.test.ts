import { describe, expect, test } from "vitest";
import { planReads, type ReadScope } from "../../shared/aggregate/read-plan.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";

const here = "kubevirt-hyperconverged";
const takenAt = "2026-11-21T12:00:00Z";

type Objects = readonly { readonly kind: string; readonly metadata: { readonly namespace?: string } }[];

/** What a cluster that holds these objects is asked, wave by wave; every other list is empty. */
function waves(objects: Objects, scope: ReadScope = {}): string[][] {
  const readings: Reading[] = [];
  const all: string[][] = [];
  for (;;) {
    const snapshot: Snapshot = {
      source: { kind: "cluster", name: "test" },
      takenAt,
      readings: [...readings],
      damage: [],
    };
    const queries = planReads(snapshot, scope).filter((query) => !readings.some((each) => same(each.query, query)));
    if (queries.length === 0) return all;
    all.push(
      queries.map(({ plural, namespace = "" }) => `${plural}${namespace === here ? "" : ` ${namespace}`}`.trimEnd()),
    );
    readings.push(...queries.map((query) => answer(query, objects)));
  }
}

function same(a: Query, b: Query): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function answer(query: Query, objects: Objects): Reading {
  const own = objects.filter(({ kind, metadata }) => {
    const { namespace } = metadata;
    return kind === query.kind && (query.namespace === undefined || query.namespace === namespace);
  });
  return { query, outcome: "found", objects: own.map(toObject) };
}

const conditions = (available: string, message = ""): object[] => [
  { type: "Available", status: available, message },
  { type: "Progressing", status: "False" },
  { type: "Degraded", status: "False" },
];

const said = (kind: string, apiVersion: string, name: string, status: object, namespace?: string) => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  status,
});

const hyperConverged = said("HyperConverged", "hco.kubevirt.io/v1", here, {}, here);
const kubeVirt = (status: object) =>
  said("KubeVirt", "kubevirt.io/v1", "kubevirt-kubevirt-hyperconverged", status, here);
const cdi = (available: string, message = "") =>
  said("CDI", "cdi.kubevirt.io/v1beta1", "cdi-kubevirt-hyperconverged", { conditions: conditions(available, message) });

const deployment = (name: string, ready: number) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: here, uid: name },
  spec: { replicas: 1 },
  status: { replicas: 1, updatedReplicas: 1, ...(ready > 0 ? { readyReplicas: ready, availableReplicas: ready } : {}) },
});

const operator = deployment("hco-operator", 1);
const well = [hyperConverged, kubeVirt({ conditions: conditions("True") }), cdi("True"), operator];
const sick = [hyperConverged, kubeVirt({ conditions: conditions("True") }), cdi("False"), operator];

const below = ["replicasets", "pods"];

describe("what lies below the components is asked for", () => {
  test("not at all where all is well", () => {
    expect(waves(well).map((wave) => wave.length)).toEqual([5, 11]);
    expect(waves(well, { namespace: here }).map((wave) => wave.length)).toEqual([16]);
  });

  test("together with what is due anyway, where a component was seen unwell in the first wave", () => {
    const [first, second, ...others] = waves(sick);
    expect([first?.length, second?.slice(11), others]).toEqual([5, below, []]);
  });

  test("in a second wave where everything else came in the first", () => {
    const [first, second, ...others] = waves(sick, { namespace: here });
    expect([first?.length, second, others]).toEqual([16, below, []]);
  });

  test("where a workload of a component that says it is well is short", () => {
    expect(waves([...well, deployment("cdi-deployment", 0)]).at(-1)).toEqual(below);
    expect(waves([...well, deployment("cdi-deployment", 1)])).toHaveLength(2);
  });

  test("where the webhook is down, or the CR itself says that something is", () => {
    expect(waves([...well, deployment("hco-webhook", 0)]).at(-1)).toEqual(below);
    const bad = { ...hyperConverged, status: { conditions: [{ type: "Degraded", status: "True" }] } };
    expect(waves([bad, ...well.slice(1)])[1]?.slice(11)).toEqual(below);
  });

  test("everywhere with --deep", () => {
    expect(waves(well, { deep: true })[1]?.slice(11)).toEqual(below);
  });

  test("in other namespaces only where the component names workloads there, and last", () => {
    const message = 'DaemonSet "away/multus" is not available (awaiting 2 nodes)';
    const network = said("NetworkAddonsConfig", "networkaddonsoperator.network.kubevirt.io/v1", "cluster", {
      conditions: conditions("False", message),
    });
    const asked = waves([...well, network])[1] ?? [];
    expect(asked.slice(11)).toEqual([...below, "daemonsets away", "replicasets away", "pods away", "events away"]);
  });

  test("within 26 requests, however many namespaces are named", () => {
    const names = Array.from({ length: 50 }, (_, place) => `Deployment "n${place}/a" is not available`).join("\n");
    const asked = waves([hyperConverged, kubeVirt({ conditions: conditions("True") }), cdi("False", names)]);
    expect(asked.flat()).toHaveLength(26);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  test("and what a pod waits for once the pods were read", () => {
    const owner = (kind: string, name: string) => [{ apiVersion: "apps/v1", kind, name, uid: name, controller: true }];
    const set = { ...deployment("cdi-deployment-1", 0), kind: "ReplicaSet" };
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p", namespace: here, uid: "p", ownerReferences: owner("ReplicaSet", "cdi-deployment-1") },
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
    const owned = { ...set, metadata: { ...set.metadata, ownerReferences: owner("Deployment", "cdi-deployment") } };
    const asked = waves([...sick, deployment("cdi-deployment", 0), owned, pod]);
    expect(asked.map((wave) => wave.length).slice(0, 2)).toEqual([5, 13]);
    expect(asked[2]).toContain("persistentvolumeclaims");
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

describe("a component on its own", () => {
  test("is asked for its workloads where it is at home, and below them where it is not well", () => {
    const alone = (available: string) => waves([kubeVirt({ conditions: conditions(available) })]).flat();
    expect(alone("True")).toEqual(expect.arrayContaining(["deployments", "events"]));
    expect(alone("True")).not.toContain("pods");
    expect(alone("False")).toEqual(expect.arrayContaining(["deployments", "events", ...below]));
  });
});
