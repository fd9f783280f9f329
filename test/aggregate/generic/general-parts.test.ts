import { describe, expect, test } from "vitest";
import { evaluateCustomResource, minutesAgo, parseCondition, testVerdicts } from "./verdict-rows.ts";

// The general rules read the status of a kind that no row of our tables describes, here of a Widget.

const readyFalse = { type: "Ready", status: "False", reason: "Broken" };
const notReady = parseCondition("Ready=False Broken");
const nestedFailure = { a: { b: { c: { d: { e: { f: { members: [{ status: "Failed" }] } } } } } } };
const never = "0001-01-01T00:00:00Z";
const ended = "2026-11-21T11:00:00Z";

function agentsReady(numberReady: number): object {
  return { agentStatus: { status: { desiredNumberScheduled: 2, numberReady } } };
}

/** The status of a ready object with a component that is not ready. */
function withComponent(fields: object): object {
  return { phase: "Ready", components: [{ name: "a", ...fields, conditions: [notReady] }] };
}

describe("an error in the status is a fault unless it is past", () => {
  testVerdicts([
    [
      "a field that holds an error is a fault",
      { status: { reconciliationError: { description: "refused" } } },
      "degraded",
    ],
    [
      "a listed error is a fault",
      { conditions: ["Syncing=False"], status: { source: { errors: [{ errorMessage: "bad YAML" }] } } },
      "degraded",
    ],
    [
      "a field whose name ends in Error is a fault beside a good phase",
      { status: { phase: "Ready", syncError: "refused" } },
      "degraded",
    ],
    [
      "the last error is past beside a main condition that is True",
      { conditions: ["Ready=True"], status: { lastError: "refused" } },
      "healthy",
    ],
    [
      "the last error is past beside a good condition",
      { conditions: ["Healthy=True"], status: { lastError: "timeout" } },
      "healthy",
    ],
    [
      "the last error is a fault beside a condition that only says that the spec was read",
      { conditions: ["Synced=True"], status: { lastError: "timeout" } },
      "degraded",
    ],
    [
      "an error that is not called the last is a fault beside a good condition",
      { conditions: ["Healthy=True"], status: { error: "timeout" } },
      "degraded",
    ],
    [
      "the last error is past where every replica is ready",
      { status: { replicas: 3, readyReplicas: 3, lastError: "conflict" } },
      "healthy",
    ],
    [
      "the last error is a fault where a replica is not ready",
      { status: { replicas: 3, readyReplicas: 2, lastError: "conflict" } },
      "degraded",
    ],
    [
      "the last error is past where the last operation succeeded",
      { status: { lastError: "x", lastOperation: { state: "Succeeded" } } },
      "healthy",
    ],
    [
      'the error "none" is no error',
      { conditions: ["Healthy=True"], status: { error: "none", failureMessage: "None" } },
      "healthy",
    ],
    [
      'the errors "OK", "-" and "null" are no errors',
      { status: { phase: "Ready", error: "OK", syncError: "-", bootError: "null" } },
      "healthy",
    ],
    [
      "a policy about errors is no error",
      { status: { phase: "Ready", onError: "retry", maxError: "10ms" } },
      "healthy",
    ],
    [
      "an error of the last run is past",
      { conditions: ["Healthy=True"], status: { lastRun: { errors: [{ message: "bad" }] } } },
      "healthy",
    ],
    ["an error of a member is a fault", { status: { phase: "Running", pods: { a: { error: "crash" } } } }, "degraded"],
    [
      "an error of a field is a fault beside a good phase",
      { status: { phase: "Ready", replication: { error: "refused" } } },
      "degraded",
    ],
    [
      "a failure reason of an item is a fault beside a good phase",
      { status: { phase: "Ready", databases: [{ failureReason: "no quorum" }] } },
      "degraded",
    ],
    [
      "a message of a part that begins with an error is a fault",
      { status: { phase: "Running", database: { message: "Error: no quorum" } } },
      "degraded",
    ],
    [
      "a message of a part that begins with an error is ignored where the whole is ready",
      { conditions: ["Ready=True"], status: { database: { message: "Error: no quorum" } } },
      "healthy",
    ],
    [
      "a message of something that is no part is ignored",
      { status: { phase: "Running", audit: { message: "Error: no quorum" } } },
      "healthy",
    ],
  ]);
});

describe("a flag in the status reports the state", () => {
  testVerdicts([
    ["a flag that the spec was applied is no proof of health", { status: { applied: true } }, "unknown"],
    [
      "a flag that the spec was not applied is a fault",
      { status: { applied: false, message: "no such role" } },
      "degraded",
    ],
    ["the flag ready: false is work under way", { status: { ready: false } }, "progressing"],
    [
      "the flag readyToUse: false beside an error is a fault",
      { status: { readyToUse: false, error: { message: "lost" } } },
      "degraded",
    ],
    ["the flag readyToUse: true is good", { status: { readyToUse: true, error: "" } }, "healthy"],
    ['the flag healthy: "False" is a fault', { status: { phase: "Running", healthy: "False" } }, "degraded"],
    ["the flag degraded: true is a fault", { status: { phase: "Running", degraded: true } }, "degraded"],
    [
      "a flag about a timeout is a fault below a field",
      { status: { phase: "Running", operation: { hasTimedOut: true } } },
      "degraded",
    ],
    ["the flag available: false below health is a fault", { status: { health: { available: false } } }, "degraded"],
    [
      "the flag healthy: false of a field is a fault",
      { status: { phase: "Ready", database: { healthy: false } } },
      "degraded",
    ],
    [
      'the flag healthy: "false" of an item is a fault',
      { status: { phase: "Ready", databases: [{ healthy: "false" }] } },
      "degraded",
    ],
  ]);
});

describe("counts of replicas, nodes and members have to agree", () => {
  testVerdicts([
    [
      "replicas without a count of ready ones are not ready",
      { conditions: ["Running=True"], status: { replicas: 1 } },
      "progressing",
    ],
    [
      "replicas that are in use are ready",
      { status: { replicas: 3, readyReplicas: 1, allocatedReplicas: 2 } },
      "healthy",
    ],
    ["the replicas of a part are counted", { status: { sets: [{ replicas: 2, readyReplicas: 1 }] } }, "progressing"],
    [
      "a set without a count of ready replicas has none, beside a set that has one",
      { status: { sets: [{ replicas: 3, readyReplicas: 3 }, { replicas: 2 }] } },
      "progressing",
    ],
    ["sets without any count of ready replicas are unknown", { status: { sets: [{ replicas: 3 }] } }, "unknown"],
    [
      "the good word of a part proves no replica",
      { status: { replicas: 3, backup: { state: "ready" } } },
      "progressing",
    ],
    [
      "a condition whose status is a good word proves no replica",
      { conditions: ["Api=Ready"], status: { replicas: 3 } },
      "progressing",
    ],
    ["the state stable proves no replica", { status: { replicas: 3, state: "stable" } }, "progressing"],
    ["nodes are counted against readyNodes", { status: { phase: "Running", nodes: 3, readyNodes: 1 } }, "progressing"],
    ["a size is counted against ready", { status: { phase: "Running", size: 3, ready: 3 } }, "healthy"],
    ['a text like "1/3" is a count', { status: { phase: "Running", ready: "1/3" } }, "progressing"],
    [
      "desiredNumber is counted against availableNumber",
      { status: { loader: { desiredNumber: 2, availableNumber: 1 } } },
      "progressing",
    ],
    ["replicas are counted against ready", { status: { phase: "Running", replicas: 3, ready: 0 } }, "progressing"],
    [
      "totalReplicas are counted against readyReplicas",
      { status: { phase: "Running", totalReplicas: 3, readyReplicas: 1 } },
      "progressing",
    ],
    [
      "counts that are texts are numbers",
      { status: { phase: "Running", members: "3", readyMembers: "1" } },
      "progressing",
    ],
    [
      "nodesTotal are counted against nodesReady",
      { status: { phase: "Running", nodesReady: 1, nodesTotal: 3 } },
      "progressing",
    ],
    ['a text like "1 of 3" is a count', { status: { phase: "Running", ready: "1 of 3" } }, "progressing"],
    ['a text like "1/2" of tasks is a count', { status: { state: "Created", tasksReady: "1/2" } }, "progressing"],
    [
      "the counts of each named part are counted",
      { status: { phase: "Running", components: { a: { total: 3, ready: 0 } } } },
      "progressing",
    ],
    [
      "the counts within a field are counted",
      { status: { phase: "Ready", workers: { desired: 3, available: 1 } } },
      "progressing",
    ],
    [
      "addresses that are free in a pool are no count of missing ones",
      { conditions: ["Ready=True"], status: { totalIPs: 10, availableIPs: 3 } },
      "healthy",
    ],
    [
      "desired and available addresses are no counts of members",
      { status: { phase: "Ready", desiredIPs: 256, availableIPs: 190 } },
      "healthy",
    ],
    [
      "a size in bytes is no count of members",
      { status: { phase: "Ready", size: 1_073_741_824, ready: 2 } },
      "healthy",
    ],
    [
      "a duration is no count of members",
      { status: { phase: "Ready", totalDuration: 100, readyDuration: 12 } },
      "healthy",
    ],
    [
      "a quota is no count of members",
      { status: { phase: "Ready", quota: { desired: 100, available: 40 } } },
      "healthy",
    ],
    [
      "allocated memory is no count of nodes",
      { status: { phase: "Ready", nodes: 3, readyNodes: 1, allocated: 64 } },
      "progressing",
    ],
    [
      "a count of unavailable replicas is work under way",
      { status: { phase: "Running", unavailableReplicas: 2 } },
      "progressing",
    ],
    ["a count of failed nodes is a fault", { status: { phase: "Running", failedNodes: 1 } }, "degraded"],
    [
      "a count of failed nodes is a fault beside a main condition that is True",
      { conditions: ["Ready=True"], status: { failedNodes: 2 } },
      "degraded",
    ],
    [
      "counts of past failures are no fault",
      { status: { phase: "Running", failedJobs: 3, failedAttempts: 2, failedCount: 4 } },
      "healthy",
    ],
    [
      "counts that only grow are no fault",
      { status: { phase: "Active", failedChecks: 12, errors: 3, failed: 1 } },
      "healthy",
    ],
    [
      "seconds of unavailability are no fault",
      { status: { phase: "Active", unavailableSeconds: 120, unreadySeconds: 8 } },
      "healthy",
    ],
    ["failed Pods are replaced and no fault", { conditions: ["Ready=True"], status: { failedPods: 2 } }, "healthy"],
    [
      "a list of failed instances is a fault",
      { status: { phase: "Running", backend: { failedInstances: ["b"] } } },
      "degraded",
    ],
    ["members on standby are ready", { status: { phase: "Active", size: 4, ready: 1, standby: 3 } }, "healthy"],
    ["spare hosts are ready", { status: { phase: "Active", totalHosts: 10, readyHosts: 7, spareHosts: 3 } }, "healthy"],
    ["a status whose replicas are all ready is healthy", { status: { replicas: 3, readyReplicas: 3 } }, "healthy"],
    ["a replica that is not ready is work under way", { status: { replicas: 3, readyReplicas: 2 } }, "progressing"],
    ["replicas without a count of ready ones are work under way", { status: { replicas: 3 } }, "progressing"],
    [
      "replicas of an older template are work under way",
      { status: { replicas: 3, readyReplicas: 3, updatedReplicas: 1 } },
      "progressing",
    ],
    [
      "replicas that the spec requests and the status lacks are work under way",
      { status: { replicas: 3, readyReplicas: 3 }, spec: { replicas: 5 } },
      "progressing",
    ],
    [
      "the state Available is healthy without a count of ready replicas",
      { status: { replicas: 3, state: "Available" } },
      "healthy",
    ],
    [
      "the state Created does not replace a count of ready replicas",
      { status: { replicas: 3, state: "Created" } },
      "progressing",
    ],
    ["zero requested replicas prove nothing", { status: { replicas: 0 }, spec: { replicas: 0 } }, "unknown"],
  ]);
});

describe("a part that is at fault makes the object degraded", () => {
  testVerdicts([
    ["a failed item of a list is a fault", { status: { phase: "Running", nodes: [{ phase: "Failed" }] } }, "degraded"],
    [
      "a failed part by its name is a fault",
      { status: { phase: "Running", nodes: { a: { state: "Failed" } } } },
      "degraded",
    ],
    [
      "a member that is down is a fault beside a main condition that is True",
      { conditions: ["Ready=True"], status: { members: [{ status: "Down" }] } },
      "degraded",
    ],
    [
      "a failed task is a fault beside a main condition that is True",
      { conditions: ["Ready=True"], status: { jobStatus: { tasks: [{ state: "FAILED" }] } } },
      "degraded",
    ],
    ["the failed status of a field is a fault", { status: { process: { status: "Failed" } } }, "degraded"],
    [
      "a part that is down by its name is a fault",
      { status: { phase: "Ready", extendedHealth: { etcd: "Down" } } },
      "degraded",
    ],
    [
      "texts of a part that are no words of a state are ignored",
      { status: { phase: "Ready", extendedHealth: { zone: "a", text: "Failed once" } } },
      "healthy",
    ],
    [
      "a node that is down by its name is a fault",
      { status: { phase: "Running", nodes: { a: "Up", b: "Down" } } },
      "degraded",
    ],
    [
      "a word in a field beside other texts is ignored",
      { status: { phase: "Ready", node: { name: "b", link: "Down" } } },
      "healthy",
    ],
    [
      "parts that are all healthy are proof of health",
      { status: { serviceHealth: { a: "Healthy", b: "Healthy" } } },
      "healthy",
    ],
    [
      "parts in a state that is not about health are no proof",
      { status: { injectorStatus: { a: "Enabled" } } },
      "unknown",
    ],
    [
      "a part that was not found is a fault",
      { status: { serviceHealth: { a: "Healthy", b: "NotFound" } } },
      "degraded",
    ],
    ["the good word of one part is no proof of health", { status: { license: { status: "active" } } }, "unknown"],
    [
      "a member that is not ready is work under way",
      { status: { phase: "Running", members: [{ ready: false }] } },
      "progressing",
    ],
    [
      "a member that is not ready is ignored beside a main condition that is True",
      { conditions: ["Ready=True"], status: { members: [{ ready: false }] } },
      "healthy",
    ],
    [
      "a member that is not ready is ignored beside the phase Ready",
      { status: { phase: "Ready", members: [{ ready: false }] } },
      "healthy",
    ],
    [
      "a standby need not be ready",
      { status: { phase: "Running", members: [{ role: "standby", ready: false }] } },
      "healthy",
    ],
    [
      "a standby that is not healthy is a fault",
      { status: { phase: "Ready", nodes: [{ role: "standby", healthy: false }] } },
      "degraded",
    ],
    [
      "a node that is not in use and failed is a fault",
      { status: { phase: "Ready", nodes: [{ inUse: false, failed: true }] } },
      "degraded",
    ],
    [
      "a node that is not ready is work beside the phase Deployed",
      { status: { phase: "Deployed", nodes: [{ ready: false }] } },
      "progressing",
    ],
    [
      "an expired certificate of a list is a fault",
      { status: { phase: "Ready", certificates: [{ status: "Expired" }] } },
      "degraded",
    ],
    [
      "an expired certificate is a fault",
      { status: { phase: "Ready", certificate: { status: "Expired" } } },
      "degraded",
    ],
    [
      "a list named podConditions holds conditions",
      { status: { phase: "Ready", podConditions: [readyFalse] } },
      "unavailable",
    ],
    [
      "conditions by their type are conditions",
      { status: { phase: "Ready", conditions: { Ready: { status: "False" } } } },
      "unavailable",
    ],
    [
      "conditions at any depth are conditions",
      { status: { phase: "Ready", zones: [{ nodes: [{ conditions: [readyFalse] }] }] } },
      "unavailable",
    ],
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
      "a standby whose message reports a full disk is not ready",
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

describe("a record of something else than the present state is ignored", () => {
  testVerdicts([
    [
      "deprecated conditions are ignored",
      { conditions: ["Ready=True"], status: { deprecated: { v1: { conditions: [readyFalse] } } } },
      "healthy",
    ],
    [
      "a history is ignored",
      { conditions: ["Ready=True"], status: { history: [{ phase: "Failed" }], previousRuns: [{ status: "Failed" }] } },
      "healthy",
    ],
    ["the last backup is ignored", { status: { phase: "Ready", lastBackup: { status: "Failed" } } }, "healthy"],
    ["the previous state is ignored", { status: { phase: "Ready", previousState: { phase: "Failed" } } }, "healthy"],
    [
      "a failed release is ignored",
      { conditions: ["Ready=True"], status: { releases: [{ status: "failed" }] } },
      "healthy",
    ],
    ["a failed revision is ignored", { status: { phase: "Ready", revisions: [{ state: "failed" }] } }, "healthy"],
    ["an entry of a log is ignored", { status: { phase: "Ready", log: [{ error: "refused" }] } }, "healthy"],
    [
      "an evicted Pod is ignored",
      { status: { phase: "Ready", pods: [{ phase: "Failed", reason: "Evicted" }] } },
      "healthy",
    ],
    [
      "an expired token is ignored",
      { conditions: ["Ready=True"], status: { tokens: [{ status: "Expired" }] } },
      "healthy",
    ],
    [
      "a failed backup of a list is ignored",
      { conditions: ["Ready=True"], status: { backups: [{ state: "Failed" }] } },
      "healthy",
    ],
    [
      "an addon that is turned off is ignored",
      { conditions: ["Ready=True"], status: { addons: [{ enabled: false, healthy: false }] } },
      "healthy",
    ],
    [
      "the conditions of an addon that is turned off are ignored",
      { conditions: ["Ready=True"], status: { addons: [{ enabled: false, conditions: [readyFalse] }] } },
      "healthy",
    ],
    [
      "a failed node that is optional is ignored",
      { status: { phase: "Ready", nodes: [{ optional: true, phase: "Failed" }] } },
      "healthy",
    ],
    [
      "a node that was resolved is ignored",
      { conditions: ["Ready=True"], status: { nodes: [{ status: "down", resolvedAt: minutesAgo(10) }] } },
      "healthy",
    ],
    [
      "a volume that is not in use need not be healthy",
      { status: { phase: "Ready", volumes: [{ healthy: false, inUse: false }] } },
      "healthy",
    ],
    [
      "a network interface that is down is ignored",
      { conditions: ["Ready=True"], status: { interfaces: [{ state: "down" }] } },
      "healthy",
    ],
    [
      "a network interface that is down is ignored below a state",
      { conditions: ["Available=True"], status: { currentState: { interfaces: [{ state: "down" }] } } },
      "healthy",
    ],
    [
      "a rule that denies is ignored",
      { status: { phase: "Active", rules: [{ status: "denied" }], verdict: "rejected" } },
      "healthy",
    ],
    [
      "a target that is down is ignored",
      { conditions: ["Ready=True"], status: { targets: [{ health: "down" }] } },
      "healthy",
    ],
    [
      "stop conditions and preconditions are rules and no conditions",
      { conditions: ["Ready=True"], status: { stopConditions: [readyFalse], preconditions: [readyFalse] } },
      "healthy",
    ],
  ]);
});

describe("the cause names the item and the field that are at fault", () => {
  test.for([
    ["an item is called by its name", { members: [{ name: "m2", state: "Down" }] }, "members[m2].state: Down"],
    [
      "an item without a name is called by its index",
      { nodes: [{ state: "Up" }, { healthy: false }] },
      "nodes[1].healthy: false",
    ],
    ["a part is called by its field", { shards: { a: { state: "down" } } }, "shards.a.state: down"],
    ["an error is called by the field that holds it", { pods: { a: { error: "crash" } } }, "pods.a: crash"],
    [
      "counts are called by their names",
      { size: 4, ready: 1, disks: { total: 12, ready: 11 } },
      "1/4 ready; ready: 1, size: 4",
    ],
    [
      "the same counts under two names are reported once",
      { desiredNodes: 2, readyNodes: 1, availableNodes: 1 },
      "1/2 ready",
    ],
  ] as const)("%s", ([, status, text]) => {
    const { causes } = evaluateCustomResource({ status: { phase: "Running", ...status } });
    expect(causes[0]?.text).toContain(text);
  });

  test.for([
    ["a flag is shown with its field", { phase: "Pending", ready: false }, "ready: false"],
    ["a word is shown alone", { phase: "Outdated" }, "Outdated"],
  ] as const)("of a kind that a row describes, %s", ([, status, text]) => {
    const runner = { kind: "EphemeralRunner", group: "actions.github.com", ageMinutes: 10, status };
    expect(evaluateCustomResource(runner).causes[0]?.text).toContain(text);
  });
});

describe("a status of any size is read in a moment", () => {
  testVerdicts([
    ["a word of 100,000 capitals", { status: { phase: `${"A".repeat(100_000)}!` } }, "unknown"],
    ["a word of 100,000 small letters", { status: { phase: `${"a".repeat(100_000)}!` } }, "unknown"],
    ["an error of 50,000 words", { status: { phase: `Error: ${"a ".repeat(50_000)}` } }, "degraded"],
  ]);

  test("a fault of the last of 10,000 parts is found", () => {
    const running = Array.from({ length: 9_999 }, () => ({ phase: "Running" }));
    const status = { phase: "Running", nodes: [...running, { phase: "Failed" }] };
    expect(evaluateCustomResource({ status }).verdict).toBe("degraded");
  });
});
