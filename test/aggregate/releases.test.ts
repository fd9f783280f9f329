import { describe, expect, test } from "vitest";
import {
  component,
  condition,
  goodConditions,
  hyperConverged,
  type Manifest,
  relatedObjectEntries,
  reportOf,
  takenAt,
} from "./installation.ts";

/** The switches of every release, on: what a release does not know it does not read. */
const spec = {
  featureGates: { enableManagedTenantQuota: true, enableApplicationAwareQuota: true },
  enableApplicationAwareQuota: true,
};

/** A component as its CR is recorded. */
const partOf = (name: string, conditions?: readonly Manifest[]): Manifest =>
  component(name, conditions, { resourceVersion: "1" });

function rootOf(version: string, apiVersion: string, made: readonly string[]): Manifest {
  const conditions = [
    ...goodConditions().map((each) => ({ ...each, lastHeartbeatTime: takenAt })),
    condition("ReconcileComplete", "True"),
    condition("Upgradeable", "True"),
  ];
  const relatedObjects = relatedObjectEntries(made.map((name) => partOf(name)));
  const versions = version === "" ? [] : [{ name: "operator", version }];
  const root = hyperConverged({ conditions, relatedObjects, versions });
  return { ...root, apiVersion: `hco.kubevirt.io/${apiVersion}`, spec };
}

function partsOf(version: string, apiVersion: string, made: readonly string[], there = made): readonly string[] {
  const objects = [rootOf(version, apiVersion, made), ...there.map((name) => partOf(name))];
  const [root] = reportOf(objects).roots;
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
    const objects = [rootOf(version, apiVersion, ["SSP"]), partOf("SSP")];
    const [root] = reportOf(objects).roots;
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
  const cr = rootOf("1.20.0", "v1", three) as { status: { relatedObjects: object[] } } & Manifest;
  const left = { apiVersion: "cdi.kubevirt.io/v1beta1", kind: "CDI", name: "cdi-old", uid: "x", resourceVersion: "1" };
  cr.status.relatedObjects.unshift(left);
  const bad = [condition("Available", "False")];
  const old = component("CDI", goodConditions(), { name: "cdi-old" });
  const objects = [cr, old, partOf("KubeVirt"), partOf("CDI", bad), partOf("NetworkAddonsConfig")];
  expect(reportOf(objects).roots[0]?.verdict).toBe("unavailable");
});

test("v1alpha1 of 2019, with heartbeats, without a version and a switch, is the three components of its time", () => {
  const old = { ...rootOf("", "v1alpha1", three), spec: {} };
  const [root] = reportOf([old, ...three.map((name) => partOf(name))]).roots;
  expect(root?.children.filter(({ required }) => required).map(({ label }) => label)).toEqual(three);
  expect([root?.verdict, root?.profile]).toEqual(["healthy", "hco"]);
});
