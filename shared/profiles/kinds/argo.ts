import type { KindRow } from "../../model/profile.ts";

const events = "https://argoproj.github.io/argo-events/concepts/architecture/";

/** Kinds of the Argo project, Numaflow and Promoter. */
export const listArgoRows = (): readonly KindRow[] => [
  {
    ...{
      group: "argoproj.io",
      kind: "Application",
      source: "https://argo-cd.readthedocs.io/en/stable/operator-manual/health/",
    },
    // Its conditions have no status: each that stands there holds.
    polarity: { "*": "info" },
    words: [
      {
        at: "status.health.status",
        is: {
          Healthy: "healthy",
          Progressing: "progressing",
          Degraded: "degraded",
          Suspended: "paused",
          Missing: "degraded",
        },
      },
      { at: "status.sync.status", is: { Synced: "healthy", OutOfSync: "progressing" } },
      {
        at: "status.operationState.phase",
        is: {
          Succeeded: "healthy",
          Running: "progressing",
          Terminating: "progressing",
          Failed: "degraded",
          Error: "degraded",
        },
      },
      {
        at: "status.conditions.*.type",
        is: {
          ...{ ComparisonError: "degraded", InvalidSpecError: "degraded", SyncError: "degraded" },
          ...{ UnknownError: "degraded", DeletionError: "degraded" },
        },
        otherwise: "healthy",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "argoproj.io", kind: "ApplicationSet" },
    source: "https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/",
    polarity: {
      ErrorOccurred: "bad",
      ParametersGenerated: "good",
      ResourcesUpToDate: "main",
      RolloutProgressing: "busy",
    },
  },
  {
    ...{ group: "argoproj.io", kind: "ArgoCD" },
    source: "https://argocd-operator.readthedocs.io/en/latest/reference/argocd/",
    // A part that is not installed is Unknown.
    words: [
      { at: "status.phase", is: { Available: "healthy", Pending: "progressing", Failed: "degraded" } },
      ...[
        "applicationController",
        "applicationSetController",
        "notificationsController",
        "redis",
        "repo",
        "server",
        "sso",
      ].map((part) => ({
        at: `status.${part}`,
        is: { Running: "healthy", Pending: "progressing", Failed: "degraded", Unknown: "healthy" } as const,
      })),
    ],
    silent: "progressing",
  },
  {
    group: "argoproj.io",
    kind: "AppProject",
    source: "https://argo-cd.readthedocs.io/en/stable/user-guide/projects/",
    silent: "healthy",
  },
  {
    ...{
      group: "argoproj.io",
      kind: "Rollout",
      source: "https://argo-rollouts.readthedocs.io/en/stable/features/specification/",
    },
    // Available counts all ReplicaSets of all versions, so the phase and the counts decide.
    polarity: { Progressing: "busy", InvalidSpec: "bad", ReplicaFailure: "bad", "*": "info" },
    reasons: {
      ...{ RolloutAborted: "degraded", ProgressDeadlineExceeded: "degraded", RolloutPaused: "paused" },
      ...{ NewReplicaSetAvailable: "healthy", RolloutCompleted: "healthy" },
    },
    words: [
      {
        at: "status.phase",
        is: { Healthy: "healthy", Progressing: "progressing", Paused: "paused", Degraded: "degraded" },
      },
      { at: "status.abort", is: { true: "degraded" }, otherwise: "healthy" },
      { at: "status.controllerPause", is: { true: "paused" }, otherwise: "healthy" },
    ],
    counts: [
      { wanted: "spec.replicas", ready: "status.updatedReplicas" },
      { wanted: "status.updatedReplicas", ready: "status.availableReplicas" },
      {
        wanted: "metadata.annotations[rollout.argoproj.io/workload-generation]",
        ready: "status.workloadObservedGeneration",
      },
    ],
    silent: "progressing",
  },
  ...["EventBus", "EventSource", "Sensor"].map(
    (kind): KindRow => ({
      ...{ group: "argoproj.io", kind, source: events },
      polarity: {
        ...{ Deployed: "main", Configured: "good", SourcesProvided: "good" },
        ...{ DependenciesProvided: "good", TriggersProvided: "good" },
      },
      required: ["Deployed"],
    }),
  ),
  {
    ...{
      group: "argoproj.io",
      kind: "CronWorkflow",
      source: "https://argo-workflows.readthedocs.io/en/latest/cron-workflows/",
    },
    polarity: { SubmissionError: "bad", SpecError: "bad" },
    silent: "healthy",
  },
  {
    ...{ group: "numaflow.numaproj.io", kind: "*", source: "https://numaflow.numaproj.io/APIs/" },
    words: [
      {
        at: "status.phase",
        is: {
          ...{ Running: "healthy", Succeeded: "healthy", Pending: "progressing", Deleting: "progressing" },
          ...{ Paused: "paused", Pausing: "progressing", Failed: "degraded", Unknown: "unknown" },
        },
      },
      // Numaplane labels the version whose progressive upgrade failed.
      {
        at: "metadata.labels[numaplane.numaproj.io/progressive-result-state]",
        is: { failed: "degraded" },
        otherwise: "healthy",
      },
    ],
    silent: "progressing",
  },
  {
    ...{
      group: "promoter.argoproj.io",
      kind: "CommitStatus",
      source: "https://gitops-promoter.readthedocs.io/en/latest/crd-specs/",
    },
    // The phase is the result of the check that it carries, not its own health.
    words: [],
    required: ["Ready"],
  },
  {
    ...{
      group: "promoter.argoproj.io",
      kind: "*",
      source: "https://gitops-promoter.readthedocs.io/en/latest/crd-specs/",
    },
    required: ["Ready"],
  },
];
