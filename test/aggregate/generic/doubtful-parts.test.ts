import { describe } from "vitest";
import { type Row, testRows } from "./given-rows.ts";

const ready = (rule: string, status: object, verdict: string): Row => [
  rule,
  { status: { phase: "Ready", ...status } },
  verdict,
];
const never = "0001-01-01T00:00:00Z";
const ended = "2026-11-21T11:00:00Z";
const disk = (category: string) => ({ type: "DiskFailed", status: "True", category, message: "disk is dead" });

describe("a good word hides no fault of a part", () => {
  testRows([
    ready("what is assigned is not ready", { nodes: 3, readyNodes: 0, assignedNodes: 3 }, "progressing"),
    ready("nor is what is allocated where none is", { nodes: 3, readyNodes: 0, allocatedNodes: 3 }, "progressing"),
    ready("what is allocated beside what is ready is", { nodes: 3, readyNodes: 1, allocatedNodes: 2 }, "healthy"),
    ready("the zero time is no end", { nodes: [{ phase: "Failed", endedAt: never }] }, "degraded"),
    ready("nor has it settled a fault", { nodes: [{ phase: "Failed", resolvedAt: never }] }, "degraded"),
    ready("what ended in a fault is at fault", { nodes: [{ phase: "Failed", endedAt: ended }] }, "degraded"),
    ready("what ended well is not", { nodes: [{ phase: "Done", error: "retried", endedAt: ended }] }, "healthy"),
    ready("a fault that was settled is none", { nodes: [{ phase: "Failed", resolvedAt: ended }] }, "healthy"),
    ready("an error about none is one", { members: [{ message: "Error: none of the brokers is up" }] }, "degraded"),
    ready("no error is none", { members: [{ message: "Error: none." }] }, "healthy"),
    ready("nor is a sum of none", { members: [{ message: "Failed: 0, succeeded: 3" }] }, "healthy"),
    ready("what is not active may be at fault", { members: [{ active: false, healthy: false }] }, "degraded"),
    ready("it need not be ready", { members: [{ active: false, ready: false }] }, "healthy"),
    ready("nor need a standby", { members: [{ role: "Standby", ready: false, message: "in standby" }] }, "healthy"),
    [
      "a standby with another message waits for more",
      { status: { phase: "Running", members: [{ role: "Standby", ready: false, message: "disk full" }] } },
      "progressing",
    ],
    ready("a text counts by its first word", { components: { api: "Ready", db: "Failed since 5m" } }, "degraded"),
    ready("beside a good text too", { nodes: { a: "Up since 5m", b: "CrashLoopBackOff (3)" } }, "degraded"),
    ready("what failed over is up", { nodes: { a: "Up", b: "Failed over to a" } }, "healthy"),
    ready("lists are counted", { members: ["a", "b", "c"], readyMembers: ["a"] }, "progressing"),
    ready("also where all are there", { members: ["a", "b"], readyMembers: ["b", "a"] }, "healthy"),
    ready("counts in texts count", { replicas: "3", readyReplicas: "0" }, "progressing"),
    ready("so does a flag in a word", { healthy: "no" }, "degraded"),
    ready("a good one is", { healthy: "yes" }, "healthy"),
    ready("what is offline is at fault", { offlineNodes: 3 }, "degraded"),
    ready("and what is down", { downMembers: 2 }, "degraded"),
    ready("what is missing may come", { missingReplicas: 1 }, "progressing"),
    ready("the part may stand first", { nodesFailed: 2 }, "degraded"),
    ready("also of what is not ready", { podsNotReady: 3 }, "progressing"),
    ready("none is none", { nodesFailed: 0, downMembers: "0", lostDisks: [] }, "healthy"),
    ready("what is no part is not counted", { checksFailed: 2, missingLabels: 1 }, "healthy"),
  ]);
});

describe("a good condition hides no other", () => {
  testRows([
    ["an error about none is no work", { is: ["Ready=False Reconciling: Error: 0 of 3 brokers up"] }, "unavailable"],
    [
      "what has no nodes has not settled",
      { is: ["Available=True", "Progressing=True NoNodesAvailable"] },
      "progressing",
    ],
    ["nor what has none", { is: ["Available=True", "Progressing=True NoneAvailable"] }, "progressing"],
    ["nor what succeeded in part", { is: ["Available=True", "Progressing=True PartiallySucceeded"] }, "progressing"],
    ["what has new nodes has", { is: ["Available=True", "Progressing=True NodesAvailable"] }, "healthy"],
    [
      "the weight of a condition is not that of one below",
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
