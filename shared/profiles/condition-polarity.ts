import type { Polarity } from "../model/condition.ts";
import type { PolarityRow } from "../model/profile.ts";

// Polarities shared by every profile; a profile's own rows take precedence. Sources: OpenShift ClusterOperator API
// (types_cluster_operator.go), kstatus (core.go), Kubernetes API conventions, HCO api/v1/hyperconverged_types.go.

/** What is up or down. Other names before such an end tell of an action: `ScaledDown`, `BackedUp`. */
const upNouns: string =
  "Node|Host|Server|Cluster|Link|Instance|Service|Member|Peer|Tunnel|Interface|Port|Broker|Gateway|Router|Neighbor|Session|Connection";

/** What is dropped by a fault, and not by a user: `DatabaseDropped`, `CapabilitiesDropped` (node_exporter, OpenTelemetry Collector: names of metrics). */
const flowNouns: string =
  "Packet|Traffic|Connection|Message|Event|Frame|Span|Trace|Sample|Log|Metric|Record|Request|Querie";

/** Ends of types that are good when they are True. */
const goodEnds: string =
  "Ready|Available|Succeeded|Valid|Verified|Configured|Synced|Synchronized|Deployed|Healthy|Applied|Reconciled|Established|Compliant|UpToDate|Created|Provided|Connected|Reachable|Validated|Authorized|Registered|Success|" +
  "Provisioned|Imported|Downloaded|Allocated|Assigned|Satisfied|Published|Granted|Contactable|Loaded|Operational|Converged|InSync|Online|Joined|Attached|Responsive|(?<=^|Checks?|Tests?|Analysis|Validation|Conformance|Scan|Probes?|Gates?)Passed|" +
  `(?<=(?:${upNouns})s?)Up`;

/** Ends of types that are bad when they are True. */
const badEnds: string =
  "Pressure|Unavailable|Failures?|Failed|Failing|Degraded|Errors?|Problem|Missing|Unhealthy|NotFound|Empty|" +
  "NotReady|Invalid|ErrorsFound|Unreachable|Unschedulable|Conflicted|Conflict|Stalled|Exceed(?:ed)?|Misconfigured|Irreconcilable|Lost|Interrupted|" +
  "Malformed|Denied|Rejected|Refused|Unauthorized|Forbidden|Corrupt|Corrupted|Broken|Crashed|Crashing|CrashLooping|Unresponsive|Stuck|" +
  `TimedOut|Timeout|(?<=(?:${flowNouns})s?)Dropped|Disconnected|Offline|OutOfSync|Faulty|Faulted|Exhausted|Overloaded|(?<=^|(?:${upNouns})s?)Down|` +
  // Of a file system (node-problem-detector, Longhorn Engine), of releases (ocs-operator, StorageCluster), of a container,
  // of a node (core/v1 NodeConditionType before 1.13), of a database, of what is bought or signed.
  "ReadonlyFilesystem|FilesystemReadOnly|Mismatch|Incompatible|CrashLoopBackOff|OutOfMemory|OutOfDisk|SplitBrain|" +
  "(?<=Certificate|Cert|CA|License|Credential|Credentials|Token|Password)Expired|" +
  "(?<=[a-z])Halted";

function rows(row: Omit<PolarityRow, "type">, types: readonly string[]): readonly PolarityRow[] {
  return types.map((type) => ({ ...row, type }));
}

/** The types of one built-in kind, or of a kind of a related system. */
function rowsOf(
  row: Pick<PolarityRow, "group" | "kind" | "source">,
  types: Readonly<Record<string, Polarity>>,
): readonly PolarityRow[] {
  return Object.entries(types).map(([type, polarity]) => ({ ...row, type, polarity }));
}

/** Types that are True while a user wants the object to run nothing (Grafana, Stackable operators, KubeDB). */
export const stoppingTypes: ReadonlySet<string> = new Set([
  ...["Suspended", "Stopped", "Halted", "Hibernated", "Hibernating"],
]);

/** Types that are True while a user keeps the controller from acting. What runs goes on, and may fail. */
export const pausingTypes: ReadonlySet<string> = new Set(["Paused", "ReconcilePaused", "ReconciliationPaused"]);

/** The polarity of a type unless another table has it; the first match wins. */
export const sharedPolarities: readonly PolarityRow[] = [
  { group: "apps", kind: "Deployment", type: "Progressing", polarity: "good", source: "kstatus core.go:182-193" },
  { group: "apps", kind: "Deployment", type: "Available", polarity: "main", source: "kstatus core.go" },
  ...rowsOf(
    { group: "", kind: "Pod", source: "core/v1 types.go, PodConditionType" },
    {
      DisruptionTarget: "caution",
      PodReadyToStartContainers: "good",
      PodResizePending: "caution",
      PodResizeInProgress: "busy",
    },
  ),
  ...rowsOf(
    { group: "", kind: "Node", source: "node-problem-detector config/*.json" },
    {
      KernelDeadlock: "bad",
      ReadonlyFilesystem: "bad",
      FrequentKubeletRestart: "bad",
      FrequentContainerdRestart: "bad",
      FrequentUnregisterNetDevice: "bad",
    },
  ),
  ...rowsOf(
    { group: "autoscaling", kind: "HorizontalPodAutoscaler", source: "autoscaling/v2 types.go" },
    {
      AbleToScale: "good",
      ScalingActive: "good",
      ScalingLimited: "info",
    },
  ),
  ...rowsOf(
    { group: "batch", kind: "Job", source: "batch/v1 types.go, JobConditionType" },
    {
      FailureTarget: "bad",
      SuccessCriteriaMet: "info",
    },
  ),
  ...rowsOf(
    { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition", source: "apiextensions/v1 types.go" },
    { Terminating: "busy" },
  ),
  ...rowsOf(
    { group: "operators.coreos.com", kind: "Subscription", source: "operator-framework/api subscription_types.go" },
    {
      CatalogSourcesUnhealthy: "bad",
      InstallPlanMissing: "info",
      InstallPlanPending: "busy",
      InstallPlanFailed: "bad",
      ResolutionFailed: "bad",
      BundleUnpacking: "busy",
      BundleUnpackFailed: "bad",
    },
  ),
  ...rowsOf(
    { group: "kubevirt.io", kind: "VirtualMachine", source: "kubevirt.io/api/core/v1 types.go" },
    {
      Failure: "bad",
      Initialized: "info",
    },
  ),
  ...rowsOf(
    { group: "nmstate.io", kind: "NodeNetworkConfigurationPolicy", source: "kubernetes-nmstate api/shared" },
    { Ignored: "info" },
  ),
  ...rowsOf(
    {
      group: "harvesterhci.io",
      kind: "VirtualMachineImage",
      source: "harvester pkg/apis/harvesterhci.io/v1beta1/image.go",
    },
    {
      RetryLimitExceeded: "bad",
    },
  ),
  ...rowsOf(
    {
      group: "authzed.com",
      kind: "SpiceDBCluster",
      source: "spicedb-operator pkg/apis/authzed/v1alpha1/conditions.go",
    },
    {
      Migrating: "busy",
    },
  ),
  ...rowsOf(
    { group: "datadoghq.com", kind: "DatadogAgent", source: "datadog-operator pkg/condition" },
    { DatadogAgentReconcileError: "bad" },
  ),
  ...rowsOf(
    {
      group: "longhorn.io",
      kind: "BackupTarget",
      source: "longhorn-manager k8s/pkg/apis/longhorn/v1beta2/backuptarget.go",
    },
    {
      Unavailable: "bad",
    },
  ),
  ...rows({ polarity: "bad", source: "helm-operator-plugins pkg/reconciler/internal/conditions" }, [
    "Irreconcilable",
    "ReleaseFailed",
  ]),
  ...rows({ polarity: "good", source: "OpenShift ClusterOperator, HCO, app.k8s.io proposal" }, [
    "Ready",
    "Available",
    "Succeeded",
    "Healthy",
    "Synced",
    "Installed",
    "Established",
    "Complete",
    "Initialized",
    "ContainersReady",
    "PodScheduled",
    "NamesAccepted",
    "ReconcileComplete",
    "Settled",
    "Qualified",
  ]),
  ...rows({ polarity: "bad", source: "OpenShift ClusterOperator types_cluster_operator.go:174-190, kstatus" }, [
    "Degraded",
    "Failed",
    "Error",
    "Stalled",
    "ReplicaFailure",
    "MemoryPressure",
    "DiskPressure",
    "PIDPressure",
    "NetworkUnavailable",
    "NonStructuralSchema",
  ]),
  ...rows(
    {
      polarity: "busy",
      source: "OpenShift ClusterOperator types_cluster_operator.go:159-172, kstatus status.go:20-21",
    },
    ["Progressing", "Reconciling", "Issuing", "Resizing", "FileSystemResizePending", "Deleting", "InProgress"],
  ),
  ...rows({ polarity: "busy", source: "Cluster API api/core/v1beta2/v1beta2_condition_consts.go" }, ["RollingOut"]),
  ...rows({ polarity: "advice", source: "OpenShift ClusterOperator types_cluster_operator.go:192-203; Greenhouse" }, [
    "Upgradeable",
    "OwnerLabelSet",
  ]),
  ...rows({ polarity: "caution", source: "HCO api/v1/hyperconverged_types.go:1007-1010; Greenhouse" }, [
    "TaintedConfiguration",
    "PluginSkipped",
  ]),
  ...rows({ polarity: "good", source: "has the shape of a bad pattern and is good: Greenhouse" }, [
    "NoHelmChartTestFailures",
  ]),
  ...rows({ polarity: "info", source: "neither good nor bad by any document we know" }, [
    "Suspended",
    "Paused",
    "Delete",
    "Created",
    "Cleanup",
    "EvaluationConditionsDetected",
    "DisruptionAllowed",
    "LiveMigratable",
  ]),
];

/**
 * Polarities of unnamed types, inferred from their start or end, in this order. They apply to what follows the last `/`
 * or `-`, with a capital: `platform.example/x-ready` is read as Ready. "Not" before a good end makes it bad.
 */
export const polarityPatterns: readonly { readonly pattern: RegExp; readonly polarity: Polarity }[] = [
  { pattern: /Upgradeable$/, polarity: "advice" },
  // A newer release is no state of what runs.
  { pattern: /^(New)?(Update|Upgrade|Version|Release)s?Available$/, polarity: "info" },
  // What took over is up (Ramen, api/v1alpha1/drplacementcontrol_types.go, FailedOver).
  { pattern: /^FailedOver$/, polarity: "info" },
  // In every API of AWS; a status may be pasted without its group (https://aws-controllers-k8s.github.io/docs/guides/resource-crud).
  { pattern: /^ACK\.(Terminal|Recoverable)$/, polarity: "bad" },
  // What does not apply is no fault, and what has not happened yet is on its way (bpfman, NotSelected and NotYetLoaded).
  { pattern: /^Not(Selected|Applicable|Required|Needed|Enabled)$/, polarity: "info" },
  { pattern: /^NotYet[A-Z]/, polarity: "busy" },
  // Limits of a run: that of successes, or of time, ends it well (Chaos Mesh, api/v1alpha1/statuscheck_types.go).
  { pattern: /^(SuccessThreshold|Duration)Exceed$/, polarity: "info" },
  {
    // NoDiskPressure of Rancher is good, NoMachinePoolNameLeasesAvailable of Hive is bad.
    pattern: new RegExp(`^No(?=[A-Z])\\w*(${badEnds}|Warnings)$`),
    polarity: "good",
  },
  {
    pattern: new RegExp(
      `^No(?=[A-Z])\\w*(${goodEnds})$|^(Not|Non|Invalid|Failed|Error|Missing|Partial|Partially|Insufficient|Cannot|UnableTo|Unsupported)[A-Z]|Not(${goodEnds})$`,
    ),
    polarity: "bad",
  },
  {
    pattern: new RegExp(`(${badEnds})$`),
    polarity: "bad",
  },
  {
    pattern: new RegExp(
      "(Progressing|Updating|Upgrading|Reconciling|Issuing|Initializing|Provisioning|Installing|Terminating|Scaling|" +
        "Synchronizing|Syncing|Resyncing|Rebalancing|Deploying|Creating|Processing|Restoring|Migrating|Promoting|" +
        "Pending|(?<!Backup|Snapshot|Scan)InProgress|Deleting|Building|Restarting|Rebooting|Draining|Starting|Stopping|" +
        "Finalizing|RollingBack|^Rolling(?:Out|Update|Upgrade|Restart|Deployment)?|Resizing|Expanding)$",
    ),
    polarity: "busy",
  },
  {
    pattern: /^(Valid|Passed(?=Analysis|Check|Test|Validation|Scan)|Successful|Successfully|ReadyTo|AbleTo)[A-Z]/,
    polarity: "good",
  },
  { pattern: new RegExp(`(${goodEnds})$`), polarity: "good" },
  {
    pattern:
      /^(Completed|Success|Scheduled|Accepted|Programmed|ResolvedRefs|Running|Promoted|Active|Bound|Admitted|Schedulable)$/,
    polarity: "good",
  },
];

/** Bad types about a part, a request, a limit or what a user may not do: beside a good summary they are no fault. */
export const partlyBadType: RegExp =
  /^(Partial|Partially|Cannot|UnableTo|Unsupported)|(Denied|Rejected|Refused|Forbidden|Exhausted)$/;

/**
 * Types that tell that a controller took the spec over, and not how the object is. Alone they are no evidence of health
 * (facts field: five of them were green beside a failure that only another field has).
 */
export const acceptanceTypes: RegExp =
  /(Synced|Synchronized|Configured|Deployed|Scheduled|Applied|Valid|Validated|Verified|Initialized|Imported|Allocated|Published|Granted)$/;

/**
 * The main condition of a kind without a row: the first of these that it has (API conventions, "Typical status
 * properties").
 */
export const mainTypes: readonly string[] = ["Ready", "Available", "Succeeded", "ready", "available", "succeeded"];
