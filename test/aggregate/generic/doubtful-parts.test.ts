import { describe } from "vitest";
import { testVerdicts } from "./verdict-rows.ts";

const never = "0001-01-01T00:00:00Z";
const ended = "2026-11-21T11:00:00Z";
const disk = (category: string) => ({ type: "DiskFailed", status: "True", category, message: "disk is dead" });

describe("a good word hides no fault of a part", () => {
  testVerdicts([
    [
      "nodes that are assigned are not ready",
      { status: { phase: "Ready", nodes: 3, readyNodes: 0, assignedNodes: 3 } },
      "progressing",
    ],
    [
      "allocated nodes are not ready where no node is ready",
      { status: { phase: "Ready", nodes: 3, readyNodes: 0, allocatedNodes: 3 } },
      "progressing",
    ],
    [
      "allocated nodes are ready beside a ready node",
      { status: { phase: "Ready", nodes: 3, readyNodes: 1, allocatedNodes: 2 } },
      "healthy",
    ],
    [
      "a failed node whose end is the zero time has not ended",
      { status: { phase: "Ready", nodes: [{ phase: "Failed", endedAt: never }] } },
      "degraded",
    ],
    [
      "the zero time has not resolved a fault",
      { status: { phase: "Ready", nodes: [{ phase: "Failed", resolvedAt: never }] } },
      "degraded",
    ],
    [
      "a node that ended failed is at fault",
      { status: { phase: "Ready", nodes: [{ phase: "Failed", endedAt: ended }] } },
      "degraded",
    ],
    [
      "the error of a node that ended well is past",
      { status: { phase: "Ready", nodes: [{ phase: "Done", error: "retried", endedAt: ended }] } },
      "healthy",
    ],
    [
      "a fault that was resolved is past",
      { status: { phase: "Ready", nodes: [{ phase: "Failed", resolvedAt: ended }] } },
      "healthy",
    ],
    [
      'an error that begins with "none of" is an error',
      { status: { phase: "Ready", members: [{ message: "Error: none of the brokers is up" }] } },
      "degraded",
    ],
    [
      'the message "Error: none." is no error',
      { status: { phase: "Ready", members: [{ message: "Error: none." }] } },
      "healthy",
    ],
    [
      "a message that counts 0 failures is no error",
      { status: { phase: "Ready", members: [{ message: "Failed: 0, succeeded: 3" }] } },
      "healthy",
    ],
    [
      "an inactive member that is not healthy is at fault",
      { status: { phase: "Ready", members: [{ active: false, healthy: false }] } },
      "degraded",
    ],
    [
      "an inactive member need not be ready",
      { status: { phase: "Ready", members: [{ active: false, ready: false }] } },
      "healthy",
    ],
    [
      "a standby need not be ready where its message says so",
      { status: { phase: "Ready", members: [{ role: "Standby", ready: false, message: "in standby" }] } },
      "healthy",
    ],
    [
      "a standby whose message tells of a full disk is not ready",
      { status: { phase: "Running", members: [{ role: "Standby", ready: false, message: "disk full" }] } },
      "progressing",
    ],
    [
      "a text that begins with Failed is a fault",
      { status: { phase: "Ready", components: { api: "Ready", db: "Failed since 5m" } } },
      "degraded",
    ],
    [
      "a text that begins with the reason of a failure is a fault",
      { status: { phase: "Ready", nodes: { a: "Up since 5m", b: "CrashLoopBackOff (3)" } } },
      "degraded",
    ],
    [
      "a node that failed over is up",
      { status: { phase: "Ready", nodes: { a: "Up", b: "Failed over to a" } } },
      "healthy",
    ],
    [
      "lists of members and of ready members are counted",
      { status: { phase: "Ready", members: ["a", "b", "c"], readyMembers: ["a"] } },
      "progressing",
    ],
    [
      "lists with the same members in another order are complete",
      { status: { phase: "Ready", members: ["a", "b"], readyMembers: ["b", "a"] } },
      "healthy",
    ],
    [
      "counts that are texts are numbers",
      { status: { phase: "Ready", replicas: "3", readyReplicas: "0" } },
      "progressing",
    ],
    ["the flag healthy: no is a fault", { status: { phase: "Ready", healthy: "no" } }, "degraded"],
    ["the flag healthy: yes is good", { status: { phase: "Ready", healthy: "yes" } }, "healthy"],
    ["offline nodes are a fault", { status: { phase: "Ready", offlineNodes: 3 } }, "degraded"],
    ["members that are down are a fault", { status: { phase: "Ready", downMembers: 2 } }, "degraded"],
    ["missing replicas are work under way", { status: { phase: "Ready", missingReplicas: 1 } }, "progressing"],
    ["nodesFailed counts failed nodes", { status: { phase: "Ready", nodesFailed: 2 } }, "degraded"],
    ["podsNotReady counts Pods that are not ready", { status: { phase: "Ready", podsNotReady: 3 } }, "progressing"],
    [
      "no failed, lost or down part is healthy",
      { status: { phase: "Ready", nodesFailed: 0, downMembers: "0", lostDisks: [] } },
      "healthy",
    ],
    [
      "failed checks and missing labels are no parts",
      { status: { phase: "Ready", checksFailed: 2, missingLabels: 1 } },
      "healthy",
    ],
  ]);
});

describe("a good condition hides no other", () => {
  testVerdicts([
    [
      "a message that begins with an error is no work under way",
      ["Ready=False Reconciling: Error: 0 of 3 brokers up"],
      "unavailable",
    ],
    ["a rollout without nodes has not ended", ["Available=True", "Progressing=True NoNodesAvailable"], "progressing"],
    [
      "a rollout for which none is available has not ended",
      ["Available=True", "Progressing=True NoneAvailable"],
      "progressing",
    ],
    [
      "a rollout that partially succeeded has not ended",
      ["Available=True", "Progressing=True PartiallySucceeded"],
      "progressing",
    ],
    ["a rollout whose nodes are available has ended", ["Available=True", "Progressing=True NodesAvailable"], "healthy"],
    [
      "a critical condition of a node counts beside a warning of the object",
      {
        status: {
          conditions: [{ type: "Ready", status: "True" }, disk("Warn")],
          nodes: [{ conditions: [disk("Critical")] }],
        },
      },
      "degraded",
    ],
  ]);
});
