import { describe } from "vitest";
import { minutesAgo, testVerdicts } from "./verdict-rows.ts";

function finishedRun(name: string, phase: string, minutes: number): object {
  return { name, phase, finishTime: minutesAgo(minutes) };
}

describe("the good end of a task hides no fault but a retry", () => {
  testVerdicts([
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
