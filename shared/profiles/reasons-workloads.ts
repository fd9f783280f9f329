import type { ReasonTables } from "../model/explanation.ts";

const appsTypes = "staging/src/k8s.io/api/apps/v1/types.go";
const deploymentUtil = "pkg/controller/deployment/util/deployment_util.go";
const health = "shared/aggregate/core/health.ts";
const jobs = "shared/aggregate/core/jobs.ts";
const batchTypes = "staging/src/k8s.io/api/batch/v1/types.go";
const event = "pkg/kubelet/events/event.go";

/** What Kubernetes says of workloads and Jobs, the events it writes, and our own words beside them. */
export const workloadsReasons: ReasonTables = {
  workloadConditions: {
    kind: "condition",
    source: "kubernetes/kubernetes",
    rows: {
      Available: appsTypes,
      Progressing: appsTypes,
      ReplicaFailure: appsTypes,
    },
  },
  workloadReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      MinimumReplicasAvailable: deploymentUtil,
      MinimumReplicasUnavailable: deploymentUtil,
      NewReplicaSetAvailable: deploymentUtil,
      NewReplicaSetCreated: deploymentUtil,
      FoundNewReplicaSet: deploymentUtil,
      ReplicaSetUpdated: deploymentUtil,
      ReplicaSetCreateError: deploymentUtil,
      ProgressDeadlineExceeded: deploymentUtil,
      DeploymentPaused: deploymentUtil,
      DeploymentResumed: deploymentUtil,
    },
  },
  replicaSetReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      FailedCreate: "pkg/controller/replicaset/replica_set.go",
      FailedDelete: "pkg/controller/replicaset/replica_set.go",
    },
  },
  ourWorkloadReasons: {
    kind: "reason",
    source: "hco-status",
    rows: {
      LessAvailable: "shared/aggregate/core/replicas.ts",
      LessUpdated: "shared/aggregate/core/workloads.ts",
      LessReady: "shared/aggregate/core/cluster-api.ts",
      ExtraPods: "shared/aggregate/core/replicas.ts",
      ScaledToZero: "shared/aggregate/hco/workloads.ts",
      StatusOutdated: health,
      NotObserved: health,
      Malformed: "shared/aggregate/core/verdicts.ts",
      Terminating: health,
      NoPods: jobs,
      NotStarted: jobs,
      Running: jobs,
      NeverSucceeded: jobs,
      LastJobFailed: jobs,
      Unreadable: "shared/aggregate/application/part-node.ts",
      NotFound: "shared/aggregate/core/tree.ts",
    },
  },
  jobConditions: {
    kind: "condition",
    source: "kubernetes/kubernetes",
    rows: {
      Complete: batchTypes,
      Failed: batchTypes,
      FailureTarget: batchTypes,
      SuccessCriteriaMet: batchTypes,
      Suspended: batchTypes,
    },
  },
  jobReasons: {
    kind: "reason",
    source: "kubernetes/kubernetes",
    rows: {
      BackoffLimitExceeded: batchTypes,
      DeadlineExceeded: batchTypes,
      PodFailurePolicy: batchTypes,
      MaxFailedIndexesExceeded: batchTypes,
      FailedIndexes: batchTypes,
      SuccessPolicy: batchTypes,
      CompletionsReached: batchTypes,
    },
  },
  coreEvents: {
    kind: "event",
    source: "kubernetes/kubernetes",
    rows: {
      FailedScheduling: "pkg/scheduler/schedule_one.go",
      FailedMount: event,
      FailedAttachVolume: event,
      FailedMapVolume: event,
      FailedCreatePodSandBox: event,
      NetworkNotReady: event,
      BackOff: event,
      Unhealthy: event,
      Failed: event,
      InspectFailed: event,
      FailedPostStartHook: event,
      FailedPreStopHook: event,
      FailedKillPod: event,
      NodeNotReady: event,
      NodeNotSchedulable: event,
      Rebooted: event,
      Preempting: event,
      FailedBinding: "pkg/controller/volume/events/event.go",
      ProvisioningFailed: "pkg/controller/volume/events/event.go",
    },
  },
};
