import { describe, expect, test } from "vitest";
import { rootAbout } from "./evaluate.ts";

const since = "2026-11-21T11:50:00Z";
const unused = { healthy: false, inUse: false };
const busy = "progressing";
const readyFalse = { type: "Ready", status: "False", reason: "Broken" };

/** A custom resource of a kind that no row names, with conditions as `Type=Status Reason`. */
function verdictOf(conditions: readonly string[], status: object, kind = "Widget"): string {
  const listed = conditions.map((text) => {
    const [, type = "", value = "", reason = "", message = ""] = /^(\w+)=(\w+) ?(\w*)(?:: (.*))?$/.exec(text) ?? [];
    return { type, status: value, reason, message, lastTransitionTime: since };
  });
  const metadata = { name: "w", creationTimestamp: since };
  const whole = { ...status, ...(listed.length > 0 && { conditions: listed }) };
  return rootAbout({ apiVersion: "acme.example/v1", kind, metadata, status: whole }).verdict;
}

describe("a kind that no row names is read by general rules", () => {
  const rows: readonly (readonly [rule: string, conditions: readonly string[], status: object, verdict: string])[] = [
    ["No before a bad end is good", ["Ready=True", "NoDiskPressure=True"], {}, "healthy"],
    ["and bad where it is False", ["NoDiskPressure=False"], {}, "degraded"],
    ["No before a good end is bad", ["NoNameAvailable=True"], {}, "degraded"],
    ["a conflict is bad", ["Valid=True", "Conflict=True"], {}, "degraded"],
    ["NoError is no reason of a failure", ["Reconciled=True NoError"], {}, "healthy"],
    ["a type that no rule knows counts where a failure is its reason", ["Enforced=False HookError"], {}, "degraded"],
    ["not where the main condition is True", ["Ready=True", "Enforced=False HookError"], {}, "healthy"],
    ["Running is False once it completed", ["Running=False", "Completed=True"], {}, "healthy"],
    ["and a fault where nothing ended", ["Running=False Lost"], {}, "degraded"],
    ["also where its reason is that of the run", ["Running=False JobRunning", "Complete=True"], {}, "healthy"],
    ["not where it ended badly", ["Running=False JobRunning", "Failed=True JobFailed"], {}, "degraded"],
    ["what only runs is healthy", ["Running=True Running: state RUNNING"], {}, "healthy"],
    ["but a turn of an Ansible operator is work", ["Running=True Running: Running reconciliation"], {}, "progressing"],
    ["a service that stops after that is not", ["Running=False NotRunning: x", "Completed=True"], {}, "degraded"],
    ["a deadline that has passed is no success", ["DeadlinePassed=True X: too late"], {}, "unknown"],
    [
      "an end with an error is no success",
      ["Ready=False Finished: failed to push"],
      { phase: "Completed" },
      "unavailable",
    ],
    ["what is not supported yet does not get so by waiting", ["Ready=False NotSupportedYet: x"], {}, "unavailable"],
    ["what passes a check is good", ["PassedAnalysis=True"], {}, "healthy"],
    ["and bad where it does not", ["PassedAnalysis=False errorsFound: 1 error"], {}, "degraded"],
    [
      "also while work is under way",
      ["Reconciled=False stillPropagating: 6/12", "PassedAnalysis=False errorsFound"],
      {},
      "degraded",
    ],
    ["not that none were found", ["PassedAnalysis=True noErrorsFound"], {}, "healthy"],
    ["what spreads is on its way", ["Reconciled=False stillPropagating: 6/12 complete"], {}, busy],
    ["what is dropped is bad", ["Ready=True", "TrafficDropped=True"], {}, "degraded"],
    ["what is not set up yet is on its way", ["Ready=False X: y", "Initialized=False Taints: z"], {}, "progressing"],
    ["not for a fault", ["Ready=False X: y", "Initialized=False SetupFailed"], {}, "unavailable"],
    ["not where a message tells of one", ["Initialized=False Setup: cannot join"], {}, "degraded"],
    ["a reason that ends in Yet tells of what is on its way", ["Available=False WorkNotAvailableYet: x"], {}, busy],
    ["so does NotYet", ["Available=False WorkNotYetApplied: x"], {}, busy],
    ["what is Unknown while work is under way is on its way", ["Ready=Unknown", "Processing=True"], {}, "progressing"],
    ["so is what nothing is known of yet, on a young object", ["Ready=Unknown"], {}, "progressing"],
    ["and unknown where a reason tells more", ["Ready=Unknown NodeStatusUnknown"], {}, "unknown"],
    [
      "whether it fails is Unknown until the first turn",
      ["Ready=Unknown Init", "Error=Unknown Init"],
      {},
      "progressing",
    ],
    ["an end that is Unknown is open", ["Succeeded=Unknown Created"], {}, "progressing"],
    ["what has not failed is on its way", ["Succeeded=False", "Failed=False Failed"], {}, "progressing"],
    ["so is what started", ["Started=True", "Completed=False"], {}, "progressing"],
    ["not where it ended in an error", ["Started=True", "Completed=False Error"], {}, "degraded"],
    ["what does not apply is no fault", ["Ready=True", "NotSelected=True"], {}, "healthy"],
    ["what has not happened yet is on its way", ["NotYetLoaded=True"], {}, "progressing"],
    ["what is lost is bad", ["Lost=True DriveLost"], { status: "Ready" }, "degraded"],
    ["a type counts without the word Condition", ["EtcdHealthyCondition=False"], {}, "degraded"],
    ["an unknown type that is True for a failure is bad", ["Jam=True ErrorReconciling"], {}, "degraded"],
    ["what is being deleted is on its way", ["Ready=True", "WidgetDeleting=True"], {}, "progressing"],
    ["work on a part counts beside a ready whole", ["Ready=True", "ImageReady=False BuildOngoing"], {}, "progressing"],
    ["not what is Unknown", ["Ready=True", "NodesReady=Unknown AwaitingNodes"], {}, "healthy"],
    ["what was not looked at is on its way", ["Deployed=False Building", "Reachable=Unknown StatusUnknown"], {}, busy],
    ["so is a fault of that kind", ["Deployed=False Building", "Unreachable=Unknown ConditionInitialized"], {}, busy],
    ["not where nothing is under way", ["Reachable=Unknown StatusUnknown"], {}, "unknown"],
    ["work in the process of something", ["Synced=Unknown X: two are in the process of deciding"], {}, busy],
    ["a start is no past where ready is not newer", ["Ready=True", "Initializing=True"], {}, busy],
    ["a run that ended well waits no more", ["WaitForQueue=True"], { phase: "Succeeded" }, "healthy"],
    ["what is disabled is reached", ["Disconnected=True LostContact: timed out"], { phase: "Disabled" }, "degraded"],
    ["a number is no commit", [], { phase: "Ready", state: "1000042" }, "unknown"],
    ["a feature is no work", ["Ready=True", "SupportsRollingUpdate=True"], {}, "healthy"],
    ["nor is a start that nothing followed", ["Ready=False", "Initializing=True"], {}, busy],
    ["what rests is not reached", ["Unreachable=True DialError: i/o timeout"], { phase: "Hibernating" }, "healthy"],
    ["what runs has to be", ["Unreachable=True DialError: i/o timeout"], { phase: "Running" }, "degraded"],
    ["a commit is no word", [], { phase: "Ready", summary: "666209fd9755a1e48bec6b27f5f447747410dd9e" }, "healthy"],
    ["a name of letters alone is one", [], { phase: "Ready", summary: "deadbeef" }, "unknown"],
    ["replicas that nothing proves are missing", ["Running=True"], { replicas: 1 }, busy],
    [
      "no endpoint yet of what was just created",
      ["Up=False NoEndpointsAvailable", "Available=False NoPodsReady"],
      {},
      busy,
    ],
    ["a rest excuses nothing invalid", ["Ready=False InvalidGraph"], { state: "Inactive" }, "unavailable"],
    ["a status in words counts", ["Link=Established"], {}, "healthy"],
    ["a bad one too", ["Link=Error"], {}, "degraded"],
    ["and below", [], { net: { enabled: true, conditions: [{ type: "Link", status: "Pending" }] } }, "progressing"],
    ["a verb as a phase names a step", [], { phase: "Upgrade" }, "progressing"],
    ["an end of two words counts", [], { state: "DeregisterInProgress" }, "progressing"],
    ["what is to be deleted is on its way", [], { state: "ToBeDeleted" }, "progressing"],
    ["the end of a name in several words counts", ["Connected=True"], { phase: "Build Submitted" }, "progressing"],
    ["a good condition leaves an unknown word open", ["Connected=True"], { phase: "Kindled" }, "unknown"],
    ["a main one does not", ["Ready=True"], { phase: "Kindled" }, "healthy"],
    ["a step beside progress is no doubt", [], { status: "Progressing", currentPhase: "AppRollout" }, "progressing"],
    ["a role tells nothing", ["Ready=True"], { state: "Primary" }, "healthy"],
    ["parts that are all good are evidence", [], { serviceHealth: { a: "Healthy", b: "Healthy" } }, "healthy"],
    ["not where they tell anything else", [], { injectorStatus: { a: "Enabled" } }, "unknown"],
    ["one that is not is a fault", [], { serviceHealth: { a: "Healthy", b: "NotFound" } }, "degraded"],
    ["an error of the status counts", [], { reconciliationError: { description: "refused" } }, "degraded"],
    ["a listed one too", ["Syncing=False"], { source: { errors: [{ errorMessage: "bad YAML" }] } }, "degraded"],
    ["not beside success", ["Ready=True"], { lastError: "refused" }, "healthy"],
    ["replicas in use are ready", [], { replicas: 3, readyReplicas: 1, allocatedReplicas: 2 }, "healthy"],
    ["a flag about acceptance proves nothing", [], { applied: true }, "unknown"],
    ["what is stopped by a condition rests", ["Available=False", "Stopped=True"], {}, "healthy"],
    ["not where the stop failed", ["Available=False Lost", "Stopped=True StopFailed"], {}, "unavailable"],
    ["nor does a rest excuse a fault", ["Stopped=True", "Degraded=True"], {}, "degraded"],
    ["a flag that is false is on its way", [], { ready: false }, "progressing"],
    ["with an error it is a fault", [], { readyToUse: false, error: { message: "lost" } }, "degraded"],
    ["a flag that is true is good", [], { readyToUse: true, error: "" }, "healthy"],
    ["what was not applied is a fault", [], { applied: false, message: "no such role" }, "degraded"],
    ["a word that does not apply tells nothing", [], { bgpStatus: "Established", bfdStatus: "N/A" }, "healthy"],
    ["alone it is no evidence", [], { bfdStatus: "N/A" }, "unknown"],
    ["replicas of the parts count", [], { sets: [{ replicas: 2, readyReplicas: 1 }] }, "progressing"],
    ["a word of a part counts", [], { process: { status: "Failed" } }, "degraded"],
    ["not that of a former run", [], { phase: "Ready", lastBackup: { status: "Failed" } }, "healthy"],
    ["a part by its name that is down counts", [], { phase: "Ready", extendedHealth: { etcd: "Down" } }, "degraded"],
    ["other texts of it do not", [], { phase: "Ready", extendedHealth: { zone: "a", text: "Failed once" } }, "healthy"],
    ["an error is no work under way", ["Ready=False ErrorCreatingService"], {}, "unavailable"],
    ["an unknown word in -ing is work under way", [], { phase: "Rotating" }, "progressing"],
    ["unless it names a lasting state", [], { phase: "Serving" }, "unknown"],
    ["a part that rests hides no fault", [], { phase: "Failed", monitoring: { status: "Disabled" } }, "degraded"],
    ["nor does one of a list", [], { phase: "Failed", nodeStatuses: [{ state: "Stopped" }] }, "degraded"],
    ["a reason such as FailedOver is no fault of what is good", ["Ready=True FailedOver"], {}, "healthy"],
    ["a backup that runs is no work on the object", ["Valid=True", "BackupInProgress=True"], {}, "unknown"],
    ["what stopped for a failure does not rest", [], { phase: "Inactive", reason: "InstallFailed" }, "degraded"],
    ["a failed task of a list counts", ["Ready=True"], { jobStatus: { tasks: [{ state: "FAILED" }] } }, "degraded"],
    [
      "a set without a count of what is ready has nothing ready, beside one that has",
      [],
      { sets: [{ replicas: 3, readyReplicas: 3 }, { replicas: 2 }] },
      "progressing",
    ],
    ["no set of them counts what is ready: nothing is known", [], { sets: [{ replicas: 3 }] }, "unknown"],
    ["a good word of a part proves no replica", [], { replicas: 3, backup: { state: "ready" } }, "progressing"],
    ["and not the whole", [], { license: { status: "active" } }, "unknown"],
    ["a rest by another field hides no failure", [], { phase: "Failed", powerState: "PoweredOff" }, "degraded"],
    ["powered off alone is a rest", [], { powerState: "PoweredOff" }, "healthy"],
    ["a halted upgrade does not rest", [], { phase: "UpgradeHalted" }, "unknown"],
    ["nor does what halted for a fault", [], { state: "Halted: disk full" }, "unknown"],
    ["the rest of a part excuses nothing", ["Ready=False PodsCrash"], { backupStatus: "Disabled" }, "unavailable"],
    ["a pause stops the controller, not the pods", ["Available=False Lost", "Paused=True"], {}, "unavailable"],
    ["it excuses what the controller cannot tell", ["Available=Unknown", "Paused=True"], {}, "healthy"],
    ["a stop excuses no error", ["Ready=False ReconcileError", "Stopped=True"], {}, "unavailable"],
    ["a service that was set up may fail", ["Succeeded=True", "Running=False StartError"], {}, "degraded"],
    ["that an address was allocated is no proof of health", ["IPAllocated=True"], {}, "unknown"],
    ["a condition in a word proves no replica", ["Api=Ready"], { replicas: 3 }, "progressing"],
    ["nor does what is stable", [], { replicas: 3, state: "stable" }, "progressing"],
    ["one that rests is no evidence", ["Networking=Disabled"], {}, "unknown"],
    ["nor is a step that is not under way", ["Draining=False", "NodeRebooting=False"], {}, "unknown"],
    ["nor a fault that only its name promises", ["LeaderLost=False"], {}, "unknown"],
    ["nor below", [], { net: { conditions: [{ type: "Starting", status: "False" }] } }, "unknown"],
    ["what is not paused does not rest", [], { status: "Not Paused" }, "unknown"],
    ["what is not healthy is not good", ["Connected=True"], { phase: "Not Healthy" }, "unknown"],
    ["with any sign between", ["Connected=True"], { phase: "NOT_HEALTHY" }, "unknown"],
    ["and without", ["Connected=True"], { phase: "NeverHealthy" }, "unknown"],
    ["a rest that ends a name is that of a part", [], { phase: "Monitoring Disabled" }, "unknown"],
    ["unless the kind stands before it", [], { phase: "WidgetDisabled" }, "healthy"],
    ["no error is no fault", [], { phase: "Running", result: "NO_ERROR" }, "healthy"],
    ["nor is no failure", [], { phase: "Running", health: "No Failure" }, "healthy"],
    ["an error beside a rest counts", [], { state: "Stopped", error: "engine crashed" }, "degraded"],
    ["so does the last one", [], { phase: "Inactive", lastError: "license rejected" }, "degraded"],
    [
      "a message of what started is no progress",
      ["Started=True", "Succeeded=False: container killed"],
      {},
      "unavailable",
    ],
    ["an interruption is bad", ["Failed=False", "Interrupted=True", "Succeeded=False Interrupted"], {}, "unavailable"],
    ["what runs may still succeed", [], { phase: "Running", succeeded: false }, "progressing"],
    ["what does not run has failed", [], { succeeded: false }, "degraded"],
    ["an error that is none is no fault", ["Healthy=True"], { error: "none", failureMessage: "None" }, "healthy"],
    ["errors of a former run are no fault", ["Healthy=True"], { lastRun: { errors: [{ message: "bad" }] } }, "healthy"],
    ["a good condition outlives the last error", ["Healthy=True"], { lastError: "timeout" }, "healthy"],
    ["a taken-over spec does not", ["Synced=True"], { lastError: "timeout" }, "degraded"],
    ["nor is another error an earlier one", ["Healthy=True"], { error: "timeout" }, "degraded"],
    ["all replicas outlive it", [], { replicas: 3, readyReplicas: 3, lastError: "conflict" }, "healthy"],
    ["not one less", [], { replicas: 3, readyReplicas: 2, lastError: "conflict" }, "degraded"],
    ["a good operation outlives it", [], { lastError: "x", lastOperation: { state: "Succeeded" } }, "healthy"],
    ["the verb of an operation is no step", [], { phase: "Ready", lastOperation: "Create" }, "healthy"],
    ["nor is one beside a true main condition", ["Ready=True"], { state: "Update" }, "healthy"],
    ["not for what was done about a failure", ["Healthy=True", "Restarted=True NodeFailure"], {}, "healthy"],
    ["nor for a policy about one", ["RestartPolicy=True OnFailure"], { phase: "Running" }, "healthy"],
    ["nor beside a good word", ["Jam=True ErrorReconciling"], { phase: "Ready" }, "healthy"],
    ["conditions count under another name", [], { phase: "Ready", podConditions: [readyFalse] }, "unavailable"],
    ["and by their type", [], { phase: "Ready", conditions: { Ready: { status: "False" } } }, "unavailable"],
    ["and at any depth", [], { phase: "Ready", zones: [{ nodes: [{ conditions: [readyFalse] }] }] }, "unavailable"],
    ["not those that are deprecated", ["Ready=True"], { deprecated: { v1: { conditions: [readyFalse] } } }, "healthy"],
    ["a part that failed counts", [], { phase: "Running", nodes: [{ phase: "Failed" }] }, "degraded"],
    ["by its name too", [], { phase: "Running", nodes: { a: { state: "Failed" } } }, "degraded"],
    ["also beside a main condition", ["Ready=True"], { members: [{ status: "Down" }] }, "degraded"],
    [
      "not in a history",
      ["Ready=True"],
      { history: [{ phase: "Failed" }], previousRuns: [{ status: "Failed" }] },
      "healthy",
    ],
    ["a member that is not ready is on its way", [], { phase: "Running", members: [{ ready: false }] }, "progressing"],
    ["not beside a main condition", ["Ready=True"], { members: [{ ready: false }] }, "healthy"],
    ["an error of a member counts", [], { phase: "Running", pods: { a: { error: "crash" } } }, "degraded"],
    ["counts of nodes count", [], { phase: "Running", nodes: 3, readyNodes: 1 }, "progressing"],
    ["those of a size too", [], { phase: "Running", size: 3, ready: 3 }, "healthy"],
    ["and both in one text", [], { phase: "Running", ready: "1/3" }, "progressing"],
    ["of a part, by what it wants", [], { loader: { desiredNumber: 2, availableNumber: 1 } }, "progressing"],
    ["what is free of a pool is no count", ["Ready=True"], { totalIPs: 10, availableIPs: 3 }, "healthy"],
    ["what is unavailable is on its way", [], { phase: "Running", unavailableReplicas: 2 }, "progressing"],
    ["what failed is a fault", [], { phase: "Running", failedNodes: 1 }, "degraded"],
    ["not what failed once", [], { phase: "Running", failedJobs: 3, failedAttempts: 2, failedCount: 4 }, "healthy"],
    ["an error beside a good word counts", [], { phase: "Ready", syncError: "refused" }, "degraded"],
    ["a reason of a failure too", [], { phase: "Active", reason: "SyncFailed" }, "degraded"],
    ["and a message that begins with one", [], { phase: "Active", message: "cannot connect" }, "degraded"],
    ["not one about none", [], { phase: "Active", message: "Failed: 0" }, "healthy"],
    ["not one about what went well", [], { phase: "Ready", message: "Failed over to replica 2" }, "healthy"],
    ["nor about a measure", [], { phase: "Ready", message: "Error rate is 0.1%", meanError: "0.2" }, "healthy"],
    ["a part that expired is no fault", ["Ready=True"], { tokens: [{ status: "Expired" }] }, "healthy"],
    ["nor is one of a list of backups", ["Ready=True"], { backups: [{ state: "Failed" }] }, "healthy"],
    ["nor the previous state", [], { phase: "Ready", previousState: { phase: "Failed" } }, "healthy"],
    ["a flag in words is a flag", [], { phase: "Running", healthy: "False" }, "degraded"],
    ["a flag that is true for a fault counts", [], { phase: "Running", degraded: true }, "degraded"],
    ["below too", [], { phase: "Running", operation: { hasTimedOut: true } }, "degraded"],
    ["the flags of the health count", [], { health: { available: false } }, "degraded"],
    ["the end of a run counts where it is a fault", [], { phase: "Completed", conclusion: "failure" }, "degraded"],
    ["a type with another word of a fault is bad", ["Healthy=True", "AccessDenied=True"], {}, "degraded"],
    ["so is one that names what cannot be done", ["Healthy=True", "UnableToSync=True"], {}, "degraded"],
    ["what scales down is no fault", ["Healthy=True", "ScaledDown=True"], {}, "healthy"],
    ["what does not run is no work under way", ["Ready=False PodsNotRunning"], {}, "unavailable"],
    ["nor is what lost its node", ["Succeeded=Unknown NodeLost"], {}, "unknown"],
    ["a Pod that completed is not at fault", ["Ready=False PodCompleted"], { phase: "Succeeded" }, "healthy"],
    ["a denied failure with an error is one", ["Failure=False: Error: no pool"], { phase: "Ready" }, "degraded"],
    ["a step that is done is no progress", ["Available=True", "Progressing=True CreatedDeployment"], {}, "healthy"],
    ["not where its message tells of more", ["Available=True", "Progressing=True CreatedDeployment: 2 of 3"], {}, busy],
    ["nor one of another name", ["Ready=True", "Progressing=True WaitingForReady: 1 of 3 members"], {}, busy],
    ["or of a part", ["Ready=True", "Updating=True UpdatedNode: node 2 of 9"], {}, busy],
    ["or of what is not done", ["Available=True", "Upgrading=True PartiallyUpdated"], {}, busy],
    ["failed attempts of a list are past", [], { phase: "Succeeded", steps: [{ phase: "Failed" }] }, "healthy"],
    ["not those of its members", [], { phase: "Succeeded", members: [{ phase: "Failed" }] }, "degraded"],
    ["counts that only grow are no fault", [], { phase: "Active", failedChecks: 12, errors: 3, failed: 1 }, "healthy"],
    ["nor are seconds", [], { phase: "Active", unavailableSeconds: 120, unreadySeconds: 8 }, "healthy"],
    ["what is asleep is ready", [], { phase: "Active", size: 4, ready: 1, standby: 3 }, "healthy"],
    ["so is what is in use", [], { phase: "Active", totalHosts: 10, readyHosts: 7, spareHosts: 3 }, "healthy"],
    ["a size in bytes is no count", [], { phase: "Ready", size: 1_073_741_824, ready: 2 }, "healthy"],
    ["nor is what is free", [], { phase: "Ready", desiredIPs: 256, availableIPs: 190 }, "healthy"],
    ["nor is a duration", [], { phase: "Ready", totalDuration: 100, readyDuration: 12 }, "healthy"],
    ["or a quota", [], { phase: "Ready", quota: { desired: 100, available: 40 } }, "healthy"],
    ["the parts of a field count", [], { phase: "Ready", workers: { desired: 3, available: 1 } }, busy],
    ["what is turned off is no fault", ["Ready=True"], { addons: [{ enabled: false, healthy: false }] }, "healthy"],
    ["nor are its conditions", ["Ready=True"], { addons: [{ enabled: false, conditions: [readyFalse] }] }, "healthy"],
    ["nor is what is optional", [], { phase: "Ready", nodes: [{ optional: true, phase: "Failed" }] }, "healthy"],
    ["or resolved", ["Ready=True"], { nodes: [{ status: "down", resolvedAt: since }] }, "healthy"],
    ["what is not in use need not be healthy", [], { phase: "Ready", volumes: [unused] }, "healthy"],
    ["a release that failed is past", ["Ready=True"], { releases: [{ status: "failed" }] }, "healthy"],
    ["so is a revision", [], { phase: "Ready", revisions: [{ state: "failed" }] }, "healthy"],
    ["and an entry of a log", [], { phase: "Ready", log: [{ error: "refused" }] }, "healthy"],
    [
      "a Pod that was evicted is past",
      [],
      { phase: "Ready", pods: [{ phase: "Failed", reason: "Evicted" }] },
      "healthy",
    ],
    ["an interface may be down", ["Ready=True"], { interfaces: [{ state: "down" }] }, "healthy"],
    ["also below a state", ["Available=True"], { currentState: { interfaces: [{ state: "down" }] } }, "healthy"],
    ["a rule denies", [], { phase: "Active", rules: [{ status: "denied" }], verdict: "rejected" }, "healthy"],
    ["what is examined is no part", ["Ready=True"], { targets: [{ health: "down" }] }, "healthy"],
    [
      "a certificate that expired is a fault",
      [],
      { phase: "Ready", certificates: [{ status: "Expired" }] },
      "degraded",
    ],
    ["also alone", [], { phase: "Ready", certificate: { status: "Expired" } }, "degraded"],
    ["a member need not be ready where the whole is", [], { phase: "Ready", members: [{ ready: false }] }, "healthy"],
    ["nor one that waits", [], { phase: "Running", members: [{ role: "standby", ready: false }] }, "healthy"],
    ["an error of OK is none", [], { phase: "Ready", error: "OK", syncError: "-", bootError: "null" }, "healthy"],
    ["nor is a policy about errors", [], { phase: "Ready", onError: "retry", maxError: "10ms" }, "healthy"],
    ["nor what a user may not do", [], { phase: "Bound", message: "Cannot be deleted while in use" }, "healthy"],
    ["or need not", [], { phase: "Active", message: "Unable to auto-upgrade: pinned" }, "healthy"],
    ["what is up to date has no update", [], { phase: "UpToDate", available: false }, "healthy"],
    [
      "rules are no conditions",
      ["Ready=True"],
      { stopConditions: [readyFalse], preconditions: [readyFalse] },
      "healthy",
    ],
    ["a bad type of one request is no fault", ["Ready=True", "MaintenanceRejected=True"], {}, "healthy"],
    ["nor one about a limit", ["Ready=True", "QuotaExhausted=True", "CannotEvict=True Pinned"], {}, "healthy"],
    ["unless its reason is a failure", ["Ready=True", "UpdateRejected=True ImageError"], {}, "degraded"],
    ["a fault of the whole stays one", ["Ready=True", "QuorumLost=True"], {}, "degraded"],
    ["an error of a field counts", [], { phase: "Ready", replication: { error: "refused" } }, "degraded"],
    ["a flag of a field too", [], { phase: "Ready", database: { healthy: false } }, "degraded"],
    ["and each error of an item", [], { phase: "Ready", databases: [{ failureReason: "no quorum" }] }, "degraded"],
    ["with its flags in words", [], { phase: "Ready", databases: [{ healthy: "false" }] }, "degraded"],
    ["replicas beside a bare count", [], { phase: "Running", replicas: 3, ready: 0 }, busy],
    ["and under other names", [], { phase: "Running", totalReplicas: 3, readyReplicas: 1 }, busy],
    ["counts in text count", [], { phase: "Running", members: "3", readyMembers: "1" }, busy],
    ["so do those with the state last", [], { phase: "Running", nodesReady: 1, nodesTotal: 3 }, busy],
    ["and two in words", [], { phase: "Running", ready: "1 of 3" }, busy],
    ["a list of what failed counts", [], { phase: "Running", backend: { failedInstances: ["b"] } }, "degraded"],
    ["a reason of a failure beside a flag counts", [], { ready: true, reason: "ImagePullBackOff" }, "degraded"],
    ["what failed counts beside a main condition too", ["Ready=True"], { failedNodes: 2 }, "degraded"],
    ["tasks in one text count", [], { state: "Created", tasksReady: "1/2" }, busy],
    ["counts of a part by its name count", [], { phase: "Running", components: { a: { total: 3, ready: 0 } } }, busy],
    ["a reason as a word counts", [], { phase: "Running", pods: [{ status: "ImagePullBackOff" }] }, "degraded"],
    ["a word by the name of a node counts", [], { phase: "Running", nodes: { a: "Up", b: "Down" } }, "degraded"],
    ["not where another text stands beside it", [], { phase: "Ready", node: { name: "b", link: "Down" } }, "healthy"],
    ["Pods that failed may be replaced", ["Ready=True"], { failedPods: 2 }, "healthy"],
    ["a standby may be at fault", [], { phase: "Ready", nodes: [{ role: "standby", healthy: false }] }, "degraded"],
    ["so may what is not in use", [], { phase: "Ready", nodes: [{ inUse: false, failed: true }] }, "degraded"],
    ["what is deployed need not be ready", [], { phase: "Deployed", nodes: [{ ready: false }] }, busy],
    ["memory in use is no node", [], { phase: "Ready", nodes: 3, readyNodes: 1, allocated: 64 }, busy],
    ["what cannot scale is at fault", [], { phase: "Active", message: "Unable to autoscale: no quota" }, "degraded"],
    ["a message of a part counts", [], { phase: "Running", database: { message: "Error: no quorum" } }, "degraded"],
    ["not where the whole is ready", ["Ready=True"], { database: { message: "Error: no quorum" } }, "healthy"],
    ["nor of what is no part", [], { phase: "Running", audit: { message: "Error: no quorum" } }, "healthy"],
    ["a code counts where it is a word", [], { gatewayStatus: { code: "ERROR" } }, "degraded"],
    ["an inferred word excuses nothing else", ["Ready=False SomeFault"], { phase: "Flapping" }, "unavailable"],
  ];
  test.for(rows)("%s", ([, conditions, status, verdict]) => {
    expect(verdictOf(conditions, status)).toBe(verdict);
  });
  const texts: readonly (readonly [rule: string, status: object, text: string])[] = [
    ["an item by its name", { members: [{ name: "m2", state: "Down" }] }, "members[m2].state: Down"],
    ["one without a name by its place", { nodes: [{ state: "Up" }, { healthy: false }] }, "nodes[1].healthy: false"],
    ["a part by its field", { shards: { a: { state: "down" } } }, "shards.a.state: down"],
    ["an error by where it is", { pods: { a: { error: "crash" } } }, "pods.a: crash"],
    ["counts by their names", { size: 4, ready: 1, disks: { total: 12, ready: 11 } }, "1/4 ready; ready: 1, size: 4"],
    ["the same counted twice once", { desiredNodes: 2, readyNodes: 1, availableNodes: 1 }, "1/2 ready"],
  ];
  test.for(texts)("what is at fault is named: %s", ([, status, text]) => {
    const manifest = { apiVersion: "acme.example/v1", kind: "Widget", metadata: { name: "w" } };
    expect(rootAbout({ ...manifest, status: { phase: "Running", ...status } }).causes[0]?.text).toContain(text);
  });
  test("a text of any length is read in a moment", () => {
    expect([
      verdictOf([], { phase: `${"A".repeat(100_000)}!` }),
      verdictOf([], { phase: `${"a".repeat(100_000)}!` }),
      verdictOf([], { phase: `Error: ${"a ".repeat(50_000)}` }),
    ]).toEqual(["unknown", "unknown", "degraded"]);
  });
  test("the last of ten thousand parts counts", () => {
    const nodes = Array.from({ length: 10_000 }, (_, place) => ({ phase: place === 9999 ? "Failed" : "Running" }));
    expect(verdictOf([], { phase: "Running", nodes })).toBe("degraded");
  });
  test("what runs to an end is on its way while its end is Unknown", () => {
    expect(verdictOf(["Completed=Unknown", "ImageReady=True"], {}, "Upgrade")).toBe("progressing");
  });
  const tasks: readonly (readonly [rule: string, kind: string, status: object, verdict: string])[] = [
    ["what was accepted has not ended", "Migration", { phase: "APPROVED" }, "progressing"],
    ["a request that was approved has", "AccessRequest", { phase: "Approved" }, "healthy"],
    ["all that it wants succeeded", "PullJob", { desired: 2, succeeded: 2, failed: 0 }, "healthy"],
    ["some of it runs", "PullJob", { desired: 3, succeeded: 1, failed: 1 }, "progressing"],
    ["it may still succeed", "PullJob", { succeeded: false }, "progressing"],
    ["it did not, where a reason says so", "EtcdBackup", { succeeded: false, Reason: "save failed" }, "degraded"],
    [
      "it may, where the reason is to wait",
      "EtcdBackup",
      { succeeded: false, message: "Waiting for a pod" },
      "progressing",
    ],
    ["a schedule has no end", "ScheduledBackup", { phase: "Accepted" }, "healthy"],
    ["nor has an imported service", "ServiceImport", { phase: "Accepted" }, "healthy"],
    ["some of it failed and none runs", "PullJob", { desired: 3, succeeded: 2, failed: 1 }, "degraded"],
  ];
  test.for(tasks)("of what runs to an end: %s", ([, kind, status, verdict]) => {
    expect(verdictOf([], status, kind)).toBe(verdict);
  });
  test("a severity says nothing of what is True", () => {
    const conditions = ["Ready=True", "Addressable=True"].map((text) => {
      const [type, status] = text.split("=");
      return { type, status, severity: "Error", lastTransitionTime: since };
    });
    expect(verdictOf([], { conditions })).toBe("healthy");
  });
  test("an error that its controller calls grave counts although the whole is available", () => {
    const conditions = ["Available=True", "EtcdHealthy=False"].map((text) => {
      const [type, status] = text.split("=");
      return { type, status, severity: "Error", lastTransitionTime: since };
    });
    expect(verdictOf([], { conditions })).toBe("degraded");
  });
  test("what runs to an end is on its way while it runs", () => {
    expect(
      ["ActionSet", "Promotion", "BackupSession"].map((kind) => verdictOf([], { phase: "Running" }, kind)),
    ).toEqual(Array.from({ length: 3 }, () => "progressing"));
  });
});

test.for([
  ["true and false", "EphemeralRunner", "actions.github.com", { phase: "Pending", ready: false }, "ready: false"],
  ["but a word stands for itself", "EphemeralRunner", "actions.github.com", { phase: "Outdated" }, "Outdated"],
] as const)("a value of a row is shown with its field: %s", ([, kind, group, status, text]) => {
  const metadata = { name: "w", creationTimestamp: since };
  expect(rootAbout({ apiVersion: `${group}/v1`, kind, metadata, status }).causes[0]?.text).toContain(text);
});
