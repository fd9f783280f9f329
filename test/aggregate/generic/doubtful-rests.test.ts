import { describe } from "vitest";
import { testVerdicts } from "./verdict-rows.ts";

describe("an object that is stopped or paused need not be ready, but its faults count", () => {
  testVerdicts([
    ["suspended backups do not excuse a fault", ["Degraded=True BackupsSuspended: db is down"], "degraded"],
    [
      "suspended backups do not excuse a main condition that is False",
      ["Ready=False BackupsSuspended: db is down"],
      "unavailable",
    ],
    ["the reason NotPaused is no pause", ["Ready=False NotPaused: pods crash"], "unavailable"],
    ["the reason Unpaused is no pause", ["Ready=False Unpaused"], "unavailable"],
    [
      "a paused rollout does not excuse Pods that crash",
      ["Ready=False RolloutPaused: 2 pods crash loop"],
      "unavailable",
    ],
    ["a paused reconciliation excuses a main condition that is False", ["Ready=False ReconciliationPaused"], "healthy"],
    ["a suspended Widget need not be ready", ["Ready=False WidgetSuspended"], "healthy"],
    [
      "a stopped object that reports a crash is at fault",
      { conditions: ["Ready=False NodeCrash: kernel panic"], status: { phase: "Stopped" } },
      "unavailable",
    ],
    [
      "a disabled object whose Pods crash is at fault",
      { conditions: ["Available=False PodsCrash"], status: { phase: "Disabled" } },
      "unavailable",
    ],
    [
      "a sleeping object that is out of memory is at fault",
      { conditions: ["Ready=False OutOfMemory"], status: { phase: "Sleeping" } },
      "unavailable",
    ],
    [
      "a stopped object without a quorum is at fault",
      { conditions: ["Ready=False NoQuorum"], status: { phase: "Stopped" } },
      "unavailable",
    ],
    [
      "a stopped object whose reason says stopped is healthy",
      { conditions: ["Ready=False GuestStopped"], status: { phase: "Stopped" } },
      "healthy",
    ],
    [
      "an object that the kernel killed did not stop",
      ["Stopped=True OOM", "Ready=False OOM: killed by kernel"],
      "unavailable",
    ],
    [
      "a paused object that lost contact is unknown",
      ["Paused=True", "Ready=Unknown LostContact: no heartbeat"],
      "unknown",
    ],
  ]);
});
