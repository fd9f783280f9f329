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

/** The requests of each wave: `get Widget web in n`. */
function listWaves(objects: readonly Manifest[], scope: ReadScope): readonly (readonly string[])[] {
  return readAsCluster(objects, scope).waves;
}

const ready = [condition("Ready", "True")];
const related = [
  { apiVersion: "acme.io/v1", kind: "Gadget", namespace: "n", name: "g" },
  { apiVersion: "v1", kind: "ConfigMap", namespace: "n", name: "c" },
  { apiVersion: "v1", kind: "Secret", namespace: "n", name: "s" },
  { apiVersion: "v1", kind: "Secret", namespace: "n", name: "t" },
];
const scopeOfWidget: ReadScope = { namespace: "n", wanted: [{ kind: widgets, name: "w" }] };

/** References to objects of so many kinds. */
function listRelatedOfKinds(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: "acme.io/v1",
    kind: `K${index}`,
    namespace: "n",
    name: "x",
  }));
}

describe("the plan for a CR of an unknown kind requests its related objects", () => {
  test("the kinds of related objects are requested in one wave, those without a status as metadata", () => {
    expect(listWaves([widget("w", { conditions: ready, relatedObjects: related })], scopeOfWidget)).toEqual([
      ["get Widget w in n"],
      ["list Gadget in n", "list ConfigMap in n, metadata"],
    ]);
  });

  const relatedOf30Kinds = listRelatedOfKinds(30);

  test("at most 16 kinds of related objects are requested", () => {
    const objects = [widget("w", { conditions: ready, relatedObjects: relatedOf30Kinds })];
    expect(listWaves(objects, scopeOfWidget)[1]).toHaveLength(16);
  });

  test("all kinds of related objects are requested with the option related", () => {
    const objects = [widget("w", { conditions: ready, relatedObjects: relatedOf30Kinds })];
    expect(listWaves(objects, { ...scopeOfWidget, related: true })[1]).toHaveLength(30);
  });

  const twoWidgets = ["w", "v"].map((name) => widget(name, { conditions: ready, relatedObjects: related }));
  const scopeOfWidgets: ReadScope = { namespace: "n", wanted: [{ kind: widgets }] };

  test("no related objects of several roots are requested", () => {
    expect(listWaves(twoWidgets, scopeOfWidgets)).toEqual([["list Widget in n"]]);
  });

  test("the metadata of all related objects of several roots are requested with the option related", () => {
    expect(listWaves(twoWidgets, { ...scopeOfWidgets, related: true })[1]).toEqual([
      "list Gadget in n, metadata",
      "list ConfigMap in n, metadata",
    ]);
  });

  test("the tree requests the metadata of every kind, and then the owned kinds that can be evaluated", () => {
    const owner = { ownerReferences: [{ apiVersion: "acme.io/v1", kind: "Widget", name: "w", uid: "w" }] };
    const gadget = {
      apiVersion: "acme.io/v1",
      kind: "Gadget",
      metadata: { name: "g", namespace: "n", uid: "g", ...owner },
    };
    const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "n", uid: "c", ...owner } };
    const scope: ReadScope = { ...scopeOfWidget, tree: true, kinds: [configMaps, deployments, gadgets] };
    expect(listWaves([widget("w", { conditions: ready }), gadget, config], scope)).toEqual([
      ["get Widget w in n"],
      ["list ConfigMap in n, metadata", "list Deployment in n, metadata", "list Gadget in n, metadata"],
      ["list Gadget in n"],
    ]);
  });
});

describe("the plan for an unhealthy object requests what explains it", () => {
  const certificates: Kind = { ...widgets, group: "cert-manager.io", kind: "Certificate", plural: "certificates" };
  const scope: ReadScope = { namespace: "web", wanted: [{ kind: certificates, name: "shop" }] };
  const unhealthyObjects = readManifests("a-challenge-explains-its-certificate");
  const [unhealthyCertificate = {}] = unhealthyObjects;

  test("the owned objects of each level are requested while the level above is unhealthy", () => {
    expect(listWaves(unhealthyObjects, scope)).toEqual([
      ["get Certificate shop in web"],
      ["list CertificateRequest in web", "list Event in web"],
      ["list Order in web"],
      ["list Challenge in web"],
    ]);
  });

  test("nothing more is requested where an unhealthy object owns nothing", () => {
    expect(listWaves([unhealthyCertificate], scope)).toEqual([
      ["get Certificate shop in web"],
      ["list CertificateRequest in web", "list Event in web"],
    ]);
  });

  test("nothing more is requested for a healthy object", () => {
    const [healthy = {}] = readManifests("a-certificate-is-ready-after-an-old-request-failed");
    expect(listWaves([healthy], scope)).toEqual([["get Certificate shop in web"]]);
  });

  test("nothing more is requested for several unhealthy objects", () => {
    const metadata = { ...(unhealthyCertificate["metadata"] as Manifest), name: "other", uid: "other" };
    const objects = [unhealthyCertificate, { ...unhealthyCertificate, metadata }];
    const scopeOfAll: ReadScope = { namespace: "web", wanted: [{ kind: certificates }] };
    expect(listWaves(objects, scopeOfAll)).toEqual([["list Certificate in web"]]);
  });

  test("the Machine that explains a Cluster is requested by its label", () => {
    const [cluster, , machine] = readManifests("a-machine-that-failed-explains-its-cluster");
    const root = reportOf([cluster, machine]).roots.find(({ ref }) => ref.kind === "Cluster");
    expect(root?.causes[0]).toMatchObject({ path: ["prod", "prod-cp-x7k2p"], about: { kind: "Machine" } });
    const clusters: Kind = { ...widgets, group: "cluster.x-k8s.io", kind: "Cluster", plural: "clusters" };
    const wanted = [{ kind: clusters, name: "prod" }];
    expect(listWaves([cluster ?? {}, machine ?? {}], { namespace: "capi", wanted })).toEqual([
      ["get Cluster prod in capi"],
      ["list Machine in capi with cluster.x-k8s.io/cluster-name=prod", "list Event in capi"],
    ]);
  });
});

test("only the metadata of a requested Secret is read, and the Secret is a root", () => {
  const secrets: Kind = { ...configMaps, kind: "Secret", plural: "secrets" };
  const wanted = [{ kind: secrets, name: "s" }];
  expect(listWaves([], { namespace: "n", wanted })).toEqual([["get Secret s in n, metadata"]]);
  const object = toObject({ apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "n", uid: "s" } });
  const query: Query = { ...secrets, verb: "get", name: "s", namespace: "n", metadataOnly: true };
  const readings: Reading[] = [{ query, outcome: "found", objects: [object] }];
  const report = aggregate(clusterSnapshot(readings, takenAt), { wanted });
  expect(report.roots).toMatchObject([{ label: "s", verdict: "healthy" }]);
});

describe("the plan for a HyperConverged requests related objects with the option related", () => {
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
  test("the related objects that nothing else requests come last, as metadata, and in no further wave", () => {
    const wavesWithout = listWaves([hyperConverged], {});
    const wavesWith = listWaves([hyperConverged], { related: true });
    const added = ["list Gadget in n, metadata", "list ConfigMap in n, metadata", "list Deployment in m, metadata"];
    expect(wavesWith.flat().filter((request) => !wavesWithout.flat().includes(request))).toEqual(added);
    expect(wavesWith[1]?.slice(-3)).toEqual(added);
    expect(wavesWith).toHaveLength(wavesWithout.length);
  });

  test("the related objects are requested beyond the limit of requests", () => {
    const status = { ...hyperConverged.status, relatedObjects: listRelatedOfKinds(40) };
    const requests = listWaves([{ ...hyperConverged, status }], { related: true }).flat();
    expect(requests.filter((request) => /^list K\d/.test(request))).toHaveLength(40);
  });
});
