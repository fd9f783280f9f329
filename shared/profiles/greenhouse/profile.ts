import type { Polarity } from "../../model/condition.ts";
import { families, ruleSets } from "../../model/families.ts";
import type { PolarityRow, Profile } from "../../model/profile.ts";

// Source of every table: cloudoperators/greenhouse@7e13274 (v0.16.0), charts/manager/crds and api/.

const group = "greenhouse.sap";

/** The kinds without conditions, as `TeamRoleStatus struct{}` (teamrole_types.go:28): only their existence is known. */
export const statelessKinds: ReadonlySet<string> = new Set(["TeamRole"]);

/**
 * Kinds whose Ready stays as it was while the annotation exists, whatever its value
 * (pkg/lifecycle/reconcile.go:109-125).
 */
export const suspendableKinds: ReadonlySet<string> = new Set(["Plugin", "Catalog"]);
export const suspendAnnotation = "greenhouse.sap/suspend";

/** The label that makes a Plugin part of a PluginPreset (pluginpreset_controller.go:425-431). */
export const presetLabel = "greenhouse.sap/pluginpreset";

/** A label on Plugins before 2026-03-12: which of two controllers manages it. */
export const deliveryToolLabel = "greenhouse.sap/deployment-tool";

/**
 * An annotation on a Cluster: how it is reached; with `oidc` Greenhouse deploys nothing there
 * (cluster_controller.go:66-115).
 */
export const connectivityAnnotation = "greenhouse.sap/cluster-connectivity";

function rows(row: Pick<PolarityRow, "polarity" | "source">, types: readonly string[]): readonly PolarityRow[] {
  return types.map((type) => ({ ...row, group, type }));
}

function flux(polarity: Polarity, types: readonly string[]): readonly PolarityRow[] {
  return types.map((type) => ({ type, polarity, source: "fluxcd/pkg apis/meta, helm-controller, source-controller" }));
}

const current = "api/v1alpha1, api/meta/v1alpha1/conditions_constants.go";
const legacy = "api/v1alpha1/plugin_types.go before 1a53894f (2026-03-12)";

const polarities: readonly PolarityRow[] = [
  ...rows({ polarity: "main", source: "the printer column Ready of every kind" }, ["Ready"]),
  ...rows({ polarity: "bad", source: current }, [
    "PluginFailed",
    "PluginDefinitionNotFound",
    "ClusterListEmpty",
    "ReconcileFailed",
  ]),
  ...rows({ polarity: "caution", source: "true without effect on Ready (pluginpreset_controller.go:384-422)" }, [
    "PluginSkipped",
  ]),
  ...rows({ polarity: "advice", source: "internal/util/conditions.go:19-53" }, ["OwnerLabelSet"]),
  ...rows(
    {
      polarity: "info",
      source: "Created: True on the first pass, False once ready (kubeconfig_controller.go:406-434)",
    },
    ["Delete", "Suspended", "Created"],
  ),
  ...rows({ polarity: "good", source: current }, [
    "RBACReady",
    "HelmReleaseCreated",
    "HelmReleaseDeployed",
    "ExposedServicesSynced",
    "KubeConfigValid",
    "PermissionsVerified",
    "ManagedResourcesDeployed",
    "AllNodesReady",
    "PayloadSchedulable",
    "SCIMAccessReady",
    "SCIMAllMembersValid",
    "SCIMAPIAvailable",
    "AllPluginsReady",
    "HelmChartReady",
    "OCIReplicationReady",
    "NamespaceCreated",
    "OrganizationRBACConfigured",
    "OrganizationDefaultTeamRolesConfigured",
    "ServiceProxyProvisioned",
    "OrganizationOICDConfigured",
    "OrganizationAdminTeamConfigured",
  ]),
  ...rows({ polarity: "bad", source: legacy }, [
    "HelmReconcileFailed",
    "HelmDriftDetected",
    "WaitingForDependencies",
    "RetriesExhausted",
  ]),
  ...rows({ polarity: "good", source: legacy }, [
    "StatusUpToDate",
    "WorkloadReady",
    "ClusterAccessReady",
    "HelmChartTestSucceeded",
    // Good despite its name.
    "NoHelmChartTestFailures",
  ]),
  ...flux("good", ["Released", "TestSuccess", "ArtifactInStorage", "Healthy"]),
  ...flux("bad", [
    "Remediated",
    "FetchFailed",
    "BuildFailed",
    "StorageOperationFailed",
    "SourceVerifiedFailed",
    "ArtifactOutdated",
  ]),
];

/** Types written until 2026-03-12 and removed from Plugins since (plugin/util.go:36-53). */
export const legacyTypes: ReadonlySet<string> = new Set([
  "HelmReconcileFailed",
  "HelmDriftDetected",
  "WaitingForDependencies",
  "RetriesExhausted",
  "StatusUpToDate",
  "WorkloadReady",
  "ClusterAccessReady",
  "HelmChartTestSucceeded",
  "NoHelmChartTestFailures",
]);

/** The condition types of Plugins since then. */
export const currentPluginTypes: ReadonlySet<string> = new Set([
  "HelmReleaseCreated",
  "HelmReleaseDeployed",
  "ExposedServicesSynced",
]);

/** Types that stay Unknown if the user does not request the feature, which is no fault: SCIM is optional. */
export const optionalTypes: Readonly<Partial<Record<string, readonly string[]>>> = {
  // organization_controller.go:351-357
  Organization: ["SCIMAPIAvailable"],
  // team_controller.go:429-443
  Team: ["SCIMAccessReady", "SCIMAllMembersValid"],
};

/** The fleet manager of cloudoperators: organisations, their clusters, and what is installed there. */
export const greenhouseProfile: Profile = {
  name: "greenhouse",
  roots: families.greenhouse.roots,
  components: [],
  polarities,
  ruleSets: ruleSets.greenhouse,
};
