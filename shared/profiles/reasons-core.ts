import type { Place, ReasonTables } from "../model/explanation.ts";

const syncResult = "pkg/kubelet/container/sync_result.go";
const images = "pkg/kubelet/images/types.go";
const kuberuntimeContainer = "pkg/kubelet/kuberuntime/kuberuntime_container.go";
const terminated: Place = ["Kubernetes API reference", "ContainerStateTerminated"];
const probes: Place = ["Kubernetes API reference", "Probe"];
const podStatus: Place = ["Kubernetes API reference", "PodStatus"];
const coreTypes = "staging/src/k8s.io/api/core/v1/types.go";
const generate = "pkg/kubelet/status/generate.go";
const predicate = "pkg/kubelet/lifecycle/predicate.go";

/** What the kubelet, the scheduler and their kin say of containers and pods, and our own words beside them. */
export const coreReasons: ReasonTables = {
  containerReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      ContainerCreating: "pkg/kubelet/kubelet_pods.go",
      PodInitializing: "pkg/kubelet/kubelet_pods.go",
      CrashLoopBackOff: syncResult,
      ErrImagePull: images,
      ImagePullBackOff: images,
      ImageInspectError: images,
      ErrImageNeverPull: images,
      InvalidImageName: images,
      RegistryUnavailable: ["kubernetes/cri-api", "pkg/errors/errors.go"],
      SignatureValidationFailed: ["kubernetes/cri-api", "pkg/errors/errors.go"],
      CreateContainerConfigError: kuberuntimeContainer,
      CreateContainerError: kuberuntimeContainer,
      PreCreateHookError: kuberuntimeContainer,
      PreStartHookError: kuberuntimeContainer,
      PostStartHookError: kuberuntimeContainer,
      RunContainerError: syncResult,
      KillContainerError: syncResult,
      CreatePodSandboxError: syncResult,
      ConfigPodSandboxError: syncResult,
      KillPodSandboxError: syncResult,
      ResizePodInPlaceError: syncResult,
    },
  },
  containerEnds: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      OOMKilled: terminated,
      Error: terminated,
      Completed: terminated,
      ContainerCannotRun: terminated,
      StartError: terminated,
      ContainerStatusUnknown: "pkg/kubelet/container/runtime.go",
      DeadlineExceeded: "pkg/kubelet/active_deadline.go",
      StartupProbeFailing: probes,
      ReadinessProbeFailing: probes,
      NotReady: podStatus,
      Starting: probes,
      Initializing: ["Kubernetes API reference", "Pod lifecycle"],
    },
  },
  podConditions: {
    kind: "condition",
    source: "kubernetes/kubernetes",
    rows: {
      Ready: coreTypes,
      ContainersReady: coreTypes,
      Initialized: coreTypes,
      PodScheduled: coreTypes,
      DisruptionTarget: coreTypes,
      PodReadyToStartContainers: coreTypes,
      PodResizePending: coreTypes,
      PodResizeInProgress: coreTypes,
    },
  },
  podReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      Unschedulable: coreTypes,
      SchedulingGated: coreTypes,
      SchedulerError: coreTypes,
      ContainersNotReady: generate,
      ContainersNotInitialized: generate,
      ReadinessGatesNotReady: generate,
      PodCompleted: generate,
      PodFailed: generate,
      UnknownContainerStatuses: generate,
      Evicted: "pkg/kubelet/eviction",
      NodeLost: "pkg/util/node/node.go",
      PreemptionByScheduler: coreTypes,
      TerminationByKubelet: coreTypes,
      DeletionByTaintManager: "pkg/controller/tainteviction/taint_eviction.go",
      EvictionByEvictionAPI: "pkg/registry/core/pod/storage/eviction.go",
      DeletionByPodGC: "pkg/controller/podgc/gc_controller.go",
      UnexpectedAdmissionError: predicate,
      NodeAffinity: predicate,
      OutOfcpu: predicate,
      OutOfmemory: predicate,
      Terminated: "pkg/kubelet/nodeshutdown/nodeshutdown_manager.go",
      Deferred: coreTypes,
      Infeasible: coreTypes,
      NotScheduled: podStatus,
      Failed: podStatus,
      Pending: podStatus,
    },
  },
};
