import { describe } from "vitest";
import { type CustomResource, minutesAgo, testVerdicts } from "./verdict-rows.ts";

// The general rules read the status of a kind that no row of our tables describes, here of a Widget.

/** A run of a MigrationSchedule that ended so many minutes ago. */
function buildRun(minutes: number, status: string): object {
  return { finishTimestamp: minutesAgo(minutes), status };
}

/** A run of a BackupSchedule that ended so many minutes ago. */
function finishedRun(name: string, phase: string, minutes: number): object {
  return { name, phase, finishTime: minutesAgo(minutes) };
}

describe("a task is under way until it ends, and its end counts", () => {
  const retried = ["Running=True@30", "RetryFailed=True@20 Evicted"];
  const backup: CustomResource = { kind: "DbBackup", status: { phase: "Succeeded" } };
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
    [
      "an attempt that failed before the task completed is past",
      { kind: "Backup", conditions: [...retried, "Complete=True@5"], status: { phase: "Complete" } },
      "healthy",
    ],
    [
      "a cleanup that failed after the task completed is a fault",
      { kind: "Backup", conditions: ["Complete=True@30", "CleanupFailed=True@5"], status: { phase: "Complete" } },
      "degraded",
    ],
    [
      "an attempt that failed is a fault while the task runs",
      { kind: "Backup", conditions: retried, status: { phase: "Running" } },
      "degraded",
    ],
    [
      "a task with a completion time has ended",
      { kind: "Backup", conditions: ["Running=False Done"], status: { completionTime: minutesAgo(5) } },
      "healthy",
    ],
    ["a task that does not run yet is under way", { kind: "Backup", conditions: ["Running=False"] }, "progressing"],
    [
      "a task that was only scheduled is under way",
      { conditions: ["Scheduled=True"], kind: "DataImport" },
      "progressing",
    ],
    [
      "a task that was scheduled ten hours ago is unknown",
      { conditions: ["Scheduled=True"], kind: "DataImport", ageMinutes: 600 },
      "unknown",
    ],
    [
      "a volume that failed is a fault of a completed backup",
      { status: { phase: "Completed", failedVolumes: 2 }, kind: "Backup" },
      "degraded",
    ],
    [
      "a volume that failed may be tried again while the backup runs",
      { status: { phase: "Running", failedVolumes: 2 }, kind: "Backup" },
      "progressing",
    ],
    [
      "failed Pods of a completed backup were replaced",
      { status: { phase: "Completed", failedPods: 2 }, kind: "Backup" },
      "healthy",
    ],
    ["a phase that names a setup and Running is a step", { status: { phase: "ClusterSetupRunning" } }, "progressing"],
    ["a phase that names a server and Running is unknown", { status: { phase: "ServerRunning" } }, "unknown"],
    ["a NodeRemediation is a task", { status: { phase: "Running" }, kind: "NodeRemediation" }, "progressing"],
    [
      "a backup that runs since its last end is under way",
      { conditions: ["Running=True@2 Running", "Complete=True@30"], ...backup },
      "progressing",
    ],
    [
      "a backup whose end is newer than its run is healthy",
      { conditions: ["Running=True@40 Running", "Complete=True@30"], ...backup },
      "healthy",
    ],
    [
      "a backup that runs since its completion time is under way",
      {
        conditions: ["Running=True@2 Running"],
        kind: "DbBackup",
        status: { phase: "Succeeded", completionTime: minutesAgo(9) },
      },
      "progressing",
    ],
    [
      "a backup that has not completed is under way",
      { conditions: ["Completed=False"], kind: "DbBackup" },
      "progressing",
    ],
    [
      "a backup whose step cannot go on is degraded",
      { conditions: ["Completed=False", "NodesMoved=False NoRoom"], kind: "DbBackup" },
      "degraded",
    ],
    [
      "a good run of one database does not replace a failed run of another",
      {
        status: { databases: [finishedRun("orders", "Failed", 10), finishedRun("users", "Completed", 9)] },
        kind: "BackupSchedule",
      },
      "degraded",
    ],
    [
      "a good run of a list replaces an earlier run that failed",
      {
        status: { results: [finishedRun("first", "Failed", 10), finishedRun("second", "Completed", 9)] },
        kind: "BackupSchedule",
      },
      "healthy",
    ],
    [
      "a fault before the end that is no retry is a fault",
      { conditions: ["Complete=True@5", "DataCorrupted=True@6"], status: { phase: "Complete" }, kind: "DbBackup" },
      "degraded",
    ],
    [
      "a retry that failed before the end is past",
      { conditions: ["Complete=True@5", "RetryFailed=True@6"], status: { phase: "Complete" }, kind: "DbBackup" },
      "healthy",
    ],
    [
      "a failed member is a fault of an upgrade that is ready",
      { status: { phase: "Ready", members: [{ state: "Failed" }] }, kind: "ClusterUpgrade" },
      "degraded",
    ],
    [
      "a failed member is a fault of a service plan",
      { status: { phase: "Ready", members: [{ state: "Failed" }] }, kind: "AppServicePlan" },
      "degraded",
    ],
    [
      "an InstallPlan that runs is a task under way",
      { status: { phase: "Running" }, kind: "InstallPlan" },
      "progressing",
    ],
    [
      "an Emulator that runs and is ready is a service",
      { conditions: ["Ready=True", "Running=True Running"], kind: "Emulator" },
      "healthy",
    ],
    [
      "a run of Ansible that has not succeeded is under way",
      ["Running=True Running", "Successful=False"],
      "progressing",
    ],
    [
      "a run of Ansible is under way beside a main condition that is True",
      ["Ready=True", "Running=True Running", "Failure=False"],
      "progressing",
    ],
    ["a BGPSession that runs is a service", { status: { state: "Running" }, kind: "BGPSession" }, "healthy"],
    [
      "a BackupSession that runs is a task under way",
      { status: { state: "Running" }, kind: "BackupSession" },
      "progressing",
    ],
  ]);
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

describe("the last run of a schedule counts", () => {
  const scheduleTimes = { lastScheduleTime: minutesAgo(60), lastSuccessfulTime: minutesAgo(59) };
  const runs = { items: { Interval: [buildRun(60, "Failed"), buildRun(5, "Successful")] } };
  const kind = "MigrationSchedule";
  testVerdicts([
    [
      "a schedule is healthy where its last run succeeded",
      { status: scheduleTimes, kind: "ReclaimCronJob" },
      "healthy",
    ],
    [
      "a schedule is unknown where no run ended since it was last due",
      { status: { ...scheduleTimes, lastScheduleTime: minutesAgo(1) }, kind: "ReclaimCronJob" },
      "unknown",
    ],
    ["a schedule is healthy where a failed run was followed by a good one", { status: runs, kind }, "healthy"],
    [
      "a schedule is degraded where a good run was followed by a failed one",
      { status: { items: { Interval: [buildRun(60, "Successful"), buildRun(5, "Failed")] } }, kind },
      "degraded",
    ],
    [
      "every run counts for a kind that is no schedule",
      { status: { items: [buildRun(60, "Failed"), buildRun(5, "Successful")] } },
      "degraded",
    ],
  ]);
});
