import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import type { ReadScope } from "../../../shared/aggregate/snapshot/queries.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, readManifests, takenAt, widget } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const widgets: Kind = { group: "acme.io", kind: "Widget", plural: "widgets", versions: ["v1"], namespaced: true };
const gadgets: Kind = { ...widgets, kind: "Gadget", plural: "gadgets" };
const configMaps: Kind = { group: "", kind: "ConfigMap", plural: "configmaps", versions: ["v1"], namespaced: true };
const deployments: Kind = {
  group: "apps",
  kind: "Deployment",
  plural: "deployments",
  versions: ["v1"],
  namespaced: true,
};

/** The requests of each wave, as words. */
function wavesOf(objects: readonly Manifest[], scope: ReadScope): readonly (readonly string[])[] {
  return readAsCluster(objects, scope).waves;
}

const ready = [condition("Ready", "True")];
const related = [
  { apiVersion: "acme.io/v1", kind: "Gadget", namespace: "n", name: "g" },
  { apiVersion: "v1", kind: "ConfigMap", namespace: "n", name: "c" },
  { apiVersion: "v1", kind: "Secret", namespace: "n", name: "s" },
  { apiVersion: "v1", kind: "Secret", namespace: "n", name: "t" },
];
const one: ReadScope = { namespace: "n", wanted: [{ kind: widgets, name: "w" }] };

describe("what is read around a CR of an unknown kind", () => {
  test("the kinds it relates to, in one wave; of what can only be there its metadata", () => {
    expect(wavesOf([widget("w", { conditions: ready, relatedObjects: related })], one)).toEqual([
      ["get Widget w in n"],
      ["list Gadget in n", "list ConfigMap in n, metadata"],
    ]);
  });

  test("at most 16 lists of them, and with related all", () => {
    const many = Array.from({ length: 30 }, (_, i) => ({
      apiVersion: "acme.io/v1",
      kind: `K${i}`,
      namespace: "n",
      name: "x",
    }));
    const objects = [widget("w", { conditions: ready, relatedObjects: many })];
    expect(wavesOf(objects, one)[1]).toHaveLength(16);
    expect(wavesOf(objects, { ...one, related: true })[1]).toHaveLength(30);
  });

  test("of several roots nothing, and with related the metadata of all", () => {
    const objects = ["w", "v"].map((name) => widget(name, { conditions: ready, relatedObjects: related }));
    const all: ReadScope = { namespace: "n", wanted: [{ kind: widgets }] };
    expect(wavesOf(objects, all)).toEqual([["list Widget in n"]]);
    expect(wavesOf(objects, { ...all, related: true })[1]).toEqual([
      "list Gadget in n, metadata",
      "list ConfigMap in n, metadata",
    ]);
  });

  test("with tree the metadata of every kind, then in full the kinds of owned objects that can be evaluated", () => {
    const owner = { ownerReferences: [{ apiVersion: "acme.io/v1", kind: "Widget", name: "w", uid: "w" }] };
    const gadget = {
      apiVersion: "acme.io/v1",
      kind: "Gadget",
      metadata: { name: "g", namespace: "n", uid: "g", ...owner },
    };
    const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "n", uid: "c", ...owner } };
    const scope: ReadScope = { ...one, tree: true, kinds: [configMaps, deployments, gadgets] };
    expect(wavesOf([widget("w", { conditions: ready }), gadget, config], scope)).toEqual([
      ["get Widget w in n"],
      ["list ConfigMap in n, metadata", "list Deployment in n, metadata", "list Gadget in n, metadata"],
      ["list Gadget in n"],
    ]);
  });
});

describe("what explains an unhealthy object", () => {
  const certificates: Kind = { ...widgets, group: "cert-manager.io", kind: "Certificate", plural: "certificates" };
  const scope: ReadScope = { namespace: "web", wanted: [{ kind: certificates, name: "shop" }] };
  const read = ["get Certificate shop in web"];

  test("is one list for each step down while the step before is unhealthy, and the events beside it", () => {
    const objects = readManifests("a-challenge-explains-its-certificate");
    expect(wavesOf(objects, scope)).toEqual([
      read,
      ["list CertificateRequest in web", "list Event in web"],
      ["list Order in web"],
      ["list Challenge in web"],
    ]);
    const [certificate = {}] = objects;
    expect(wavesOf([certificate], scope)).toEqual([read, ["list CertificateRequest in web", "list Event in web"]]);
  });

  test("costs nothing where the object is healthy, or one of several", () => {
    const [healthy = {}] = readManifests("a-certificate-is-ready-after-an-old-request-failed");
    expect(wavesOf([healthy], scope)).toEqual([read]);
    const [shop = {}] = readManifests("a-challenge-explains-its-certificate");
    const other = { ...shop, metadata: { ...(shop["metadata"] as Manifest), name: "other", uid: "other" } };
    const all: ReadScope = { namespace: "web", wanted: [{ kind: certificates }] };
    expect(wavesOf([shop, other], all)).toEqual([["list Certificate in web"]]);
  });

  test("is found by its label although the owners in between are not read", () => {
    const [cluster, , machine] = readManifests("a-machine-that-failed-explains-its-cluster");
    const root = reportOf([cluster, machine]).roots.find(({ ref }) => ref.kind === "Cluster");
    expect(root?.causes[0]).toMatchObject({ path: ["prod", "prod-cp-x7k2p"], about: { kind: "Machine" } });
    const clusters: Kind = { ...widgets, group: "cluster.x-k8s.io", kind: "Cluster", plural: "clusters" };
    const wanted = [{ kind: clusters, name: "prod" }];
    expect(wavesOf([cluster ?? {}, machine ?? {}], { namespace: "capi", wanted })).toEqual([
      ["get Cluster prod in capi"],
      ["list Machine in capi with cluster.x-k8s.io/cluster-name=prod", "list Event in capi"],
    ]);
  });
});

test("of a Secret that is named only metadata is read, and it is a root all the same", () => {
  const secrets: Kind = { ...configMaps, kind: "Secret", plural: "secrets" };
  const wanted = [{ kind: secrets, name: "s" }];
  expect(wavesOf([], { namespace: "n", wanted })).toEqual([["get Secret s in n, metadata"]]);
  const object = toObject({ apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "n", uid: "s" } });
  const query: Query = { ...secrets, verb: "get", name: "s", namespace: "n", metadataOnly: true };
  const readings: Reading[] = [{ query, outcome: "found", objects: [object] }];
  const report = aggregate(clusterSnapshot(readings, takenAt), { wanted });
  expect(report.roots).toMatchObject([{ label: "s", verdict: "healthy" }]);
});

describe("what is read around a HyperConverged with related", () => {
  const hyperConverged = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace: "n", uid: "h" },
    status: {
      conditions: [condition("Available", "True")],
      relatedObjects: [
        ...related,
        { apiVersion: "apps/v1", kind: "Deployment", namespace: "n", name: "d" },
        { apiVersion: "apps/v1", kind: "Deployment", namespace: "m", name: "d" },
      ],
    },
  };
  test("what is not listed anyhow, last and as metadata", () => {
    const before = wavesOf([hyperConverged], {});
    const after = wavesOf([hyperConverged], { related: true });
    expect(after.flat().filter((each) => !before.flat().includes(each))).toEqual([
      "list Gadget in n, metadata",
      "list ConfigMap in n, metadata",
      "list Deployment in m, metadata",
    ]);
    expect(after[1]?.slice(-3)).toEqual(after[1]?.filter((each) => each.endsWith("metadata")));
  });

  test("they are not cut where the limit of requests cuts the others", () => {
    const relatedObjects = Array.from({ length: 40 }, (_, i) => ({
      apiVersion: "acme.io/v1",
      kind: `K${i}`,
      namespace: "n",
      name: "x",
    }));
    const status = { ...hyperConverged.status, relatedObjects };
    const asked = wavesOf([{ ...hyperConverged, status }], { related: true }).flat();
    expect(asked.filter((each) => each.startsWith("list K"))).toHaveLength(41);
  });
});
