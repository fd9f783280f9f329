import type { Place, ReasonTables } from "../model/explanation.ts";

const clusterOperator = "config/v1/types_cluster_operator.go";
const kstatus: Place = ["kubernetes-sigs/cli-utils", "pkg/kstatus/status/status.go"];
const senses: Place = ["hco-status", "shared/profiles/senses.ts"];

/** Conditions that many kinds have. */
export const sharedReasons: ReasonTables = {
  sharedConditions: {
    kind: "condition",
    source: "openshift/api",
    rows: {
      Available: clusterOperator,
      Progressing: clusterOperator,
      Degraded: clusterOperator,
      Upgradeable: clusterOperator,
      EvaluationConditionsDetected: clusterOperator,
      Ready: ["kubernetes/community", "contributors/devel/sig-architecture/api-conventions.md"],
      Succeeded: ["kubernetes/community", "contributors/devel/sig-architecture/api-conventions.md"],
      Reconciling: kstatus,
      Stalled: kstatus,
      InProgress: kstatus,
      Failed: kstatus,
      Error: ["kubernetes-sigs/application, pull request 79", "Standard Conditions"],
      Healthy: senses,
      Synced: senses,
      Installed: senses,
      Complete: senses,
      Initialized: senses,
      Issuing: ["cert-manager/cert-manager", "pkg/apis/certmanager/v1/types_certificate.go"],
      Resizing: ["kubernetes/kubernetes", "staging/src/k8s.io/api/core/v1/types.go"],
      FileSystemResizePending: ["kubernetes/kubernetes", "staging/src/k8s.io/api/core/v1/types.go"],
      Deleting: senses,
      Paused: senses,
      Ignored: ["nmstate/kubernetes-nmstate", "api/shared"],
    },
  },
};
