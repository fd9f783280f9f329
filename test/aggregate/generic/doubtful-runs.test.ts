import { describe } from "vitest";
import { minutesAgo, testRows } from "./given-rows.ts";

const run = (name: string, phase: string, minutes: number) => ({ name, phase, finishTime: minutesAgo(minutes) });
const data = ["Complete=True@5", "DataCorrupted=True@6"];

describe("what a run has ended hides no fault", () => {
  testRows([
    [
      "the run of one database does not outrun that of another",
      {
        status: { databases: [run("orders", "Failed", 10), run("users", "Completed", 9)] },
        kind: "BackupSchedule",
      },
      "degraded",
    ],
    [
      "one of a list of runs outruns an earlier one",
      { status: { results: [run("first", "Failed", 10), run("second", "Completed", 9)] }, kind: "BackupSchedule" },
      "healthy",
    ],
    [
      "a fault before the end that is no retry stays",
      { is: data, status: { phase: "Complete" }, kind: "DbBackup" },
      "degraded",
    ],
    [
      "a retry is over",
      { is: ["Complete=True@5", "RetryFailed=True@6"], status: { phase: "Complete" }, kind: "DbBackup" },
      "healthy",
    ],
    [
      "a member of what ended well may have failed",
      { status: { phase: "Ready", members: [{ state: "Failed" }] }, kind: "ClusterUpgrade" },
      "degraded",
    ],
    [
      "a plan of a service is no task",
      { status: { phase: "Ready", members: [{ state: "Failed" }] }, kind: "AppServicePlan" },
      "degraded",
    ],
    ["a plan to install is one", { status: { phase: "Running" }, kind: "InstallPlan" }, "progressing"],
    ["what runs and is ready is no task", { is: ["Ready=True", "Running=True Running"], kind: "Emulator" }, "healthy"],
    ["a run of Ansible is under way", { is: ["Running=True Running", "Successful=False"] }, "progressing"],
    [
      "also beside another good summary",
      { is: ["Ready=True", "Running=True Running", "Failure=False"] },
      "progressing",
    ],
    ["a session of a protocol is a service", { status: { state: "Running" }, kind: "BGPSession" }, "healthy"],
    ["one of a backup is a task", { status: { state: "Running" }, kind: "BackupSession" }, "progressing"],
  ]);
});
