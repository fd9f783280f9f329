import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions of Greenhouse. */
export const greenhouseWords: WordsTables = {
  greenhouseConditions: {
    of: "Greenhouse",
    next: [ask.greenhouse],
    says: {
      Ready: {
        meaning:
          "The sum of the object's other conditions, which differ by kind. While it is suspended or deleted it stays as it was.",
        causes: ["a condition that counts for its kind is bad"],
        next: [ask.greenhouse, ask.report],
      },
      Delete: { meaning: "How its deletion gets on; neither good nor bad.", causes: ["it is being deleted"] },
      Suspended: {
        meaning: "An annotation stops its controller, and Ready stays as it was.",
        causes: ["greenhouse.sap/suspend is on it"],
      },
      OwnerLabelSet: {
        meaning: "Whether it says which team owns it. It has no part in Ready.",
        causes: ["no label, or a team that does not exist"],
      },
      ClusterListEmpty: {
        meaning: "Its selector finds no Cluster. True is bad for a PluginPreset.",
        causes: ["labels that no Cluster has"],
        next: ["kubectl get clusters.greenhouse.sap -n NAMESPACE --show-labels"],
      },
      Created: {
        meaning: "True in the first round and False once it is ready; neither good nor bad.",
        causes: ["a normal life"],
      },
      PluginFailed: {
        meaning: "Plugins of the preset could not be made or changed.",
        causes: ["a webhook that refuses the Plugin", "a definition that is gone"],
      },
      PluginSkipped: {
        meaning:
          "A Plugin of that name exists without the preset's label, so it is left alone. It has no part in Ready.",
        causes: ["somebody made the Plugin by hand"],
      },
      PluginDefinitionNotFound: {
        meaning: "The definition that the preset names does not exist.",
        causes: ["a wrong name", "it was deleted"],
        next: ["kubectl get plugindefinitions,clusterplugindefinitions -A"],
      },
      AllPluginsReady: {
        meaning: "Whether all Plugins of the preset that have a Ready are ready. Plugins without one are not counted.",
        causes: ["a Plugin that is not ready"],
        next: ["kubectl get plugins.greenhouse.sap -n NAMESPACE"],
      },
      HelmReleaseCreated: {
        meaning: "Whether the Plugin's HelmRelease was made.",
        causes: ["the cluster is not ready", "the definition is missing"],
      },
      HelmReleaseDeployed: {
        meaning: "Whether the Plugin's HelmRelease is deployed.",
        causes: ["an error of Helm, which the message has"],
        next: [ask.greenhouse, ask.flux],
      },
      ExposedServicesSynced: {
        meaning: "Whether the Services that the Plugin exposes are known. It has no part in Ready.",
        causes: ["the cluster does not answer"],
      },
      KubeConfigValid: {
        meaning: "Whether the Cluster can be reached with its kubeconfig.",
        causes: ["an expired token", "an address that does not answer"],
      },
      PermissionsVerified: {
        meaning: "Whether Greenhouse may do in the Cluster what it must.",
        causes: ["a missing ClusterRoleBinding"],
      },
      ManagedResourcesDeployed: {
        meaning: "Whether Greenhouse's own objects are in the Cluster.",
        causes: ["a missing permission there"],
      },
      AllNodesReady: {
        meaning: "Whether all nodes of the Cluster are ready. It has no part in Ready.",
        causes: ["a node of that cluster"],
      },
      PayloadSchedulable: {
        meaning: "Whether the Cluster takes pods. It has no part in Ready.",
        causes: ["no node that is ready"],
      },
      SCIMAccessReady: {
        meaning: "Whether the Team's members can be read from the directory.",
        causes: ["wrong credentials", "the directory does not answer"],
      },
      SCIMAllMembersValid: {
        meaning: "Whether all members of the Team are active in the directory. It has no part in Ready.",
        causes: ["a member who has left"],
      },
      SCIMAPIAvailable: {
        meaning: "Whether the Organization's directory answers. Unknown is fine: the directory is optional.",
        causes: ["wrong credentials or address"],
      },
      RBACReady: {
        meaning:
          "Whether the binding's roles are in its clusters. Ready does not ask it, and the two may contradict each other.",
        causes: ["a cluster that does not answer", "a Team or TeamRole that is missing"],
      },
      HelmChartReady: {
        meaning: "Whether the chart of the definition could be fetched.",
        causes: ["a version that does not exist", "no connection"],
      },
      OCIReplicationReady: {
        meaning: "Whether the definition's images and charts were copied to the own registry.",
        causes: ["the registry refuses"],
      },
      ReconcileFailed: {
        meaning: "The ClusterKubeconfig could not be put together. True is bad.",
        causes: ["the Cluster has no address or certificate"],
      },
      NamespaceCreated: { meaning: "Whether the Organization's namespace exists.", causes: ["a missing permission"] },
      OrganizationRBACConfigured: {
        meaning: "Whether the Organization's roles exist.",
        causes: ["a missing permission"],
      },
      OrganizationDefaultTeamRolesConfigured: {
        meaning: "Whether the Organization's default team roles exist.",
        causes: ["a webhook that refuses them"],
      },
      ServiceProxyProvisioned: {
        meaning: "Whether the Organization's service proxy was made.",
        causes: ["its Plugin could not be made"],
      },
      OrganizationOICDConfigured: {
        meaning: "Whether log-ins of the Organization are set up.",
        causes: ["a Secret that is missing"],
      },
      OrganizationAdminTeamConfigured: {
        meaning: "Whether the Organization's team of administrators exists.",
        causes: ["no group was named for it"],
      },
    },
  },
};
