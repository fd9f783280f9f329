import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions of Greenhouse of before March 2026. */
export const greenhouseLegacyWords: WordsTables = {
  greenhouseLegacy: {
    of: "Plugin of before March 2026",
    next: [ask.greenhouse],
    says: {
      HelmReconcileFailed: {
        meaning: "The Helm release could not be installed or upgraded. True was bad.",
        causes: ["an error of Helm"],
      },
      HelmDriftDetected: {
        meaning: "What is installed had been changed by somebody else. True was bad.",
        causes: ["an edit in the cluster"],
      },
      WaitingForDependencies: {
        meaning: "The Plugin waited for others. True was bad.",
        causes: ["a Plugin that is not ready"],
      },
      RetriesExhausted: {
        meaning: "Flux had given up on the release. True was bad.",
        causes: ["the same error again and again"],
      },
      StatusUpToDate: {
        meaning: "Whether the Plugin's status was of its newest release.",
        causes: ["the cluster did not answer"],
      },
      WorkloadReady: {
        meaning: "Whether the workloads of the release were ready.",
        causes: ["pods that do not start"],
      },
      ClusterAccessReady: {
        meaning: "Whether the Plugin's cluster could be reached.",
        causes: ["an expired kubeconfig"],
      },
      HelmChartTestSucceeded: { meaning: "Whether the chart's tests succeeded.", causes: ["a test that failed"] },
      NoHelmChartTestFailures: {
        meaning: "The older name of HelmChartTestSucceeded; True was good despite the name.",
        causes: ["with False: a test that failed"],
      },
    },
  },
};
