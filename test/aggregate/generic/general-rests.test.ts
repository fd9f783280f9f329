import { describe, expect, test } from "vitest";
import { type CustomResource, evaluateCustomResource, testVerdicts } from "./verdict-rows.ts";

// The general rules read the status of a kind that no row of our tables describes, here of a Widget.

describe("an object that is stopped, paused or disabled is healthy unless it has a fault", () => {
  const part = (state: string) => ({ status: { phase: "Paused", members: [{ name: "a", state }] } });
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
    ["a failed member is a fault of a paused object", part("Failed"), "degraded"],
    ["a member that is down is no fault of a paused object", part("Down"), "healthy"],
    [
      "Healthy=False without a reason is a fault of a paused object",
      ["Paused=True", "Ready=Unknown", "Healthy=False"],
      "degraded",
    ],
    [
      "Healthy=False without a reason is no fault of a stopped object",
      ["Stopped=True", "Ready=False", "Healthy=False"],
      "healthy",
    ],
    [
      "work under way is no fault of a stopped object",
      ["Stopped=True", "Ready=False", "FilesReady=False Creating"],
      "healthy",
    ],
    [
      "a failed disk is a fault of a stopped object",
      ["Stopped=True", "Ready=False", "Healthy=False DiskFailed"],
      "degraded",
    ],
    [
      "a paused object whose node is unreachable is unknown",
      { conditions: ["Ready=Unknown NodeUnreachable"], spec: { paused: true } },
      "unknown",
    ],
    [
      "the Pods of a paused object have to be ready",
      { spec: { paused: true }, status: { replicas: 3, readyReplicas: 0 } },
      "progressing",
    ],
    [
      "a paused object without Pods is healthy",
      { spec: { paused: true, replicas: 3 }, status: { replicas: 0, readyReplicas: 0 } },
      "healthy",
    ],
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

describe("an object that is paused or stopped has the fact paused", () => {
  const conditions = ["Ready=True"];
  test.for<readonly [rule: string, resource: CustomResource, verdict: string, isPaused: boolean]>([
    [
      "an annotation that ends in paused pauses the object",
      { conditions, annotations: { "acme.io/paused": "true" } },
      "healthy",
      true,
    ],
    [
      "the annotation of Cluster API pauses the object without a value",
      { conditions, annotations: { "cluster.x-k8s.io/paused": "" } },
      "healthy",
      true,
    ],
    [
      "another annotation without a value does not pause the object",
      { conditions, annotations: { "acme.io/paused": "" } },
      "healthy",
      false,
    ],
    [
      "an annotation about a paused cleanup does not pause the object",
      { conditions, annotations: { "acme.io/cleanup-paused": "true" } },
      "healthy",
      false,
    ],
    [
      "an annotation about the last pause does not pause the object",
      { conditions, annotations: { "acme.io/last-paused": "true" } },
      "healthy",
      false,
    ],
    [
      "an annotation that disables reconciliation pauses the object",
      { conditions, annotations: { "acme.io/reconcile": "disabled" } },
      "healthy",
      true,
    ],
    [
      "an annotation that is false does not pause the object",
      { conditions, annotations: { "acme.io/paused": "false" } },
      "healthy",
      false,
    ],
    [
      "an annotation about who paused it does not pause the object",
      { conditions, annotations: { "acme.io/paused-by": "true" } },
      "healthy",
      false,
    ],
    ["spec.stopped stops the object", { conditions, spec: { stopped: true } }, "healthy", true],
    [
      "a pause does not excuse a fault",
      { conditions: ["Ready=False Broken"], annotations: { "acme.io/paused": "true" } },
      "unavailable",
      true,
    ],
    ["a status field of the kind's name stops the object", { status: { widgetStatus: "stopped" } }, "healthy", true],
    [
      "an object that resumes from hibernation is at work",
      { conditions: ["Valid=True", "Hibernating=True Resuming"] },
      "progressing",
      false,
    ],
    [
      "an object without requested replicas is healthy where none is left",
      { spec: { replicas: 0 }, status: { replicas: 0, readyReplicas: 0 } },
      "healthy",
      false,
    ],
    [
      "an object without requested replicas is unknown where one is left",
      { spec: { replicas: 0 }, status: { replicas: 1, readyReplicas: 1 } },
      "unknown",
      false,
    ],
  ])("%s", ([, resource, verdict, isPaused]) => {
    const root = evaluateCustomResource(resource);
    expect(root.verdict).toBe(verdict);
    expect(root.facts["paused"] === "true").toBe(isPaused);
  });
});
