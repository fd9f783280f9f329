import { describe, expect, test } from "vitest";
import { evaluateCustomResource, parseCondition, testVerdicts } from "./verdict-rows.ts";

const notReady = parseCondition("Ready=False Broken");
const nestedFailure = { a: { b: { c: { d: { e: { f: { members: [{ status: "Failed" }] } } } } } } };

function agentsReady(numberReady: number): object {
  return { agentStatus: { status: { desiredNumberScheduled: 2, numberReady } } };
}

/** The status of a ready object with a component that is not ready. */
function withComponent(fields: object): object {
  return { phase: "Ready", components: [{ name: "a", ...fields, conditions: [notReady] }] };
}

describe("the parts of a status count by their state", () => {
  testVerdicts([
    ["a failed member is a fault at any depth", { status: { phase: "Ready", ...nestedFailure } }, "degraded"],
    [
      "a reason of a failure beside a member that is not ready is a fault",
      { status: { members: [{ status: "NotReady", reason: "PollTimeout" }] } },
      "degraded",
    ],
    [
      "a reason of a failure beside a member that is ready is no fault",
      { status: { phase: "Ready", members: [{ status: "Ready", reason: "PollTimeout" }] } },
      "healthy",
    ],
    [
      "an older revision need not be ready",
      { status: { phase: "Ready", revisions: [{ conditions: [notReady] }] } },
      "healthy",
    ],
    ["a component that is disabled need not be ready", { status: withComponent({ state: "Disabled" }) }, "healthy"],
    [
      "a component that was removed need not be ready",
      { status: withComponent({ managementState: "Removed" }) },
      "healthy",
    ],
    ["a component that stopped has to be ready", { status: withComponent({ state: "Stopped" }) }, "unavailable"],
    ["a component without a state has to be ready", { status: withComponent({}) }, "unavailable"],
    ["the counts of a DaemonSet below the status are read", { status: agentsReady(2) }, "healthy"],
    ["a missing Pod of a DaemonSet below the status is work under way", { status: agentsReady(1) }, "progressing"],
    [
      "the failed status of an embedded object is a fault",
      { status: { phase: "Created", backup: { status: { phase: "PartiallyFailed" } } } },
      "degraded",
    ],
    [
      "the status of an embedded object may be work under way",
      { status: { phase: "Created", backup: { status: { phase: "InProgress" } } } },
      "progressing",
    ],
    [
      "the status of the last backup is past",
      { status: { phase: "Ready", lastBackup: { status: { phase: "Failed" } } } },
      "healthy",
    ],
    [
      "a network interface that is down is no evidence",
      { status: { currentState: { interfaces: [{ state: "down" }] } } },
      "unknown",
    ],
  ]);
});

describe("a word in the status counts as a whole", () => {
  testVerdicts([
    ["ApplyingChanges is work under way", { status: { phase: "ApplyingChanges" } }, "progressing"],
    ["ProcessingComplete is unknown", { status: { phase: "ProcessingComplete" } }, "unknown"],
    ["WaitApplied is work under way", { status: { phase: "WaitApplied" } }, "progressing"],
    ["PartialSuccess is a fault", { status: { status: "PartialSuccess" } }, "degraded"],
    [
      "the stage Final is ignored beside a good status",
      { status: { stage: "Final", status: "Successful" } },
      "healthy",
    ],
    [
      "NotProvided is ignored beside a good phase",
      { status: { phase: "Ready", storageStatus: "NotProvided" } },
      "healthy",
    ],
    ["NotProvided alone is no evidence", { status: { storageStatus: "NotProvided" } }, "unknown"],
    [
      "a state in a field of the kind's name is that of the object",
      { status: { widgetState: "available" } },
      "healthy",
    ],
    ["a failed state in a field of the kind's name is a fault", { status: { widgetState: "failed" } }, "degraded"],
    [
      "a phase whose meaning was inferred is ignored beside a main condition that is True",
      { status: { phase: "Discovering", conditions: [parseCondition("Ready=True")] } },
      "healthy",
    ],
  ]);
});

describe("a row of our tables that describes all kinds of a group", () => {
  testVerdicts([
    [
      "leaves words in other fields to the general rules",
      { group: "flink.apache.org", kind: "FlinkStateSnapshot", status: { state: "FAILED" } },
      "degraded",
    ],
    [
      "reads its own field",
      { group: "flink.apache.org", kind: "FlinkThing", status: { lifecycleState: "STABLE", state: "odd" } },
      "healthy",
    ],
    [
      "does not excuse a fault in another field",
      { group: "flink.apache.org", kind: "FlinkThing", status: { lifecycleState: "STABLE", state: "FAILED" } },
      "degraded",
    ],
    [
      "does not make an object healthy whose conditions are unknown",
      { group: "cilium.io", kind: "CiliumThing", status: { conditions: [parseCondition("Jam=False Broken")] } },
      "unknown",
    ],
    [
      "makes a kind healthy that never has conditions",
      { group: "secrets-store.csi.x-k8s.io", kind: "SecretProviderClass", status: {} },
      "healthy",
    ],
    [
      "does not make a kind healthy that may have conditions",
      { group: "cilium.io", kind: "CiliumThing", status: {} },
      "unknown",
    ],
  ]);

  test("a count in a row counts the items of a list of texts", () => {
    const spec = { egressIPs: ["10.0.0.1", "10.0.0.2"] };
    const items = spec.egressIPs.map((egressIP) => ({ node: "n", egressIP }));
    const egressIP = { group: "k8s.ovn.org", kind: "EgressIP", spec };
    const complete = evaluateCustomResource({ ...egressIP, status: { items } });
    const incomplete = evaluateCustomResource({ ...egressIP, status: { items: items.slice(1) } });
    expect([complete.verdict, incomplete.facts["ready"]]).toEqual(["healthy", "1/2"]);
  });
});
