import { families, ruleSets } from "../../model/families.ts";
import type { Profile } from "../../model/profile.ts";
import { greenhousePolarities } from "../../tables/polarity.ts";

// Source of every table: https://github.com/cloudoperators/greenhouse (v0.16.0), charts/manager/crds and api/.

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
  polarities: greenhousePolarities,
  ruleSets: ruleSets.greenhouse,
};
