// What the reasons of conditions tell in every operator. No API convention lists them: they are the constants of the API
// types that the corpus of test/aggregate/generic names by their address.

/** Reasons of work under way; what "Not" stands before is none, `PodsNotRunning` (Knative, Tekton, Flux, Crossplane, ACK, Karpenter, Cluster API and others). `WorkNotAvailableYet` is Fleet's (kubefleet.dev/docs/api-reference), `ProgramsNotYetLoaded` bpfman's (apis/v1alpha1/shared_types.go). */
export const busyReason: RegExp = new RegExp(
  "(^|[a-z])(?<!Not)(Creating|Provisioning|Pending|Reconciling|Progressing|Waiting|WaitFor|Awaiting|Initiali[sz]ing|InProgress|" +
    "Installing|Updating|Upgrading|Deploying|Starting|Scaling|Restoring|Processing|Scheduling|Importing|Downloading|" +
    "Cloning|Running|Building|Ongoing|Synchroni[sz]ing|Syncing|WarmingUp|NotComplete|Requeued?|Unpacking|Pulling|" +
    "Fetching|Loading|Resolving|Verifying|Validating|Bootstrapping|Configuring|Applying|Preparing|Joining|Connecting|" +
    "Registering|Generating|Copying|Transferring|Resuming|Recovering|Expanding|Planning|Staging|Propagating|Switching)|" +
    "Started$|^Requested$|^Init$|^DoesNotExist$|(^|[a-z])Not(?!Supported|Implemented|Allowed|Permitted)([A-Z][a-z]+){1,3}Yet$|(^|[a-z])NotYet(?!Supported|Implemented|Allowed|Permitted)[A-Z][a-z]+$",
);

/**
 * Reasons of a condition that is Unknown because its controller has not looked yet (Hive, pkg/controller/utils/conditions.go,
 * InitializedConditionReason; Gardener, pkg/utils/gardener, ConditionInitialized; HyperShift, api/hypershift/v1beta1/
 * hostedcluster_conditions.go, StatusUnknownReason).
 */
export const unsetReason: RegExp = /^(Condition)?Initialized$|^StatusUnknown$/;

/** Reasons that some of many parts are not ready yet (RabbitMQ cluster operator, internal/status/all_replicas_ready.go). */
export const partialReason: RegExp = /^NotAll(Pods|Replicas|Nodes|Members|Instances)(Ready|Available|Running|Updated)$/;

export const busyMessage: RegExp =
  /^(waiting|creating|provisioning|initializing|restoring|updating|upgrading|installing|deploying)\b|^(?!.*\b(error|fail|failed|failure|cannot|unable|denied|rejected|required|down|lost)\b).*\bin the process of \w+ing\b|^(?!error|failed|cannot|unable).*\bin progress\.?$|^(?!no\b|.*\b(error|fail|failed|failure|cannot|unable|denied|rejected|required)\b).*\bin progress\. /i;

/**
 * Reasons of a busy condition whose work is done (apps/v1 Deployment, Argo Rollouts, OpenShift ClusterOperator, OLM v1,
 * Open Cluster Management).
 */
export const settledReason: RegExp =
  /^(?!.*(Not|No[A-Z]|None|Partial|Incomplete|Waiting|Pending|Until))(AsExpected|.*(Available|Completed?|Succeeded|Success))$/;

/** Reasons of a busy condition that names the last step that is done, beside a good summary (Open Data Hub, model-registry-operator). */
export const doneReason: RegExp = /^(Created|Updated)Deployment$/;

/** Ends of the reasons of a failure. `NoError` is none (Teleport). Some are those of the kubelet (pkg/kubelet/images), `errorsFound` is Istio's. */
export const failedEnd: RegExp =
  /(?<!No|^no|\bNo[A-Z]\w*)(Failed|Failure|Error|Exceeded|Aborted|TimedOut|Timeout|Interrupted|InvalidSpec|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|NodeLost|[Ee]rrorsFound)$/;

/**
 * The start of a message about a fault, however good the word is beside which it stands. `Failed over to replica 2`,
 * `Error rate is 0.1%` and `Error: none` are none, and neither is what a user may not do: `Cannot be deleted while in use`.
 */
export const faultMessage: RegExp =
  /^(?!\w+: ?(0|none|nil)\s*([;,]|\.?$))(error(:| while| when| during| \w+ing\b)|fail(ed|ure)(:| to\b| while| when| with| during| \w+ing\b|$)|(cannot|can't)\b(?! be (deleted|removed|upgraded|downgraded|changed)\b)|could not\b|unable to (?!auto-?(upgrade|update))|invalid\b|forbidden\b|timed out\b|panic:|\d+\/\d+ nodes are available:)/i;

/** Reasons that are a failure, and not what was done about one: `ErrorReconciling`, `Failed`. */
export const wholeFailure: RegExp = /^(Error|Failed|Invalid)[A-Z]|^(Error|Failed)$/;

/**
 * Reasons of what is not good because of a failure. Beside a good condition, `FailedOver` is none (Ramen).
 * `ContinuousArchivingFailing` is one, whatever else is at work (CloudNativePG, api/v1/cluster_types.go).
 */
export const failedReason: RegExp = new RegExp(
  `^(Error|Failed|Invalid)[A-Z]|${failedEnd.source}|(^|[a-z])(Crash(es|ed)?|OOM|OutOf(?!Sync|Date)[A-Z]\\w*|Killed|Failing|Lost\\w*|Dead|Disconnected|Expired|Pressure)$`,
);

/** Reasons of a refusal, which waiting does not end. */
export const deniedReason: RegExp = /(Denied|Rejected|Refused|Forbidden|Exhausted|Unauthorized)$/;

/** A word of a fault anywhere in the message of what has ended. */
export const deniedMessage: RegExp =
  /\b(fail\w*|error\w*|exit code [1-9]|denied|rejected|cannot|unable|lost|killed)\b/i;

/** A sentence that says no more than that the object is suspended. */
export const suspendedMessage: RegExp =
  /^(the )?[\w-]+( [\w-]+)? (is|was|has been|are) suspended\.?$|^suspended\b[^;:,]*$/i;

/**
 * Reasons that what an object refers to does not exist: `RevisionMissing` (Knative serving, pkg/apis/serving/v1/
 * route_lifecycle.go), `BackendNotFound` (Gateway API, apis/v1/shared_types.go), `SubnetsNotFound` (Karpenter,
 * pkg/apis/v1/ec2nodeclass_status.go).
 */
export const absentReason: RegExp = /[a-z](Missing|NotFound)$/;

/**
 * Reasons that the object rests, with what rests first: nothing, the reconciliation, a part of the name of the kind
 * (`SchedulePaused`, `MPIJobSuspended`). Of another thing it may be a fault: `BackupsSuspended`.
 */
export const restingReason: RegExp = /^(?:Reconcile|Reconciliation|(\w*))(Paused|Suspended)$/;

/** Reasons of what is not ready beside a word of rest, as both say the same (CloudNativePG Cluster, `ClusterIsNotReady`). */
export const restfulReason: RegExp =
  /(^|[a-z])(?<!Not|Un|un)(Paused|Suspended|Stopped|Hibernated|Hibernating|Disabled|Inactive|Sleeping|Powered[Oo]ff|Scaled(Down|ToZero)|Sh[uU]t[dD]own|Not(Yet)?(Ready|Available|Running)|NotAcceptingConnectionRequest|ReadinessCheckFailed)$/;

/**
 * A message that the agent which reports a state has fallen silent, so that the state is Unknown: the kubelet (Kubernetes,
 * pkg/controller/nodelifecycle), the gardenlet (Gardener, pkg/controllermanager/controller/seed/lifecycle), the
 * registration agent (Open Cluster Management, pkg/registration/hub/lease).
 */
export const lostMessage: RegExp =
  /\b\w*(let|agent|node|daemon|exporter|controller|operator) (has )?stopped (posting|updating|reporting|sending)\b/i;
