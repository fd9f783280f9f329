import type { ReasonTables } from "../model/explanation.ts";

const coreTypes = "staging/src/k8s.io/api/core/v1/types.go";
const setters = "pkg/kubelet/nodestatus/setters.go";
const definitionTypes = "staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go";
const namingController = "staging/src/k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go";
const crdFinalizer = "staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go";
const remoteAvailableController =
  "staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go";
const autoscalingTypes = "staging/src/k8s.io/api/autoscaling/v2/types.go";
const policyTypes = "staging/src/k8s.io/api/policy/v1/types.go";
const horizontal = "pkg/controller/podautoscaler/horizontal.go";
const storage = "shared/aggregate/core/storage.ts";
const network = "shared/aggregate/core/network.ts";

/** What is said of nodes, definitions of kinds and scaling. */
export const clusterReasons: ReasonTables = {
  nodeConditions: {
    kind: "condition",
    source: "kubernetes/kubernetes",
    rows: {
      Ready: coreTypes,
      MemoryPressure: coreTypes,
      DiskPressure: coreTypes,
      PIDPressure: coreTypes,
      NetworkUnavailable: coreTypes,
      KernelDeadlock: ["kubernetes/node-problem-detector", "config/kernel-monitor.json"],
      ReadonlyFilesystem: ["kubernetes/node-problem-detector", "config/readonly-monitor.json"],
      FrequentKubeletRestart: ["kubernetes/node-problem-detector", "config/systemd-monitor.json"],
      FrequentContainerdRestart: ["kubernetes/node-problem-detector", "config/systemd-monitor.json"],
      FrequentUnregisterNetDevice: ["kubernetes/node-problem-detector", "config/kernel-monitor.json"],
    },
  },
  nodeReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      NodeStatusUnknown: "pkg/controller/nodelifecycle/node_lifecycle_controller.go",
      NodeStatusNeverUpdated: "pkg/controller/nodelifecycle/node_lifecycle_controller.go",
      KubeletNotReady: setters,
      KubeletReady: setters,
      KubeletHasInsufficientMemory: setters,
      KubeletHasSufficientMemory: setters,
      KubeletHasDiskPressure: setters,
      KubeletHasNoDiskPressure: setters,
      KubeletHasInsufficientPID: setters,
      KubeletHasSufficientPID: setters,
      Cordoned: ["hco-status", "shared/aggregate/core/cluster.ts"],
    },
  },
  definitionConditions: {
    kind: "condition",
    source: "kubernetes/kubernetes",
    rows: {
      Established: definitionTypes,
      NamesAccepted: definitionTypes,
      NonStructuralSchema: definitionTypes,
      Terminating: definitionTypes,
      Available: "staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/types.go",
    },
  },
  definitionReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      InitialNamesAccepted:
        "staging/src/k8s.io/apiextensions-apiserver/pkg/controller/establish/establishing_controller.go",
      NoConflicts: namingController,
      NotAccepted: namingController,
      Installing: namingController,
      InvalidCABundle: "staging/src/k8s.io/apiextensions-apiserver/pkg/controller/establish/establishing_controller.go",
      InstanceDeletionInProgress: crdFinalizer,
      InstanceDeletionFailed: crdFinalizer,
      InstanceDeletionCheck: crdFinalizer,
      InstanceDeletionCompleted: crdFinalizer,
      MissingEndpoints: remoteAvailableController,
      FailedDiscoveryCheck: remoteAvailableController,
      ServiceNotFound: remoteAvailableController,
      Passed: remoteAvailableController,
      Local: "staging/src/k8s.io/kube-aggregator/pkg/controllers/status/local/local_available_controller.go",
    },
  },
  scalingConditions: {
    kind: "condition",
    source: "kubernetes/kubernetes",
    rows: {
      AbleToScale: autoscalingTypes,
      ScalingActive: autoscalingTypes,
      ScalingLimited: autoscalingTypes,
      DisruptionAllowed: policyTypes,
    },
  },
  scalingReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      FailedGetScale: horizontal,
      FailedUpdateScale: horizontal,
      FailedGetResourceMetric: horizontal,
      InvalidSelector: horizontal,
      AmbiguousSelector: horizontal,
      ScalingDisabled: horizontal,
      SucceededGetScale: horizontal,
      ReadyForNewScale: horizontal,
      ValidMetricFound: horizontal,
      DesiredWithinRange: horizontal,
      InsufficientPods: policyTypes,
      SufficientPods: policyTypes,
      SyncFailed: policyTypes,
    },
  },
  otherReasons: {
    kind: "reason",
    source: "hco-status",
    rows: {
      Lost: storage,
      NotReadyToUse: storage,
      SnapshotFailed: storage,
      LoadBalancerPending: network,
      NoAddress: network,
      NotAdmitted: network,
      UnhealthyMachines: "shared/aggregate/core/cluster-api.ts",
    },
  },
};
