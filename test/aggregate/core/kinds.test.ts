import { describe, expect, test } from "vitest";
import { evaluateCoreKind } from "../../../shared/aggregate/core/kind-rules.ts";
import { writeMessages } from "../../../shared/outline/written-messages.ts";
import { condition, type Fields, manifest, object, secondsAgo, takenAt } from "./manifests.ts";

type Row = readonly [
  rule: string,
  object: Fields,
  verdict: string | undefined,
  reason?: string | undefined,
  facts?: Fields,
];

const of =
  (apiVersion: string, kind: string) =>
  (status: unknown, spec: Fields = {}, metadata: Fields = {}): Fields =>
    manifest(apiVersion, kind, "it", { metadata, spec, status });

const job = of("batch/v1", "Job");
const cronJob = of("batch/v1", "CronJob");
const claim = of("v1", "PersistentVolumeClaim");
const volume = of("v1", "PersistentVolume");
const service = of("v1", "Service");
const ingress = of("networking.k8s.io/v1", "Ingress");
const node = of("v1", "Node");
const namespace = of("v1", "Namespace");
const budget = of("policy/v1", "PodDisruptionBudget");
const autoscaler = of("autoscaling/v2", "HorizontalPodAutoscaler");
const apiService = of("apiregistration.k8s.io/v1", "APIService");
const definition = of("apiextensions.k8s.io/v1", "CustomResourceDefinition");
const version = of("operators.coreos.com/v1alpha1", "ClusterServiceVersion");
const subscription = of("operators.coreos.com/v1alpha1", "Subscription");
const plan = of("operators.coreos.com/v1alpha1", "InstallPlan");
const machine = of("kubevirt.io/v1", "VirtualMachine");
const instance = of("kubevirt.io/v1", "VirtualMachineInstance");
const dataVolume = of("cdi.kubevirt.io/v1beta1", "DataVolume");

/** An instance whose guest is paused. `reason`: who or what paused it. */
const pausedInstance = (ready: Fields, reason: string): Fields =>
  instance({ phase: "Running", conditions: [ready, condition("Paused", "True", reason)] });
/** The status of a DataVolume that has been in a phase for so many seconds. */
const filling = (phase: string, seconds: number): Fields => ({
  phase,
  progress: "3.12%",
  conditions: [condition("Running", "True", "Pod is running", "", secondsAgo(seconds))],
});
/** The status of a VirtualMachine that runs, with these requests pending. */
const running = (...stateChangeRequests: readonly Fields[]): Fields => ({
  printableStatus: "Running",
  conditions: [condition("Ready", "True")],
  stateChangeRequests,
});
/** The status of a VirtualMachine that runs, and whose guest KubeVirt has failed to bring to its spec for 9 s. */
const notBroughtToSpec: Fields = {
  ...running(),
  conditions: [condition("Ready", "True"), condition("Synchronized", "False", "Failed", "m", secondsAgo(9))],
};
/** Metadata of an object that was last written so many seconds ago. */
const writtenAt = (seconds: number): Fields => ({
  managedFields: [{ manager: "virt-api", operation: "Update", subresource: "status", time: secondsAgo(seconds) }],
});

const provisioner = { annotations: { "volume.kubernetes.io/storage-provisioner": "csi.example.com" } };
const ready = condition("Ready", "True", "KubeletReady");
const loadBalancer = { type: "LoadBalancer" };

const rows: readonly Row[] = [
  ["a kind without a rule has no opinion", manifest("v1", "ConfigMap", "settings", { data: {} }), undefined],
  [
    "kinds of one name differ by their group",
    manifest("serving.knative.dev/v1", "Service", "web", { status: {} }),
    undefined,
  ],

  [
    "a Job that is done is healthy",
    job({ succeeded: 1, conditions: [condition("Complete", "True")] }),
    "healthy",
    undefined,
    { succeeded: "1/1" },
  ],
  [
    "a Job that has failed says why",
    job({
      failed: 7,
      conditions: [condition("Failed", "True", "BackoffLimitExceeded", "Job has reached the specified backoff limit")],
    }),
    "degraded",
    "BackoffLimitExceeded",
    { failed: "7" },
  ],
  [
    "Failed=False is no failure",
    job({ startTime: secondsAgo(60), active: 1, conditions: [condition("Failed", "False")] }),
    "progressing",
    "Running",
  ],
  [
    "a Job that runs is progressing",
    job({ startTime: secondsAgo(60), active: 2, succeeded: 3 }, { completions: 10 }),
    "progressing",
    "Running",
    { succeeded: "3/10" },
  ],
  [
    "a Job between two pods is progressing for its back-off",
    job({ startTime: secondsAgo(899), failed: 5 }),
    "progressing",
    "Running",
  ],
  [
    "a Job of which nothing runs for longer is degraded",
    job({ startTime: secondsAgo(900), failed: 5 }),
    "degraded",
    "NoPods",
  ],
  [
    "a Job whose pods still end is progressing",
    job({ startTime: secondsAgo(900), failed: 5, terminating: 1 }),
    "progressing",
    "Running",
  ],
  [
    "a suspended Job is healthy",
    job({ conditions: [condition("Suspended", "True", "JobSuspended")] }, { suspend: true }),
    "healthy",
    undefined,
    { suspended: "true" },
  ],
  [
    "a Job that was not started is progressing",
    job({ conditions: [condition("Suspended", "False", "JobResumed")] }),
    "progressing",
    "NotStarted",
  ],

  ["a CronJob that was never due is healthy", cronJob({}), "healthy"],
  [
    "a CronJob whose last job succeeded is healthy",
    cronJob({ lastScheduleTime: secondsAgo(600), lastSuccessfulTime: secondsAgo(590) }),
    "healthy",
  ],
  [
    "a CronJob whose last job did not succeed is degraded",
    cronJob({ lastScheduleTime: secondsAgo(600), lastSuccessfulTime: secondsAgo(4200) }),
    "degraded",
    "LastJobFailed",
  ],
  [
    "a CronJob that has never succeeded is degraded",
    cronJob({ lastScheduleTime: secondsAgo(600) }),
    "degraded",
    "NeverSucceeded",
  ],
  [
    "a CronJob with a job that runs is healthy",
    cronJob({ lastScheduleTime: secondsAgo(600), active: [{ name: "it-1" }] }),
    "healthy",
    undefined,
    { active: "1" },
  ],
  [
    "in the minute after its schedule a CronJob is given time",
    cronJob({ lastScheduleTime: secondsAgo(30) }),
    "healthy",
  ],
  [
    "a suspended CronJob is healthy",
    cronJob({ lastScheduleTime: secondsAgo(600) }, { suspend: true }),
    "healthy",
    undefined,
    { suspended: "true" },
  ],

  ["a bound claim is healthy", claim({ phase: "Bound" }), "healthy"],
  [
    "a claim that could not be resized is degraded",
    claim({ phase: "Bound", conditions: [condition("ControllerResizeError", "True")] }),
    "degraded",
    "ControllerResizeError",
  ],
  ["a claim whose volume is gone is degraded", claim({ phase: "Lost" }), "degraded", "Lost"],
  [
    "a claim without a volume for long, of a provisioner, is degraded",
    claim({ phase: "Pending" }, { storageClassName: "fast" }, provisioner),
    "degraded",
    "Pending",
    { storageClass: "fast" },
  ],
  [
    "a new claim without a volume is progressing",
    claim({ phase: "Pending" }, {}, { ...provisioner, creationTimestamp: secondsAgo(60) }),
    "progressing",
    "Pending",
  ],
  [
    "a claim that may wait for its first consumer is progressing",
    claim({ phase: "Pending" }),
    "progressing",
    "Pending",
  ],
  [
    "a released volume is healthy while it waits for a user",
    volume({ phase: "Released" }),
    "healthy",
    undefined,
    { phase: "Released" },
  ],
  [
    "a volume that could not be reclaimed is degraded",
    volume({ phase: "Failed", reason: "VolumeFailedDelete", message: "timeout" }),
    "degraded",
    "VolumeFailedDelete",
  ],

  ["a ClusterIP Service is healthy", service({ loadBalancer: {} }, { type: "ClusterIP" }), "healthy"],
  [
    "a load balancer with an address is healthy",
    service({ loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } }, loadBalancer),
    "healthy",
    undefined,
    { address: "192.0.2.7" },
  ],
  [
    "a new load balancer without an address is progressing",
    service({ loadBalancer: {} }, loadBalancer, { creationTimestamp: secondsAgo(60) }),
    "progressing",
    "LoadBalancerPending",
  ],
  [
    "a load balancer without an address for long is degraded",
    service({ loadBalancer: {} }, loadBalancer),
    "degraded",
    "LoadBalancerPending",
  ],
  [
    "addresses that are no list are not understood",
    service({ loadBalancer: { ingress: "192.0.2.7" } }, loadBalancer),
    "unknown",
    "Malformed",
  ],
  [
    "an Ingress with an address is healthy",
    ingress({ loadBalancer: { ingress: [{ hostname: "lb.example.com" }] } }),
    "healthy",
    undefined,
    { address: "lb.example.com" },
  ],
  ["an Ingress without an address for long is unknown", ingress({ loadBalancer: {} }), "unknown", "NoAddress"],

  ["a ready Node is healthy", node({ conditions: [ready] }), "healthy"],
  [
    "a Node that is not ready is unavailable",
    node({ conditions: [condition("Ready", "False", "KubeletNotReady", "container runtime is down")] }),
    "unavailable",
    "KubeletNotReady",
  ],
  [
    "a Node whose kubelet is silent is unavailable",
    node({ conditions: [condition("Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.")] }),
    "unavailable",
    "NodeStatusUnknown",
  ],
  [
    "a Node under pressure is degraded",
    node({ conditions: [ready, condition("DiskPressure", "True", "KubeletHasDiskPressure")] }),
    "degraded",
    "KubeletHasDiskPressure",
  ],
  [
    "a cordoned Node is on its way",
    node({ conditions: [ready] }, { unschedulable: true }),
    "progressing",
    "Cordoned",
    { cordoned: "true" },
  ],
  ["an active Namespace is healthy", namespace({ phase: "Active" }), "healthy"],
  [
    "a Namespace that goes is progressing",
    namespace({ phase: "Terminating" }, {}, { deletionTimestamp: secondsAgo(20) }),
    "progressing",
    "Terminating",
  ],
  [
    "a Namespace that goes for long is degraded",
    namespace(
      {
        phase: "Terminating",
        conditions: [condition("NamespaceContentRemaining", "True", "SomeResourcesRemain", "1 pod is left")],
      },
      {},
      { deletionTimestamp: secondsAgo(900) },
    ),
    "degraded",
    "SomeResourcesRemain",
  ],
  [
    "a Namespace in deletion for long reports whose finalizers it waits for",
    namespace(
      {
        phase: "Terminating",
        conditions: [
          condition("NamespaceContentRemaining", "True", "SomeResourcesRemain", "1 KubeVirt is left"),
          condition("NamespaceFinalizersRemaining", "True", "SomeFinalizersRemain", "kubevirt.io/x in 1 instance"),
        ],
      },
      {},
      { deletionTimestamp: secondsAgo(900) },
    ),
    "degraded",
    "SomeFinalizersRemain",
  ],
  [
    "a CustomResourceDefinition that goes says what it waits for",
    definition(
      {
        conditions: [
          condition("Terminating", "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"),
        ],
      },
      {},
      { deletionTimestamp: secondsAgo(20) },
    ),
    "progressing",
    "InstanceDeletionInProgress",
  ],

  [
    "a budget that allows a disruption is healthy",
    budget({
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
      disruptionsAllowed: 1,
      conditions: [condition("DisruptionAllowed", "True", "SufficientPods")],
    }),
    "healthy",
    undefined,
    { disruptionsAllowed: "1" },
  ],
  [
    "a budget that allows none with enough pods is healthy, and that is a fact",
    budget({
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
      disruptionsAllowed: 0,
      conditions: [condition("DisruptionAllowed", "False", "InsufficientPods")],
    }),
    "healthy",
    undefined,
    { disruptionsAllowed: "0" },
  ],
  [
    "a budget with too few pods is degraded",
    budget({
      currentHealthy: 1,
      desiredHealthy: 2,
      expectedPods: 3,
      conditions: [condition("DisruptionAllowed", "False", "InsufficientPods")],
    }),
    "degraded",
    "InsufficientPods",
    { healthy: "1/2" },
  ],
  [
    "a budget that cannot count its pods is degraded",
    budget({
      expectedPods: 0,
      conditions: [condition("DisruptionAllowed", "False", "SyncFailed", "found no controllers")],
    }),
    "degraded",
    "SyncFailed",
  ],
  [
    "an autoscaler at its limit does what it should",
    autoscaler({
      currentReplicas: 5,
      desiredReplicas: 5,
      conditions: [
        condition("AbleToScale", "True"),
        condition("ScalingActive", "True"),
        condition("ScalingLimited", "True", "TooManyReplicas"),
      ],
    }),
    "healthy",
    undefined,
    { replicas: "5/5" },
  ],
  [
    "an autoscaler without metrics is degraded",
    autoscaler({
      conditions: [
        condition("AbleToScale", "True"),
        condition("ScalingActive", "False", "FailedGetResourceMetric", "no metrics"),
      ],
    }),
    "degraded",
    "FailedGetResourceMetric",
  ],
  [
    "an autoscaler whose target is scaled to 0 is healthy",
    autoscaler({ conditions: [condition("ScalingActive", "False", "ScalingDisabled")] }),
    "healthy",
  ],

  [
    "an APIService that is available is healthy",
    apiService({ conditions: [condition("Available", "True", "Passed")] }),
    "healthy",
  ],
  [
    "an APIService that is away for less than five minutes is progressing",
    apiService({ conditions: [condition("Available", "False", "MissingEndpoints", "", secondsAgo(299))] }),
    "progressing",
    "MissingEndpoints",
  ],
  [
    "an APIService that is away for five minutes is degraded",
    apiService({ conditions: [condition("Available", "False", "MissingEndpoints", "", secondsAgo(300))] }),
    "degraded",
    "MissingEndpoints",
  ],
  [
    "an APIService whose Available is Unknown is not available either",
    apiService({ conditions: [condition("Available", "Unknown")] }),
    "degraded",
    "Available",
  ],
  [
    "an established CRD is healthy",
    definition({ conditions: [condition("NamesAccepted", "True"), condition("Established", "True")] }),
    "healthy",
  ],
  [
    "a CRD whose names are taken is degraded",
    definition({
      conditions: [condition("NamesAccepted", "False", "ListKindConflict"), condition("Established", "False")],
    }),
    "degraded",
    "ListKindConflict",
  ],
  [
    "a CRD that is being installed is progressing",
    definition({ conditions: [condition("Established", "False", "Installing")] }),
    "progressing",
    "Installing",
  ],

  [
    "a CSV that has succeeded is healthy",
    version({ phase: "Succeeded", reason: "InstallSucceeded" }),
    "healthy",
    undefined,
    { phase: "Succeeded" },
  ],
  [
    "a CSV that has failed is degraded",
    version({
      phase: "Failed",
      reason: "ComponentUnhealthy",
      message: "installing: deployment changed",
      lastTransitionTime: secondsAgo(30),
    }),
    "degraded",
    "ComponentUnhealthy",
  ],
  [
    "a CSV that is being installed is progressing",
    version({ phase: "Installing", reason: "InstallWaiting" }),
    "progressing",
    "InstallWaiting",
  ],
  [
    "a Subscription that cannot be resolved is degraded",
    subscription({
      state: "UpgradePending",
      conditions: [condition("ResolutionFailed", "True", "ConstraintsNotSatisfiable", "no operators found")],
    }),
    "degraded",
    "ConstraintsNotSatisfiable",
  ],
  [
    "an upgrade that waits for approval of a person while a version runs is healthy",
    subscription({ state: "UpgradePending", installedCSV: "it.v1" }, { installPlanApproval: "Manual" }),
    "healthy",
    undefined,
    { approval: "pending" },
  ],
  [
    "an install plan that waits for approval is progressing",
    plan({ phase: "RequiresApproval" }),
    "progressing",
    "RequiresApproval",
  ],
  [
    "an install plan that has failed says why",
    plan({ phase: "Failed", conditions: [condition("Installed", "False", "InstallComponentFailed", "crd conflict")] }),
    "degraded",
    "InstallComponentFailed",
  ],

  [
    "a stopped VirtualMachine is healthy",
    machine({ printableStatus: "Stopped", conditions: [condition("Ready", "False", "VMINotExists")] }),
    "healthy",
    undefined,
    { status: "Stopped" },
  ],
  [
    "a VirtualMachine that starts is progressing",
    machine({
      printableStatus: "Starting",
      conditions: [condition("Ready", "False", "GuestNotRunning", "", secondsAgo(299))],
    }),
    "progressing",
    "Starting",
  ],
  [
    "a VirtualMachine that starts for more than five minutes is degraded",
    machine({
      printableStatus: "Starting",
      conditions: [condition("Ready", "False", "GuestNotRunning", "", secondsAgo(300))],
    }),
    "degraded",
    "Starting",
  ],
  [
    "a VirtualMachine without an instance yet is progressing, however long ago it was stopped",
    machine({ printableStatus: "Starting", conditions: [condition("Ready", "False", "VMINotExists")] }),
    "progressing",
    "Starting",
  ],
  [
    "a VirtualMachine that KubeVirt paused after an I/O error is degraded",
    machine({ printableStatus: "Paused", conditions: [condition("Paused", "True", "PausedIOError")] }),
    "degraded",
    "PausedIOError",
  ],
  [
    "a VirtualMachine that a user paused rests",
    machine({ printableStatus: "Paused", conditions: [condition("Paused", "True", "PausedByUser")] }),
    "healthy",
    undefined,
    { status: "Paused", paused: "true" },
  ],
  [
    "a VirtualMachine that a user paused and whose guest does not run is degraded",
    machine({
      printableStatus: "Paused",
      conditions: [condition("Ready", "False", "GuestNotRunning"), condition("Paused", "True", "PausedByUser")],
    }),
    "degraded",
    "GuestNotRunning",
  ],
  ...["GuestNotRunning", "NodeNotReady", "PodNotReady"].map(
    (reason): Row => [
      `an instance that a user paused and that is not ready for another reason (${reason}) is degraded`,
      pausedInstance(condition("Ready", "False", reason), "PausedByUser"),
      "degraded",
      reason,
    ],
  ),
  [
    "an instance that a user paused and that may be ready is degraded",
    pausedInstance(condition("Ready", "Unknown", "ReadinessGatesNotReady"), "PausedByUser"),
    "degraded",
    "ReadinessGatesNotReady",
  ],
  ...["True", "False"].map(
    (status): Row => [
      `an instance that a user paused rests while Ready is ${status} without a reason`,
      pausedInstance(condition("Ready", status), "PausedByUser"),
      "healthy",
      undefined,
      { phase: "Running", paused: "true" },
    ],
  ),
  ...["PausedByUser", "PausedByMigrationMonitor"].map(
    (reason): Row => [
      `an instance that is paused (${reason}) rests, though its pod is not ready`,
      pausedInstance(condition("Ready", "False", "ReadinessGatesNotReady"), reason),
      "healthy",
      undefined,
      { phase: "Running", paused: "true" },
    ],
  ),
  [
    "an instance that is paused after an I/O error is degraded",
    pausedInstance(condition("Ready", "False", "ReadinessGatesNotReady"), "PausedIOError"),
    "degraded",
    "PausedIOError",
  ],
  [
    "an instance that was paused and is not ready is degraded",
    instance({
      phase: "Running",
      conditions: [condition("Ready", "False", "GuestNotRunning"), condition("Paused", "False", "NotPaused")],
    }),
    "degraded",
    "GuestNotRunning",
  ],
  [
    "a VirtualMachine that finds no node is degraded",
    machine({
      printableStatus: "ErrorUnschedulable",
      conditions: [condition("Ready", "False", "GuestNotRunning", "Guest VM is not reported as running")],
    }),
    "degraded",
    "ErrorUnschedulable",
  ],
  [
    "a VirtualMachine that runs and is not ready is degraded",
    machine({ printableStatus: "Running", conditions: [condition("Ready", "False", "PodConditionMissing")] }),
    "degraded",
    "PodConditionMissing",
  ],
  [
    "a VirtualMachine that was to stop for less than five minutes is progressing",
    machine(running({ action: "Stop", uid: "it" }), {}, writtenAt(299)),
    "progressing",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine that was to stop five minutes ago and runs is degraded",
    machine(running({ action: "Stop", uid: "it" }), {}, writtenAt(300)),
    "degraded",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine that was to start five minutes ago and is stopped is degraded",
    machine({ printableStatus: "Stopped", stateChangeRequests: [{ action: "Start" }] }, {}, writtenAt(300)),
    "degraded",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine that was to stop at a time that is not known is progressing",
    machine(running({ action: "Stop", uid: "it" })),
    "progressing",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine that is to run always and is stopped is degraded after five minutes",
    machine({ printableStatus: "Stopped" }, { runStrategy: "Always" }, writtenAt(300)),
    "degraded",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine that was just set to run always is progressing",
    machine({ printableStatus: "Stopped" }, { running: true }, writtenAt(299)),
    "progressing",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine that is to be halted and runs is degraded after five minutes",
    machine(running(), { runStrategy: "Halted" }, writtenAt(300)),
    "degraded",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine whose guest is not brought to its spec, and that was to halt 300 s ago, is degraded",
    machine(notBroughtToSpec, { runStrategy: "Halted" }, writtenAt(300)),
    "degraded",
    "StateChangeRequested",
  ],
  [
    "a VirtualMachine whose guest is not brought to its spec, and that was to halt 299 s ago, is progressing",
    machine(notBroughtToSpec, { runStrategy: "Halted" }, writtenAt(299)),
    "progressing",
    "Failed",
  ],
  ...["Halted", "Manual", "RerunOnFailure", "Once"].map(
    (runStrategy): Row => [
      `a VirtualMachine with run strategy ${runStrategy} rests while it is stopped`,
      machine({ printableStatus: "Stopped" }, { runStrategy }, writtenAt(300)),
      "healthy",
    ],
  ),
  ...([instance, machine] as const).flatMap((of, place): readonly Row[] => {
    const kind = place === 0 ? "an instance" : "a VirtualMachine";
    const runs = (fault: object): Fields => ({
      phase: "Running",
      printableStatus: "Running",
      conditions: [condition("Ready", "True"), fault],
    });
    const unsynchronized = (seconds: number): Fields =>
      runs(condition("Synchronized", "False", "Synchronizing with the Domain failed.", "m", secondsAgo(seconds)));
    const reason = "DecentralizedNotLiveMigratable";
    const migratesBadly = (message: string, seconds: number): Fields =>
      runs(condition("DecentralizedLiveMigrationFailure", "True", reason, message, secondsAgo(seconds)));
    const wait = "waiting for incoming synchronization, unable to proceed";
    return [
      [
        `${kind} whose guest fails to be synchronized for less than five minutes is progressing`,
        of(unsynchronized(299)),
        "progressing",
        "Synchronizing with the Domain failed.",
      ],
      [
        `${kind} whose guest fails to be synchronized for five minutes is degraded`,
        of(unsynchronized(300)),
        "degraded",
      ],
      [
        `${kind} whose decentralized migration fails for less is progressing`,
        of(migratesBadly("x509 hostname error", 299)),
        "progressing",
        reason,
      ],
      [
        `${kind} whose decentralized migration fails for five minutes is degraded`,
        of(migratesBadly("x509 hostname error", 300)),
        "degraded",
        reason,
      ],
      [`${kind} that only waits for its source is healthy`, of(migratesBadly(wait, 86_400)), "healthy"],
    ];
  }),
  ["a VirtualMachine of which nothing is requested is healthy", machine(running(), {}, writtenAt(300)), "healthy"],
  [
    "a VirtualMachine that stops as requested has the state of the stop",
    machine({ ...running({ action: "Stop", uid: "it" }), printableStatus: "Stopping" }, {}, writtenAt(300)),
    "progressing",
    "Stopping",
  ],
  [
    "a DataVolume that is filled for less than a day is progressing",
    dataVolume(filling("ImportInProgress", 86_399)),
    "progressing",
    "ImportInProgress",
  ],
  [
    "a DataVolume that is filled for a day is degraded",
    dataVolume(filling("ImportInProgress", 86_400)),
    "degraded",
    "ImportInProgress",
  ],
  [
    "a DataVolume that has been Pending for a day is degraded",
    dataVolume({ phase: "Pending" }, {}, { creationTimestamp: secondsAgo(86_400) }),
    "degraded",
    "Pending",
  ],
  [
    "a DataVolume that has been Pending for less is progressing",
    dataVolume({ phase: "Pending" }, {}, { creationTimestamp: secondsAgo(86_399) }),
    "progressing",
    "Pending",
  ],
  [
    "a DataVolume that has waited for an upload for days is progressing",
    dataVolume(filling("UploadReady", 259_200)),
    "progressing",
    "UploadReady",
  ],
  [
    "a DataVolume that has waited for its first consumer for days is progressing",
    dataVolume(filling("WaitForFirstConsumer", 259_200)),
    "progressing",
    "WaitForFirstConsumer",
  ],
  ["an instance that has failed is degraded", instance({ phase: "Failed" }), "degraded", "Failed"],
  [
    "an instance whose pod cannot be created is degraded before it runs",
    instance({ phase: "Pending", conditions: [condition("Synchronized", "False", "FailedCreate", "no such claim")] }),
    "degraded",
    "FailedCreate",
  ],
  [
    "an instance that no node takes is degraded",
    instance({ phase: "Scheduling", conditions: [condition("PodScheduled", "False", "Unschedulable", "0/3 nodes")] }),
    "degraded",
    "Unschedulable",
  ],
  [
    "an instance whose pod waits for something else is progressing",
    instance({ phase: "Scheduling", conditions: [condition("PodScheduled", "False", "SchedulingGated", "gated")] }),
    "progressing",
    "Scheduling",
  ],
  [
    "an import that has failed is degraded while it is tried again",
    dataVolume({ phase: "ImportInProgress", conditions: [condition("Running", "False", "Error", "404 Not Found")] }),
    "degraded",
    "Error",
  ],
  [
    "a DataVolume whose importer was killed for its memory is degraded",
    dataVolume({ phase: "ImportInProgress", conditions: [condition("Running", "False", "OOMKilled", "")] }),
    "degraded",
    "OOMKilled",
  ],
  [
    "a DataVolume whose importer ended to get scratch space is progressing",
    dataVolume({
      phase: "ImportInProgress",
      conditions: [condition("Running", "False", "Scratch space required", "")],
    }),
    "progressing",
    "ImportInProgress",
  ],
  [
    "a DataVolume of which no claim can be made is degraded",
    dataVolume({
      phase: "Pending",
      conditions: [condition("Bound", "Unknown", "ErrClaimNotValid", "no accessMode and no storage class")],
    }),
    "degraded",
    "ErrClaimNotValid",
  ],
  [
    "a claim that CDI still fills is progressing",
    manifest("v1", "PersistentVolumeClaim", "disk", {
      metadata: { annotations: { "cdi.kubevirt.io/storage.pod.phase": "Running" } },
      status: { phase: "Bound" },
    }),
    "progressing",
    "Bound",
  ],
  [
    "a claim that CDI has filled is healthy",
    manifest("v1", "PersistentVolumeClaim", "disk", {
      metadata: { annotations: { "cdi.kubevirt.io/storage.pod.phase": "Succeeded" } },
      status: { phase: "Bound" },
    }),
    "healthy",
  ],
  [
    "the temporary claim of a populator is progressing before its pod has a phase",
    manifest("v1", "PersistentVolumeClaim", "prime-u-4", {
      metadata: { ownerReferences: [{ apiVersion: "v1", kind: "PersistentVolumeClaim", name: "disk", uid: "u-4" }] },
      status: { phase: "Bound" },
    }),
    "progressing",
    "Bound",
  ],
  [
    "a bound claim that another claim owns is healthy",
    manifest("v1", "PersistentVolumeClaim", "copy", {
      metadata: { ownerReferences: [{ apiVersion: "v1", kind: "PersistentVolumeClaim", name: "disk", uid: "u-4" }] },
      status: { phase: "Bound" },
    }),
    "healthy",
  ],
  [
    "an instance whose guest may take an hour to stop is progressing for as long",
    manifest("kubevirt.io/v1", "VirtualMachineInstance", "vm", {
      metadata: { deletionTimestamp: secondsAgo(3600), finalizers: ["a"] },
      spec: { terminationGracePeriodSeconds: 3600 },
      status: { phase: "Running" },
    }),
    "progressing",
    "Terminating",
  ],
  [
    "an instance that does not stop within the time of its guest is degraded",
    manifest("kubevirt.io/v1", "VirtualMachineInstance", "vm", {
      metadata: { deletionTimestamp: secondsAgo(900), finalizers: ["a"] },
      spec: { terminationGracePeriodSeconds: 180 },
      status: { phase: "Running" },
    }),
    "degraded",
    "Terminating",
  ],
  [
    "an import that runs is progressing",
    dataVolume({
      phase: "ImportInProgress",
      progress: "2.00%",
      conditions: [condition("Running", "True", "Pod is running")],
    }),
    "progressing",
    "ImportInProgress",
    { progress: "2.00%" },
  ],
];

describe("an object by the rule of its kind", () => {
  test.for(rows)("%s", ([, fields, verdict, reason, facts]) => {
    const health = evaluateCoreKind(object(fields), takenAt);
    expect(health?.verdict).toBe(verdict);
    if (reason !== undefined) expect(health?.trouble?.reason).toBe(reason);
    expect(health?.trouble === undefined).toBe(verdict === "healthy" || verdict === undefined);
    if (facts !== undefined) expect(health?.facts).toMatchObject(facts);
  });
});

test("a Namespace without a condition names the finalizers of its spec, and it goes since it was deleted", () => {
  const fields = namespace(
    { phase: "Terminating" },
    { finalizers: ["kubernetes"] },
    { deletionTimestamp: secondsAgo(900) },
  );
  expect(writeMessages(evaluateCoreKind(object(fields), takenAt)?.trouble)).toStrictEqual({
    reason: "Terminating",
    message: "deletion waits for finalizer kubernetes",
    since: secondsAgo(900),
  });
});

test.for([
  ["False", "its kubelet reports that the node is not ready"],
  ["Unknown", "its kubelet no longer reports"],
] as const)("a Node whose condition Ready is %s without words has a cause", ([status, message]) => {
  const silent = object(node({ conditions: [condition("Ready", status)] }));
  expect(writeMessages(evaluateCoreKind(silent, takenAt)?.trouble)).toMatchObject({ reason: "NotReady", message });
});

test("the reason of a cordoned Node is not repeated in its message", () => {
  const cordoned = object(node({ conditions: [ready] }, { unschedulable: true }));
  expect(writeMessages(evaluateCoreKind(cordoned, takenAt)?.trouble)?.message).toBe("no new pods are scheduled");
});
