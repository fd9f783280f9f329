import { describe, expect, test } from "vitest";
import { reportAbout, rootAbout } from "./evaluate.ts";
import { type Given, minutesAgo, type Row, testRows } from "./given-rows.ts";

const given = (rule: string, is: readonly string[], verdict: string, more: Given = {}): Row => [
  rule,
  { is, ...more },
  verdict,
];
const old: Given = { age: 5000 };
const absent = "DeploymentNotFound: deployment w not found";

describe("what a controller has not made yet is on its way", () => {
  testRows([
    given("a workload while the object is new", [`Ready=False ${absent}`], "progressing"),
    given("and while work is under way", [`Ready=False ${absent}`, "Progressing=True"], "progressing", old),
    given("not for longer than an hour", [`Ready=False@300 ${absent}`, "Progressing=True"], "unavailable", old),
    given("not of what nobody installs", [`Ready=False ${absent}`], "unavailable", old),
    given("nor what a user must make", ["Ready=False SecretNotFound: secret w not found"], "unavailable"),
    given("what a new object counts", ["Ready=False PodsNotReady: 0/3 pods ready"], "progressing"),
    given("not where it counts a failure", ["Ready=False PodsNotReady: 3 of 3 pods failed"], "unavailable"),
    given("nor where it is old", ["Ready=False PodsNotReady: 0/3 pods ready"], "unavailable", old),
    given("some of many parts", ["PartsReady=False@30 NotAllPodsReady: 2 of 3"], "progressing", old),
    given("for an hour at most", ["PartsReady=False@90 NotAllPodsReady: 2 of 3"], "degraded", old),
    given("not the whole", ["Ready=False NotAllPodsReady: 0 of 3"], "unavailable", old),
  ]);
});

describe("what a task reports about its end", () => {
  const backup: Given = { kind: "DbBackup", status: { phase: "Succeeded" } };
  testRows([
    given("it runs again since", ["Running=True@2 Running", "Complete=True@30"], "progressing", backup),
    given("it ran before", ["Running=True@40 Running", "Complete=True@30"], "healthy", backup),
    [
      "it runs since the time of its end",
      {
        is: ["Running=True@2 Running"],
        kind: "DbBackup",
        status: { phase: "Succeeded", completionTime: minutesAgo(9) },
      },
      "progressing",
    ],
    given("it has not completed", ["Completed=False"], "progressing", { kind: "DbBackup" }),
    given("a step says why", ["Completed=False", "NodesMoved=False NoRoom"], "degraded", { kind: "DbBackup" }),
  ]);
});

describe("what rests hides no fault", () => {
  const part = (state: string) => ({ status: { phase: "Paused", members: [{ name: "a", state }] } });
  testRows([
    ["a part that failed", part("Failed"), "degraded"],
    ["a part that is down is none", part("Down"), "healthy"],
    given("silence under a pause", ["Paused=True", "Ready=Unknown", "Healthy=False"], "degraded"),
    given("silence of what has stopped is no fault", ["Stopped=True", "Ready=False", "Healthy=False"], "healthy"),
    given("nor is the end of its work", ["Stopped=True", "Ready=False", "FilesReady=False Creating"], "healthy"),
    given("a failure is", ["Stopped=True", "Ready=False", "Healthy=False DiskFailed"], "degraded"),
    given("what cannot be reached", ["Ready=Unknown NodeUnreachable"], "unknown", { spec: { paused: true } }),
    ["Pods that are not ready", { spec: { paused: true }, status: { replicas: 3, readyReplicas: 0 } }, "progressing"],
    ["none are", { spec: { paused: true, replicas: 3 }, status: { replicas: 0, readyReplicas: 0 } }, "healthy"],
  ]);
});

describe("a word of a status", () => {
  const phase = (text: string): Given => ({ status: { phase: text } });
  testRows([
    ["what is scaled down is not down", phase("ScaledDown"), "unknown"],
    ["what failed over has not failed", phase("FailedOver"), "unknown"],
    ["what fails over is at work", phase("FailingOver"), "progressing"],
    ["what shuts down is at work", phase("ShuttingDown"), "progressing"],
    ["a node that is down is", phase("NodeDown"), "degraded"],
    ["a database without a quorum", phase("NO_QUORUM"), "degraded"],
    ["a container that was killed", phase("OOMKilled"), "degraded"],
    ["a good end", phase("Upgraded"), "healthy"],
    [
      "work that no node takes",
      { status: { phase: "Pending", message: "0/3 nodes are available: 3 Insufficient cpu." } },
      "degraded",
    ],
    ["nor does a fault in its message", { status: { phase: "Creating", message: "Error: no such image" } }, "degraded"],
    ["a wait in its message is none", { status: { phase: "Pending", message: "waiting for a node" } }, "progressing"],
    ["a list of nodes", { status: { phase: "Running", unreachableNodes: ["a"] } }, "degraded"],
    ["an empty one", { status: { phase: "Running", unreachableNodes: [] } }, "healthy"],
  ]);
});

describe("work that takes too long", () => {
  const kafka = { kind: "Kafka", group: "kafka.strimzi.io", ...old };
  testRows([
    given("it is under way", ["NotReady=True@30 Creating"], "progressing", kafka),
    given("it is not after an hour", ["NotReady=True@90 Creating"], "degraded", kafka),
    given("another condition may wait", ["QuotaReserved=False@90 Pending"], "progressing", {
      kind: "Workload",
      group: "kueue.x-k8s.io",
      ...old,
    }),
    given("a Gateway without an address", ["Accepted=True", "Programmed=False@90 AddressNotAssigned"], "degraded", {
      kind: "Gateway",
      group: "gateway.networking.k8s.io",
      ...old,
    }),
  ]);
});

describe("the name of a type", () => {
  testRows([
    given("what is dropped on its way", ["SpansDropped=True"], "degraded"),
    given("what a user drops", ["TableDropped=True"], "unknown"),
    given("a part that is down", ["BrokerDown=True"], "degraded"),
    given("what is scaled down", ["ScaledDown=True"], "unknown"),
    given("a part that is up", ["InterfaceUp=True"], "healthy"),
    given("what is backed up", ["BackedUp=True"], "unknown"),
    given("a file system that turned read-only", ["FilesystemReadOnly=True"], "degraded"),
    given("what has expired", ["Ready=True", "CertificateExpired=True"], "degraded"),
    given("any end of a time has not", ["LeaseExpired=True"], "unknown"),
    given("two releases that differ", ["Ready=True", "VersionMismatch=True"], "degraded"),
    given("no newer release is no fault", ["UpdateAvailable=False"], "unknown"),
    given("what failed over is up", ["FailedOver=True"], "unknown"),
    given("what is not in sync", ["InSync=False Diverged"], "degraded"),
  ]);
});

describe("conditions in another form", () => {
  const ready = { type: "Ready", status: "True" };
  const pools = (...conditions: readonly object[]) => ({
    conditions: [ready],
    pools: [{ name: "a", state: { conditions } }],
  });
  testRows([
    ["one of a part without a type", { status: pools({ status: "False", message: "disk is dead" }) }, "unknown"],
    ["a rule of a part is none", { status: pools({ key: "zone", operator: "In" }) }, "healthy"],
    ["a status in small letters", { status: { conditions: [{ ...ready, status: "true" }] } }, "healthy"],
    ["also a bad one", { status: { conditions: [{ type: "Degraded", status: "true" }] } }, "degraded"],
    ["and one of a part", { status: pools({ type: "DiskReady", status: "false", reason: "DiskFailed" }) }, "degraded"],
    [
      "the newest of a log of states counts",
      {
        status: {
          conditions: [
            { status: "Failed", lastTransitionTime: minutesAgo(9) },
            { status: "Running", lastTransitionTime: minutesAgo(3) },
          ],
        },
      },
      "healthy",
    ],
  ]);

  test("a status without letters is a note", () => {
    const manifest = (status: string) => ({
      apiVersion: "acme.io/v1",
      kind: "Widget",
      metadata: { name: "w" },
      status: { conditions: [{ ...ready, status }] },
    });
    const codes = (status: string) => reportAbout(manifest(status)).findings.map(({ code }) => code);
    expect([codes("true"), codes("yes")]).toEqual([[], expect.arrayContaining(["odd-status"])]);
  });

  const report = (status: string, minutes: number) => ({
    apiVersion: "acme.io/v1",
    kind: "AgentInfo",
    metadata: { name: "w" },
    agentConditions: [{ type: "AgentHealthy", status, lastHeartbeatTime: minutesAgo(minutes) }],
  });
  test.for([
    ["those of a report count", "True", 1, "healthy"],
    ["also bad ones", "False", 1, "degraded"],
    ["not those of an agent that is silent", "True", 200, "unknown"],
  ] as const)("%s", ([, status, minutes, verdict]) => {
    expect(rootAbout(report(status, minutes)).verdict).toBe(verdict);
  });
});
