import { describe, expect, test } from "vitest";
import { listWorkloadNamespaces } from "../../../../shared/aggregate/hco/component-homes.ts";
import { type HcoComponent, readStandaloneComponent } from "../../../../shared/aggregate/hco/components.ts";
import { findWorkloads } from "../../../../shared/aggregate/hco/workloads/find-workloads.ts";
import {
  listNamedWorkloads,
  listWorkloadsElsewhere,
} from "../../../../shared/aggregate/hco/workloads/workload-references.ts";
import { indexSnapshot } from "../../../../shared/aggregate/snapshot/object-index.ts";
import { listQuery } from "../../../../shared/aggregate/snapshot/queries.ts";
import type { Kind } from "../../../../shared/model/kind.ts";
import type { Reading } from "../../../../shared/model/snapshot.ts";
import { toObject } from "../../../../shared/parse/kube-object.ts";
import { deploymentKind, hcoProfile } from "../../../../shared/profiles/hco/profile.ts";
import { daemonSets } from "../../../../shared/profiles/hco/workloads.ts";
import { hcoComponents } from "../../../../shared/tables/components.ts";
import { clusterSnapshot } from "../../cluster-snapshot.ts";

const here = "kubevirt-hyperconverged";

/** A complete list of a kind in one namespace. */
function list(kind: Kind, names: readonly string[], labels: Readonly<Record<string, string>> = {}): Reading {
  const objects = names.map((name) =>
    toObject({ apiVersion: `${kind.group}/v1`, kind: kind.kind, metadata: { name, namespace: here, labels } }),
  );
  return { query: listQuery(kind, here), outcome: "found", objects };
}

function rowOf(name: string): (typeof hcoComponents)[number] {
  const row = hcoComponents.find(({ component }) => component === name);
  if (row === undefined) throw new Error(name);
  return row;
}

function component(name: string, status: object, metadata: object = {}): HcoComponent {
  const row = rowOf(name);
  const apiVersion = `${row.group}/v1`;
  return readStandaloneComponent(
    row,
    toObject({ apiVersion, kind: row.kind, metadata: { name: "x", ...metadata }, status }),
  );
}

describe("a component names workloads in the messages of its conditions", () => {
  test.for<readonly [rule: string, message: string, workloads: readonly string[]]>([
    ["a message about something else names none", "All components are ready.", []],
    [
      "NetworkAddonsConfig names one in each line",
      'DaemonSet "cnv/bridge-marker" is not available (awaiting 2 nodes)\nDeployment "cnv/secondary-dns" is not yet scheduled',
      ["DaemonSet cnv/bridge-marker", "Deployment cnv/secondary-dns"],
    ],
    [
      "SSP names the one that is not ready",
      "Deployment cnv/vm-console-proxy: not ready",
      ["Deployment cnv/vm-console-proxy"],
    ],
    [
      "an older SSP names it without a namespace",
      "Deployment vm-console-proxy: x",
      [`Deployment ${here}/vm-console-proxy`],
    ],
    ["an object of another kind is no workload", "ConfigMap cnv/a: text", []],
    ["a name in the middle of a sentence needs quotes", "see Deployment cnv/a: text", []],
    ["a name that no API server accepts is none", 'Deployment "../a" and DaemonSet "A/b" and Deployment "a/-b"', []],
    [
      "a very long message is read in a moment",
      `${'Deployment "'.repeat(5000)} DaemonSet "cnv/x"`,
      ["DaemonSet cnv/x"],
    ],
  ])("%s", ([, message, workloads]) => {
    const named = component("SSP", { conditions: [{ type: "Available", status: "False", message }] });
    expect(listNamedWorkloads(named, here).map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`)).toEqual(
      workloads,
    );
  });

  test("a workload in another namespace is listed as such", () => {
    const conditions = [{ type: "Progressing", status: "True", message: 'DaemonSet "away/multus" is not available' }];
    const elsewhere = listWorkloadsElsewhere(component("NetworkAddonsConfig", { conditions }), [here]);
    expect(elsewhere.map(({ namespace }) => namespace)).toEqual(["away"]);
  });
});

describe("the workloads of a component are found in several ways", () => {
  const labelComponent = (value: string) => ({ "app.kubernetes.io/component": value });
  const generationOf = (name: string, resource = "deployments", group = "apps") => ({
    group,
    resource,
    namespace: here,
    name,
  });
  const handler = generationOf("virt-handler", "daemonsets");
  const multus = ["a", "b"].map((name) => ({ parentKind: "DaemonSet", parentName: "multus", name }));

  test.for<
    readonly [rule: string, name: string, status: object, readings: readonly Reading[], workloads: readonly string[]]
  >([
    [
      "each once, first those of the status, then those with its label, and its operator last",
      "KubeVirt",
      { generations: [generationOf("virt-controller"), handler] },
      [
        list(
          deploymentKind,
          ["virt-operator", "virt-api", "virt-controller", "virt-exportproxy"],
          labelComponent("compute"),
        ),
        list(daemonSets, ["virt-handler"]),
      ],
      [
        "virt-controller found",
        "virt-handler found",
        "virt-api found",
        "virt-exportproxy found",
        "virt-operator found",
      ],
    ],
    [
      "by the names of the table where none has a label",
      "CDI",
      {},
      [list(deploymentKind, ["cdi-operator", "cdi-deployment", "mine"])],
      ["cdi-deployment found", "cdi-operator found"],
    ],
    [
      "a workload of the status is absent only where its list was read",
      "KubeVirt",
      { generations: [generationOf("virt-api"), handler] },
      [list(deploymentKind, [])],
      ["virt-api absent"],
    ],
    ["a workload that only the table names may not exist", "CDI", {}, [list(deploymentKind, [])], []],
    [
      "other kinds and malformed entries of generations are no workloads",
      "KubeVirt",
      { generations: [generationOf("crd", "customresourcedefinitions", "apiextensions.k8s.io"), 7, null, "x"] },
      [list(deploymentKind, [])],
      [],
    ],
    [
      "containers that are no list name none",
      "NetworkAddonsConfig",
      { containers: { parentKind: "DaemonSet" } },
      [list(daemonSets, [])],
      [],
    ],
    [
      "the containers of NetworkAddonsConfig name their parents, each once",
      "NetworkAddonsConfig",
      { containers: multus },
      [list(daemonSets, ["multus"])],
      ["multus found"],
    ],
    [
      "the hostpath provisioner has the label of CDI and is no part of it",
      "CDI",
      {},
      [list(deploymentKind, ["hostpath-provisioner-operator", "cdi-apiserver"], labelComponent("storage"))],
      ["cdi-apiserver found"],
    ],
  ])("%s", ([, name, status, readings, workloads]) => {
    const lookups = findWorkloads(component(name, status), indexSnapshot(clusterSnapshot([...readings])), [here]);
    expect(lookups.map(({ ref, outcome }) => `${ref.name} ${outcome}`)).toEqual(workloads);
  });
});

describe("the workloads of a component without a HyperConverged lie", () => {
  const hyperConverged: Reading = {
    query: listQuery(hcoProfile.root),
    outcome: "found",
    objects: [
      toObject({
        apiVersion: "hco.kubevirt.io/v1",
        kind: "HyperConverged",
        metadata: { name: "kubevirt-hyperconverged", namespace: here },
      }),
    ],
  };
  const kubeVirt = list(rowOf("KubeVirt"), ["kubevirt"]);
  test.for<
    readonly [rule: string, name: string, metadata: object, readings: readonly Reading[], namespaces: readonly string[]]
  >([
    ["in the namespace of its CR", "KubeVirt", { namespace: "kubevirt" }, [], ["kubevirt"]],
    [
      "beside a HyperConverged, which gave it its name",
      "CDI",
      { name: "cdi-kubevirt-hyperconverged" },
      [hyperConverged],
      [here],
    ],
    [
      "in the namespace of its manifests or beside a HyperConverged, which did not",
      "AAQ",
      { name: "aaq-of-a-user" },
      [hyperConverged],
      ["aaq", here],
    ],
    ["in the namespace of its manifests or beside KubeVirt", "CDI", { name: "cdi" }, [kubeVirt], ["cdi", here]],
    [
      "beside KubeVirt, where a HyperConverged gave it its name",
      "CDI",
      { name: "cdi-kubevirt-hyperconverged" },
      [kubeVirt],
      [here],
    ],
    [
      "in the namespace of its manifests, where nothing else was read",
      "CDI",
      { name: "cdi-kubevirt-hyperconverged" },
      [],
      ["cdi"],
    ],
  ])("%s", ([, name, metadata, readings, namespaces]) => {
    const index = indexSnapshot(clusterSnapshot([...readings]));
    expect(listWorkloadNamespaces(component(name, {}, metadata), index)).toEqual(namespaces);
  });
});
