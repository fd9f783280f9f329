import { describe, expect, test } from "vitest";
import { evaluateCustomResource, parseCondition, testVerdicts } from "./verdict-rows.ts";

// The general rules read the status of a kind that no row of our tables describes, here of a Widget.

describe("a word in the status reports the state", () => {
  testVerdicts([
    ["a phase that is a verb is a step under way", { status: { phase: "Upgrade" } }, "progressing"],
    ["a state that ends in InProgress is work under way", { status: { state: "DeregisterInProgress" } }, "progressing"],
    ["a state ToBeDeleted is work under way", { status: { state: "ToBeDeleted" } }, "progressing"],
    [
      "a phase of several words counts by its last word",
      { conditions: ["Connected=True"], status: { phase: "Build Submitted" } },
      "progressing",
    ],
    [
      "a good condition does not make an unknown phase healthy",
      { conditions: ["Connected=True"], status: { phase: "Kindled" } },
      "unknown",
    ],
    [
      "a main condition that is True makes an unknown phase healthy",
      { conditions: ["Ready=True"], status: { phase: "Kindled" } },
      "healthy",
    ],
    [
      "an unknown step is ignored beside the status Progressing",
      { status: { status: "Progressing", currentPhase: "AppRollout" } },
      "progressing",
    ],
    ["a role is ignored", { conditions: ["Ready=True"], status: { state: "Primary" } }, "healthy"],
    [
      "a commit hash is ignored",
      { status: { phase: "Ready", summary: "666209fd9755a1e48bec6b27f5f447747410dd9e" } },
      "healthy",
    ],
    ["eight letters are a word and no commit hash", { status: { phase: "Ready", summary: "deadbeef" } }, "unknown"],
    ["a number is a word and no commit hash", { status: { phase: "Ready", state: "1000042" } }, "unknown"],
    [
      "the phase Not Healthy is not good",
      { conditions: ["Connected=True"], status: { phase: "Not Healthy" } },
      "unknown",
    ],
    [
      "the phase NOT_HEALTHY is not good",
      { conditions: ["Connected=True"], status: { phase: "NOT_HEALTHY" } },
      "unknown",
    ],
    [
      "the phase NeverHealthy is not good",
      { conditions: ["Connected=True"], status: { phase: "NeverHealthy" } },
      "unknown",
    ],
    ["the result NO_ERROR is no fault", { status: { phase: "Running", result: "NO_ERROR" } }, "healthy"],
    ["the word No Failure is no fault", { status: { phase: "Running", health: "No Failure" } }, "healthy"],
    ["a word N/A is ignored beside a good word", { status: { bgpStatus: "Established", bfdStatus: "N/A" } }, "healthy"],
    ["a word N/A alone is no proof of health", { status: { bfdStatus: "N/A" } }, "unknown"],
    ["an unknown phase that ends in -ing is work under way", { status: { phase: "Rotating" } }, "progressing"],
    ["a phase that ends in -ing and names a lasting state is unknown", { status: { phase: "Serving" } }, "unknown"],
    [
      "the reason of a failure beside a good phase is a fault",
      { status: { phase: "Active", reason: "SyncFailed" } },
      "degraded",
    ],
    [
      "a message that begins with a failure is a fault beside a good phase",
      { status: { phase: "Active", message: "cannot connect" } },
      "degraded",
    ],
    ["a message that counts no failures is no fault", { status: { phase: "Active", message: "Failed: 0" } }, "healthy"],
    [
      "a message about a failover that went well is no fault",
      { status: { phase: "Ready", message: "Failed over to replica 2" } },
      "healthy",
    ],
    [
      "a message about the rate of errors is no fault",
      { status: { phase: "Ready", message: "Error rate is 0.1%", meanError: "0.2" } },
      "healthy",
    ],
    [
      "a message about what a user cannot do is no fault",
      { status: { phase: "Bound", message: "Cannot be deleted while in use" } },
      "healthy",
    ],
    [
      "a message about what the object does not do for a user is no fault",
      { status: { phase: "Active", message: "Unable to auto-upgrade: pinned" } },
      "healthy",
    ],
    [
      "a message that the object cannot scale is a fault",
      { status: { phase: "Active", message: "Unable to autoscale: no quota" } },
      "degraded",
    ],
    [
      "the verb of the last operation is no step under way",
      { status: { phase: "Ready", lastOperation: "Create" } },
      "healthy",
    ],
    [
      "a state that is a verb is ignored beside a main condition that is True",
      { conditions: ["Ready=True"], status: { state: "Update" } },
      "healthy",
    ],
    [
      "an object that is up to date has no update available",
      { status: { phase: "UpToDate", available: false } },
      "healthy",
    ],
    [
      "the reason of a failure as the status of a part is a fault",
      { status: { phase: "Running", pods: [{ status: "ImagePullBackOff" }] } },
      "degraded",
    ],
    ["a code that is the word ERROR is a fault", { status: { gatewayStatus: { code: "ERROR" } } }, "degraded"],
    [
      "the reason of a failure beside a flag that is true is a fault",
      { status: { ready: true, reason: "ImagePullBackOff" } },
      "degraded",
    ],
    [
      "an inferred phase does not excuse a main condition that is False",
      { conditions: ["Ready=False SomeFault"], status: { phase: "Flapping" } },
      "unavailable",
    ],
    ["a good phase is healthy", { status: { phase: "Ready" } }, "healthy"],
    ["a good state counts in any spelling", { status: { state: "IN_SYNC" } }, "healthy"],
    ["a bad state is a fault", { status: { state: "ERROR" } }, "degraded"],
    ["a state that ends in -ing is work under way", { status: { currentState: "Provisioning" } }, "progressing"],
    ["the worst of several words counts", { status: { state: "Ready", health: "Unhealthy" } }, "degraded"],
    ["a sentence counts by its first word", { status: { status: "ERROR, cannot reach the vault" } }, "degraded"],
    [
      "a name of several words counts by its last word where that is bad or work",
      { status: { state: "ClusterRollingUpgrading" } },
      "progressing",
    ],
    ["a name of several words whose last word is good is unknown", { status: { state: "ClusterReady" } }, "unknown"],
    ["a good word beside an unknown one is unknown", { status: { stage: "ingress", health: "ok" } }, "unknown"],
    ["DEPLOYED_NOT_READY is work under way", { status: { state: "DEPLOYED_NOT_READY" } }, "progressing"],
    ["PENDING_RERUN is work under way", { status: { state: "PENDING_RERUN" } }, "progressing"],
    ["NonCompliant is a fault", { status: { compliant: "NonCompliant" } }, "degraded"],
    [
      "a text in a field whose name ends in Status is a word",
      { status: { jobManagerStatus: "DEPLOYING" } },
      "progressing",
    ],
    [
      "a state below a field whose name ends in Status counts",
      { status: { jobStatus: { state: "FAILED" } } },
      "degraded",
    ],
    ["the health of a part counts", { status: { ceph: { health: "HEALTH_WARN" }, state: "Created" } }, "degraded"],
    [
      "the state of each named item counts",
      { status: { statuses: { a: { state: "Accepted" }, b: { state: "Rejected" } } } },
      "degraded",
    ],
    ["the health of each list item counts", { status: { aggregatedStatus: [{ health: "Unhealthy" }] } }, "degraded"],
    ["a failure message is a fault", { status: { failureMessage: "quota exceeded" } }, "degraded"],
    ["the flag healthy: false is a fault", { status: { healthy: false } }, "degraded"],
    ["the phase Running of a service is healthy", { status: { phase: "Running" } }, "healthy"],
    [
      "the phase Running of a task is work under way",
      { status: { phase: "Running" }, kind: "DatabaseBackup" },
      "progressing",
    ],
    ["FailedValidation is a fault", { status: { state: "FailedValidation" } }, "degraded"],
    ["the failed result of a part is a fault", { status: { latestMoverStatus: { result: "Failed" } } }, "degraded"],
    [
      "the health unknown is ignored while the phase is pending",
      { status: { phase: "PENDING", health: "unknown" } },
      "progressing",
    ],
    [
      "a suspended object is healthy though its manager is missing",
      { status: { jobStatus: { state: "SUSPENDED" }, managerStatus: "MISSING" } },
      "healthy",
    ],
    ["a status without any word of a state is unknown", { status: { revision: "7" } }, "unknown"],
    [
      "a suspended object without any word of a state is healthy",
      { status: { revision: "7" }, spec: { suspend: true } },
      "healthy",
    ],
    [
      "a paused object whose phase is Failed is degraded",
      { status: { phase: "Failed" }, spec: { paused: true } },
      "degraded",
    ],
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

  test("the cause quotes the word and the message beside it", () => {
    const [cause] = evaluateCustomResource({ status: { state: "Error", message: "no license" } }).causes;
    expect(cause?.text).toBe("Degraded because w: Error: no license");
  });
});

describe("a good word proves health only without a count or a sign against it", () => {
  testVerdicts([
    ["a count before the word shows that some are missing", { status: { phase: "0/3 Ready" } }, "progressing"],
    ["a count in brackets shows that some are missing", { status: { phase: "Ready (0/3)" } }, "progressing"],
    ["a count behind Running shows that some are missing", { status: { phase: "Running 0/5" } }, "progressing"],
    ["a count in words shows that some are missing", { status: { phase: "Ready 1 of 3" } }, "progressing"],
    ["a percentage below 100 shows that some are missing", { status: { phase: "0% healthy" } }, "progressing"],
    ["a full count is healthy", { status: { phase: "Ready (3/3)" } }, "healthy"],
    ["100 percent is healthy", { status: { phase: "100% available" } }, "healthy"],
    ["none of none proves nothing", { status: { phase: "0/0 Ready" } }, "unknown"],
    ["the number 0 behind an equals sign denies the word", { status: { phase: "ready=0" } }, "unknown"],
    ["the number 0 before the word denies it", { status: { phase: "0 up" } }, "unknown"],
    ["the number 0 behind a colon denies the word", { status: { phase: "running: 0" } }, "unknown"],
    ["an exclamation mark denies the word", { status: { phase: "!Ready" } }, "unknown"],
    ["a question mark doubts the word", { status: { phase: "Ready?" } }, "unknown"],
    ["a letter of another script denies the word", { status: { phase: "未Ready" } }, "unknown"],
    ["an exclamation mark denies a pause", { status: { phase: "!Paused" } }, "unknown"],
    ["a fault is a fault with any sign beside it", { status: { phase: "Failed (2/3)" } }, "degraded"],
  ]);
});
