import { describe, expect, test } from "vitest";
import type { GreenhouseKind } from "../../../shared/model/family-roots.ts";
import {
  conditionsOf,
  expectedCondition,
  type Fields,
  object,
  type ReportedCondition,
  type ReportedConditions,
  rootOf,
} from "./objects.ts";

type Row = readonly [what: string, reported: ReportedConditions, controller: string, adr: string, fields?: Fields];

const ready = { Ready: ["False", "Old", "old"] } as const;
const chart = { spec: { helmChart: { name: "c", version: "1", repository: "oci://x" } } };
const kubeconfig = { clusters: [{}], users: [{}], contexts: [{}], "current-context": "c" };
const oidc = { metadata: { annotations: { "greenhouse.sap/cluster-connectivity": "oidc" } } };

function inventory(...ready: readonly string[]): Fields {
  const items = ready.map((each, place) => ({ kind: "GitRepository", name: `r${place}`, ready: each }));
  return { spec: { sources: [{}] }, status: { inventory: { one: items.slice(0, 1), two: items.slice(1) } } };
}

function clusters(...reported: readonly ReportedCondition[]): Fields {
  const entries = reported.map((each, place) => {
    const [condition] = conditionsOf({ RBACReady: each });
    return { clusterName: `c${place}`, condition };
  });
  return { status: { clusters: entries } };
}

/**
 * How cloudoperators/greenhouse internal/controller computes Ready of each kind. The reason `Old` is one that the
 * controller never cleared.
 */
const rows: Readonly<Record<string, readonly Row[]>> = {
  Team: [
    ["SCIM is there", { ...ready, SCIMAccessReady: "True" }, "True Old | ready", "True  | ready"],
    [
      "SCIM fails",
      { ...ready, SCIMAccessReady: "False" },
      "False Old | SCIM access not ready",
      "False  | SCIM access not ready",
    ],
    ["SCIM is not known", { SCIMAccessReady: "Unknown" }, "True  | ready", "True  | ready"],
    [
      "members are invalid, which no gate asks",
      { SCIMAccessReady: "True", SCIMAllMembersValid: "False" },
      "True  | ready",
      "True  | ready",
    ],
    ["it has no status", {}, "True  | ready", "Unknown  | "],
  ],
  Organization: [
    ["SCIM fails", { ...ready, SCIMAPIAvailable: ["False", "X", "y"] }, "False SCIMAPIUnavailable | ", "False  | "],
    ["SCIM is optional", { ...ready, SCIMAPIAvailable: "Unknown" }, "True  | ", "True  | "],
    ["SCIM is there", { SCIMAPIAvailable: "True", NamespaceCreated: "False" }, "True  | ", "True  | "],
    ["nothing was ever written", {}, "True  | ", "Unknown  | "],
  ],
  Cluster: [
    [
      "all three",
      { ...ready, KubeConfigValid: "True", PermissionsVerified: "True", ManagedResourcesDeployed: "True" },
      "True  | ",
      "True  | ",
    ],
    [
      "the kubeconfig in its own words",
      { KubeConfigValid: ["False", "R", "gone"], PermissionsVerified: "False", ManagedResourcesDeployed: "True" },
      "False  | gone",
      "False  | gone",
    ],
    [
      "a refusal without words",
      { KubeConfigValid: "True", PermissionsVerified: "False", ManagedResourcesDeployed: "True" },
      "False  | cannot access cluster",
      "False  | cannot access cluster",
    ],
    [
      "Unknown is ready",
      { KubeConfigValid: "True", PermissionsVerified: "Unknown", ManagedResourcesDeployed: "Unknown" },
      "True  | ",
      "True  | ",
    ],
    ["one is missing", { KubeConfigValid: "True", PermissionsVerified: "True" }, "Unknown  | ", "Unknown  | "],
    [
      "one is missing and a later one False",
      { PermissionsVerified: "True", ManagedResourcesDeployed: ["False", "", "none"] },
      "False  | none",
      "False  | none",
    ],
    [
      "with oidc nothing is deployed",
      { KubeConfigValid: "True", PermissionsVerified: "True" },
      "True  | ",
      "True  | ",
      oidc,
    ],
    [
      "with oidc a leftover is not asked",
      { KubeConfigValid: "True", PermissionsVerified: "True", ManagedResourcesDeployed: "False" },
      "True  | ",
      "True  | ",
      oidc,
    ],
    [
      "nodes are not asked",
      {
        KubeConfigValid: "True",
        PermissionsVerified: "True",
        ManagedResourcesDeployed: "True",
        AllNodesReady: "False",
        PayloadSchedulable: "False",
      },
      "True  | ",
      "True  | ",
    ],
  ],
  Plugin: [
    [
      "made and deployed",
      { ...ready, HelmReleaseCreated: "True", HelmReleaseDeployed: "True" },
      "True Old | ready",
      "True  | ready",
    ],
    [
      "a HelmRelease that was not created has its reason",
      { HelmReleaseCreated: ["False", "R", "m"], HelmReleaseDeployed: "False" },
      "False R | m",
      "False  | m",
    ],
    [
      "a HelmRelease that may not have been created has its reason",
      { HelmReleaseCreated: ["Unknown", "R", "m"], HelmReleaseDeployed: "True" },
      "False R | m",
      "False  | m",
    ],
    [
      "a HelmRelease that was not deployed has its reason",
      { ...ready, HelmReleaseCreated: "True", HelmReleaseDeployed: ["False", "R", "m"] },
      "False R | m",
      "False  | m",
    ],
    [
      "a HelmRelease that may not have been deployed keeps the old reason",
      { ...ready, HelmReleaseCreated: "True", HelmReleaseDeployed: ["Unknown", "R", "m"] },
      "False Old | m",
      "False  | m",
    ],
    [
      "services are not asked",
      { HelmReleaseCreated: "True", HelmReleaseDeployed: "True", ExposedServicesSynced: "False" },
      "True  | ready",
      "True  | ready",
    ],
    [
      "no chart, by the controller's own reason",
      { HelmReleaseCreated: ["Unknown", "PluginDefinitionNotBackedByHelmChart", "m"] },
      "True  | ready",
      "False  | m",
    ],
    [
      "the cluster, by the controller's own reason",
      { HelmReleaseCreated: ["False", "ClusterAccessFailed", "m"] },
      "False  | cluster access not ready",
      "False  | m",
    ],
    [
      "the definition, by the controller's own reason",
      { HelmReleaseCreated: ["False", "PluginDefinitionNotAvailable", "m"] },
      "False  | PluginDefinition not available",
      "False  | m",
    ],
    ["it has no status", {}, "False  | ", "Unknown  | "],
  ],
  PluginPreset: [
    [
      "everything is healthy",
      {
        ...ready,
        PluginFailed: "False",
        PluginDefinitionNotFound: "False",
        ClusterListEmpty: "False",
        AllPluginsReady: "True",
      },
      "True Old | ready",
      "True  | ready",
    ],
    [
      "freshly initialised",
      {
        Ready: "Unknown",
        PluginFailed: "Unknown",
        PluginSkipped: "Unknown",
        ClusterListEmpty: "Unknown",
        AllPluginsReady: "Unknown",
      },
      "True  | ready",
      "True  | ready",
    ],
    [
      "a plugin failed before anything else",
      { PluginFailed: ["True", "R", "m"], ClusterListEmpty: "True" },
      "False  | Plugin reconciliation failed",
      "False  | Plugin reconciliation failed",
    ],
    [
      "a plugin failed for its definition",
      { PluginFailed: ["True", "PluginDefinitionNotFound", "m"] },
      "False  | m",
      "False  | m",
    ],
    [
      "no definition",
      { PluginFailed: "False", PluginDefinitionNotFound: ["True", "R", "none"], ClusterListEmpty: "True" },
      "False  | none",
      "False  | none",
    ],
    [
      "no cluster",
      { PluginFailed: "False", ClusterListEmpty: ["True", "", "x"], AllPluginsReady: "False" },
      "False  | No cluster matches ClusterSelector",
      "False  | No cluster matches ClusterSelector",
    ],
    [
      "not all plugins",
      { PluginFailed: "False", AllPluginsReady: ["False", "R", "1 of 2 plugins are ready"] },
      "False  | 1 of 2 plugins are ready",
      "False  | 1 of 2 plugins are ready",
    ],
    [
      "skipped plugins are not asked",
      { PluginFailed: "False", PluginSkipped: "True" },
      "True  | ready",
      "True  | ready",
    ],
  ],
  TeamRoleBinding: [
    [
      "none listed",
      { ...ready, RBACReady: ["False", "EmptyClusterList"] },
      "True Old | ready",
      "False  | Team RBAC reconciliation failed",
      clusters(),
    ],
    ["all of them", { RBACReady: "True" }, "True  | ready", "True  | ready", clusters("True", "True")],
    [
      "one failed",
      { RBACReady: "True" },
      "False  | Team RBAC reconciliation failed",
      "True  | ready",
      clusters("True", "False"),
    ],
    [
      "one is not known",
      { RBACReady: "True" },
      "False  | Team RBAC reconciliation failed",
      "True  | ready",
      clusters("Unknown"),
    ],
    [
      "one does not say",
      { RBACReady: "True" },
      "False  | Team RBAC reconciliation failed",
      "True  | ready",
      clusters(null),
    ],
  ],
  PluginDefinition: [
    ["no chart", { HelmChartReady: "False" }, "True  | No HelmChart defined", "False  | "],
    [
      "the chart is not known yet",
      { ...ready, OCIReplicationReady: "False" },
      "Unknown  | HelmChart status unknown",
      "Unknown  | HelmChart status unknown",
      chart,
    ],
    [
      "the chart fails",
      { HelmChartReady: ["False", "R", "m"], OCIReplicationReady: "False" },
      "False R | m",
      "False  | m",
      chart,
    ],
    ["the chart says Unknown", { HelmChartReady: ["Unknown", "R", "m"] }, "False R | m", "False  | m", chart],
    [
      "the replication fails",
      { HelmChartReady: "True", OCIReplicationReady: ["False", "R", "m"] },
      "False R | m",
      "False  | m",
      chart,
    ],
    [
      "the replication is not known",
      { HelmChartReady: "True", OCIReplicationReady: "Unknown" },
      "True  | PluginDefinition is ready",
      "True  | PluginDefinition is ready",
      chart,
    ],
    [
      "everything is healthy",
      { ...ready, HelmChartReady: "True" },
      "True  | PluginDefinition is ready",
      "True  | PluginDefinition is ready",
      chart,
    ],
  ],
  ClusterKubeconfig: [
    [
      "complete",
      { ...ready, ReconcileFailed: "False", Created: "False" },
      "True Complete | ",
      "True  | ",
      { spec: { kubeconfig } },
    ],
    [
      "failed",
      { ReconcileFailed: ["True", "SecretDataError", "m"] },
      "False ReconcileFailed | ",
      "False  | ",
      { spec: { kubeconfig } },
    ],
    ["failed and incomplete", { ReconcileFailed: "True" }, "False ReconcileFailed | ", "False  | "],
    [
      "without users",
      { ReconcileFailed: "Unknown" },
      "False Incomplete | ",
      "True  | ",
      { spec: { kubeconfig: { ...kubeconfig, users: [] } } },
    ],
    [
      "without a current context",
      { ReconcileFailed: "False" },
      "False Incomplete | ",
      "True  | ",
      { spec: { kubeconfig: { ...kubeconfig, "current-context": "" } } },
    ],
    ["without anything", {}, "False Incomplete | ", "Unknown  | "],
  ],
  Catalog: [
    [
      "no sources",
      { ...ready },
      "False CatalogEmptySources | no sources specified for catalog, skipping reconciliation",
      "Unknown  | ",
    ],
    [
      "every object",
      { ...ready },
      "True CatalogReady | all catalog objects are ready",
      "Unknown  | ",
      inventory("True", "True"),
    ],
    [
      "one is not ready",
      { ...ready },
      "False CatalogNotReady | not all catalog objects are ready",
      "Unknown  | ",
      inventory("True", "False"),
    ],
    [
      "one is not known",
      {},
      "False CatalogNotReady | not all catalog objects are ready",
      "Unknown  | ",
      inventory("Unknown", "True"),
    ],
    [
      "an earlier step failed",
      { Ready: ["False", "OrphanedObjectCleanUpFail", "m"] },
      "False OrphanedObjectCleanUpFail | m",
      "Unknown  | ",
      inventory("True"),
    ],
    [
      "made of how the round ended",
      { Ready: ["Unknown", "PendingCreation", "m"] },
      "Unknown PendingCreation | m",
      "Unknown  | ",
      { spec: { source: {} } },
    ],
    [
      "nothing in the inventory",
      { Ready: ["True", "CatalogReady", "m"] },
      "True CatalogReady | m",
      "Unknown  | ",
      { spec: { sources: [{}] } },
    ],
  ],
};

describe.for(Object.keys(rows) as readonly GreenhouseKind[])(
  "Ready of a %s is made as its controller makes it, and as ADR-4 says",
  (kind) => {
    test.for(rows[kind] ?? [])("%s", ([, reported, controller, adr, fields]) => {
      const root = rootOf(kind, [object(kind, reported, fields)]);
      expect({ controller: expectedCondition(root, "controller"), adr: expectedCondition(root, "adr") }).toEqual({
        controller,
        adr,
      });
    });
  },
);

test.for([...(rows["PluginDefinition"] ?? [])])(
  "a ClusterPluginDefinition by the same rule: %s",
  ([, reported, controller, adr, fields]) => {
    const root = rootOf("ClusterPluginDefinition", [object("ClusterPluginDefinition", reported, fields)]);
    expect([expectedCondition(root, "controller"), expectedCondition(root, "adr")]).toEqual([controller, adr]);
  },
);

test("a TeamRole has no conditions and nothing is expected of it but what ADR-4 expects of all", () => {
  const root = rootOf("TeamRole", [object("TeamRole", {})]);
  expect(root).toMatchObject({ verdict: "healthy", conditions: [], drift: [], frozen: false });
  expect(root.expected.controller?.conditions).toEqual([]);
  expect(expectedCondition(root, "adr")).toBe("Unknown  | ");
});
