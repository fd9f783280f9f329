import { families, ruleSets } from "../../model/families.ts";
import type { Profile } from "../../model/profile.ts";
import { greenhousePolarities } from "../../tables/polarity.ts";

// Source of every name: https://github.com/cloudoperators/greenhouse (v0.16.0), charts/manager/crds and api/.

/** The annotation that keeps the controllers of suspendable kinds from writing Ready (pkg/lifecycle/reconcile.go:109-125). */
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

/**
 * The namespace of a ClusterPluginDefinition's charts and repositories (internal/flux, HelmRepositoryDefaultNamespace).
 */
export const chartNamespace = "greenhouse";

/** The fleet manager of cloudoperators: organisations, their clusters, and what is installed there. */
export const greenhouseProfile: Profile = {
  name: "greenhouse",
  roots: families.greenhouse.roots,
  components: [],
  polarities: greenhousePolarities,
  ruleSets: ruleSets.greenhouse,
};
