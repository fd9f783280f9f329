import type { KindRow } from "../../model/profile.ts";

const training = "https://www.kubeflow.org/docs/components/trainer/legacy-v1/reference/";
const chaosKinds: readonly string[] = [
  ...["PodChaos", "NetworkChaos", "StressChaos", "IOChaos", "TimeChaos", "HTTPChaos", "DNSChaos", "KernelChaos"],
  ...["JVMChaos", "AWSChaos", "AzureChaos", "GCPChaos", "BlockChaos", "PhysicalMachineChaos"],
];
const openKruise = "https://openkruise.io/docs/user-manuals/advancedcronjob/";

/** Kinds that run to an end or wait in a queue. */
export const listBatchRows = (): readonly KindRow[] => [
  {
    ...{ group: "stackgres.io", kind: "SGBackup", source: "https://stackgres.io/doc/latest/reference/crd/sgbackup/" },
    words: [
      {
        at: "status.process.status",
        is: { Completed: "healthy", Failed: "degraded", Pending: "progressing", Running: "progressing" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "spark.apache.org", kind: "SparkApplication" },
    source: "https://github.com/apache/spark-kubernetes-operator/blob/main/docs/architecture.md",
    words: [
      {
        at: "status.currentState.currentStateSummary",
        is: {
          ...{ RunningHealthy: "healthy", Succeeded: "healthy", Failed: "degraded", SchedulingFailure: "degraded" },
          ...{ DriverEvicted: "degraded", DriverStartTimedOut: "degraded", DriverReadyTimedOut: "degraded" },
          // What ended before the resources were released is in its history only.
          ...{ ExecutorsStartTimedOut: "degraded", ResourceReleased: "unknown" },
        },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "autoscaling.x-k8s.io", kind: "ProvisioningRequest" },
    source: "https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/proposals/provisioning-request.md",
    polarity: { Accepted: "good", Provisioned: "main", Failed: "bad", CapacityRevoked: "bad", BookingExpired: "info" },
    // The autoscaler tries again until it reports Failed.
    reasons: { "Provisioned/CapacityIsNotFound": "progressing" },
    silent: "progressing",
  },
  ...["PyTorchJob", "TFJob", "MPIJob", "XGBoostJob", "PaddleJob", "JAXJob"].map(
    (kind): KindRow => ({
      ...{ group: "kubeflow.org", kind, source: training },
      polarity: {
        ...{ Created: "info", Running: "busy", Restarting: "busy", Suspended: "info", Succeeded: "good" },
        ...{ Failed: "bad" },
      },
      reasons: { "Succeeded/*": "progressing" },
      counts: [],
      silent: "progressing",
    }),
  ),
  {
    ...{ group: "trainer.kubeflow.org", kind: "TrainJob", source: "https://www.kubeflow.org/docs/components/trainer/" },
    polarity: { Complete: "good", Failed: "bad", Suspended: "info" },
    silent: "progressing",
  },
  {
    ...{ group: "kueue.x-k8s.io", kind: "Workload", source: "https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta1/" },
    polarity: {
      ...{ QuotaReserved: "good", Admitted: "good", PodsReady: "good", Finished: "good", Evicted: "caution" },
      ...{ Preempted: "caution", Requeued: "info", DeactivationTarget: "caution", "*": "info" },
    },
    reasons: {
      // It goes back to its queue, or its owner keeps it or its queue from running (apis/kueue/v1beta1/workload_types.go).
      ...{ "QuotaReserved/Pending": "progressing", "QuotaReserved/Waiting": "progressing" },
      ...{ "QuotaReserved/Preempted": "progressing", "QuotaReserved/PodsReadyTimeout": "progressing" },
      ...{ "QuotaReserved/AdmissionCheck": "progressing", "QuotaReserved/Deactivated": "paused" },
      ...{ "QuotaReserved/ClusterQueueStopped": "paused", "QuotaReserved/LocalQueueStopped": "paused" },
      ...{ "Admitted/NoReservation": "progressing", "Admitted/NoChecks": "progressing", "PodsReady/*": "progressing" },
    },
    silent: "progressing",
  },
  ...["ClusterQueue", "LocalQueue"].map(
    (kind): KindRow => ({
      ...{ group: "kueue.x-k8s.io", kind, source: "https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/" },
      polarity: { Active: "main" },
      reasons: { Stopped: "paused" },
    }),
  ),
  {
    ...{
      group: "jobset.x-k8s.io",
      kind: "JobSet",
      source: "https://jobset.sigs.k8s.io/docs/reference/jobset.v1alpha2/",
    },
    polarity: { Completed: "good", Failed: "bad", Suspended: "info", StartupPolicyInProgress: "busy", "*": "info" },
    words: [{ at: "status.terminalState", is: { Completed: "healthy", Failed: "degraded" } }],
    counts: [],
    silent: "progressing",
  },
  {
    ...{ group: "scheduling.volcano.sh", kind: "Queue", source: "https://volcano.sh/en/docs/queue/" },
    words: [
      {
        at: "status.state",
        is: { Open: "healthy", Closed: "paused", Closing: "progressing", Unknown: "unknown" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "litmuschaos.io", kind: "ChaosEngine" },
    source: "https://litmuschaos.github.io/litmus/experiments/concepts/chaos-resources/chaos-engine/contents/",
    words: [
      { at: "status.engineStatus", is: { completed: "healthy", stopped: "paused" }, otherwise: "progressing" },
      {
        at: "status.experiments.*.verdict",
        is: { Pass: "healthy", Fail: "degraded", Error: "degraded" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "testworkflows.testkube.io", kind: "TestWorkflowExecution" },
    source: "https://docs.testkube.io/articles/crds/testworkflows.testkube.io-v1",
    words: [
      {
        at: "status.latestExecution.result.status",
        is: { passed: "healthy", failed: "degraded", aborted: "degraded", paused: "paused" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "chaos-mesh.org", kind: "Workflow" },
    source: "https://github.com/chaos-mesh/chaos-mesh/blob/HEAD/api/v1alpha1/workflow_types.go",
    polarity: { Accomplished: "main", Scheduled: "good" },
    reasons: { "Accomplished/": "progressing" },
    silent: "progressing",
  },
  {
    ...{ group: "csiaddons.openshift.io", kind: "ReclaimSpaceJob" },
    source:
      "https://github.com/csi-addons/kubernetes-csi-addons/blob/HEAD/internal/controller/csiaddons/reclaimspacejob_controller.go",
    // The condition of an attempt that failed stays; the result comes when no attempt is left.
    polarity: { Failed: "info" },
    words: [{ at: "status.result", is: { Succeeded: "healthy", Failed: "degraded" } }],
    silent: "progressing",
  },
  ...chaosKinds.map(
    (kind): KindRow => ({
      ...{ group: "chaos-mesh.org", kind, source: "https://chaos-mesh.org/docs/inspect-chaos-experiments/" },
      // Which of AllInjected and AllRecovered is awaited depends on the phase that is wanted.
      polarity: { Selected: "good", AllInjected: "info", AllRecovered: "info", Paused: "info" },
      words: [
        {
          at: "status.experiment.containerRecords.*.phase",
          ...{ is: { Injected: "healthy" }, otherwise: "progressing" },
          where: { at: "status.experiment.desiredPhase", is: ["Run"] },
        },
        {
          at: "status.experiment.containerRecords.*.phase",
          ...{ is: { "Not Injected": "healthy" }, otherwise: "progressing" },
          where: { at: "status.experiment.desiredPhase", is: ["Stop"] },
        },
        { at: "status.experiment.phase", is: { Running: "healthy", Finished: "healthy", Failed: "degraded" } },
      ],
      silent: "progressing",
    }),
  ),
  {
    ...{ group: "apps.kruise.io", kind: "AdvancedCronJob", source: openKruise },
    words: [
      { at: "status.active.*.kind", is: {}, otherwise: "progressing" },
      { at: "status.lastScheduleTime", is: {}, otherwise: "healthy" },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "agones.dev", kind: "GameServer", source: "https://agones.dev/site/docs/reference/gameserver/" },
    words: [
      {
        at: "status.state",
        is: {
          ...{ Ready: "healthy", Allocated: "healthy", Reserved: "healthy", Error: "degraded", Unhealthy: "degraded" },
          Shutdown: "progressing",
        },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "actions.github.com", kind: "EphemeralRunner" },
    source:
      "https://github.com/actions/actions-runner-controller/blob/HEAD/apis/actions.github.com/v1alpha1/ephemeralrunner_types.go",
    // A runner that is online and has no job stays Pending.
    words: [
      {
        at: "status.phase",
        is: { Pending: "healthy", Running: "healthy", Succeeded: "healthy", Failed: "degraded", Outdated: "degraded" },
      },
      {
        ...{ at: "status.ready", is: { true: "healthy", false: "progressing" } },
        where: { at: "status.phase", is: ["Pending", "Running"] },
      },
    ],
    counts: [],
    silent: "progressing",
  },
  {
    ...{ group: "tower.ansible.com", kind: "AnsibleJob", source: "https://github.com/ansible/awx-resource-operator" },
    silent: "progressing",
  },
  {
    ...{ group: "actions.github.com", kind: "EphemeralRunnerSet" },
    source:
      "https://github.com/actions/actions-runner-controller/blob/HEAD/apis/actions.github.com/v1alpha1/ephemeralrunnerset_types.go",
    // A runner that failed stays until a user deletes it.
    words: [
      { at: "status.currentReplicas", is: {}, otherwise: "healthy" },
      { at: "status.failedEphemeralRunners", is: { 0: "healthy" }, otherwise: "degraded" },
    ],
    counts: [{ wanted: "spec.replicas", ready: "status.runningEphemeralRunners" }],
    silent: "progressing",
  },
];
