import { describe, expect, test } from "vitest";
import { type CustomResource, evaluateCustomResource, minutesAgo, testVerdicts } from "./verdict-rows.ts";

function buildRun(minutes: number, status: string): object {
  return { finishTimestamp: minutesAgo(minutes), status };
}

describe("a condition is work, a fault or unknown by its reason, its message and its age", () => {
  testVerdicts([
    [
      "a message that tells of a fault is no work under way",
      ["Ready=False Creating: cannot unpack: denied"],
      "unavailable",
    ],
    ["a message with a count is work under way", ["Ready=False Creating: 2 of 3"], "progressing"],
    [
      "an agent that stopped posting its status is a fault",
      ["AgentReady=Unknown Lost: agent stopped posting status."],
      "degraded",
    ],
    [
      "a message that something else stopped is no fault",
      ["Ready=Unknown Off: We have stopped sending mails"],
      "unknown",
    ],
    [
      "a condition that is Unknown without such a message is unknown",
      ["AgentReady=Unknown Lost: no answer"],
      "unknown",
    ],
    ["the Pods of a young object are not ready yet", ["PodReady=False PodNotReady"], "progressing"],
    [
      "the Pods of an old object are at fault",
      { conditions: ["PodReady=False PodNotReady"], ageMinutes: 600 },
      "degraded",
    ],
    [
      "a young object with a failed phase is at fault",
      { conditions: ["Ready=False NotReady"], status: { phase: "Failed" } },
      "unavailable",
    ],
    ["Healthy=False beside a ready whole is a fault", ["Ready=True", "Healthy=False"], "degraded"],
    ["MembersUp is good while True", ["MembersUp=True"], "healthy"],
    ["MembersUp is a fault while False", ["MembersUp=False"], "degraded"],
    ["ScalingUp is not about members that are up", ["Ready=True", "ScalingUp=False"], "healthy"],
    ["a malformed configuration is a fault", ["ConfigMalformed=True"], "degraded"],
    ["a volume that is resized is at work", ["VolumeResizing=True"], "progressing"],
    ["status.condition is a condition", { status: { condition: { type: "Bound", status: "True" } } }, "healthy"],
    [
      "status.condition is a fault while False",
      { status: { condition: { type: "Bound", status: "False" } } },
      "degraded",
    ],
    ["status.condition without a status is no condition", { status: { condition: { type: "Bound" } } }, "unknown"],
    [
      "a failure is Unknown while the object is provisioned",
      ["Provisioned=False Provisioning", "ProvisionFailed=Unknown Initialized"],
      "progressing",
    ],
    [
      "a failure is Unknown without work under way",
      ["Provisioned=True", "ProvisionFailed=Unknown Initialized"],
      "unknown",
    ],
  ]);
});

describe("a task is under way until it ends, and its end counts", () => {
  const retried = ["Running=True@30", "RetryFailed=True@20 Evicted"];
  testVerdicts([
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

describe("an object that is paused or stopped is healthy unless it has a fault", () => {
  const conditions = ["Ready=True"];
  const rows: readonly {
    readonly rule: string;
    readonly resource: CustomResource;
    readonly verdict: string;
    readonly isPaused: boolean;
  }[] = [
    {
      rule: "an annotation that ends in paused pauses the object",
      resource: { conditions, annotations: { "acme.io/paused": "true" } },
      verdict: "healthy",
      isPaused: true,
    },
    {
      rule: "the annotation of Cluster API pauses the object without a value",
      resource: { conditions, annotations: { "cluster.x-k8s.io/paused": "" } },
      verdict: "healthy",
      isPaused: true,
    },
    {
      rule: "another annotation without a value does not pause the object",
      resource: { conditions, annotations: { "acme.io/paused": "" } },
      verdict: "healthy",
      isPaused: false,
    },
    {
      rule: "an annotation about a paused cleanup does not pause the object",
      resource: { conditions, annotations: { "acme.io/cleanup-paused": "true" } },
      verdict: "healthy",
      isPaused: false,
    },
    {
      rule: "an annotation about the last pause does not pause the object",
      resource: { conditions, annotations: { "acme.io/last-paused": "true" } },
      verdict: "healthy",
      isPaused: false,
    },
    {
      rule: "an annotation that disables reconciliation pauses the object",
      resource: { conditions, annotations: { "acme.io/reconcile": "disabled" } },
      verdict: "healthy",
      isPaused: true,
    },
    {
      rule: "an annotation that is false does not pause the object",
      resource: { conditions, annotations: { "acme.io/paused": "false" } },
      verdict: "healthy",
      isPaused: false,
    },
    {
      rule: "an annotation about who paused it does not pause the object",
      resource: { conditions, annotations: { "acme.io/paused-by": "true" } },
      verdict: "healthy",
      isPaused: false,
    },
    {
      rule: "spec.stopped stops the object",
      resource: { conditions, spec: { stopped: true } },
      verdict: "healthy",
      isPaused: true,
    },
    {
      rule: "a pause does not excuse a fault",
      resource: { conditions: ["Ready=False Broken"], annotations: { "acme.io/paused": "true" } },
      verdict: "unavailable",
      isPaused: true,
    },
    {
      rule: "a status field of the kind's name stops the object",
      resource: { status: { widgetStatus: "stopped" } },
      verdict: "healthy",
      isPaused: true,
    },
    {
      rule: "an object that resumes from hibernation is at work",
      resource: { conditions: ["Valid=True", "Hibernating=True Resuming"] },
      verdict: "progressing",
      isPaused: false,
    },
    {
      rule: "an object without requested replicas is healthy where none is left",
      resource: { spec: { replicas: 0 }, status: { replicas: 0, readyReplicas: 0 } },
      verdict: "healthy",
      isPaused: false,
    },
    {
      rule: "an object without requested replicas is unknown where one is left",
      resource: { spec: { replicas: 0 }, status: { replicas: 1, readyReplicas: 1 } },
      verdict: "unknown",
      isPaused: false,
    },
  ];
  test.for(rows)("$rule", ({ resource, verdict, isPaused }) => {
    const root = evaluateCustomResource(resource);
    expect(root.verdict).toBe(verdict);
    expect(root.facts["paused"] === "true").toBe(isPaused);
  });
});
