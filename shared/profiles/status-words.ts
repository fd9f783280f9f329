import type { Verdict } from "../model/verdict.ts";

// What the words of a status mean where no condition reports the health of an object. No API convention defines them:
// they are the values of `phase`, `state` and similar fields in the API types of operators (facts field, rules 1 and 10).

/** The verdict of each word, in small letters without signs. */
export const statusWordVerdicts: ReadonlyMap<string, Verdict> = new Map([
  ...verdictOf("healthy", [
    ...[
      "ready",
      "healthy",
      "ok",
      "good",
      "normal",
      "green",
      "up",
      "online",
      "active",
      "available",
      "enabled",
      "exists",
    ],
    ...["succeeded", "success", "successful", "complete", "completed", "done", "finished", "passed", "approved"],
    ...["bound", "attached", "established", "deployed", "installed", "provisioned", "initialized", "configured"],
    ...["created", "registered", "joined", "connected", "accepted", "admitted", "applied", "synced", "insync"],
    ...[
      "synchronized",
      "reconciled",
      "valid",
      "compliant",
      "uptodate",
      "operational",
      "claimed",
      "released",
      "resolved",
      "stable",
      "steady",
      "healthok",
      "poweredon",
      "succeed",
      "propagated",
      "realized",
      "subscribed",
      "processed",
      "executed",
      "upgraded",
      "updated",
      "restored",
      "migrated",
      "final",
    ],
  ]),
  ...verdictOf("degraded", [
    ...[
      "failed",
      "failure",
      "fail",
      "failing",
      "err",
      "error",
      "errored",
      "fatal",
      "critical",
      "degraded",
      "unhealthy",
      "red",
      "broken",
    ],
    ...["invalid", "rejected", "denied", "notfound", "missing", "lost", "conflict", "conflicted", "noncompliant"],
    ...["down", "offline", "unavailable", "unreachable", "disconnected", "crashed", "crashloopbackoff", "stalled"],
    ...["aborted", "canceled", "cancelled", "expired", "timeout", "timedout", "faulted", "fault", "corrupted"],
    ...[
      "misconfigured",
      "warning",
      "healtherr",
      "healthwarn",
      "abnormal",
      "errors",
      "erroring",
      "crashing",
      "collision",
      "partialsuccess",
      "partiallysucceeded",
      "partiallysuccessful",
      "partiallycompleted",
      "interrupted",
    ],
    // Of containers (kubelet, pkg/kubelet/images/types.go), of Pods (core/v1 PodReasonUnschedulable), of a database
    // (mysql-operator, mysqloperator/controller/diagnose.py), of a request (apimachinery, metav1.StatusReason).
    ...["imagepullbackoff", "oomkilled", "unschedulable", "noquorum", "splitbrain", "unauthorized", "forbidden"],
    ...["corrupt", "dead", "stuck", "deadlineexceeded", "inconsistent"],
  ]),
  ...verdictOf("progressing", [
    ...[
      "pending",
      "new",
      "init",
      "queued",
      "wait",
      "waiting",
      "processing",
      "progressing",
      "inprogress",
      "unready",
      "notready",
    ],
    ...["creating", "provisioning", "deprovisioning", "initializing", "initialising", "bootstrapping", "preparing"],
    ...["starting", "restarting", "stopping", "installing", "uninstalling", "deploying", "deleting", "terminating"],
    ...[
      "updating",
      "upgrading",
      "reconciling",
      "configuring",
      "modifying",
      "applying",
      "syncing",
      "scheduling",
      "scaling",
    ],
    ...["resizing", "rolling", "rollingout", "migrating", "restoring", "recovering", "rebuilding", "cloning"],
    ...[
      "importing",
      "binding",
      "joining",
      "draining",
      "validating",
      "yellow",
      "backingup",
      "rebooting",
      "bootstrap",
      "expanding",
      "building",
    ],
    ...["notbound", "notcreated", "notstarted", "notinstalled", "notdeployed", "notinitialized", "notprovisioned"],
    // Of a database while another instance takes over (CloudNativePG, api/v1/cluster_types.go, PhaseFailOver).
    ...["failingover", "switchover", "shuttingdown", "scalingdown"],
    ...["remediating", "inspecting", "rollingupdate", "rollingupgrade", "requested", "submitted", "initialization"],
  ]),
]);

/** Words of an object that rests because a user wants it so. */
export const restingWords: ReadonlySet<string> = new Set([
  ...[
    "paused",
    "suspended",
    "stopped",
    "hibernated",
    "hibernating",
    "disabled",
    "inactive",
    "sleeping",
    "halted",
    "poweroff",
    "poweredoff",
  ],
]);

/** Those that end a longer word for a fault: `UpgradeHalted`, `Halted: disk full`. */
export const wholeRestingWords: ReadonlySet<string> = new Set(["halted", "poweroff", "poweredoff"]);

/** Fields below a status whose word of rest is that of the object (Flink, Azure). */
export const restingFields: ReadonlySet<string> = new Set(["jobStatus", "powerState"]);

/** A word that means work under way for a task, and that all is well for a service. */
export const runningWords: ReadonlySet<string> = new Set(["running", "executing", "started"]);

/** Verbs that name a step under way. In a longer name they may mean anything (ArangoBackup, Create; TidbCluster, Scale). */
export const wholeBusyWords: ReadonlySet<string> = new Set([
  ...["create", "update", "delete", "upload", "download", "upgrade", "scale", "install", "deploy", "provision"],
]);

/** Words of what runs to an end, and has not ended (Velero DataUpload, SchemaHero Migration, ArangoBackup, ProwJob). */
export const unendedWords: ReadonlySet<string> = new Set([
  ...["scheduled", "accepted", "approved", "planned", "prepared", "initialized", "triggered"],
]);

/** The words of the good end of a run (Tekton, KubeDB OpsRequest). */
export const endedWord: RegExp = /^(succeed(ed)?|successful|completed?|finished|done)$/i;

/** Kinds whose good end such a word may be: a request that was approved, a plan that was accepted. */
export const requestKinds: RegExp = /(Request|Plan)$/;

/** Kinds that run to an end: TaskRun, Workflow, DatabaseBackup. A schedule of them, and a ServiceImport, do not. */
export const taskKinds: RegExp =
  /^(?!Scheduled|Cron|Recurring|Service(Import|Export)$).*(Run|Job|Task|Workflow|Backup|Restore|Migration|Build|Test|Execution|Operation|Request|Maintenance|Upload|Download|Experiment|Trial|Scan|Export|Import|ActionSet|Action|Promotion|(Backup|Restore)Session|DbOps|ClusterProvision|Deprovision|Upgrade|Gather|Remediation|Traceflow|Capture|Snapshot|(Install|Upgrade|Update|Migration|Recovery)Plan)$/;

/** The fields of a status with such a word, worst wins. */
export const statusWordFields: readonly string[] = [
  ...["phase", "state", "health", "status", "stage", "robustness", "compliant", "compliance", "result"],
  ...[
    "currentState",
    "currentPhase",
    "currentStatus",
    "overallStatus",
    "overallState",
    "healthStatus",
    "lifecycleState",
    "updateStatus",
    "printableStatus",
  ],
];

/** The fields of a part of a status that hold a word for its state. */
export const partWordFields: readonly string[] = ["health", "phase", "state", "status"];

/** Words in -ing that name a lasting state. Any other unknown one names work under way. */
export const lastingWords: RegExp =
  /^(serving|listening|streaming|watching|polling|following|leading|leasing|working|operating|functioning|existing)$/;

/** Words of a part that does not apply, and of a role or a power supply, which tell nothing about the health. */
export const emptyWords: ReadonlySet<string> = new Set([
  ...[
    "na",
    "none",
    "notapplicable",
    "ignore",
    "ignored",
    "primary",
    "secondary",
    "leader",
    "follower",
    "on",
    "unlocked",
  ],
  ...["noerror", "noerrors", "nofailure", "nofailures", "noissue", "noissues"],
  ...["notprovided", "notconfigured", "notrequired", "notneeded", "notverified", "notspecified", "skipped"],
]);

/**
 * Fields that are true where all is well, with the verdict of false (CloudNativePG Database, VolumeSnapshot, Sveltos).
 */
export const statusFlags: readonly (readonly [field: string, whenFalse: Verdict])[] = [
  ["healthy", "degraded"],
  ["applied", "degraded"],
  ["successful", "degraded"],
  ["succeeded", "degraded"],
  ["valid", "degraded"],
  ["available", "degraded"],
  ["connected", "degraded"],
  ["online", "degraded"],
  ["isHealthy", "degraded"],
  ["ready", "progressing"],
  ["isReady", "progressing"],
  ["readyToUse", "progressing"],
];

/** Flags that are true only where something is wrong. False tells nothing: other things may be. */
export const faultFlags: readonly string[] = [
  ...["degraded", "failed", "unhealthy", "hasFailed", "hasError", "hasErrors", "hasTimedOut", "isFailed", "stalled"],
];

/** Fields with the end of a run, which count where it is a fault. */
export const outcomeFields: readonly string[] = ["outcome", "conclusion", "verdict"];

/** Those that tell, where they are true, that a controller took the spec over, and not how the object is. */
export const acceptanceFlags: ReadonlySet<string> = new Set(["applied", "valid"]);

/** Fields that hold a text only where something failed. */
export const failureFields: readonly string[] = [
  ...["failureMessage", "failureReason", "failedMessage", "failedReason", "errorMessage", "errMsg", "errorReason"],
];

/**
 * Fields that hold a text, a list or a mapping with one, where something failed: `error`, `reconciliationError`,
 * `lastErrorMessage`; not a measure or a rule, `maxError` and `onError`. They may be left from an earlier attempt (Hydra OAuth2Client, Config Sync RepoSync).
 */
export const errorField: RegExp =
  /^(error|(?!(on|max|min|mean|standard|training|rounding|allowed)Errors?$)\w+Error)(s|Message)?$/;

/** Those of them that tell of an earlier attempt by their name. */
export const lastErrorField: RegExp = /^(last|previous|recent)[A-Z]/;

function verdictOf(verdict: Verdict, words: readonly string[]): readonly (readonly [string, Verdict])[] {
  return words.map((word) => [word, verdict]);
}

/** Kinds that start others at set times. */
export const scheduleKinds: RegExp = /^(Scheduled|Cron|Recurring)|Schedule$|Cron$|CronJob$/;

/** The fields that tell when what runs to an end has ended. */
export const endTimes: readonly string[] = [
  ...["completionTime", "completionTimestamp", "finishTime", "finishTimestamp", "finishedAt", "endTime"],
];
