import { expect, test } from "vitest";
import type { Polarity } from "../../../shared/model/condition.ts";
import type { GreenhouseKind } from "../../../shared/model/family-roots.ts";
import { healthyConditions, object, rootOf } from "./objects.ts";

/** Kind, polarity, types. */
const rows: readonly [kind: GreenhouseKind, polarity: Polarity, ...types: readonly string[]][] = [
  ["Cluster", "main", "Ready"],
  ["PluginPreset", "bad", "PluginFailed", "PluginDefinitionNotFound", "ClusterListEmpty"],
  ["PluginPreset", "caution", "PluginSkipped"],
  ["ClusterKubeconfig", "bad", "ReconcileFailed"],
  ["ClusterKubeconfig", "info", "Created", "Delete", "Suspended"],
  ["Plugin", "bad", "HelmReconcileFailed", "HelmDriftDetected", "WaitingForDependencies", "RetriesExhausted"],
  ["Plugin", "good", "StatusUpToDate", "WorkloadReady", "ClusterAccessReady"],
  ["Plugin", "good", "HelmChartTestSucceeded", "NoHelmChartTestFailures"],
  ["Plugin", "good", "HelmReleaseCreated", "HelmReleaseDeployed", "ExposedServicesSynced"],
  ["Cluster", "good", "KubeConfigValid", "PermissionsVerified", "ManagedResourcesDeployed"],
  ["Cluster", "good", "AllNodesReady", "PayloadSchedulable"],
  ["Cluster", "advice", "OwnerLabelSet"],
  ["Team", "good", "SCIMAccessReady", "SCIMAllMembersValid"],
  ["Organization", "good", "SCIMAPIAvailable", "NamespaceCreated", "OrganizationRBACConfigured"],
  ["Organization", "good", "OrganizationDefaultTeamRolesConfigured", "ServiceProxyProvisioned"],
  ["Organization", "good", "OrganizationOICDConfigured", "OrganizationAdminTeamConfigured"],
  ["TeamRoleBinding", "good", "RBACReady"],
  ["PluginPreset", "good", "AllPluginsReady"],
  ["PluginDefinition", "good", "HelmChartReady", "OCIReplicationReady"],
];

test.for(rows)("%s: %s is the polarity of these, and none is inferred", ([kind, polarity, ...types]) => {
  const reported = Object.fromEntries(types.map((type) => [type, "True" as const]));
  const { conditions } = rootOf(kind, [object(kind, reported)]);
  expect(conditions.map((each) => [each.type, each.polarity])).toEqual(types.map((type) => [type, polarity]));
  expect(conditions.filter((each) => each.inferred)).toEqual([]);
});

test("what a polarity file says comes before all of it", () => {
  const polarities = [{ type: "AllNodesReady", polarity: "advice" as const, source: "mine" }];
  const objects = [object("Cluster", { ...healthyConditions, AllNodesReady: "False" })];
  expect(rootOf("Cluster", objects, { polarities }).verdict).toBe("healthy");
});
