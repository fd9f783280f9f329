import { describe, expect, test } from "vitest";
import { listWorkloadNamespaces } from "../../shared/aggregate/hco/component-homes.ts";
import { readStandaloneComponent } from "../../shared/aggregate/hco/components.ts";
import { findWorkloads } from "../../shared/aggregate/hco/workloads/find-workloads.ts";
import { listWorkloadsElsewhere, parseWorkloadRefs } from "../../shared/aggregate/hco/workloads/workload-references.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import type { Query, Reading } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { hcoComponents } from "../../shared/tables/components.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";

const here = "kubevirt-hyperconverged";

describe("a message names workloads as its operator writes them", () => {
  const rows: [sentence: string, message: string, names: string[]][] = [
    ["nothing", "All components are ready.", []],
    [
      "CNAO, line by line",
      'DaemonSet "cnv/bridge-marker" is not available (awaiting 2 nodes)\nDeployment "cnv/secondary-dns" is not yet scheduled',
      ["DaemonSet cnv/bridge-marker", "Deployment cnv/secondary-dns"],
    ],
    [
      "SSP, the only resource that is short",
      "Deployment cnv/vm-console-proxy: not ready",
      ["Deployment cnv/vm-console-proxy"],
    ],
    ["SSP of before, without a namespace", "Deployment vm-console-proxy: x", [`Deployment ${here}/vm-console-proxy`]],
    ["another kind is no workload", "ConfigMap cnv/a: text", []],
    ["in the middle of a sentence only in quotes", "see Deployment cnv/a: text", []],
    ["a name that no API server takes", 'Deployment "../a" and DaemonSet "A/b" and Deployment "a/-b"', []],
    ["a very long message", `${'Deployment "'.repeat(5000)} DaemonSet "cnv/x"`, ["DaemonSet cnv/x"]],
  ];
  test.for(rows)("%s", ([, message, names]) => {
    expect(parseWorkloadRefs(message, here).map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`)).toEqual(
      names,
    );
  });
});

const kinds = { Deployment: "deployments", DaemonSet: "daemonsets", KubeVirt: "kubevirts" } as const;

/** A complete list of a kind in one namespace. */
function list(
  kind: keyof typeof kinds,
  names: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): Reading {
  const group = kind === "KubeVirt" ? "kubevirt.io" : "apps";
  const query: Query = {
    verb: "list",
    group,
    kind,
    plural: kinds[kind],
    versions: ["v1"],
    namespaced: true,
    namespace: here,
  };
  const objects = names.map((name) =>
    toObject({ apiVersion: `${group}/v1`, kind, metadata: { name, namespace: here, labels } }),
  );
  return { query, outcome: "found", objects };
}

function index(...readings: Reading[]) {
  return indexSnapshot(clusterSnapshot(readings));
}

function component(name: string, status: object, metadata: object = {}) {
  const row = hcoComponents.find((each) => each.component === name);
  if (row === undefined) throw new Error(name);
  const apiVersion = `${row.group}/v1`;
  return readStandaloneComponent(
    row,
    toObject({ apiVersion, kind: row.kind, metadata: { name: "x", ...metadata }, status }),
  );
}

const labelComponent = (value: string) => ({ "app.kubernetes.io/component": value });
const generationOf = (name: string, resource = "deployments", group = "apps") => ({
  group,
  resource,
  namespace: here,
  name,
});

describe("the ways from a component to its workloads", () => {
  const findWorkloadNames = (name: string, status: object, ...readings: Reading[]): string[] =>
    findWorkloads(component(name, status), index(...readings), [here]).map(
      ({ ref, outcome }) => `${ref.name} ${outcome}`,
    );

  test("come in their order, each workload by the first way only, its operator last", () => {
    const status = { generations: [generationOf("virt-controller"), generationOf("virt-handler", "daemonsets")] };
    const names = ["virt-operator", "virt-api", "virt-controller", "virt-exportproxy"];
    const readings = [list("Deployment", names, labelComponent("compute")), list("DaemonSet", ["virt-handler"])];
    expect(findWorkloadNames("KubeVirt", status, ...readings)).toEqual([
      "virt-controller found",
      "virt-handler found",
      "virt-api found",
      "virt-exportproxy found",
      "virt-operator found",
    ]);
  });

  test("by the table where nothing carries a label", () => {
    expect(findWorkloadNames("CDI", {}, list("Deployment", ["cdi-operator", "cdi-deployment", "mine"]))).toEqual([
      "cdi-deployment found",
      "cdi-operator found",
    ]);
  });

  test("what the component lists is absent only where the list says so for certain", () => {
    const status = { generations: [generationOf("virt-api"), generationOf("virt-handler", "daemonsets")] };
    expect(findWorkloadNames("KubeVirt", status, list("Deployment", []))).toEqual(["virt-api absent"]);
  });

  test("what only the table names and is not there is not invented", () => {
    expect(findWorkloadNames("CDI", {}, list("Deployment", []))).toEqual([]);
  });

  test("entries of other kinds, and nonsense, name nothing", () => {
    const generations = [generationOf("crd", "customresourcedefinitions", "apiextensions.k8s.io"), 7, null, "x"];
    expect(findWorkloadNames("KubeVirt", { generations }, list("Deployment", []))).toEqual([]);
    expect(
      findWorkloadNames("NetworkAddonsConfig", { containers: { parentKind: "DaemonSet" } }, list("DaemonSet", [])),
    ).toEqual([]);
  });

  test("CNAO's containers name their parents, each once", () => {
    const containers = ["a", "b"].map((name) => ({ parentKind: "DaemonSet", parentName: "multus", name }));
    expect(findWorkloadNames("NetworkAddonsConfig", { containers }, list("DaemonSet", ["multus"]))).toEqual([
      "multus found",
    ]);
  });

  test("the hostpath provisioner carries the label of CDI and is none of it", () => {
    const names = ["hostpath-provisioner-operator", "cdi-apiserver"];
    expect(findWorkloadNames("CDI", {}, list("Deployment", names, labelComponent("storage")))).toEqual([
      "cdi-apiserver found",
    ]);
  });

  test("another namespace is distinguished", () => {
    const conditions = [{ type: "Progressing", status: "True", message: 'DaemonSet "away/multus" is not available' }];
    expect(
      listWorkloadsElsewhere(component("NetworkAddonsConfig", { conditions }), [here]).map(
        ({ namespace }) => namespace,
      ),
    ).toEqual(["away"]);
  });
});

describe("a component on its own has its workloads", () => {
  test("beside a HyperConverged, where no KubeVirt was seen", () => {
    const query: Query = {
      verb: "list",
      group: "hco.kubevirt.io",
      kind: "HyperConverged",
      plural: "hyperconvergeds",
      versions: ["v1"],
      namespaced: true,
    };
    const root = toObject({
      apiVersion: "hco.kubevirt.io/v1",
      kind: "HyperConverged",
      metadata: { name: "kubevirt-hyperconverged", namespace: here },
    });
    const found = index({ query, outcome: "found", objects: [root] });
    expect(listWorkloadNamespaces(component("CDI", {}, { name: "cdi-kubevirt-hyperconverged" }), found)).toEqual([
      here,
    ]);
    expect(listWorkloadNamespaces(component("AAQ", {}, { name: "somebody-elses" }), found)).toEqual(["aaq", here]);
  });

  test("beside its CR", () => {
    expect(listWorkloadNamespaces(component("KubeVirt", {}, { namespace: "kubevirt" }), index())).toEqual(["kubevirt"]);
  });
  test("where its manifests put it, and beside KubeVirt", () => {
    expect(
      listWorkloadNamespaces(component("CDI", {}, { name: "cdi" }), index(list("KubeVirt", ["kubevirt"]))),
    ).toEqual(["cdi", here]);
  });
  test("only beside KubeVirt where a HyperConverged has made it", () => {
    const left = component("CDI", {}, { name: "cdi-kubevirt-hyperconverged" });
    expect(listWorkloadNamespaces(left, index(list("KubeVirt", ["kubevirt"])))).toEqual([here]);
    expect(listWorkloadNamespaces(left, index())).toEqual(["cdi"]);
  });
});
