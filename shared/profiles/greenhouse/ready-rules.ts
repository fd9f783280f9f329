import type { ConditionStatus } from "../../model/condition.ts";
import type { GreenhouseKind } from "../../model/family-roots.ts";

// How Ready is computed from the other conditions (facts seed-systems 2.4; cloudoperators/greenhouse@7e13274,
// internal/controller). The first gate that trips makes it False.

/** One check of one condition; several types are names of the same condition in different releases. */
export interface ReadyGateRow {
  readonly types: readonly string[];
  /**
   * The statuses that trip it. A missing condition counts as Unknown, because the controllers' Init* writes that first.
   */
  readonly bad: readonly ConditionStatus[];
  /**
   * A missing condition makes Ready Unknown: `unless-tripped` if no other gate trips, `at-once` without further checks.
   */
  readonly missing?: "unless-tripped" | "at-once";
  readonly missingMessage?: string;
  /** The message of Ready then. */
  readonly message: string;
  /** The condition's own message instead: always, if it has one, or if its reason is this. */
  readonly own?: "always" | "where-any" | { readonly reason: string };
  /** The reason of Ready then; absent: the previous one stays. */
  readonly reason?: string;
  /** The condition's own reason instead, if its status is one of these. */
  readonly ownReason?: readonly ConditionStatus[];
}

/** The gates of one kind, and the message of Ready if none trips; without a reason the previous one stays. */
export interface ReadyRule {
  readonly gates: readonly ReadyGateRow[];
  readonly otherwise: { readonly message: string; readonly reason?: string };
  readonly source: string;
}

const notFalse: readonly ConditionStatus[] = ["False"];
const onlyTrue: readonly ConditionStatus[] = ["False", "Unknown"];
const notTrue: readonly ConditionStatus[] = ["True"];

const team: ReadyRule = {
  gates: [{ types: ["SCIMAccessReady"], bad: notFalse, message: "SCIM access not ready" }],
  otherwise: { message: "ready" },
  source: "team/team_controller.go:429-443",
};

const organization: ReadyRule = {
  // SCIM is optional: Unknown counts as ready.
  gates: [{ types: ["SCIMAPIAvailable"], bad: notFalse, message: "", reason: "SCIMAPIUnavailable" }],
  otherwise: { message: "", reason: "" },
  source: "organization/organization_controller.go:351-357",
};

function clusterGate(type: string): ReadyGateRow {
  const words = { message: "cannot access cluster", own: "where-any", reason: "" } as const;
  return { types: [type], bad: notFalse, missing: "unless-tripped", ...words };
}

const cluster: ReadyRule = {
  gates: [clusterGate("KubeConfigValid"), clusterGate("PermissionsVerified"), clusterGate("ManagedResourcesDeployed")],
  otherwise: { message: "", reason: "" },
  source: "cluster/cluster_controller.go:66-115",
};

/** The rule of a Cluster that is reached by OIDC: nothing is deployed there, so that gate is omitted. */
export const oidcCluster: ReadyRule = {
  ...cluster,
  gates: cluster.gates.filter(({ types }) => !types.includes("ManagedResourcesDeployed")),
};

const plugin: ReadyRule = {
  gates: [
    { types: ["HelmReleaseCreated"], bad: onlyTrue, message: "", own: "always", ownReason: onlyTrue },
    { types: ["HelmReleaseDeployed"], bad: onlyTrue, message: "", own: "always", ownReason: notFalse },
  ],
  otherwise: { message: "ready" },
  source: "plugin/plugin_controller_flux.go:246-311",
};

const clusterAccess: ReadyGateRow = {
  types: ["ClusterAccessReady"],
  bad: notFalse,
  message: "cluster access not ready",
};

/** The rule until 2c2066f1 (2026-03-03), of the Helm controller. */
export const helmPlugin: ReadyRule = {
  gates: [
    clusterAccess,
    { types: ["HelmReconcileFailed"], bad: notTrue, message: "Helm reconcile failed" },
    {
      types: ["HelmChartTestSucceeded", "NoHelmChartTestFailures"],
      bad: notFalse,
      message: "Helm Chart Test failed",
    },
    { types: ["WorkloadReady"], bad: notFalse, message: "", own: "always" },
  ],
  otherwise: { message: "ready" },
  source: "plugin/util.go before 2c2066f1",
};

/** The rule until 1a53894f (2026-03-12), of the Flux controller. */
export const earlyFluxPlugin: ReadyRule = {
  gates: [
    clusterAccess,
    { types: ["HelmReconcileFailed"], bad: notTrue, message: "Helm reconcile failed" },
    { types: ["HelmReconcileFailed"], bad: ["Unknown"], message: "Reconciling" },
  ],
  otherwise: { message: "ready" },
  source: "plugin/plugin_controller_flux.go before 1a53894f",
};

const pluginPreset: ReadyRule = {
  gates: [
    {
      types: ["PluginFailed"],
      bad: notTrue,
      message: "Plugin reconciliation failed",
      own: { reason: "PluginDefinitionNotFound" },
    },
    { types: ["PluginDefinitionNotFound"], bad: notTrue, message: "", own: "always" },
    { types: ["ClusterListEmpty"], bad: notTrue, message: "No cluster matches ClusterSelector" },
    { types: ["AllPluginsReady"], bad: notFalse, message: "", own: "always" },
  ],
  otherwise: { message: "ready" },
  source: "plugin/pluginpreset_controller.go:384-422",
};

const pluginDefinition: ReadyRule = {
  gates: [
    {
      types: ["HelmChartReady"],
      bad: onlyTrue,
      missing: "at-once",
      missingMessage: "HelmChart status unknown",
      message: "",
      own: "always",
      ownReason: onlyTrue,
    },
    { types: ["OCIReplicationReady"], bad: notFalse, message: "", own: "always", ownReason: notFalse },
  ],
  otherwise: { message: "PluginDefinition is ready", reason: "" },
  source: "plugindefinition/utils.go:53-89",
};

const clusterKubeconfig: ReadyRule = {
  gates: [{ types: ["ReconcileFailed"], bad: notTrue, message: "", reason: "ReconcileFailed" }],
  otherwise: { message: "", reason: "Complete" },
  source: "cluster/kubeconfig_controller.go:402-444",
};

/** Ready depends on status.clusters, and RBACReady is not checked. */
const teamRoleBinding: ReadyRule = {
  gates: [],
  otherwise: { message: "ready" },
  source: "teamrbac/teamrolebinding_controller.go:852-867",
};

/** ADR-4, Conditions: Ready depends on the other conditions only, and RBACReady is the only one. */
const teamRoleBindingByConditions: ReadyRule = {
  ...teamRoleBinding,
  gates: [{ types: ["RBACReady"], bad: notFalse, message: "Team RBAC reconciliation failed" }],
  source: "seeds/greenhouse-adr-4-resource-states.md, Conditions",
};

const catalog: ReadyRule = {
  gates: [],
  otherwise: { message: "all catalog objects are ready", reason: "CatalogReady" },
  source: "catalog/catalog_controller.go:226-248, 392-466",
};

type Rules = Readonly<Partial<Record<GreenhouseKind, ReadyRule>>>;

/** The gates of the controllers; their checks besides conditions are in greenhouse/ready-by-controller.ts. */
export const controllerRules: Rules = {
  Team: team,
  Organization: organization,
  Cluster: cluster,
  Plugin: plugin,
  PluginPreset: pluginPreset,
  TeamRoleBinding: teamRoleBinding,
  PluginDefinition: pluginDefinition,
  ClusterPluginDefinition: pluginDefinition,
  ClusterKubeconfig: clusterKubeconfig,
  Catalog: catalog,
};

/**
 * The same gates without checks besides conditions. A Catalog has no other condition than Ready, so there is nothing to
 * combine.
 */
export const adrRules: Rules = { ...controllerRules, TeamRoleBinding: teamRoleBindingByConditions };
