import { describe } from "vitest";
import { check, type Row } from "./given-rows.ts";

const ready = (rule: string, status: object, verdict: string): Row => [
  rule,
  { status: { phase: "Ready", ...status } },
  verdict,
];
const never = "0001-01-01T00:00:00Z";
const ended = "2026-11-21T11:00:00Z";
const disk = (category: string) => ({ type: "DiskFailed", status: "True", category, message: "disk is dead" });

describe("a good word hides no fault of a part", () => {
  check([
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
  ]);
});

describe("a good condition hides no other", () => {
  check([
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
