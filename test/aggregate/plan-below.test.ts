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

/** What a cluster that holds these objects is asked, wave by wave; every other list is empty. */
function waves(given: readonly Manifest[], scope: ReadScope = {}): string[][] {
  const objects = given.map(toObject);
  const readings: Reading[] = [];
  const all: string[][] = [];
  for (;;) {
    const snapshot = clusterSnapshot([...readings], takenAt);
    const queries = planReads(snapshot, scope).filter(
      (query) => !readings.some((each) => isSameQuery(each.query, query)),
    );
    if (queries.length === 0) return all;
    all.push(
      queries.map(({ plural, namespace: place = "", labelSelector = "" }) =>
        [plural, place === home ? "" : place, labelSelector].filter((part) => part !== "").join(" "),
      ),
    );
    readings.push(...queries.map((query) => answer(query, objects)));
  }
}

function isSameQuery(a: Query, b: Query): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function answer(query: Query, objects: readonly KubeObject[]): Reading {
  const own = objects.filter(
    ({ ref }) => ref.kind === query.kind && (query.namespace === undefined || query.namespace === ref.namespace),
  );
  return { query, outcome: "found", objects: own };
}

const conditions = (available: string, message = ""): readonly Manifest[] => [
  condition("Available", available, "", message),
  ...goodConditions().slice(1),
];
const kubeVirt = (available: string): Manifest => component("KubeVirt", conditions(available));
const cdi = (available: string, message = ""): Manifest => component("CDI", conditions(available, message));
const operator = deployment("hco-operator", 1);
const healthyObjects = [hyperConverged(), kubeVirt("True"), cdi("True"), operator];
const unhealthyObjects = [hyperConverged(), kubeVirt("True"), cdi("False"), operator];

const below = ["replicasets", "pods"];
/** Which pods are of interest is known once the workloads are read. */
const inTurn = [["replicasets"], ["pods"]];

describe("what lies below the components is requested", () => {
  test("nothing below the components is requested where everything is healthy", () => {
    expect(waves(healthyObjects).map((wave) => wave.length)).toEqual([5, 11]);
    expect(waves(healthyObjects, { namespace: home }).map((wave) => wave.length)).toEqual([16]);
  });

  test("together with what is due anyway, and the pods after it, where a component was unhealthy at first", () => {
    const [first, second, ...others] = waves(unhealthyObjects);
    expect([first?.length, second?.slice(11), others]).toEqual([5, inTurn[0], [inTurn[1]]]);
  });

  test("in a second wave where everything else came in the first", () => {
    const [first, second, ...others] = waves(unhealthyObjects, { namespace: home });
    expect([first?.length, second, others]).toEqual([16, below, []]);
  });

  test("where a component that reports healthy has a workload that lacks pods", () => {
    expect(waves([...healthyObjects, deployment("cdi-deployment", 0)]).at(-1)).toEqual(below);
    expect(waves([...healthyObjects, deployment("cdi-deployment", 1)])).toHaveLength(2);
  });

  test("where the webhook is down, or the CR itself says that something is", () => {
    expect(waves([...healthyObjects, deployment("hco-webhook", 0)]).at(-1)).toEqual(below);
    const bad = hyperConverged({ conditions: [condition("Degraded", "True")] });
    const asked = waves([bad, ...healthyObjects.slice(1)]);
    expect([asked[1]?.slice(11), ...asked.slice(2)]).toEqual(inTurn);
  });

  test("everywhere with --deep", () => {
    const asked = waves(healthyObjects, { deep: true });
    expect([asked[1]?.slice(11), ...asked.slice(2)]).toEqual(inTurn);
  });

  test("in other namespaces only where the component names workloads there, and last", () => {
    const message = 'DaemonSet "away/multus" is not available (awaiting 2 nodes)';
    const network = component("NetworkAddonsConfig", conditions("False", message));
    const [, asked = [], ...others] = waves([...healthyObjects, network]);
    expect(asked.slice(11)).toEqual(["replicasets"]);
    expect(others).toEqual([["pods", "daemonsets away", "replicasets away", "pods away", "events away"]]);
  });

  test("within 26 requests, however many namespaces are named", () => {
    const names = Array.from({ length: 50 }, (_, place) => `Deployment "n${place}/a" is not available`).join("\n");
    const asked = waves([hyperConverged(), kubeVirt("True"), cdi("False", names)]);
    expect(asked.flat()).toHaveLength(26);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  test("the objects that a pod waits for are requested once the pods were read", () => {
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
    const pod = object("v1", "Pod", "p", body, ownedMetadata("ReplicaSet", "cdi-deployment-1"));
    const set = {
      ...deployment("cdi-deployment-1", 0, 1, ownedMetadata("Deployment", "cdi-deployment")),
      kind: "ReplicaSet",
    };
    const asked = waves([...unhealthyObjects, deployment("cdi-deployment", 0), set, pod]);
    expect(asked.map((wave) => wave.length).slice(0, 3)).toEqual([5, 12, 1]);
    expect(asked[3]).toContain("persistentvolumeclaims");
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

/** A Deployment that selects its pods by these labels. */
const deploymentSelecting = (name: string, ready: number, matchLabels: object) => {
  const plain = deployment(name, ready);
  return { ...plain, spec: { ...(plain["spec"] as Manifest), selector: { matchLabels } } };
};

describe("pods are requested by the labels of unhealthy workloads", () => {
  const byApp = (name: string, ready = 0) => deploymentSelecting(name, ready, { "cdi.kubevirt.io": name });
  const rows: [sentence: string, objects: readonly Manifest[], pods: readonly string[]][] = [
    [
      "of the one that lacks pods",
      [...unhealthyObjects, byApp("cdi-deployment"), byApp("cdi-apiserver", 1)],
      ["cdi.kubevirt.io=cdi-deployment"],
    ],
    [
      "of two with a label of the same name in one list",
      [...unhealthyObjects, byApp("cdi-deployment"), byApp("cdi-apiserver")],
      ["cdi.kubevirt.io in (cdi-apiserver,cdi-deployment)"],
    ],
    [
      "of two with labels of other names by one that leaves out virtual machines",
      [...unhealthyObjects, byApp("cdi-deployment"), deploymentSelecting("cdi-operator", 0, { name: "cdi-operator" })],
      ["kubevirt.io notin (virt-launcher)"],
    ],
    [
      "of all workloads of a component that reports a problem while none of them lacks pods",
      [...unhealthyObjects, byApp("cdi-deployment", 1), byApp("cdi-apiserver", 1)],
      ["cdi.kubevirt.io in (cdi-apiserver,cdi-deployment)"],
    ],
    [
      "of all pods where one of them has no labels",
      [...unhealthyObjects, byApp("cdi-apiserver"), deployment("cdi-deployment", 0)],
      [""],
    ],
    ["of all pods where nothing is known to lack any", [...unhealthyObjects], [""]],
  ];
  test.for(rows)("%s", ([, objects, selectors]) => {
    const asked = waves(objects).flat();
    const pods = asked.filter((place) => /^pods\b/.test(place));
    expect(pods).toEqual(selectors.map((selector) => `pods ${selector}`.trimEnd()));
  });
});

describe("a component on its own", () => {
  test("its workloads are requested in its own namespace, and what is below them where it is unhealthy", () => {
    const plansOfOneComponent = (available: string) => waves([kubeVirt(available)]).flat();
    expect(plansOfOneComponent("True")).toEqual(expect.arrayContaining(["deployments", "events"]));
    expect(plansOfOneComponent("True")).not.toContain("pods");
    expect(plansOfOneComponent("False")).toEqual(expect.arrayContaining(["deployments", "events", ...below]));
  });
});
