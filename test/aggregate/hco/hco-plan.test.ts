import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { operatorVersionVariable } from "../../../shared/profiles/hco/profile.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import { readAsCluster } from "../generic/read-as-cluster.ts";
import {
  component,
  condition,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  relatedObjectEntries,
  takenAt,
} from "../installation.ts";

/** All queries of the plan over a cluster that holds these objects, each with the wave that it belongs to. */
function queriesOf(given: readonly Manifest[]): readonly (Query & { readonly wave: number })[] {
  const { queries } = readAsCluster(given, {});
  return queries.flatMap((some, index) => some.map((query) => ({ ...query, wave: index + 1 })));
}

const operatorName = "hyperconverged-cluster-operator";

/** The operator's Deployment with this version in its template, of which so many of one Pod are updated. */
function operator(version: string, updated = 1, labels: Readonly<Record<string, string>> = { app: "hco" }): Manifest {
  const containers = [{ name: operatorName, env: [{ name: operatorVersionVariable, value: version }] }];
  return object("apps/v1", "Deployment", operatorName, {
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { spec: { containers } } },
    status: { replicas: 1, updatedReplicas: updated, readyReplicas: 1, availableReplicas: 1 },
  });
}

function cr(version: string, conditions = goodConditions(), related: readonly Manifest[] = []): Manifest {
  const versions = version === "" ? [] : [{ name: "operator", version }];
  return hyperConverged({ conditions, versions, relatedObjects: relatedObjectEntries(related) });
}

describe("the operator's Pods, its Lease and its ReplicaSets are requested", () => {
  /** Those of the wave that has the Lease. ReplicaSets of components are requested in others. */
  const listOperatorQueries = (given: readonly Manifest[]): readonly string[] => {
    const queries = queriesOf(given);
    const wave = queries.find(({ kind }) => kind === "Lease")?.wave;
    return queries
      .filter(({ kind, labelSelector = "" }) => kind !== "Pod" || /hco|hyperconverged/.test(labelSelector))
      .filter((query) => ["Pod", "Lease", "ReplicaSet"].includes(query.kind) && query.wave === wave)
      .map(({ verb, kind, name = "", labelSelector = "" }) => `${verb} ${kind} ${name}${labelSelector}`.trim())
      .toSorted();
  };
  const lease = "get Lease hyperconverged-cluster-operator-lock";
  const all = [lease, "list Pod app=hco", "list ReplicaSet"];
  const upgrading = [...goodConditions(), condition("Progressing", "True", "HCOUpgrading")];
  const rows: readonly [sentence: string, given: readonly Manifest[], requested: readonly string[]][] = [
    [
      "not requested where the operator is rolled out and the CR has its version",
      [cr("1.20.0"), operator("1.20.0")],
      [],
    ],
    ["where it rolls out", [cr("1.20.0"), operator("1.20.0", 0)], all],
    ["where the CR has another version", [cr("1.19.0"), operator("1.20.0")], all],
    ["not requested where the CR reports that upgrade", [cr("1.19.0", upgrading), operator("1.20.0")], []],
    [
      "where it rolls out during an upgrade, which has read the ReplicaSets",
      [cr("1.19.0", upgrading), operator("1.20.0", 0)],
      all.slice(0, 2),
    ],
    ["not requested where the CR has no version to compare", [cr(""), operator("1.20.0")], []],
    ["not requested where the operator's template has no version", [cr("1.19.0"), operator("")], []],
    [
      "by its usual label where its Deployment does not exist",
      [cr("1.20.0")],
      [lease, `list Pod name=${operatorName}`],
    ],
  ];
  test.for(rows)("%s", ([, given, requested]) => {
    expect(listOperatorQueries(given)).toEqual(requested);
  });

  test("only once it is known whether its Deployment exists", () => {
    const waves = queriesOf([cr("1.20.0")]);
    const known = waves.find(({ kind, namespace: place }) => kind === "Deployment" && place === namespace);
    const asked = waves.find(({ kind }) => kind === "Lease");
    expect(asked?.wave).toBeGreaterThan(known?.wave ?? 0);
  });
});

describe("the custom resources of components are requested", () => {
  const listQueriesOf = (kind: string, given: readonly Manifest[]) =>
    queriesOf(given)
      .filter((query) => query.kind === kind)
      .map(({ namespace: place, versions, verb }) => ({ place, versions, verb }));
  const kubeVirt = component("KubeVirt");
  const unknownObject = (kind: string, place = namespace, version = "v9"): Manifest =>
    object(`new.kubevirt.io/${version}`, kind, "x", {}, { namespace: place });
  const unversioned = { kind: "Unversioned", apiVersion: "new.kubevirt.io/", metadata: { name: "x" } };

  test("in the version that the operator recorded first, then in the others", () => {
    const ssp = component("SSP");
    const versionsWith = (...related: readonly Manifest[]) =>
      listQueriesOf("SSP", [cr("1.20.0", goodConditions(), related), operator("1.20.0")]).map(
        ({ versions }) => versions,
      );
    const [known = []] = versionsWith();
    const last = known.at(-1);
    expect(known.length).toBeGreaterThan(1);
    expect(versionsWith({ ...ssp, apiVersion: `ssp.kubevirt.io/${last}` })).toEqual([[last, ...known.slice(0, -1)]]);
    expect(versionsWith(ssp)).toEqual([known]);
    expect(versionsWith({ ...ssp, apiVersion: "ssp.kubevirt.io/" })).toEqual([known]);
  });

  test("of one that this release no longer has only where it was recorded", () => {
    const tasks = component("TektonTasks");
    expect(listQueriesOf("TektonTasks", [cr("1.20.0"), operator("1.20.0")])).toEqual([]);
    expect(listQueriesOf("TektonTasks", [cr("1.8.0", goodConditions(), [tasks]), operator("1.8.0")])).toMatchObject([
      { place: namespace, versions: ["v1alpha1"] },
    ]);
  });

  test("of kinds of its groups that are not known, of three at most, each once", () => {
    const given = [
      ...["A", "A", "B", "C", "D"].map((kind) => unknownObject(kind)),
      object("other.io/v1", "Foreign", "x"),
      object("v1", "ConfigMap", "x"),
    ];
    const queries = queriesOf([cr("1.20.0", goodConditions(), given), operator("1.20.0")]);
    const requested = ["A", "B", "C", "D", "Foreign"].map((kind) => queries.filter((one) => one.kind === kind).length);
    expect(requested).toEqual([1, 1, 1, 0, 0]);
  });

  test("of such a kind where and as it was recorded", () => {
    const related = [unknownObject("A", "elsewhere"), unversioned];
    const given = [cr("1.20.0", goodConditions(), related), operator("1.20.0")];
    expect(listQueriesOf("A", given)).toEqual([{ place: "elsewhere", versions: ["v9"], verb: "list" }]);
    expect(listQueriesOf("Unversioned", given)).toMatchObject([{ place: namespace }]);
  });

  test("none of a HyperConverged that its operator rejects", () => {
    const rejected = [condition("ReconcileComplete", "False", "InvalidRequest", "no")];
    const given = [cr("1.20.0", rejected, [unknownObject("A")]), operator("1.20.0", 0)];
    expect([...listQueriesOf("A", given), ...listQueriesOf("Lease", given)]).toEqual([]);
  });

  test("each once", () => {
    const queries = queriesOf([cr("1.20.0"), kubeVirt, operator("1.20.0", 0)]);
    const places = queries.map(({ wave: _wave, versions: _versions, ...place }) => JSON.stringify(place));
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });
});

test("a component without its HyperConverged is read with its workloads, and another kind without", () => {
  const kindsBeside = (kind: string, group: string): readonly string[] => {
    const wanted = { group, kind, plural: `${kind.toLowerCase()}s`, versions: ["v1beta1"], namespaced: false };
    const scope = { wanted: [{ kind: wanted }] };
    const root = toObject({ apiVersion: `${group}/v1beta1`, kind, metadata: { name: "x" } });
    const readings = planReads(clusterSnapshot([], takenAt), scope).map(
      (query): Reading => ({ query, outcome: "found", objects: query.kind === kind ? [root] : [] }),
    );
    return planReads(clusterSnapshot(readings, takenAt), scope).map((query) => query.kind);
  };
  expect(kindsBeside("CDI", "cdi.kubevirt.io")).toEqual(expect.arrayContaining(["Deployment", "DaemonSet", "Event"]));
  expect(kindsBeside("CDI", "other.io")).not.toContain("DaemonSet");
  expect(kindsBeside("Other", "cdi.kubevirt.io")).not.toContain("DaemonSet");
});
