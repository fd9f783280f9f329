import type { KindRow, WordRow } from "../../model/profile.ts";

/** Kinds that serve requests or run pipelines: Knative, Tekton, KServe, Ray, Kubeflow, Spark, Flink. */
export const listServingRows = (): readonly KindRow[] => [
  {
    ...{ group: "*.knative.dev", kind: "*", source: "https://knative.dev/docs/serving/reference/serving-api/" },
    // A revision without traffic is not Active, which is no fault.
    polarity: { Active: "info", GarbageCollected: "info" },
    reasons: { "": "progressing", "Ready/NotReconciled": "progressing" },
    unknown: "progressing",
  },
  {
    ...{
      group: "tekton.dev",
      kind: "*",
      source: "https://tekton.dev/docs/pipelines/pipelineruns/#monitoring-execution-status",
    },
    polarity: { Succeeded: "main" },
    reasons: { "Succeeded/PipelineRunPending": "paused" },
    unknown: "progressing",
  },
  ...["Task", "Pipeline", "ClusterTask", "StepAction"].map(
    (kind): KindRow => ({ group: "tekton.dev", kind, source: "https://tekton.dev/docs/pipelines/", silent: "healthy" }),
  ),
  {
    ...{ group: "operator.tekton.dev", kind: "*", source: "https://tekton.dev/docs/operator/" },
    // The condition is False while an installer set or a dependency is not ready.
    reasons: { "Ready/Reconciling": "progressing", "Ready/DependencyInstalling": "progressing" },
  },
  {
    ...{ group: "serving.kserve.io", kind: "*", source: "https://kserve.github.io/website/docs/reference/crd-api" },
    polarity: { Ready: "main", Stopped: "info", Active: "info" },
    words: [
      {
        at: "status.modelStatus.transitionStatus",
        is: {
          ...{ UpToDate: "healthy", InProgress: "progressing", BlockedByFailedLoad: "degraded" },
          ...{ InvalidSpec: "degraded" },
        },
      },
    ],
    reasons: { "Ready/Stopped": "paused", "*/Stopped": "paused", "": "progressing" },
    unknown: "progressing",
  },
  {
    ...{
      group: "ray.io",
      kind: "RayCluster",
      source: "https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/observability.html",
    },
    polarity: {
      ...{ HeadPodReady: "main", RayClusterProvisioned: "good", ReplicaFailure: "bad" },
      ...{ RayClusterSuspending: "busy", RayClusterSuspended: "info" },
    },
    reasons: { "HeadPodReady/HeadPodNotFound": "progressing" },
    words: [
      { at: "status.state", is: { ready: "healthy", failed: "degraded", suspended: "paused", unhealthy: "degraded" } },
    ],
    silent: "progressing",
  },
  {
    ...{
      group: "ray.io",
      kind: "RayJob",
      source: "https://docs.ray.io/en/latest/cluster/kubernetes/getting-started/rayjob-quick-start.html",
    },
    words: [
      {
        at: "status.jobDeploymentStatus",
        is: { Complete: "healthy", Failed: "degraded", Suspended: "paused", ValidationFailed: "degraded" },
        otherwise: "progressing",
      },
      {
        at: "status.jobStatus",
        is: { SUCCEEDED: "healthy", FAILED: "degraded", STOPPED: "degraded" },
        otherwise: "progressing",
      },
    ],
  },
  {
    ...{ group: "ray.io", kind: "RayService" },
    source: "https://docs.ray.io/en/latest/cluster/kubernetes/troubleshooting/rayservice-troubleshooting.html",
    polarity: { Ready: "main", UpgradeInProgress: "busy" },
    words: [
      ...[
        "applicationStatuses",
        "activeServiceStatus.applicationStatuses",
        "pendingServiceStatus.applicationStatuses",
      ].map(
        (path): WordRow => ({
          at: `status.${path}.*.status`,
          is: { RUNNING: "healthy", DEPLOYING: "progressing", NOT_STARTED: "progressing", DELETING: "progressing" },
          otherwise: "degraded",
        }),
      ),
      // Of KubeRay before 1.3 (ray-operator/apis/ray/v1/rayservice_types.go).
      {
        at: "status.serviceStatus",
        is: {
          ...{ Running: "healthy", WaitForServeDeploymentReady: "progressing", Restarting: "progressing" },
          ...{ FailedToGetOrCreateRayCluster: "degraded", FailedToGetServeDeploymentStatus: "degraded" },
          ...{ FailedToUpdateServingPodLabel: "degraded", FailedToUpdateService: "degraded" },
        },
        otherwise: "progressing",
      },
    ],
    counts: [],
  },
  {
    ...{ group: "sparkoperator.k8s.io", kind: "SparkApplication" },
    source: "https://www.kubeflow.org/docs/components/spark-operator/user-guide/working-with-sparkapplication/",
    words: [
      {
        at: "status.applicationState.state",
        is: {
          ...{ RUNNING: "healthy", COMPLETED: "healthy", FAILED: "degraded", SUBMISSION_FAILED: "degraded" },
          ...{ FAILING: "degraded", SUSPENDED: "paused", UNKNOWN: "unknown" },
        },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "sparkoperator.k8s.io", kind: "ScheduledSparkApplication" },
    source: "https://www.kubeflow.org/docs/components/spark-operator/user-guide/running-sparkapplication-on-schedule/",
    words: [
      {
        at: "status.scheduleState",
        is: { Scheduled: "healthy", Validating: "progressing", FailedValidation: "degraded" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "flink.apache.org", kind: "*" },
    source: "https://nightlies.apache.org/flink/flink-kubernetes-operator-docs-main/docs/concepts/architecture/",
    words: [
      {
        at: "status.lifecycleState",
        is: { STABLE: "healthy", FAILED: "degraded", SUSPENDED: "paused" },
        otherwise: "progressing",
      },
      {
        at: "status.jobManagerDeploymentStatus",
        is: { READY: "healthy", ERROR: "degraded" },
        otherwise: "progressing",
      },
      {
        at: "status.jobStatus.state",
        is: { RUNNING: "healthy", FINISHED: "healthy", FAILED: "degraded", CANCELED: "degraded", SUSPENDED: "paused" },
        otherwise: "progressing",
      },
    ],
    failures: ["status.error"],
    silent: "progressing",
  },
  {
    ...{ group: "temporal.io", kind: "TemporalCluster" },
    source: "https://github.com/alexandrevilain/temporal-operator/blob/main/docs/api/v1beta1.md",
    polarity: { Ready: "main", ReconcileSuccess: "good" },
    reasons: { "Ready/ServicesNotReady": "progressing" },
  },
  {
    ...{ group: "shipwright.io", kind: "Build", source: "https://shipwright.io/docs/build/build/" },
    words: [{ at: "status.registered", is: { True: "healthy", False: "degraded" } }],
    silent: "progressing",
  },
  {
    ...{ group: "serving.kserve.io", kind: "LocalModelCache" },
    source: "https://github.com/kserve/kserve/blob/HEAD/pkg/apis/serving/v1alpha1/local_model_cache_status.go",
    words: [
      {
        at: "status.nodeStatus.*",
        is: { NodeDownloaded: "healthy", NodeDownloadError: "degraded", NodeNotReady: "degraded" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "serving.kserve.io", kind: "Predictor" },
    source: "https://github.com/kserve/modelmesh-serving/blob/HEAD/apis/serving/v1alpha1/predictor_types.go",
    words: [
      { at: "status.available", is: { true: "healthy", false: "progressing" } },
      {
        at: "status.transitionStatus",
        is: { UpToDate: "healthy", InProgress: "progressing" },
        otherwise: "degraded",
      },
      // What is pending or loading is not there yet.
      {
        at: "status.activeModelState",
        is: { Loaded: "healthy", Standby: "healthy", FailedToLoad: "degraded" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "autoscaling.internal.knative.dev", kind: "PodAutoscaler" },
    source: "https://github.com/knative/serving/blob/HEAD/pkg/apis/autoscaling/v1alpha1/pa_lifecycle.go",
    polarity: { Ready: "main", Active: "info", SKSReady: "good", ScaleTargetInitialized: "good" },
    // Without requests it runs no Pod.
    reasons: { NoTraffic: "healthy" },
    unknown: "progressing",
  },
  {
    ...{ group: "wildfly.org", kind: "WildFlyServer" },
    source: "https://github.com/wildfly/wildfly-operator/blob/main/api/v1alpha1/wildflyserver_types.go",
    words: [
      {
        at: "status.pods.*.state",
        // Every pod is ACTIVE that is not being removed, whether it is ready or not.
        is: { ACTIVE: "unknown", SCALING_DOWN_RECOVERY_HEURISTICS: "degraded" },
        otherwise: "progressing",
      },
    ],
    counts: [],
    silent: "progressing",
  },
  {
    ...{ group: "serverless.kyma-project.io", kind: "Function" },
    source:
      "https://github.com/kyma-project/serverless/blob/main/components/serverless/pkg/apis/serverless/v1alpha2/function_types.go",
    polarity: { Running: "main", BuildReady: "good", ConfigurationReady: "good" },
    unknown: "progressing",
    // Its replicas are those that are wanted.
    counts: [],
  },
];
