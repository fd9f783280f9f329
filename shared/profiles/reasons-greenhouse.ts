import type { ReasonTables } from "../model/explanation.ts";

const conditionsConstants = "api/meta/v1alpha1/conditions_constants.go";
const kubeconfigController = "internal/controller/cluster/kubeconfig_controller.go";
const pluginpresetTypes = "api/v1alpha1/pluginpreset_types.go";
const pluginTypes = "api/v1alpha1/plugin_types.go";
const clusterTypes = "api/v1alpha1/cluster_types.go";
const organizationTypes = "api/v1alpha1/organization_types.go";
const legacyPluginTypes = "api/v1alpha1/plugin_types.go before 1a53894f";
const teamrolebindingController = "internal/controller/teamrbac/teamrolebinding_controller.go";
const catalogController = "internal/controller/catalog/catalog_controller.go";
const reconcile = "pkg/lifecycle/reconcile.go";

/** What Greenhouse's controllers say. */
export const greenhouseReasons: ReasonTables = {
  greenhouseConditions: {
    kind: "condition",
    source: "cloudoperators/greenhouse",
    rows: {
      Ready: conditionsConstants,
      Delete: conditionsConstants,
      Suspended: conditionsConstants,
      OwnerLabelSet: conditionsConstants,
      ClusterListEmpty: conditionsConstants,
      Created: kubeconfigController,
      PluginFailed: pluginpresetTypes,
      PluginSkipped: pluginpresetTypes,
      PluginDefinitionNotFound: pluginpresetTypes,
      AllPluginsReady: pluginpresetTypes,
      HelmReleaseCreated: pluginTypes,
      HelmReleaseDeployed: pluginTypes,
      ExposedServicesSynced: pluginTypes,
      KubeConfigValid: clusterTypes,
      PermissionsVerified: clusterTypes,
      ManagedResourcesDeployed: clusterTypes,
      AllNodesReady: clusterTypes,
      PayloadSchedulable: clusterTypes,
      SCIMAccessReady: "api/v1alpha1/team_types.go",
      SCIMAllMembersValid: "api/v1alpha1/team_types.go",
      SCIMAPIAvailable: organizationTypes,
      RBACReady: "api/v1alpha2/teamrolebinding_types.go",
      HelmChartReady: "api/v1alpha1/plugindefinition_types.go",
      OCIReplicationReady: "api/v1alpha1/plugindefinition_types.go",
      ReconcileFailed: "api/v1alpha1/clusterkubeconfig_types.go",
      NamespaceCreated: organizationTypes,
      OrganizationRBACConfigured: organizationTypes,
      OrganizationDefaultTeamRolesConfigured: organizationTypes,
      ServiceProxyProvisioned: organizationTypes,
      OrganizationOICDConfigured: organizationTypes,
      OrganizationAdminTeamConfigured: organizationTypes,
    },
  },
  greenhouseLegacy: {
    kind: "condition",
    source: "cloudoperators/greenhouse",
    rows: {
      HelmReconcileFailed: legacyPluginTypes,
      HelmDriftDetected: legacyPluginTypes,
      WaitingForDependencies: legacyPluginTypes,
      RetriesExhausted: legacyPluginTypes,
      StatusUpToDate: legacyPluginTypes,
      WorkloadReady: legacyPluginTypes,
      ClusterAccessReady: legacyPluginTypes,
      HelmChartTestSucceeded: legacyPluginTypes,
      NoHelmChartTestFailures: "api/v1alpha1/plugin_types.go before 20e2c9fd",
    },
  },
  greenhouseReasons: {
    kind: "reason",
    source: "cloudoperators/greenhouse",
    rows: {
      ClusterAccessFailed: "internal/controller/plugin/util.go",
      ClusterConnectionFailed: teamrolebindingController,
      PluginDefinitionNotAvailable: "internal/controller/plugin/plugin_controller_flux.go",
      PluginDefinitionNotBackedByHelmChart: "internal/controller/plugin/plugin_controller_flux.go",
      PluginDefinitionNotFound: "internal/controller/plugin/pluginpreset_controller.go",
      CatalogEmptySources: catalogController,
      CatalogNotReady: catalogController,
      CatalogReady: catalogController,
      ReconcileFailed: kubeconfigController,
      Incomplete: kubeconfigController,
      Complete: kubeconfigController,
      ReadyState: kubeconfigController,
      SCIMAPIUnavailable: "internal/controller/organization/organization_controller.go",
      SCIMConfigErrorReason: "internal/controller/organization/organization_controller.go",
      EmptyClusterList: teamrolebindingController,
      RBACReconcileFailed: teamrolebindingController,
      TeamRoleNotFound: teamrolebindingController,
      TeamNotFound: teamrolebindingController,
      ResourceSuspended: reconcile,
      PendingDeletion: reconcile,
      FailingDeletion: reconcile,
      Deleted: reconcile,
      PendingCreation: reconcile,
      FailingCreation: reconcile,
      SecretNotFound: organizationTypes,
      SCIMRequestFailed: organizationTypes,
      ServiceProxyNotFound: organizationTypes,
      ServiceProxyFailed: organizationTypes,
      DexReconcileFailed: organizationTypes,
      OAuthOICDFailed: organizationTypes,
      DefaultConnectorRedirectsFailed: organizationTypes,
      OAuthProxySecretFailed: organizationTypes,
      PluginReconcileFailed: pluginpresetTypes,
      RBACReconciled: "api/v1alpha2/teamrolebinding_types.go",
      HelmUninstallFailed: pluginTypes,
      Created: reconcile,
      ScheduledDeletion: reconcile,
    },
  },
};
