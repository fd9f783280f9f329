import type { GreenhouseFindingCode, WordsTable } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Findings about Greenhouse. */
export const findingsGreenhouseWords: {
  readonly greenhouseFindings: WordsTable<GreenhouseFindingCode>;
} = {
  greenhouseFindings: {
    of: "Greenhouse",
    next: [ask.greenhouse],
    says: {
      "not-gating": {
        meaning: "A condition is bad, and Ready does not count it.",
        causes: ["Ready is made of a few conditions only"],
      },
      suspended: {
        meaning: "An annotation stops the controller, and Ready says what was.",
        causes: ["greenhouse.sap/suspend is on the object"],
      },
      "legacy-conditions": {
        meaning: "The object was last written by a Greenhouse of before March 2026, and is judged by its rules.",
        causes: ["an old dump", "a controller that has not come by"],
      },
      "leftover-conditions": {
        meaning: "Conditions of an older Greenhouse stand beside those of today; nobody writes them any more.",
        causes: ["an upgrade that did not clear them"],
      },
      "kubeconfig-incomplete": {
        meaning: "A kubeconfig lacks a part, so nobody can use it.",
        causes: ["its Organization or Cluster is not set up yet"],
      },
      "cluster-not-ready": {
        meaning: "The cluster that it is for is not ready.",
        causes: ["a kubeconfig that has expired", "a cluster that does not answer"],
        next: ["kubectl get clusters.greenhouse.sap -n NAMESPACE"],
      },
      "release-missing": {
        meaning: "The Plugin says that it made a HelmRelease, and there is none.",
        causes: ["somebody deleted it"],
        next: ["kubectl get helmreleases -n NAMESPACE"],
      },
      "plugins-skipped": {
        meaning: "The preset leaves out Plugins that exist without its label.",
        causes: ["Plugins that were made by hand"],
        next: ["kubectl get plugins.greenhouse.sap -n NAMESPACE --show-labels"],
      },
      "no-clusters": {
        meaning: "It selects no Cluster, so it does nothing.",
        causes: ["a clusterSelector that nothing fulfils"],
        next: ["kubectl get clusters.greenhouse.sap -n NAMESPACE --show-labels"],
      },
      "uncounted-plugins": {
        meaning: "Plugins have no Ready yet, and AllPluginsReady passes over them.",
        causes: ["they were just made"],
        next: ["kubectl get plugins.greenhouse.sap -n NAMESPACE"],
      },
      "binding-contradicts": {
        meaning: "Ready and RBACReady of a binding contradict each other: Ready is made of status.clusters alone.",
        causes: ["no cluster selected", "a role or team that is missing"],
      },
      "unwell-members": {
        meaning: "Objects in the Organization's namespace are unwell, and its Ready is not about them.",
        causes: ["look at those objects"],
        next: ["kubectl hco-status --profile greenhouse -n NAMESPACE"],
      },
    },
  },
};
