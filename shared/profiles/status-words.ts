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
      "healthok",
      "succeed",
      "propagated",
      "realized",
      "subscribed",
    ],
  ]),
  ...verdictOf("degraded", [
    ...[
      "failed",
      "failure",
      "fail",
      "failing",
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
    ],
  ]),
  ...verdictOf("progressing", [
    ...[
      "pending",
      "new",
      "init",
      "queued",
      "waiting",
      "processing",
      "progressing",
      "inprogress",
      "unready",
      "notready",
    ],
    ...["creating", "provisioning", "deprovisioning", "initializing", "initialising", "bootstrapping", "preparing"],
    ...["starting", "restarting", "stopping", "installing", "uninstalling", "deploying", "deleting", "terminating"],
    ...["updating", "upgrading", "reconciling", "configuring", "modifying", "syncing", "scheduling", "scaling"],
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
    ...["remediating", "inspecting", "rollingupdate", "rollingupgrade"],
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

/** Fields below a status whose word of rest is that of the object (Flink, VictoriaMetrics, KubeVirt, Azure). */
export const restingFields: ReadonlySet<string> = new Set([
  "jobStatus",
  "updateStatus",
  "printableStatus",
  "powerState",
]);

/** A word that means work under way for a task, and that all is well for a service. */
export const runningWords: ReadonlySet<string> = new Set(["running", "executing", "started"]);

/** Kinds that run to an end: TaskRun, Workflow, DatabaseBackup. */
export const taskKinds: RegExp =
  /(Run|Job|Task|Workflow|Backup|Restore|Migration|Build|Test|Execution|Operation|Request|Plan|Maintenance|Upload|Download|Experiment|Trial|Scan|Export|Import|ActionSet|Action|Promotion|Session|DbOps|Provision|Deprovision|Upgrade)$/;

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
  ],
];

/** Words in -ing that name a lasting state. Any other unknown one names work under way. */
export const lastingWords: RegExp =
  /^(serving|listening|streaming|watching|polling|following|leading|leasing|working|operating|functioning|existing)$/;

/** Words of a part that does not apply, which tell nothing. */
export const emptyWords: ReadonlySet<string> = new Set(["na", "none", "notapplicable", "ignore", "ignored"]);

/**
 * Fields that are true where all is well, with the verdict of false (CloudNativePG Database, VolumeSnapshot, Sveltos).
 */
export const statusFlags: readonly (readonly [field: string, whenFalse: Verdict])[] = [
  ["healthy", "degraded"],
  ["applied", "degraded"],
  ["successful", "degraded"],
  ["ready", "progressing"],
  ["readyToUse", "progressing"],
];

/** Fields that hold a text only where something failed. */
export const failureFields: readonly string[] = [
  ...["failureMessage", "failureReason", "errorMessage", "errMsg", "errorReason"],
];

function verdictOf(verdict: Verdict, words: readonly string[]): readonly (readonly [string, Verdict])[] {
  return words.map((word) => [word, verdict]);
}
