import type { Place, ReasonTables } from "../model/explanation.ts";

const applicationTypes = "api/v1beta1/application_types.go";
const condition = "controllers/condition.go";
const conditions = "apis/meta/conditions.go";
const helmController: Place = ["fluxcd/helm-controller", "api/v2/condition_types.go"];
const sourceController: Place = ["fluxcd/source-controller", "api/v1/condition_types.go"];

/** What is said of Applications, and by Flux. */
export const applicationReasons: ReasonTables = {
  applicationConditions: {
    kind: "condition",
    source: "kubernetes-sigs/application",
    rows: {
      Ready: applicationTypes,
      Error: applicationTypes,
      Settled: ["kubernetes-sigs/application, pull request 79", "Standard Conditions"],
      Qualified: applicationTypes,
      Cleanup: applicationTypes,
      Disruption: ["kubernetes-sigs/application, pull request 79", "Other Conditions"],
      TrafficReady: ["kubernetes-sigs/application, pull request 79", "Conditions API"],
      Scale: ["kubernetes-sigs/application, pull request 79", "Conditions API"],
      InProgress: "controllers/status.go",
    },
  },
  applicationReasons: {
    kind: "reason",
    source: "kubernetes-sigs/application",
    rows: {
      ComponentsReady: condition,
      ComponentsNotReady: condition,
      ComponentsReadyUnknown: condition,
      ErrorSeen: condition,
      NoError: condition,
      Settled: ["kubernetes-sigs/application, pull request 79", "Example"],
    },
  },
  fluxConditions: {
    kind: "condition",
    source: "fluxcd/pkg",
    rows: {
      Ready: conditions,
      Reconciling: conditions,
      Stalled: conditions,
      Healthy: conditions,
      Released: helmController,
      TestSuccess: helmController,
      Remediated: helmController,
      ArtifactInStorage: sourceController,
      FetchFailed: sourceController,
      BuildFailed: sourceController,
      StorageOperationFailed: sourceController,
      SourceVerifiedFailed: sourceController,
      ArtifactOutdated: sourceController,
    },
  },
  fluxReasons: {
    kind: "reason",
    source: "fluxcd/pkg",
    rows: {
      InstallSucceeded: helmController,
      InstallFailed: helmController,
      UpgradeSucceeded: helmController,
      UpgradeFailed: helmController,
      Succeeded: conditions,
      ProgressingWithRetry: conditions,
      DependencyNotReady: conditions,
      ChartPullSucceeded: ["fluxcd/source-controller", "api/v1/helmchart_types.go"],
      ChartPullError: ["fluxcd/source-controller", "api/v1/helmchart_types.go"],
    },
  },
};
