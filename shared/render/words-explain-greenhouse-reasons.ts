import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The reasons of Greenhouse. */
export const greenhouseReasonsWords: WordsTables = {
  greenhouseReasons: {
    of: "Greenhouse",
    next: [ask.greenhouse],
    says: {
      ClusterAccessFailed: {
        meaning: "The Plugin's cluster cannot be reached, so nothing is installed there.",
        causes: ["the Cluster is not ready", "its kubeconfig has expired"],
        next: ["kubectl get clusters.greenhouse.sap -n NAMESPACE"],
      },
      ClusterConnectionFailed: {
        meaning: "A cluster of the binding cannot be reached.",
        causes: ["the Cluster is not ready"],
        next: ["kubectl get clusters.greenhouse.sap -n NAMESPACE"],
      },
      PluginDefinitionNotAvailable: {
        meaning: "The definition that the Plugin names is missing or not ready.",
        causes: ["a wrong name", "its chart cannot be fetched"],
        next: ["kubectl get plugindefinitions,clusterplugindefinitions -A"],
      },
      PluginDefinitionNotBackedByHelmChart: {
        meaning: "The definition has no chart, so there is nothing to install: a Plugin for the user interface only.",
        causes: ["a definition with a UI application alone"],
      },
      PluginDefinitionNotFound: {
        meaning: "The definition that the preset or Plugin names does not exist (the reason).",
        causes: ["a wrong name", "it was deleted"],
        next: ["kubectl get plugindefinitions,clusterplugindefinitions -A"],
      },
      CatalogEmptySources: { meaning: "The Catalog names no sources.", causes: ["an empty spec.sources"] },
      CatalogNotReady: {
        meaning: "Not every object of the Catalog's inventory is ready.",
        causes: ["a repository that cannot be fetched", "a Kustomization that fails"],
      },
      CatalogReady: {
        meaning: "Every object of the Catalog's inventory is ready.",
        causes: ["all sources were fetched and applied"],
      },
      ReconcileFailed: {
        meaning: "The ClusterKubeconfig could not be put together (the reason of Ready).",
        causes: ["the Cluster or the Organization lacks something"],
      },
      Incomplete: {
        meaning: "The ClusterKubeconfig lacks its cluster, user, context or current context.",
        causes: ["it was just made", "its Organization has no log-in set up"],
      },
      Complete: { meaning: "The ClusterKubeconfig has all its parts.", causes: ["it can be used"] },
      ReadyState: {
        meaning: "The ClusterKubeconfig has become ready, so this condition went back to False.",
        causes: ["a normal life"],
      },
      SCIMAPIUnavailable: {
        meaning: "The Organization's directory does not answer.",
        causes: ["wrong credentials or address"],
      },
      SCIMConfigErrorReason: {
        meaning: "The Organization's directory is not or wrongly set up; where nobody asked for one this is fine.",
        causes: ["no SCIM configuration", "a Secret that is missing"],
      },
      EmptyClusterList: {
        meaning: "The binding selects no Cluster, so it does nothing. Ready may be True all the same.",
        causes: ["a selector that nothing fulfils"],
        next: ["kubectl get clusters.greenhouse.sap -n NAMESPACE --show-labels"],
      },
      RBACReconcileFailed: {
        meaning: "The binding's roles could not be written in a cluster.",
        causes: ["a missing permission there", "no connection"],
      },
      TeamRoleNotFound: {
        meaning: "The TeamRole that the binding names does not exist.",
        causes: ["a wrong name"],
        next: ["kubectl get teamroles.greenhouse.sap -n NAMESPACE"],
      },
      TeamNotFound: {
        meaning: "A Team that the binding names does not exist.",
        causes: ["a wrong name"],
        next: ["kubectl get teams.greenhouse.sap -n NAMESPACE"],
      },
      ResourceSuspended: {
        meaning: "An annotation stops the object's controller.",
        causes: ["greenhouse.sap/suspend is on it"],
      },
      PendingDeletion: { meaning: "The object is being deleted.", causes: ["somebody deleted it"] },
      FailingDeletion: {
        meaning: "The object's deletion fails; the message says why.",
        causes: ["something in the cluster cannot be removed"],
      },
      Deleted: { meaning: "Everything of the object is removed.", causes: ["its deletion is done"] },
      PendingCreation: { meaning: "The object's first round is not done.", causes: ["it was just created"] },
      FailingCreation: {
        meaning: "A round of the object's controller failed; the message says why.",
        causes: ["whatever the message says"],
      },
      SecretNotFound: {
        meaning: "The Secret with the credentials for the directory does not exist.",
        causes: ["a wrong name", "it was deleted"],
      },
      SCIMRequestFailed: {
        meaning: "The directory did not answer a question as it should.",
        causes: ["wrong credentials", "it is down"],
      },
      ServiceProxyNotFound: {
        meaning: "The definition of the service proxy does not exist.",
        causes: ["a Greenhouse without it"],
        next: ["kubectl get clusterplugindefinitions"],
      },
      ServiceProxyFailed: {
        meaning: "The Organization's service proxy could not be made.",
        causes: ["a webhook that refuses its Plugin"],
      },
      DexReconcileFailed: {
        meaning: "The Organization's connector for log-ins could not be written.",
        causes: ["a Secret that is missing", "an issuer that does not answer"],
      },
      OAuthOICDFailed: {
        meaning: "The Organization's OAuth client could not be written.",
        causes: ["a missing permission"],
      },
      DefaultConnectorRedirectsFailed: {
        meaning: "The Organization's addresses could not be added to the default connector.",
        causes: ["somebody else writes to it at the same time"],
      },
      OAuthProxySecretFailed: {
        meaning: "The Secret for the OAuth proxy could not be written.",
        causes: ["a missing permission", "a webhook"],
      },
      PluginReconcileFailed: {
        meaning: "A Plugin of the preset could not be made or changed.",
        causes: ["a webhook that refuses its values"],
      },
      RBACReconciled: { meaning: "The binding's roles are in all its clusters.", causes: ["everything was written"] },
      HelmUninstallFailed: {
        meaning: "The Plugin's Helm release could not be removed.",
        causes: ["a cluster that does not answer", "a finalizer"],
        next: [ask.greenhouse, ask.flux],
      },
      Created: {
        meaning: "The controller's round went well (the reason of a kind without a rule of its own for Ready).",
        causes: ["all was done"],
      },
      ScheduledDeletion: {
        meaning: "The object will be deleted at a set time.",
        causes: ["an annotation with that time"],
      },
    },
  },
};
