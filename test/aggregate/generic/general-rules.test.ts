import { describe, expect, test } from "vitest";
import { evaluateCustomResource, minutesAgo, parseCondition, testVerdicts } from "./verdict-rows.ts";

// The general rules read the status of a kind that no row of our tables describes, here of a Widget.

const readyFalse = { type: "Ready", status: "False", reason: "Broken" };

describe("the name of a condition tells whether True is good", () => {
  testVerdicts([
    ['"No" before something bad makes True good', ["Ready=True", "NoDiskPressure=True"], "healthy"],
    ['"No" before something bad makes False a fault', ["NoDiskPressure=False"], "degraded"],
    ['"No" before something good makes True a fault', ["NoNameAvailable=True"], "degraded"],
    ["a condition named Conflict is a fault while True", ["Valid=True", "Conflict=True"], "degraded"],
    ["a condition that names a passed check is good while True", ["PassedAnalysis=True"], "healthy"],
    [
      "a condition that names a passed check is a fault while False",
      ["PassedAnalysis=False errorsFound: 1 error"],
      "degraded",
    ],
    ["the reason noErrorsFound does not make a passed check a fault", ["PassedAnalysis=True noErrorsFound"], "healthy"],
    ["a condition about dropped traffic is a fault while True", ["Ready=True", "TrafficDropped=True"], "degraded"],
    [
      "a condition about something lost is a fault while True",
      { conditions: ["Lost=True DriveLost"], status: { status: "Ready" } },
      "degraded",
    ],
    ["the suffix Condition in a type is ignored", ["EtcdHealthyCondition=False"], "degraded"],
    [
      "a type that no rule knows is a fault while True for the reason of a failure",
      ["Jam=True ErrorReconciling"],
      "degraded",
    ],
    [
      "a type that no rule knows is a fault while False for the reason of a failure",
      ["Enforced=False HookError"],
      "degraded",
    ],
    [
      "a type that no rule knows is ignored beside a main condition that is True",
      ["Ready=True", "Enforced=False HookError"],
      "healthy",
    ],
    ["the reason of a repair that was done is no fault", ["Healthy=True", "Restarted=True NodeFailure"], "healthy"],
    [
      "a policy about failures is no fault",
      { conditions: ["RestartPolicy=True OnFailure"], status: { phase: "Running" } },
      "healthy",
    ],
    [
      "a type that no rule knows is ignored beside a good phase",
      { conditions: ["Jam=True ErrorReconciling"], status: { phase: "Ready" } },
      "healthy",
    ],
    ["a condition about something that does not apply is no fault", ["Ready=True", "NotSelected=True"], "healthy"],
    ["AccessDenied is a fault while True", ["Healthy=True", "AccessDenied=True"], "degraded"],
    [
      "a condition that names what cannot be done is a fault while True",
      ["Healthy=True", "UnableToSync=True"],
      "degraded",
    ],
    ["a condition about scaling down is no fault", ["Healthy=True", "ScaledDown=True"], "healthy"],
    ["a rejected maintenance request is no fault of the object", ["Ready=True", "MaintenanceRejected=True"], "healthy"],
    [
      "a limit that is reached is no fault of the object",
      ["Ready=True", "QuotaExhausted=True", "CannotEvict=True Pinned"],
      "healthy",
    ],
    [
      "a rejected update is a fault where its reason is a failure",
      ["Ready=True", "UpdateRejected=True ImageError"],
      "degraded",
    ],
    ["a lost quorum is a fault of the object", ["Ready=True", "QuorumLost=True"], "degraded"],
    ["an allocated address is no proof of health", ["IPAllocated=True"], "unknown"],
    ["the absence of a fault that only a name promises is no proof of health", ["LeaderLost=False"], "unknown"],
    ["a step that is not under way is no proof of health", ["Draining=False", "NodeRebooting=False"], "unknown"],
    [
      "a step below the status that is not under way is no proof of health",
      { status: { net: { conditions: [{ type: "Starting", status: "False" }] } } },
      "unknown",
    ],
    ["a condition whose status is the word Established is good", ["Link=Established"], "healthy"],
    ["a condition whose status is the word Error is a fault", ["Link=Error"], "degraded"],
    [
      "a condition below the status whose status is the word Pending is work",
      { status: { net: { enabled: true, conditions: [{ type: "Link", status: "Pending" }] } } },
      "progressing",
    ],
    ["a condition whose status is the word Disabled is no proof of health", ["Networking=Disabled"], "unknown"],
  ]);
});

describe("the reason and the message of a condition tell work from a fault", () => {
  testVerdicts([
    ["the reason NoError is no fault", ["Reconciled=True NoError"], "healthy"],
    ["a reason that begins with Error is no work under way", ["Ready=False ErrorCreatingService"], "unavailable"],
    ["a reason FailedOver of a condition that is True is no fault", ["Ready=True FailedOver"], "healthy"],
    ["the reason NotSupportedYet is no work under way", ["Ready=False NotSupportedYet: x"], "unavailable"],
    [
      "a reason that ends in NotAvailableYet is work under way",
      ["Available=False WorkNotAvailableYet: x"],
      "progressing",
    ],
    ["a reason that contains NotYet is work under way", ["Available=False WorkNotYetApplied: x"], "progressing"],
    [
      "a reason that spreading continues is work under way",
      ["Reconciled=False stillPropagating: 6/12 complete"],
      "progressing",
    ],
    [
      "a failed check is a fault also while a change spreads",
      ["Reconciled=False stillPropagating: 6/12", "PassedAnalysis=False errorsFound"],
      "degraded",
    ],
    [
      "a message about being in the process of something is work under way",
      ["Synced=Unknown X: two are in the process of deciding"],
      "progressing",
    ],
    [
      "a condition about initialization is work under way while it is False",
      ["Ready=False X: y", "Initialized=False Taints: z"],
      "progressing",
    ],
    ["an initialization that failed is a fault", ["Ready=False X: y", "Initialized=False SetupFailed"], "unavailable"],
    [
      "an initialization whose message tells of a failure is a fault",
      ["Initialized=False Setup: cannot join"],
      "degraded",
    ],
    ["a condition about something not yet loaded is work under way", ["NotYetLoaded=True"], "progressing"],
    [
      "an object that was just created may have no endpoints and no Pods yet",
      { conditions: ["Up=False NoEndpointsAvailable", "Available=False NoPodsReady"], ageMinutes: 10 },
      "progressing",
    ],
    ["the reason PodsNotRunning is no work under way", ["Ready=False PodsNotRunning"], "unavailable"],
    [
      "a Pod that completed is not at fault for being not ready",
      { conditions: ["Ready=False PodCompleted"], status: { phase: "Succeeded" } },
      "healthy",
    ],
    [
      "the condition Failure is a fault where it is False with an error as its message",
      { conditions: ["Failure=False: Error: no pool"], status: { phase: "Ready" } },
      "degraded",
    ],
    [
      "a step whose reason says that it was done is no work under way",
      ["Available=True", "Progressing=True CreatedDeployment"],
      "healthy",
    ],
    [
      "a step whose message counts members that are missing is work under way",
      ["Available=True", "Progressing=True CreatedDeployment: 2 of 3"],
      "progressing",
    ],
    [
      "a reason that begins with Waiting is work under way",
      ["Ready=True", "Progressing=True WaitingForReady: 1 of 3 members"],
      "progressing",
    ],
    [
      "an update of one node of several is work under way",
      ["Ready=True", "Updating=True UpdatedNode: node 2 of 9"],
      "progressing",
    ],
    ["a partial update is work under way", ["Available=True", "Upgrading=True PartiallyUpdated"], "progressing"],
    [
      "a message that something started is no progress of what failed",
      ["Started=True", "Succeeded=False: container killed"],
      "unavailable",
    ],
    [
      "a condition about a part that is being built is work beside a ready whole",
      ["Ready=True", "ImageReady=False BuildOngoing"],
      "progressing",
    ],
    [
      "a condition about a part that is Unknown is ignored beside a ready whole",
      ["Ready=True", "NodesReady=Unknown AwaitingNodes"],
      "healthy",
    ],
    [
      "a condition about the deletion of the object is work under way",
      ["Ready=True", "WidgetDeleting=True"],
      "progressing",
    ],
    [
      "Initializing is work where Ready became True at the same time",
      ["Ready=True", "Initializing=True"],
      "progressing",
    ],
    ["Initializing is work where Ready is False", ["Ready=False", "Initializing=True"], "progressing"],
    ["the support of a feature is no work under way", ["Ready=True", "SupportsRollingUpdate=True"], "healthy"],
    ["a running backup is no work on the object", ["Valid=True", "BackupInProgress=True"], "unknown"],
  ]);
});

describe("a condition that is Unknown is work only where something is under way", () => {
  testVerdicts([
    [
      "Ready is Unknown while a condition says that work is under way",
      ["Ready=Unknown", "Processing=True"],
      "progressing",
    ],
    ["Ready is Unknown without a reason on a young object", ["Ready=Unknown"], "progressing"],
    ["Ready is Unknown for a reason that is no work", ["Ready=Unknown NodeStatusUnknown"], "unknown"],
    [
      "every condition of an object is Unknown until the first reconciliation",
      ["Ready=Unknown Init", "Error=Unknown Init"],
      "progressing",
    ],
    ["the end of a run is Unknown until it ends", ["Succeeded=Unknown Created"], "progressing"],
    [
      "a condition that was not checked yet is ignored while the object is being deployed",
      ["Deployed=False Building", "Reachable=Unknown StatusUnknown"],
      "progressing",
    ],
    [
      "a fault that was not checked yet is ignored while the object is being deployed",
      ["Deployed=False Building", "Unreachable=Unknown ConditionInitialized"],
      "progressing",
    ],
    [
      "a condition that was not checked is Unknown where nothing is under way",
      ["Reachable=Unknown StatusUnknown"],
      "unknown",
    ],
    ["a run that lost its node is Unknown", ["Succeeded=Unknown NodeLost"], "unknown"],
  ]);
});

describe("the conditions of a run tell how it ended", () => {
  testVerdicts([
    ["a run that completed is healthy though Running is False", ["Running=False", "Completed=True"], "healthy"],
    ["Running is a fault while False where nothing ended", ["Running=False Lost"], "degraded"],
    [
      "a run that completed is healthy though the reason of Running names its job",
      ["Running=False JobRunning", "Complete=True"],
      "healthy",
    ],
    ["a run that failed is a fault", ["Running=False JobRunning", "Failed=True JobFailed"], "degraded"],
    ["a service that runs is healthy", ["Running=True Running: state RUNNING"], "healthy"],
    [
      "the Running condition of an Ansible operator is work while it reconciles",
      ["Running=True Running: Running reconciliation"],
      "progressing",
    ],
    [
      "a service that stopped is a fault though its setup completed",
      ["Running=False NotRunning: x", "Completed=True"],
      "degraded",
    ],
    [
      "a service that cannot start is a fault though its setup succeeded",
      ["Succeeded=True", "Running=False StartError"],
      "degraded",
    ],
    ["a deadline that passed is no success", ["DeadlinePassed=True X: too late"], "unknown"],
    [
      "a phase Completed does not excuse a main condition with an error",
      { conditions: ["Ready=False Finished: failed to push"], status: { phase: "Completed" } },
      "unavailable",
    ],
    [
      "a run that has neither succeeded nor failed is under way",
      ["Succeeded=False", "Failed=False Failed"],
      "progressing",
    ],
    ["a run that started and has not completed is under way", ["Started=True", "Completed=False"], "progressing"],
    ["a run that started and ended in an error is a fault", ["Started=True", "Completed=False Error"], "degraded"],
    [
      "a run that succeeded waits for nothing",
      { conditions: ["WaitForQueue=True"], status: { phase: "Succeeded" } },
      "healthy",
    ],
    [
      "a run that was interrupted is a fault",
      ["Failed=False", "Interrupted=True", "Succeeded=False Interrupted"],
      "unavailable",
    ],
    [
      "a run may still succeed while its phase is Running",
      { status: { phase: "Running", succeeded: false } },
      "progressing",
    ],
    ["a run without a phase has failed where succeeded is false", { status: { succeeded: false } }, "degraded"],
    [
      "the conclusion failure of a completed run is a fault",
      { status: { phase: "Completed", conclusion: "failure" } },
      "degraded",
    ],
    [
      "a failed attempt of a run that succeeded is past",
      { status: { phase: "Succeeded", steps: [{ phase: "Failed" }] } },
      "healthy",
    ],
    [
      "a failed member of a run that succeeded is a fault",
      { status: { phase: "Succeeded", members: [{ phase: "Failed" }] } },
      "degraded",
    ],
  ]);
});

describe("an object that is stopped, paused or disabled is healthy unless it has a fault", () => {
  testVerdicts([
    ["an object that was stopped need not be available", ["Available=False", "Stopped=True"], "healthy"],
    ["a stop that failed excuses nothing", ["Available=False Lost", "Stopped=True StopFailed"], "unavailable"],
    ["a stop does not excuse a condition about a fault", ["Stopped=True", "Degraded=True"], "degraded"],
    [
      "a stop does not excuse an error of the main condition",
      ["Ready=False ReconcileError", "Stopped=True"],
      "unavailable",
    ],
    [
      "the state Inactive does not excuse an invalid object",
      { conditions: ["Ready=False InvalidGraph"], status: { state: "Inactive" } },
      "unavailable",
    ],
    ["a pause does not excuse Pods that are lost", ["Available=False Lost", "Paused=True"], "unavailable"],
    ["a pause excuses a condition that is Unknown", ["Available=Unknown", "Paused=True"], "healthy"],
    [
      "an object that hibernates need not be reachable",
      { conditions: ["Unreachable=True DialError: i/o timeout"], status: { phase: "Hibernating" } },
      "healthy",
    ],
    [
      "an object that runs has to be reachable",
      { conditions: ["Unreachable=True DialError: i/o timeout"], status: { phase: "Running" } },
      "degraded",
    ],
    [
      "an object that is disabled has to be reachable",
      { conditions: ["Disconnected=True LostContact: timed out"], status: { phase: "Disabled" } },
      "degraded",
    ],
    [
      "a part that is disabled does not excuse a failed phase",
      { status: { phase: "Failed", monitoring: { status: "Disabled" } } },
      "degraded",
    ],
    [
      "a list item that is stopped does not excuse a failed phase",
      { status: { phase: "Failed", nodeStatuses: [{ state: "Stopped" }] } },
      "degraded",
    ],
    [
      "a part that is disabled does not excuse a main condition that is False",
      { conditions: ["Ready=False PodsCrash"], status: { backupStatus: "Disabled" } },
      "unavailable",
    ],
    [
      "a power state does not excuse a failed phase",
      { status: { phase: "Failed", powerState: "PoweredOff" } },
      "degraded",
    ],
    ["an object that is powered off is healthy", { status: { powerState: "PoweredOff" } }, "healthy"],
    [
      "the phase Inactive is a fault where its reason is a failure",
      { status: { phase: "Inactive", reason: "InstallFailed" } },
      "degraded",
    ],
    [
      "the state Stopped is a fault beside an error",
      { status: { state: "Stopped", error: "engine crashed" } },
      "degraded",
    ],
    [
      "the phase Inactive is a fault beside a last error",
      { status: { phase: "Inactive", lastError: "license rejected" } },
      "degraded",
    ],
    ["a halted upgrade is not a stopped object", { status: { phase: "UpgradeHalted" } }, "unknown"],
    ["a state that halted for a fault is not a stopped object", { status: { state: "Halted: disk full" } }, "unknown"],
    ["the status Not Paused is not a stopped object", { status: { status: "Not Paused" } }, "unknown"],
    ["a phase that ends in Disabled is that of a part", { status: { phase: "Monitoring Disabled" } }, "unknown"],
    [
      "a phase of the kind's name and Disabled is that of the object",
      { status: { phase: "WidgetDisabled" } },
      "healthy",
    ],
  ]);
});

describe("a word in the status tells the state", () => {
  testVerdicts([
    ["a phase that is a verb is a step under way", { status: { phase: "Upgrade" } }, "progressing"],
    ["a state that ends in InProgress is work under way", { status: { state: "DeregisterInProgress" } }, "progressing"],
    ["a state ToBeDeleted is work under way", { status: { state: "ToBeDeleted" } }, "progressing"],
    [
      "a phase of several words counts by its last word",
      { conditions: ["Connected=True"], status: { phase: "Build Submitted" } },
      "progressing",
    ],
    [
      "a good condition does not make an unknown phase healthy",
      { conditions: ["Connected=True"], status: { phase: "Kindled" } },
      "unknown",
    ],
    [
      "a main condition that is True makes an unknown phase healthy",
      { conditions: ["Ready=True"], status: { phase: "Kindled" } },
      "healthy",
    ],
    [
      "an unknown step is ignored beside the status Progressing",
      { status: { status: "Progressing", currentPhase: "AppRollout" } },
      "progressing",
    ],
    ["a role is ignored", { conditions: ["Ready=True"], status: { state: "Primary" } }, "healthy"],
    [
      "a commit hash is ignored",
      { status: { phase: "Ready", summary: "666209fd9755a1e48bec6b27f5f447747410dd9e" } },
      "healthy",
    ],
    ["eight letters are a word and no commit hash", { status: { phase: "Ready", summary: "deadbeef" } }, "unknown"],
    ["a number is a word and no commit hash", { status: { phase: "Ready", state: "1000042" } }, "unknown"],
    [
      "the phase Not Healthy is not good",
      { conditions: ["Connected=True"], status: { phase: "Not Healthy" } },
      "unknown",
    ],
    [
      "the phase NOT_HEALTHY is not good",
      { conditions: ["Connected=True"], status: { phase: "NOT_HEALTHY" } },
      "unknown",
    ],
    [
      "the phase NeverHealthy is not good",
      { conditions: ["Connected=True"], status: { phase: "NeverHealthy" } },
      "unknown",
    ],
    ["the result NO_ERROR is no fault", { status: { phase: "Running", result: "NO_ERROR" } }, "healthy"],
    ["the word No Failure is no fault", { status: { phase: "Running", health: "No Failure" } }, "healthy"],
    ["a word N/A is ignored beside a good word", { status: { bgpStatus: "Established", bfdStatus: "N/A" } }, "healthy"],
    ["a word N/A alone is no proof of health", { status: { bfdStatus: "N/A" } }, "unknown"],
    ["an unknown phase that ends in -ing is work under way", { status: { phase: "Rotating" } }, "progressing"],
    ["a phase that ends in -ing and names a lasting state is unknown", { status: { phase: "Serving" } }, "unknown"],
    [
      "the reason of a failure beside a good phase is a fault",
      { status: { phase: "Active", reason: "SyncFailed" } },
      "degraded",
    ],
    [
      "a message that begins with a failure is a fault beside a good phase",
      { status: { phase: "Active", message: "cannot connect" } },
      "degraded",
    ],
    ["a message that counts no failures is no fault", { status: { phase: "Active", message: "Failed: 0" } }, "healthy"],
    [
      "a message about a failover that went well is no fault",
      { status: { phase: "Ready", message: "Failed over to replica 2" } },
      "healthy",
    ],
    [
      "a message about the rate of errors is no fault",
      { status: { phase: "Ready", message: "Error rate is 0.1%", meanError: "0.2" } },
      "healthy",
    ],
    [
      "a message about what a user cannot do is no fault",
      { status: { phase: "Bound", message: "Cannot be deleted while in use" } },
      "healthy",
    ],
    [
      "a message about what the object does not do for a user is no fault",
      { status: { phase: "Active", message: "Unable to auto-upgrade: pinned" } },
      "healthy",
    ],
    [
      "a message that the object cannot scale is a fault",
      { status: { phase: "Active", message: "Unable to autoscale: no quota" } },
      "degraded",
    ],
    [
      "the verb of the last operation is no step under way",
      { status: { phase: "Ready", lastOperation: "Create" } },
      "healthy",
    ],
    [
      "a state that is a verb is ignored beside a main condition that is True",
      { conditions: ["Ready=True"], status: { state: "Update" } },
      "healthy",
    ],
    [
      "an object that is up to date has no update available",
      { status: { phase: "UpToDate", available: false } },
      "healthy",
    ],
    [
      "the reason of a failure as the status of a part is a fault",
      { status: { phase: "Running", pods: [{ status: "ImagePullBackOff" }] } },
      "degraded",
    ],
    ["a code that is the word ERROR is a fault", { status: { gatewayStatus: { code: "ERROR" } } }, "degraded"],
    [
      "the reason of a failure beside a flag that is true is a fault",
      { status: { ready: true, reason: "ImagePullBackOff" } },
      "degraded",
    ],
    [
      "an inferred phase does not excuse a main condition that is False",
      { conditions: ["Ready=False SomeFault"], status: { phase: "Flapping" } },
      "unavailable",
    ],
  ]);
});

describe("an error in the status is a fault unless it is past", () => {
  testVerdicts([
    [
      "a field that holds an error is a fault",
      { status: { reconciliationError: { description: "refused" } } },
      "degraded",
    ],
    [
      "a listed error is a fault",
      { conditions: ["Syncing=False"], status: { source: { errors: [{ errorMessage: "bad YAML" }] } } },
      "degraded",
    ],
    [
      "a field whose name ends in Error is a fault beside a good phase",
      { status: { phase: "Ready", syncError: "refused" } },
      "degraded",
    ],
    [
      "the last error is past beside a main condition that is True",
      { conditions: ["Ready=True"], status: { lastError: "refused" } },
      "healthy",
    ],
    [
      "the last error is past beside a good condition",
      { conditions: ["Healthy=True"], status: { lastError: "timeout" } },
      "healthy",
    ],
    [
      "the last error is a fault beside a condition that only says that the spec was read",
      { conditions: ["Synced=True"], status: { lastError: "timeout" } },
      "degraded",
    ],
    [
      "an error that is not called the last is a fault beside a good condition",
      { conditions: ["Healthy=True"], status: { error: "timeout" } },
      "degraded",
    ],
    [
      "the last error is past where every replica is ready",
      { status: { replicas: 3, readyReplicas: 3, lastError: "conflict" } },
      "healthy",
    ],
    [
      "the last error is a fault where a replica is not ready",
      { status: { replicas: 3, readyReplicas: 2, lastError: "conflict" } },
      "degraded",
    ],
    [
      "the last error is past where the last operation succeeded",
      { status: { lastError: "x", lastOperation: { state: "Succeeded" } } },
      "healthy",
    ],
    [
      'the error "none" is no error',
      { conditions: ["Healthy=True"], status: { error: "none", failureMessage: "None" } },
      "healthy",
    ],
    [
      'the errors "OK", "-" and "null" are no errors',
      { status: { phase: "Ready", error: "OK", syncError: "-", bootError: "null" } },
      "healthy",
    ],
    [
      "a policy about errors is no error",
      { status: { phase: "Ready", onError: "retry", maxError: "10ms" } },
      "healthy",
    ],
    [
      "an error of the last run is past",
      { conditions: ["Healthy=True"], status: { lastRun: { errors: [{ message: "bad" }] } } },
      "healthy",
    ],
    ["an error of a member is a fault", { status: { phase: "Running", pods: { a: { error: "crash" } } } }, "degraded"],
    [
      "an error of a field is a fault beside a good phase",
      { status: { phase: "Ready", replication: { error: "refused" } } },
      "degraded",
    ],
    [
      "a failure reason of an item is a fault beside a good phase",
      { status: { phase: "Ready", databases: [{ failureReason: "no quorum" }] } },
      "degraded",
    ],
    [
      "a message of a part that begins with an error is a fault",
      { status: { phase: "Running", database: { message: "Error: no quorum" } } },
      "degraded",
    ],
    [
      "a message of a part that begins with an error is ignored where the whole is ready",
      { conditions: ["Ready=True"], status: { database: { message: "Error: no quorum" } } },
      "healthy",
    ],
    [
      "a message of something that is no part is ignored",
      { status: { phase: "Running", audit: { message: "Error: no quorum" } } },
      "healthy",
    ],
  ]);
});

describe("a flag in the status tells the state", () => {
  testVerdicts([
    ["a flag that the spec was applied is no proof of health", { status: { applied: true } }, "unknown"],
    [
      "a flag that the spec was not applied is a fault",
      { status: { applied: false, message: "no such role" } },
      "degraded",
    ],
    ["the flag ready: false is work under way", { status: { ready: false } }, "progressing"],
    [
      "the flag readyToUse: false beside an error is a fault",
      { status: { readyToUse: false, error: { message: "lost" } } },
      "degraded",
    ],
    ["the flag readyToUse: true is good", { status: { readyToUse: true, error: "" } }, "healthy"],
    ['the flag healthy: "False" is a fault', { status: { phase: "Running", healthy: "False" } }, "degraded"],
    ["the flag degraded: true is a fault", { status: { phase: "Running", degraded: true } }, "degraded"],
    [
      "a flag about a timeout is a fault below a field",
      { status: { phase: "Running", operation: { hasTimedOut: true } } },
      "degraded",
    ],
    ["the flag available: false below health is a fault", { status: { health: { available: false } } }, "degraded"],
    [
      "the flag healthy: false of a field is a fault",
      { status: { phase: "Ready", database: { healthy: false } } },
      "degraded",
    ],
    [
      'the flag healthy: "false" of an item is a fault',
      { status: { phase: "Ready", databases: [{ healthy: "false" }] } },
      "degraded",
    ],
  ]);
});

describe("counts of replicas, nodes and members have to agree", () => {
  testVerdicts([
    [
      "replicas without a count of ready ones are not ready",
      { conditions: ["Running=True"], status: { replicas: 1 } },
      "progressing",
    ],
    [
      "replicas that are in use are ready",
      { status: { replicas: 3, readyReplicas: 1, allocatedReplicas: 2 } },
      "healthy",
    ],
    ["the replicas of a part are counted", { status: { sets: [{ replicas: 2, readyReplicas: 1 }] } }, "progressing"],
    [
      "a set without a count of ready replicas has none, beside a set that has one",
      { status: { sets: [{ replicas: 3, readyReplicas: 3 }, { replicas: 2 }] } },
      "progressing",
    ],
    ["sets without any count of ready replicas are unknown", { status: { sets: [{ replicas: 3 }] } }, "unknown"],
    [
      "the good word of a part proves no replica",
      { status: { replicas: 3, backup: { state: "ready" } } },
      "progressing",
    ],
    [
      "a condition whose status is a good word proves no replica",
      { conditions: ["Api=Ready"], status: { replicas: 3 } },
      "progressing",
    ],
    ["the state stable proves no replica", { status: { replicas: 3, state: "stable" } }, "progressing"],
    ["nodes are counted against readyNodes", { status: { phase: "Running", nodes: 3, readyNodes: 1 } }, "progressing"],
    ["a size is counted against ready", { status: { phase: "Running", size: 3, ready: 3 } }, "healthy"],
    ['a text like "1/3" is a count', { status: { phase: "Running", ready: "1/3" } }, "progressing"],
    [
      "desiredNumber is counted against availableNumber",
      { status: { loader: { desiredNumber: 2, availableNumber: 1 } } },
      "progressing",
    ],
    ["replicas are counted against ready", { status: { phase: "Running", replicas: 3, ready: 0 } }, "progressing"],
    [
      "totalReplicas are counted against readyReplicas",
      { status: { phase: "Running", totalReplicas: 3, readyReplicas: 1 } },
      "progressing",
    ],
    [
      "counts that are texts are numbers",
      { status: { phase: "Running", members: "3", readyMembers: "1" } },
      "progressing",
    ],
    [
      "nodesTotal are counted against nodesReady",
      { status: { phase: "Running", nodesReady: 1, nodesTotal: 3 } },
      "progressing",
    ],
    ['a text like "1 of 3" is a count', { status: { phase: "Running", ready: "1 of 3" } }, "progressing"],
    ['a text like "1/2" of tasks is a count', { status: { state: "Created", tasksReady: "1/2" } }, "progressing"],
    [
      "the counts of each named part are counted",
      { status: { phase: "Running", components: { a: { total: 3, ready: 0 } } } },
      "progressing",
    ],
    [
      "the counts within a field are counted",
      { status: { phase: "Ready", workers: { desired: 3, available: 1 } } },
      "progressing",
    ],
    [
      "addresses that are free in a pool are no count of missing ones",
      { conditions: ["Ready=True"], status: { totalIPs: 10, availableIPs: 3 } },
      "healthy",
    ],
    [
      "desired and available addresses are no counts of members",
      { status: { phase: "Ready", desiredIPs: 256, availableIPs: 190 } },
      "healthy",
    ],
    [
      "a size in bytes is no count of members",
      { status: { phase: "Ready", size: 1_073_741_824, ready: 2 } },
      "healthy",
    ],
    [
      "a duration is no count of members",
      { status: { phase: "Ready", totalDuration: 100, readyDuration: 12 } },
      "healthy",
    ],
    [
      "a quota is no count of members",
      { status: { phase: "Ready", quota: { desired: 100, available: 40 } } },
      "healthy",
    ],
    [
      "allocated memory is no count of nodes",
      { status: { phase: "Ready", nodes: 3, readyNodes: 1, allocated: 64 } },
      "progressing",
    ],
    [
      "a count of unavailable replicas is work under way",
      { status: { phase: "Running", unavailableReplicas: 2 } },
      "progressing",
    ],
    ["a count of failed nodes is a fault", { status: { phase: "Running", failedNodes: 1 } }, "degraded"],
    [
      "a count of failed nodes is a fault beside a main condition that is True",
      { conditions: ["Ready=True"], status: { failedNodes: 2 } },
      "degraded",
    ],
    [
      "counts of past failures are no fault",
      { status: { phase: "Running", failedJobs: 3, failedAttempts: 2, failedCount: 4 } },
      "healthy",
    ],
    [
      "counts that only grow are no fault",
      { status: { phase: "Active", failedChecks: 12, errors: 3, failed: 1 } },
      "healthy",
    ],
    [
      "seconds of unavailability are no fault",
      { status: { phase: "Active", unavailableSeconds: 120, unreadySeconds: 8 } },
      "healthy",
    ],
    ["failed Pods are replaced and no fault", { conditions: ["Ready=True"], status: { failedPods: 2 } }, "healthy"],
    [
      "a list of failed instances is a fault",
      { status: { phase: "Running", backend: { failedInstances: ["b"] } } },
      "degraded",
    ],
    ["members on standby are ready", { status: { phase: "Active", size: 4, ready: 1, standby: 3 } }, "healthy"],
    ["spare hosts are ready", { status: { phase: "Active", totalHosts: 10, readyHosts: 7, spareHosts: 3 } }, "healthy"],
  ]);
});

describe("a part that is at fault makes the object degraded", () => {
  testVerdicts([
    ["a failed item of a list is a fault", { status: { phase: "Running", nodes: [{ phase: "Failed" }] } }, "degraded"],
    [
      "a failed part by its name is a fault",
      { status: { phase: "Running", nodes: { a: { state: "Failed" } } } },
      "degraded",
    ],
    [
      "a member that is down is a fault beside a main condition that is True",
      { conditions: ["Ready=True"], status: { members: [{ status: "Down" }] } },
      "degraded",
    ],
    [
      "a failed task is a fault beside a main condition that is True",
      { conditions: ["Ready=True"], status: { jobStatus: { tasks: [{ state: "FAILED" }] } } },
      "degraded",
    ],
    ["the failed status of a field is a fault", { status: { process: { status: "Failed" } } }, "degraded"],
    [
      "a part that is down by its name is a fault",
      { status: { phase: "Ready", extendedHealth: { etcd: "Down" } } },
      "degraded",
    ],
    [
      "texts of a part that are no words of a state are ignored",
      { status: { phase: "Ready", extendedHealth: { zone: "a", text: "Failed once" } } },
      "healthy",
    ],
    [
      "a node that is down by its name is a fault",
      { status: { phase: "Running", nodes: { a: "Up", b: "Down" } } },
      "degraded",
    ],
    [
      "a word in a field beside other texts is ignored",
      { status: { phase: "Ready", node: { name: "b", link: "Down" } } },
      "healthy",
    ],
    [
      "parts that are all healthy are proof of health",
      { status: { serviceHealth: { a: "Healthy", b: "Healthy" } } },
      "healthy",
    ],
    [
      "parts in a state that is not about health are no proof",
      { status: { injectorStatus: { a: "Enabled" } } },
      "unknown",
    ],
    [
      "a part that was not found is a fault",
      { status: { serviceHealth: { a: "Healthy", b: "NotFound" } } },
      "degraded",
    ],
    ["the good word of one part is no proof of health", { status: { license: { status: "active" } } }, "unknown"],
    [
      "a member that is not ready is work under way",
      { status: { phase: "Running", members: [{ ready: false }] } },
      "progressing",
    ],
    [
      "a member that is not ready is ignored beside a main condition that is True",
      { conditions: ["Ready=True"], status: { members: [{ ready: false }] } },
      "healthy",
    ],
    [
      "a member that is not ready is ignored beside the phase Ready",
      { status: { phase: "Ready", members: [{ ready: false }] } },
      "healthy",
    ],
    [
      "a standby need not be ready",
      { status: { phase: "Running", members: [{ role: "standby", ready: false }] } },
      "healthy",
    ],
    [
      "a standby that is not healthy is a fault",
      { status: { phase: "Ready", nodes: [{ role: "standby", healthy: false }] } },
      "degraded",
    ],
    [
      "a node that is not in use and failed is a fault",
      { status: { phase: "Ready", nodes: [{ inUse: false, failed: true }] } },
      "degraded",
    ],
    [
      "a node that is not ready is work beside the phase Deployed",
      { status: { phase: "Deployed", nodes: [{ ready: false }] } },
      "progressing",
    ],
    [
      "an expired certificate of a list is a fault",
      { status: { phase: "Ready", certificates: [{ status: "Expired" }] } },
      "degraded",
    ],
    [
      "an expired certificate is a fault",
      { status: { phase: "Ready", certificate: { status: "Expired" } } },
      "degraded",
    ],
    [
      "a list named podConditions holds conditions",
      { status: { phase: "Ready", podConditions: [readyFalse] } },
      "unavailable",
    ],
    [
      "conditions by their type are conditions",
      { status: { phase: "Ready", conditions: { Ready: { status: "False" } } } },
      "unavailable",
    ],
    [
      "conditions at any depth are conditions",
      { status: { phase: "Ready", zones: [{ nodes: [{ conditions: [readyFalse] }] }] } },
      "unavailable",
    ],
  ]);
});

describe("a record of something else than the present state is ignored", () => {
  testVerdicts([
    [
      "deprecated conditions are ignored",
      { conditions: ["Ready=True"], status: { deprecated: { v1: { conditions: [readyFalse] } } } },
      "healthy",
    ],
    [
      "a history is ignored",
      { conditions: ["Ready=True"], status: { history: [{ phase: "Failed" }], previousRuns: [{ status: "Failed" }] } },
      "healthy",
    ],
    ["the last backup is ignored", { status: { phase: "Ready", lastBackup: { status: "Failed" } } }, "healthy"],
    ["the previous state is ignored", { status: { phase: "Ready", previousState: { phase: "Failed" } } }, "healthy"],
    [
      "a failed release is ignored",
      { conditions: ["Ready=True"], status: { releases: [{ status: "failed" }] } },
      "healthy",
    ],
    ["a failed revision is ignored", { status: { phase: "Ready", revisions: [{ state: "failed" }] } }, "healthy"],
    ["an entry of a log is ignored", { status: { phase: "Ready", log: [{ error: "refused" }] } }, "healthy"],
    [
      "an evicted Pod is ignored",
      { status: { phase: "Ready", pods: [{ phase: "Failed", reason: "Evicted" }] } },
      "healthy",
    ],
    [
      "an expired token is ignored",
      { conditions: ["Ready=True"], status: { tokens: [{ status: "Expired" }] } },
      "healthy",
    ],
    [
      "a failed backup of a list is ignored",
      { conditions: ["Ready=True"], status: { backups: [{ state: "Failed" }] } },
      "healthy",
    ],
    [
      "an addon that is turned off is ignored",
      { conditions: ["Ready=True"], status: { addons: [{ enabled: false, healthy: false }] } },
      "healthy",
    ],
    [
      "the conditions of an addon that is turned off are ignored",
      { conditions: ["Ready=True"], status: { addons: [{ enabled: false, conditions: [readyFalse] }] } },
      "healthy",
    ],
    [
      "a failed node that is optional is ignored",
      { status: { phase: "Ready", nodes: [{ optional: true, phase: "Failed" }] } },
      "healthy",
    ],
    [
      "a node that was resolved is ignored",
      { conditions: ["Ready=True"], status: { nodes: [{ status: "down", resolvedAt: minutesAgo(10) }] } },
      "healthy",
    ],
    [
      "a volume that is not in use need not be healthy",
      { status: { phase: "Ready", volumes: [{ healthy: false, inUse: false }] } },
      "healthy",
    ],
    [
      "a network interface that is down is ignored",
      { conditions: ["Ready=True"], status: { interfaces: [{ state: "down" }] } },
      "healthy",
    ],
    [
      "a network interface that is down is ignored below a state",
      { conditions: ["Available=True"], status: { currentState: { interfaces: [{ state: "down" }] } } },
      "healthy",
    ],
    [
      "a rule that denies is ignored",
      { status: { phase: "Active", rules: [{ status: "denied" }], verdict: "rejected" } },
      "healthy",
    ],
    [
      "a target that is down is ignored",
      { conditions: ["Ready=True"], status: { targets: [{ health: "down" }] } },
      "healthy",
    ],
    [
      "stop conditions and preconditions are rules and no conditions",
      { conditions: ["Ready=True"], status: { stopConditions: [readyFalse], preconditions: [readyFalse] } },
      "healthy",
    ],
  ]);
});

describe("the cause names the item and the field that are at fault", () => {
  test.for([
    ["an item is called by its name", { members: [{ name: "m2", state: "Down" }] }, "members[m2].state: Down"],
    [
      "an item without a name is called by its index",
      { nodes: [{ state: "Up" }, { healthy: false }] },
      "nodes[1].healthy: false",
    ],
    ["a part is called by its field", { shards: { a: { state: "down" } } }, "shards.a.state: down"],
    ["an error is called by the field that holds it", { pods: { a: { error: "crash" } } }, "pods.a: crash"],
    [
      "counts are called by their names",
      { size: 4, ready: 1, disks: { total: 12, ready: 11 } },
      "1/4 ready; ready: 1, size: 4",
    ],
    [
      "the same counts under two names are reported once",
      { desiredNodes: 2, readyNodes: 1, availableNodes: 1 },
      "1/2 ready",
    ],
  ] as const)("%s", ([, status, text]) => {
    const { causes } = evaluateCustomResource({ status: { phase: "Running", ...status } });
    expect(causes[0]?.text).toContain(text);
  });

  test.for([
    ["a flag is shown with its field", { phase: "Pending", ready: false }, "ready: false"],
    ["a word is shown alone", { phase: "Outdated" }, "Outdated"],
  ] as const)("of a kind that a row describes, %s", ([, status, text]) => {
    const runner = { kind: "EphemeralRunner", group: "actions.github.com", ageMinutes: 10, status };
    expect(evaluateCustomResource(runner).causes[0]?.text).toContain(text);
  });
});

describe("a status of any size is read in a moment", () => {
  testVerdicts([
    ["a word of 100,000 capitals", { status: { phase: `${"A".repeat(100_000)}!` } }, "unknown"],
    ["a word of 100,000 small letters", { status: { phase: `${"a".repeat(100_000)}!` } }, "unknown"],
    ["an error of 50,000 words", { status: { phase: `Error: ${"a ".repeat(50_000)}` } }, "degraded"],
  ]);

  test("a fault of the last of 10,000 parts is found", () => {
    const running = Array.from({ length: 9_999 }, () => ({ phase: "Running" }));
    const status = { phase: "Running", nodes: [...running, { phase: "Failed" }] };
    expect(evaluateCustomResource({ status }).verdict).toBe("degraded");
  });
});

describe("a kind whose name is that of a task runs to an end", () => {
  testVerdicts([
    [
      "an upgrade is under way while Completed is Unknown",
      { kind: "Upgrade", conditions: ["Completed=Unknown", "ImageReady=True"] },
      "progressing",
    ],
    ["an ActionSet is under way while it runs", { kind: "ActionSet", status: { phase: "Running" } }, "progressing"],
    ["a Promotion is under way while it runs", { kind: "Promotion", status: { phase: "Running" } }, "progressing"],
    [
      "a BackupSession is under way while it runs",
      { kind: "BackupSession", status: { phase: "Running" } },
      "progressing",
    ],
    [
      "a migration that was approved has not ended",
      { kind: "Migration", status: { phase: "APPROVED" } },
      "progressing",
    ],
    ["a request that was approved has ended", { kind: "AccessRequest", status: { phase: "Approved" } }, "healthy"],
    [
      "a job is healthy where all that it wants succeeded",
      { kind: "PullJob", status: { desired: 2, succeeded: 2, failed: 0 } },
      "healthy",
    ],
    [
      "a job is under way while some of its parts have not ended",
      { kind: "PullJob", status: { desired: 3, succeeded: 1, failed: 1 } },
      "progressing",
    ],
    [
      "a job is degraded where some of its parts failed and none runs",
      { kind: "PullJob", status: { desired: 3, succeeded: 2, failed: 1 } },
      "degraded",
    ],
    ["a job without a reason may still succeed", { kind: "PullJob", status: { succeeded: false } }, "progressing"],
    [
      "a backup whose reason is a failure has failed",
      { kind: "EtcdBackup", status: { succeeded: false, Reason: "save failed" } },
      "degraded",
    ],
    [
      "a backup whose message is to wait may still succeed",
      { kind: "EtcdBackup", status: { succeeded: false, message: "Waiting for a pod" } },
      "progressing",
    ],
    ["a schedule has no end", { kind: "ScheduledBackup", status: { phase: "Accepted" } }, "healthy"],
    ["an imported service has no end", { kind: "ServiceImport", status: { phase: "Accepted" } }, "healthy"],
  ]);
});

describe("the severity of a condition counts only where it is not as expected", () => {
  const severity = "Error";
  testVerdicts([
    [
      "the severity Error of a condition that is True is ignored",
      { conditions: [parseCondition("Ready=True", { severity }), parseCondition("Addressable=True", { severity })] },
      "healthy",
    ],
    [
      "the severity Error of a condition that is False is a fault of an available object",
      {
        conditions: [parseCondition("Available=True", { severity }), parseCondition("EtcdHealthy=False", { severity })],
      },
      "degraded",
    ],
  ]);
});
