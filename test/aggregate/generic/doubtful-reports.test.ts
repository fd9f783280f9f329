import { describe, expect, test } from "vitest";
import { reportAbout, rootAbout } from "./evaluate.ts";
import { type CustomResource, minutesAgo, testVerdicts } from "./verdict-rows.ts";

const old: CustomResource = { ageMinutes: 5000 };
const absent = "DeploymentNotFound: deployment w not found";

describe("a part that a controller has not created yet is work under way, for an hour at most", () => {
  testVerdicts([
    ["a missing workload of a new object is work under way", [`Ready=False ${absent}`], "progressing"],
    [
      "a missing workload of an old object is work while a condition says so",
      { conditions: [`Ready=False ${absent}`, "Progressing=True"], ...old },
      "progressing",
    ],
    [
      "a workload that is missing for five hours is a fault",
      { conditions: [`Ready=False@300 ${absent}`, "Progressing=True"], ...old },
      "unavailable",
    ],
    [
      "a missing workload of an old object is a fault where no work is under way",
      { conditions: [`Ready=False ${absent}`], ...old },
      "unavailable",
    ],
    [
      "a missing Secret of a new object is a fault, since a user creates it",
      ["Ready=False SecretNotFound: secret w not found"],
      "unavailable",
    ],
    ["Pods of a new object may not be ready yet", ["Ready=False PodsNotReady: 0/3 pods ready"], "progressing"],
    ["failed Pods of a new object are a fault", ["Ready=False PodsNotReady: 3 of 3 pods failed"], "unavailable"],
    [
      "Pods of an old object that are not ready are a fault",
      { conditions: ["Ready=False PodsNotReady: 0/3 pods ready"], ...old },
      "unavailable",
    ],
    [
      "parts that are not ready for half an hour are work under way",
      { conditions: ["PartsReady=False@30 NotAllPodsReady: 2 of 3"], ...old },
      "progressing",
    ],
    [
      "parts that are not ready for an hour and a half are a fault",
      { conditions: ["PartsReady=False@90 NotAllPodsReady: 2 of 3"], ...old },
      "degraded",
    ],
    [
      "an old object without any ready part is at fault",
      { conditions: ["Ready=False NotAllPodsReady: 0 of 3"], ...old },
      "unavailable",
    ],
  ]);
});

describe("a task that runs again since its end is under way", () => {
  const backup: CustomResource = { kind: "DbBackup", status: { phase: "Succeeded" } };
  testVerdicts([
    [
      "a backup that runs since its last end is under way",
      { conditions: ["Running=True@2 Running", "Complete=True@30"], ...backup },
      "progressing",
    ],
    [
      "a backup whose end is newer than its run is healthy",
      { conditions: ["Running=True@40 Running", "Complete=True@30"], ...backup },
      "healthy",
    ],
    [
      "a backup that runs since its completion time is under way",
      {
        conditions: ["Running=True@2 Running"],
        kind: "DbBackup",
        status: { phase: "Succeeded", completionTime: minutesAgo(9) },
      },
      "progressing",
    ],
    [
      "a backup that has not completed is under way",
      { conditions: ["Completed=False"], kind: "DbBackup" },
      "progressing",
    ],
    [
      "a backup whose step cannot go on is degraded",
      { conditions: ["Completed=False", "NodesMoved=False NoRoom"], kind: "DbBackup" },
      "degraded",
    ],
  ]);
});

describe("an object that is stopped or paused need not be ready, but its failures count", () => {
  const part = (state: string) => ({ status: { phase: "Paused", members: [{ name: "a", state }] } });
  testVerdicts([
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
  ]);
});

describe("a word in the status counts as a whole, not by its parts", () => {
  testVerdicts([
    ["ScaledDown is not down", { status: { phase: "ScaledDown" } }, "unknown"],
    ["FailedOver is no failure", { status: { phase: "FailedOver" } }, "unknown"],
    ["FailingOver is work under way", { status: { phase: "FailingOver" } }, "progressing"],
    ["ShuttingDown is work under way", { status: { phase: "ShuttingDown" } }, "progressing"],
    ["NodeDown is a fault", { status: { phase: "NodeDown" } }, "degraded"],
    ["NO_QUORUM is a fault", { status: { phase: "NO_QUORUM" } }, "degraded"],
    ["OOMKilled is a fault", { status: { phase: "OOMKilled" } }, "degraded"],
    ["Upgraded is healthy", { status: { phase: "Upgraded" } }, "healthy"],
    [
      "a Pending object that no node has room for is at fault",
      { status: { phase: "Pending", message: "0/3 nodes are available: 3 Insufficient cpu." } },
      "degraded",
    ],
    [
      "an object in creation whose message is an error is at fault",
      { status: { phase: "Creating", message: "Error: no such image" } },
      "degraded",
    ],
    [
      "an object that waits for a node is at work",
      { status: { phase: "Pending", message: "waiting for a node" } },
      "progressing",
    ],
    ["a list of unreachable nodes is a fault", { status: { phase: "Running", unreachableNodes: ["a"] } }, "degraded"],
    [
      "an empty list of unreachable nodes is no fault",
      { status: { phase: "Running", unreachableNodes: [] } },
      "healthy",
    ],
  ]);
});

describe("work that takes longer than an hour is a fault unless it may wait", () => {
  const kafka = { kind: "Kafka", group: "kafka.strimzi.io", ...old };
  testVerdicts([
    [
      "a Kafka in creation for half an hour is at work",
      { conditions: ["NotReady=True@30 Creating"], ...kafka },
      "progressing",
    ],
    [
      "a Kafka in creation for an hour and a half is at fault",
      { conditions: ["NotReady=True@90 Creating"], ...kafka },
      "degraded",
    ],
    [
      "a Workload may wait for its quota for any time",
      { conditions: ["QuotaReserved=False@90 Pending"], kind: "Workload", group: "kueue.x-k8s.io", ...old },
      "progressing",
    ],
    [
      "a Gateway without an address for an hour and a half is at fault",
      {
        conditions: ["Accepted=True", "Programmed=False@90 AddressNotAssigned"],
        kind: "Gateway",
        group: "gateway.networking.k8s.io",
        ...old,
      },
      "degraded",
    ],
  ]);
});

describe("the name of a condition type tells a part's state from something that a user did", () => {
  testVerdicts([
    ["dropped spans are a fault", ["SpansDropped=True"], "degraded"],
    ["a dropped table is unknown", ["TableDropped=True"], "unknown"],
    ["a broker that is down is a fault", ["BrokerDown=True"], "degraded"],
    ["ScaledDown=True is unknown", ["ScaledDown=True"], "unknown"],
    ["an interface that is up is healthy", ["InterfaceUp=True"], "healthy"],
    ["BackedUp=True is unknown", ["BackedUp=True"], "unknown"],
    ["a file system that became read-only is a fault", ["FilesystemReadOnly=True"], "degraded"],
    ["an expired certificate is a fault", ["Ready=True", "CertificateExpired=True"], "degraded"],
    ["an expired lease is unknown", ["LeaseExpired=True"], "unknown"],
    ["two versions that differ are a fault", ["Ready=True", "VersionMismatch=True"], "degraded"],
    ["no available update is unknown", ["UpdateAvailable=False"], "unknown"],
    ["FailedOver=True is unknown", ["FailedOver=True"], "unknown"],
    ["a replica that is not in sync is a fault", ["InSync=False Diverged"], "degraded"],
  ]);
});

describe("conditions of unusual shapes are read", () => {
  const ready = { type: "Ready", status: "True" };
  const pools = (...conditions: readonly object[]) => ({
    conditions: [ready],
    pools: [{ name: "a", state: { conditions } }],
  });
  testVerdicts([
    [
      "a condition of a part without a type is unknown",
      { status: pools({ status: "False", message: "disk is dead" }) },
      "unknown",
    ],
    ["a selector rule of a part is no condition", { status: pools({ key: "zone", operator: "In" }) }, "healthy"],
    ['the status "true" is True', { status: { conditions: [{ ...ready, status: "true" }] } }, "healthy"],
    [
      'the status "true" of Degraded is a fault',
      { status: { conditions: [{ type: "Degraded", status: "true" }] } },
      "degraded",
    ],
    [
      'the status "false" of a part is False',
      { status: pools({ type: "DiskReady", status: "false", reason: "DiskFailed" }) },
      "degraded",
    ],
    [
      "the newest entry of a log of states counts",
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

  test('the status "true" is accepted and the status "yes" is reported', () => {
    const manifest = (status: string) => ({
      apiVersion: "acme.io/v1",
      kind: "Widget",
      metadata: { name: "w" },
      status: { conditions: [{ ...ready, status }] },
    });
    const codes = (status: string) => reportAbout(manifest(status)).findings.map(({ code }) => code);
    expect([codes("true"), codes("yes")]).toEqual([[], expect.arrayContaining(["odd-status"])]);
  });

  test.for([
    ["are read", "True", 1, "healthy"],
    ["are a fault while False", "False", 1, "degraded"],
    ["are unknown after three hours of silence", "True", 200, "unknown"],
  ] as const)("the agentConditions in the report of an agent %s", ([, status, minutes, verdict]) => {
    const agentReport = {
      apiVersion: "acme.io/v1",
      kind: "AgentInfo",
      metadata: { name: "w" },
      agentConditions: [{ type: "AgentHealthy", status, lastHeartbeatTime: minutesAgo(minutes) }],
    };
    expect(rootAbout(agentReport).verdict).toBe(verdict);
  });
});
