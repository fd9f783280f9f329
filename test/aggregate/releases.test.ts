import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { hcoComponents } from "../../shared/tables/components.ts";

const namespace = "kubevirt-hyperconverged";
const takenAt = "2026-11-21T12:00:00Z";

/** The switches of every release, on: what a release does not know it does not read. */
const spec = {
  featureGates: { enableManagedTenantQuota: true, enableApplicationAwareQuota: true },
  enableApplicationAwareQuota: true,
};

function component(name: string, conditions: readonly object[] = well): object {
  const row = hcoComponents.find((each) => each.component === name);
  if (row === undefined) throw new Error(name);
  const metadata = { name: row.objectName, ...(row.namespaced ? { namespace } : {}), uid: name, resourceVersion: "1" };
  return { apiVersion: `${row.group}/${row.versions[0]}`, kind: row.kind, metadata, status: { conditions } };
}

const well = [
  { type: "Available", status: "True" },
  { type: "Progressing", status: "False" },
  { type: "Degraded", status: "False" },
];

function hyperConverged(version: string, apiVersion: string, made: readonly string[]): object {
  const relatedObjects = made.map((name) => {
    const {
      apiVersion: of,
      kind,
      metadata,
    } = component(name) as { apiVersion: string; kind: string; metadata: object };
    return { apiVersion: of, kind, ...metadata };
  });
  const conditions = [
    ...well.map((condition) => ({ ...condition, lastHeartbeatTime: takenAt })),
    { type: "ReconcileComplete", status: "True" },
    { type: "Upgradeable", status: "True" },
  ];
  const versions = version === "" ? [] : [{ name: "operator", version }];
  return {
    ...{ apiVersion: `hco.kubevirt.io/${apiVersion}`, kind: "HyperConverged", spec },
    metadata: { name: "kubevirt-hyperconverged", namespace },
    status: { conditions, relatedObjects, versions },
  };
}

function partsOf(version: string, apiVersion: string, made: readonly string[], there = made): readonly string[] {
  const objects = [hyperConverged(version, apiVersion, made), ...there.map((name) => component(name))];
  const [root] = aggregate(snapshotOf(objects, { takenAt, source: "dump" })).roots;
  return (root?.children ?? []).filter((child) => child.required).map((child) => child.label);
}

const three = ["KubeVirt", "CDI", "NetworkAddonsConfig"];

/**
 * The kinds of each release on OpenShift, as the release branches of kubevirt/hyperconverged-cluster-operator have
 * them.
 */
const releases: readonly [version: string, apiVersion: string, components: readonly string[]][] = [
  ["1.3.0", "v1beta1", [...three, "VMImportConfig", "SSP"]],
  ["1.5.0", "v1beta1", [...three, "VMImportConfig", "SSP"]],
  ["1.6.0", "v1beta1", [...three, "SSP"]],
  ["1.7.0", "v1beta1", [...three, "TektonTasks", "SSP"]],
  ["1.8.0", "v1beta1", [...three, "SSP", "TektonTasks"]],
  ["1.9.0", "v1beta1", [...three, "SSP", "TektonTasks"]],
  ["1.10.0", "v1beta1", [...three, "MTQ", "SSP"]],
  ["1.12.0", "v1beta1", [...three, "MTQ", "AAQ", "SSP"]],
  ["1.13.0", "v1beta1", [...three, "AAQ", "SSP"]],
  ["1.17.0", "v1beta1", [...three, "AAQ", "MigController", "SSP"]],
  ["1.18.0", "v1", [...three, "AAQ", "MigController", "SSP"]],
  ["1.19.0", "v1", [...three, "AAQ", "MigController", "FileRestoreOperator", "SSP"]],
];

describe("a HyperConverged of a release is evaluated by the components of that release, in its order", () => {
  test.for(releases)("%s on OpenShift", ([version, apiVersion, expected]) => {
    // relatedObjects in another order than the operator's: the order is the table's.
    expect(partsOf(version, apiVersion, expected.toReversed())).toEqual(expected);
  });

  test.for(releases)("%s says what is missing, by its version alone", ([version, apiVersion, expected]) => {
    // On OpenShift, told by SSP which is there; the others nobody recorded.
    const objects = [hyperConverged(version, apiVersion, ["SSP"]), component("SSP")];
    const [root] = aggregate(snapshotOf(objects, { takenAt, source: "dump" })).roots;
    const missing = (root?.children ?? []).filter(({ required, outcome }) => required && outcome === "unread");
    const called = expected.filter((name) => name !== "SSP");
    expect(missing.map(({ label }) => label)).toEqual(called);
    expect(root?.verdict).toBe("unknown");
  });
});

test("a switch left on from a release that knew it calls for nothing today", () => {
  expect(partsOf("1.20.0", "v1", [...three, "AAQ"], [...three, "AAQ", "MTQ"])).not.toContain("MTQ");
});

test("of two recorded CRs of a kind the one with the operator's own name is evaluated", () => {
  const cr = hyperConverged("1.20.0", "v1", three) as { status: { relatedObjects: object[] } };
  const left = { apiVersion: "cdi.kubevirt.io/v1beta1", kind: "CDI", name: "cdi-old", uid: "x", resourceVersion: "1" };
  cr.status.relatedObjects.unshift(left);
  const bad = [{ type: "Available", status: "False" }];
  const old = {
    apiVersion: "cdi.kubevirt.io/v1beta1",
    kind: "CDI",
    metadata: { name: "cdi-old" },
    status: { conditions: well },
  };
  const objects = [cr, old, component("KubeVirt"), component("CDI", bad), component("NetworkAddonsConfig")];
  expect(aggregate(snapshotOf(objects, { takenAt, source: "dump" })).roots[0]?.verdict).toBe("unavailable");
});

test("v1alpha1 of 2019, with heartbeats, without a version and a switch, is the three components of its time", () => {
  const old = { ...hyperConverged("", "v1alpha1", three), spec: {} };
  const [root] = aggregate(
    snapshotOf([old, ...three.map((name) => component(name))], { takenAt, source: "dump" }),
  ).roots;
  expect(root?.children.filter(({ required }) => required).map(({ label }) => label)).toEqual(three);
  expect([root?.verdict, root?.profile]).toEqual(["healthy", "hco"]);
});
