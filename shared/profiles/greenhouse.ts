import type { Sense } from "../model/condition.ts";
import type { Profile, SenseRow } from "../model/profile.ts";
import type { Resource } from "../model/resource.ts";

// Source of every table: cloudoperators/greenhouse@7e13274 (v0.16.0), charts/manager/crds and api/.

const group = "greenhouse.sap";

function resource(
  kind: string,
  plural: string,
  scope: "cluster" | "namespaced",
  shortNames: readonly string[] = [],
  versions: readonly string[] = ["v1alpha1"],
): Resource {
  const names = { singular: kind.toLowerCase(), shortNames };
  return { group, kind, plural, versions, namespaced: scope === "namespaced", ...names };
}

export type GreenhouseKind =
  | "Organization"
  | "Cluster"
  | "ClusterKubeconfig"
  | "Plugin"
  | "PluginPreset"
  | "PluginDefinition"
  | "ClusterPluginDefinition"
  | "Catalog"
  | "Team"
  | "TeamRoleBinding"
  | "TeamRole";

/** The eleven kinds by name. */
export const kinds: Readonly<Record<GreenhouseKind, Resource>> = {
  Organization: resource("Organization", "organizations", "cluster", ["org"]),
  Cluster: resource("Cluster", "clusters", "namespaced"),
  ClusterKubeconfig: resource("ClusterKubeconfig", "clusterkubeconfigs", "namespaced", ["ckc", "cluster-kubeconfigs"]),
  Plugin: resource("Plugin", "plugins", "namespaced"),
  PluginPreset: resource("PluginPreset", "pluginpresets", "namespaced", ["pp"]),
  PluginDefinition: resource("PluginDefinition", "plugindefinitions", "namespaced", ["pd"]),
  ClusterPluginDefinition: resource("ClusterPluginDefinition", "clusterplugindefinitions", "cluster", ["cpd"]),
  Catalog: resource("Catalog", "catalogs", "namespaced", ["cat"]),
  Team: resource("Team", "teams", "namespaced"),
  TeamRoleBinding: resource("TeamRoleBinding", "teamrolebindings", "namespaced", ["trb"], ["v1alpha2", "v1alpha1"]),
  TeamRole: resource("TeamRole", "teamroles", "namespaced", ["tr"]),
};

/** The kinds that have no conditions, as `TeamRoleStatus struct{}` (teamrole_types.go:28): that one exists is all there is to say. */
export const stateless: ReadonlySet<string> = new Set(["TeamRole"]);

/** Where Ready stays as it was while the annotation is there, whatever its value (pkg/lifecycle/reconcile.go:109-125). */
export const suspendable: ReadonlySet<string> = new Set(["Plugin", "Catalog"]);
export const suspendAnnotation = "greenhouse.sap/suspend";

/** Makes a Plugin one of a PluginPreset (pluginpreset_controller.go:425-431). */
export const presetLabel = "greenhouse.sap/pluginpreset";

/** On a Plugin of before 2026-03-12: which of two controllers looked after it. */
export const deliveryToolLabel = "greenhouse.sap/deployment-tool";

/** On a Cluster: how it is reached; with `oidc` nothing is deployed there for Greenhouse (cluster_controller.go:66-115). */
export const connectivityAnnotation = "greenhouse.sap/cluster-connectivity";

function rows(sense: Sense, source: string, types: readonly string[], kind?: string): readonly SenseRow[] {
  return types.map((type) => ({ group, ...(kind === undefined ? {} : { kind }), type, sense, source }));
}

function flux(sense: Sense, types: readonly string[]): readonly SenseRow[] {
  return types.map((type) => ({ type, sense, source: "fluxcd/pkg apis/meta, helm-controller, source-controller" }));
}

const current = "api/v1alpha1, api/meta/v1alpha1/conditions_constants.go";
const legacy = "api/v1alpha1/plugin_types.go before 1a53894f (2026-03-12)";

const senses: readonly SenseRow[] = [
  ...rows("main", "the printer column Ready of every kind", ["Ready"]),
  ...rows("bad", current, ["PluginFailed", "PluginDefinitionNotFound", "ClusterListEmpty", "ReconcileFailed"]),
  ...rows("caution", "true without effect on Ready (pluginpreset_controller.go:384-422)", ["PluginSkipped"]),
  ...rows("advice", "internal/util/conditions.go:19-53", ["OwnerLabelSet"]),
  ...rows("info", "Created: True on the first pass, False once ready (kubeconfig_controller.go:406-434)", [
    "Delete",
    "Suspended",
    "Created",
  ]),
  ...rows("good", current, [
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
  ...rows("bad", legacy, ["HelmReconcileFailed", "HelmDriftDetected", "WaitingForDependencies", "RetriesExhausted"]),
  ...rows("good", legacy, [
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

/** Written until 2026-03-12 and stripped from Plugins since (plugin/util.go:36-53). */
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

/** What Plugins carry since. */
export const currentPluginTypes: ReadonlySet<string> = new Set([
  "HelmReleaseCreated",
  "HelmReleaseDeployed",
  "ExposedServicesSynced",
]);

/** What says Unknown for ever where nobody has asked for it, and is no fault then: SCIM is optional. */
export const optionalTypes: Readonly<Partial<Record<string, readonly string[]>>> = {
  // organization_controller.go:351-357
  Organization: ["SCIMAPIAvailable"],
  // team_controller.go:429-443
  Team: ["SCIMAccessReady", "SCIMAllMembersValid"],
};

/** The fleet manager of cloudoperators: organisations, their clusters, and what is installed there. */
export const greenhouse: Profile = {
  name: "greenhouse",
  roots: Object.values(kinds),
  components: [],
  senses,
  ruleSets: ["controller", "adr"],
};
