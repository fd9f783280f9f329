import { describe, expect, test } from "vitest";
import type { GreenhouseKind } from "../../../shared/model/family-roots.ts";
import { conditionsOf, expectedCondition, type Fields, object, rootOf, type Said } from "./objects.ts";

type Row = readonly [
  what: string,
  said: Readonly<Record<string, Said>>,
  controller: string,
  adr: string,
  fields?: Fields,
];

const ready = { Ready: ["F", "Old", "old"] } as const;
const chart = { spec: { helmChart: { name: "c", version: "1", repository: "oci://x" } } };
const kubeconfig = { clusters: [{}], users: [{}], contexts: [{}], "current-context": "c" };
const oidc = { metadata: { annotations: { "greenhouse.sap/cluster-connectivity": "oidc" } } };

function inventory(...ready: readonly string[]): Fields {
  const items = ready.map((each, place) => ({ kind: "GitRepository", name: `r${place}`, ready: each }));
  return { spec: { sources: [{}] }, status: { inventory: { one: items.slice(0, 1), two: items.slice(1) } } };
}

function clusters(...said: readonly Said[]): Fields {
  const entries = said.map((each, place) => {
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
    ["SCIM is there", { ...ready, SCIMAccessReady: "T" }, "True Old | ready", "True  | ready"],
    [
      "SCIM fails",
      { ...ready, SCIMAccessReady: "F" },
      "False Old | SCIM access not ready",
      "False  | SCIM access not ready",
    ],
    ["SCIM is not known", { SCIMAccessReady: "U" }, "True  | ready", "True  | ready"],
    [
      "members are invalid, which no gate asks",
      { SCIMAccessReady: "T", SCIMAllMembersValid: "F" },
      "True  | ready",
      "True  | ready",
    ],
    ["it has no status", {}, "True  | ready", "Unknown  | "],
  ],
  Organization: [
    ["SCIM fails", { ...ready, SCIMAPIAvailable: ["F", "X", "y"] }, "False SCIMAPIUnavailable | ", "False  | "],
    ["SCIM is optional", { ...ready, SCIMAPIAvailable: "U" }, "True  | ", "True  | "],
    ["SCIM is there", { SCIMAPIAvailable: "T", NamespaceCreated: "F" }, "True  | ", "True  | "],
    ["nothing was ever written", {}, "True  | ", "Unknown  | "],
  ],
  Cluster: [
    [
      "all three",
      { ...ready, KubeConfigValid: "T", PermissionsVerified: "T", ManagedResourcesDeployed: "T" },
      "True  | ",
      "True  | ",
    ],
    [
      "the kubeconfig in its own words",
      { KubeConfigValid: ["F", "R", "gone"], PermissionsVerified: "F", ManagedResourcesDeployed: "T" },
      "False  | gone",
      "False  | gone",
    ],
    [
      "a refusal without words",
      { KubeConfigValid: "T", PermissionsVerified: "F", ManagedResourcesDeployed: "T" },
      "False  | cannot access cluster",
      "False  | cannot access cluster",
    ],
    [
      "Unknown is ready",
      { KubeConfigValid: "T", PermissionsVerified: "U", ManagedResourcesDeployed: "U" },
      "True  | ",
      "True  | ",
    ],
    ["one is missing", { KubeConfigValid: "T", PermissionsVerified: "T" }, "Unknown  | ", "Unknown  | "],
    [
      "one is missing and a later one False",
      { PermissionsVerified: "T", ManagedResourcesDeployed: ["F", "", "none"] },
      "False  | none",
      "False  | none",
    ],
    ["with oidc nothing is deployed", { KubeConfigValid: "T", PermissionsVerified: "T" }, "True  | ", "True  | ", oidc],
    [
      "with oidc a leftover is not asked",
      { KubeConfigValid: "T", PermissionsVerified: "T", ManagedResourcesDeployed: "F" },
      "True  | ",
      "True  | ",
      oidc,
    ],
    [
      "nodes are not asked",
      {
        KubeConfigValid: "T",
        PermissionsVerified: "T",
        ManagedResourcesDeployed: "T",
        AllNodesReady: "F",
        PayloadSchedulable: "F",
      },
      "True  | ",
      "True  | ",
    ],
  ],
  Plugin: [
    [
      "made and deployed",
      { ...ready, HelmReleaseCreated: "T", HelmReleaseDeployed: "T" },
      "True Old | ready",
      "True  | ready",
    ],
    [
      "a HelmRelease that was not created has its reason",
      { HelmReleaseCreated: ["F", "R", "m"], HelmReleaseDeployed: "F" },
      "False R | m",
      "False  | m",
    ],
    [
      "a HelmRelease that may not have been created has its reason",
      { HelmReleaseCreated: ["U", "R", "m"], HelmReleaseDeployed: "T" },
      "False R | m",
      "False  | m",
    ],
    [
      "a HelmRelease that was not deployed has its reason",
      { ...ready, HelmReleaseCreated: "T", HelmReleaseDeployed: ["F", "R", "m"] },
      "False R | m",
      "False  | m",
    ],
    [
      "a HelmRelease that may not have been deployed keeps the old reason",
      { ...ready, HelmReleaseCreated: "T", HelmReleaseDeployed: ["U", "R", "m"] },
      "False Old | m",
      "False  | m",
    ],
    [
      "services are not asked",
      { HelmReleaseCreated: "T", HelmReleaseDeployed: "T", ExposedServicesSynced: "F" },
      "True  | ready",
      "True  | ready",
    ],
    [
      "no chart, by the controller's own reason",
      { HelmReleaseCreated: ["U", "PluginDefinitionNotBackedByHelmChart", "m"] },
      "True  | ready",
      "False  | m",
    ],
    [
      "the cluster, by the controller's own reason",
      { HelmReleaseCreated: ["F", "ClusterAccessFailed", "m"] },
      "False  | cluster access not ready",
      "False  | m",
    ],
    [
      "the definition, by the controller's own reason",
      { HelmReleaseCreated: ["F", "PluginDefinitionNotAvailable", "m"] },
      "False  | PluginDefinition not available",
      "False  | m",
    ],
    ["it has no status", {}, "False  | ", "Unknown  | "],
  ],
  PluginPreset: [
    [
      "everything is healthy",
      { ...ready, PluginFailed: "F", PluginDefinitionNotFound: "F", ClusterListEmpty: "F", AllPluginsReady: "T" },
      "True Old | ready",
      "True  | ready",
    ],
    [
      "freshly initialised",
      { Ready: "U", PluginFailed: "U", PluginSkipped: "U", ClusterListEmpty: "U", AllPluginsReady: "U" },
      "True  | ready",
      "True  | ready",
    ],
    [
      "a plugin failed before anything else",
      { PluginFailed: ["T", "R", "m"], ClusterListEmpty: "T" },
      "False  | Plugin reconciliation failed",
      "False  | Plugin reconciliation failed",
    ],
    [
      "a plugin failed for its definition",
      { PluginFailed: ["T", "PluginDefinitionNotFound", "m"] },
      "False  | m",
      "False  | m",
    ],
    [
      "no definition",
      { PluginFailed: "F", PluginDefinitionNotFound: ["T", "R", "none"], ClusterListEmpty: "T" },
      "False  | none",
      "False  | none",
    ],
    [
      "no cluster",
      { PluginFailed: "F", ClusterListEmpty: ["T", "", "x"], AllPluginsReady: "F" },
      "False  | No cluster matches ClusterSelector",
      "False  | No cluster matches ClusterSelector",
    ],
    [
      "not all plugins",
      { PluginFailed: "F", AllPluginsReady: ["F", "R", "1 of 2 plugins are ready"] },
      "False  | 1 of 2 plugins are ready",
      "False  | 1 of 2 plugins are ready",
    ],
    ["skipped plugins are not asked", { PluginFailed: "F", PluginSkipped: "T" }, "True  | ready", "True  | ready"],
  ],
  TeamRoleBinding: [
    [
      "none listed",
      { ...ready, RBACReady: ["F", "EmptyClusterList"] },
      "True Old | ready",
      "False  | Team RBAC reconciliation failed",
      clusters(),
    ],
    ["all of them", { RBACReady: "T" }, "True  | ready", "True  | ready", clusters("T", "T")],
    ["one failed", { RBACReady: "T" }, "False  | Team RBAC reconciliation failed", "True  | ready", clusters("T", "F")],
    [
      "one is not known",
      { RBACReady: "T" },
      "False  | Team RBAC reconciliation failed",
      "True  | ready",
      clusters("U"),
    ],
    [
      "one does not say",
      { RBACReady: "T" },
      "False  | Team RBAC reconciliation failed",
      "True  | ready",
      clusters(null),
    ],
  ],
  PluginDefinition: [
    ["no chart", { HelmChartReady: "F" }, "True  | No HelmChart defined", "False  | "],
    [
      "the chart is not known yet",
      { ...ready, OCIReplicationReady: "F" },
      "Unknown  | HelmChart status unknown",
      "Unknown  | HelmChart status unknown",
      chart,
    ],
    [
      "the chart fails",
      { HelmChartReady: ["F", "R", "m"], OCIReplicationReady: "F" },
      "False R | m",
      "False  | m",
      chart,
    ],
    ["the chart says Unknown", { HelmChartReady: ["U", "R", "m"] }, "False R | m", "False  | m", chart],
    [
      "the replication fails",
      { HelmChartReady: "T", OCIReplicationReady: ["F", "R", "m"] },
      "False R | m",
      "False  | m",
      chart,
    ],
    [
      "the replication is not known",
      { HelmChartReady: "T", OCIReplicationReady: "U" },
      "True  | PluginDefinition is ready",
      "True  | PluginDefinition is ready",
      chart,
    ],
    [
      "everything is healthy",
      { ...ready, HelmChartReady: "T" },
      "True  | PluginDefinition is ready",
      "True  | PluginDefinition is ready",
      chart,
    ],
  ],
  ClusterKubeconfig: [
    [
      "complete",
      { ...ready, ReconcileFailed: "F", Created: "F" },
      "True Complete | ",
      "True  | ",
      { spec: { kubeconfig } },
    ],
    [
      "failed",
      { ReconcileFailed: ["T", "SecretDataError", "m"] },
      "False ReconcileFailed | ",
      "False  | ",
      { spec: { kubeconfig } },
    ],
    ["failed and incomplete", { ReconcileFailed: "T" }, "False ReconcileFailed | ", "False  | "],
    [
      "without users",
      { ReconcileFailed: "U" },
      "False Incomplete | ",
      "True  | ",
      { spec: { kubeconfig: { ...kubeconfig, users: [] } } },
    ],
    [
      "without a current context",
      { ReconcileFailed: "F" },
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
      { Ready: ["F", "OrphanedObjectCleanUpFail", "m"] },
      "False OrphanedObjectCleanUpFail | m",
      "Unknown  | ",
      inventory("True"),
    ],
    [
      "made of how the round ended",
      { Ready: ["U", "PendingCreation", "m"] },
      "Unknown PendingCreation | m",
      "Unknown  | ",
      { spec: { source: {} } },
    ],
    [
      "nothing in the inventory",
      { Ready: ["T", "CatalogReady", "m"] },
      "True CatalogReady | m",
      "Unknown  | ",
      { spec: { sources: [{}] } },
    ],
  ],
};

describe.for(Object.keys(rows) as readonly GreenhouseKind[])(
  "Ready of a %s is made as its controller makes it, and as ADR-4 says",
  (kind) => {
    test.for(rows[kind] ?? [])("%s", ([, said, controller, adr, fields]) => {
      const root = rootOf(kind, [object(kind, said, fields)]);
      expect({ controller: expectedCondition(root, "controller"), adr: expectedCondition(root, "adr") }).toEqual({
        controller,
        adr,
      });
    });
  },
);

test.for([...(rows["PluginDefinition"] ?? [])])(
  "a ClusterPluginDefinition by the same rule: %s",
  ([, said, controller, adr, fields]) => {
    const root = rootOf("ClusterPluginDefinition", [object("ClusterPluginDefinition", said, fields)]);
    expect([expectedCondition(root, "controller"), expectedCondition(root, "adr")]).toEqual([controller, adr]);
  },
);

test("a TeamRole has no conditions and nothing is expected of it but what ADR-4 expects of all", () => {
  const root = rootOf("TeamRole", [object("TeamRole", {})]);
  expect(root).toMatchObject({ verdict: "healthy", conditions: [], drift: [], frozen: false });
  expect(root.expected.controller?.conditions).toEqual([]);
  expect(expectedCondition(root, "adr")).toBe("Unknown  | ");
});
