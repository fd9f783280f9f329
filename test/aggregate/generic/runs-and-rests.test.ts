import { describe, expect, test } from "vitest";
import { type Given, minutesAgo, rootOf, testRows } from "./given-rows.ts";

const run = (minutes: number, status: string) => ({ finishTimestamp: minutesAgo(minutes), status });

describe("conditions of a kind that no row names", () => {
  testRows([
    [
      "a message of a fault is no work under way",
      { is: ["Ready=False Creating: cannot unpack: denied"] },
      "unavailable",
    ],
    ["any other message may be", { is: ["Ready=False Creating: 2 of 3"] }, "progressing"],
    [
      "an agent that fell silent is a fault",
      { is: ["AgentReady=Unknown Lost: agent stopped posting status."] },
      "degraded",
    ],
    ["what people stopped sending is not", { is: ["Ready=Unknown Off: We have stopped sending mails"] }, "unknown"],
    ["what is unknown for another reason is not", { is: ["AgentReady=Unknown Lost: no answer"] }, "unknown"],
    ["a young object is not ready yet", { is: ["PodReady=False PodNotReady"] }, "progressing"],
    ["an old one is at fault", { is: ["PodReady=False PodNotReady"], age: 600 }, "degraded"],
    ["so is one with a word of a fault", { is: ["Ready=False NotReady"], status: { phase: "Failed" } }, "unavailable"],
    ["Healthy=False beside a ready whole is a fault", { is: ["Ready=True", "Healthy=False"] }, "degraded"],
    ["a list of members that are up is good", { is: ["MembersUp=True"] }, "healthy"],
    ["and a fault where they are not", { is: ["MembersUp=False"] }, "degraded"],
    ["what scales up is no such list", { is: ["Ready=True", "ScalingUp=False"] }, "healthy"],
    ["what is malformed is bad", { is: ["ConfigMalformed=True"] }, "degraded"],
    ["a volume that is resized is at work", { is: ["VolumeResizing=True"] }, "progressing"],
    ["one condition counts without a list", { status: { condition: { type: "Bound", status: "True" } } }, "healthy"],
    ["and where it is False", { status: { condition: { type: "Bound", status: "False" } } }, "degraded"],
    ["a mapping of another shape is none", { status: { condition: { type: "Bound" } } }, "unknown"],
    [
      "whether it failed is not known yet",
      { is: ["Provisioned=False Provisioning", "ProvisionFailed=Unknown Initialized"] },
      "progressing",
    ],
    ["not without work under way", { is: ["Provisioned=True", "ProvisionFailed=Unknown Initialized"] }, "unknown"],
  ]);
});

describe("what runs to an end", () => {
  const retried = ["Running=True@30", "RetryFailed=True@20 Evicted"];
  testRows([
    ["a failed attempt before a good end is past", task([...retried, "Complete=True@5"], "Complete"), "healthy"],
    ["not one after it", task(["Complete=True@30", "CleanupFailed=True@5"], "Complete"), "degraded"],
    ["nor one without an end", task(retried, "Running"), "degraded"],
    [
      "one that has ended runs no more",
      { ...task(["Running=False Done"]), status: { completionTime: minutesAgo(5) } },
      "healthy",
    ],
    ["one that does not run yet is on its way", task(["Running=False"]), "progressing"],
    ["one that was only scheduled too", { is: ["Scheduled=True"], kind: "DataImport" }, "progressing"],
    ["for an hour", { is: ["Scheduled=True"], kind: "DataImport", age: 600 }, "unknown"],
    [
      "what it acted on and failed counts at its end",
      { status: { phase: "Completed", failedVolumes: 2 }, kind: "Backup" },
      "degraded",
    ],
    [
      "until then it may be tried again",
      { status: { phase: "Running", failedVolumes: 2 }, kind: "Backup" },
      "progressing",
    ],
    ["Pods that failed may be replaced", { status: { phase: "Completed", failedPods: 2 }, kind: "Backup" }, "healthy"],
    ["a step by its name is under way", { status: { phase: "ClusterSetupRunning" } }, "progressing"],
    ["a service by its name is not", { status: { phase: "ServerRunning" } }, "unknown"],
    ["remediation is a task", { status: { phase: "Running" }, kind: "NodeRemediation" }, "progressing"],
  ]);
  function task(is: readonly string[], phase?: string): Given {
    return { is, kind: "Backup", ...(phase !== undefined && { status: { phase } }) };
  }
});

describe("a schedule", () => {
  const due = { lastScheduleTime: minutesAgo(60), lastSuccessfulTime: minutesAgo(59) };
  const runs = { items: { Interval: [run(60, "Failed"), run(5, "Successful")] } };
  const kind = "MigrationSchedule";
  testRows([
    ["its last run ended well", { status: due, kind: "ReclaimCronJob" }, "healthy"],
    [
      "not the one that was due since",
      { status: { ...due, lastScheduleTime: minutesAgo(1) }, kind: "ReclaimCronJob" },
      "unknown",
    ],
    ["the newest of its runs counts", { status: runs, kind }, "healthy"],
    [
      "also where it failed",
      { status: { items: { Interval: [run(60, "Successful"), run(5, "Failed")] } }, kind },
      "degraded",
    ],
    ["of another kind every run counts", { status: { items: [run(60, "Failed"), run(5, "Successful")] } }, "degraded"],
  ]);
});

describe("what rests", () => {
  const paused = (given: Given): string => `${rootOf(given).verdict} ${rootOf(given).facts["paused"] ?? "active"}`;
  const is = ["Ready=True"];
  test.for([
    ["by an annotation", { is, annotations: { "acme.io/paused": "true" } }, "healthy true"],
    ["by that of Cluster API without a value", { is, annotations: { "cluster.x-k8s.io/paused": "" } }, "healthy true"],
    ["by no other without one", { is, annotations: { "acme.io/paused": "" } }, "healthy active"],
    ["nor by one about a cleanup", { is, annotations: { "acme.io/cleanup-paused": "true" } }, "healthy active"],
    ["nor by one about the past", { is, annotations: { "acme.io/last-paused": "true" } }, "healthy active"],
    ["by one that turns the reconciler off", { is, annotations: { "acme.io/reconcile": "disabled" } }, "healthy true"],
    ["not by one that is false", { is, annotations: { "acme.io/paused": "false" } }, "healthy active"],
    ["nor by one about a part", { is, annotations: { "acme.io/paused-by": "true" } }, "healthy active"],
    ["by the spec", { is, spec: { stopped: true } }, "healthy true"],
    ["no fault", { is: ["Ready=False Broken"], annotations: { "acme.io/paused": "true" } }, "unavailable true"],
    ["by a word under the name of the kind", { status: { widgetStatus: "stopped" } }, "healthy true"],
    ["not while it is woken", { is: ["Valid=True", "Hibernating=True Resuming"] }, "progressing active"],
    [
      "none is wanted, and none is left",
      { spec: { replicas: 0 }, status: { replicas: 0, readyReplicas: 0 } },
      "healthy active",
    ],
    ["not where one is left", { spec: { replicas: 0 }, status: { replicas: 1, readyReplicas: 1 } }, "unknown active"],
  ] as const)("%s", ([, given, verdict]) => {
    expect(paused(given)).toBe(verdict);
  });
});
