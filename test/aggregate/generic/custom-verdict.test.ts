import { describe, expect, test } from "vitest";
import { evaluateCustomResource, parseCondition, testVerdicts } from "./verdict-rows.ts";

function withConditions(...texts: readonly string[]): object {
  return { conditions: texts.map((text) => parseCondition(text)) };
}

describe("the words of a status count, the worst first", () => {
  testVerdicts([
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
  ]);

  test("the cause quotes the word and the message beside it", () => {
    const [cause] = evaluateCustomResource({ status: { state: "Error", message: "no license" } }).causes;
    expect(cause?.text).toBe("Degraded because w: Error: no license");
  });
});

describe("replicas of a status have to be ready and up to date", () => {
  testVerdicts([
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

describe("a condition counts by its polarity, its reason and the conditions beside it", () => {
  testVerdicts([
    ["a main condition that is True is healthy", ["Ready=True"], "healthy"],
    ["a main condition that is False is a fault", ["Ready=False NoLicense: buy one"], "unavailable"],
    ["a main condition whose reason is Creating is work under way", ["Ready=False Creating"], "progressing"],
    [
      "a main condition whose reason is Creating for three hours is a fault",
      ["Ready=False@180 Creating"],
      "unavailable",
    ],
    ["a message that waits is work under way", ["Ready=False X: Waiting for 3 pods"], "progressing"],
    [
      "a message whose first sentence tells of work is work under way",
      ["Ready=False X: Move in progress. 2 left"],
      "progressing",
    ],
    [
      "a message that begins with an error is a fault though it tells of work",
      ["Ready=False X: Error: move in progress. Try later"],
      "unavailable",
    ],
    ["a main condition may be False while Updating is True", ["Ready=False", "Updating=True"], "progressing"],
    [
      "a retry after a failure is no work under way",
      ["Ready=False TokenNotFound", "Reconciling=True ProgressingWithRetry"],
      "unavailable",
    ],
    ["a failed pull is a fault while Updating is True", ["Ready=False PullFailed", "Updating=True"], "unavailable"],
    [
      "a main condition that is Unknown for the reason Running is work under way",
      ["Succeeded=Unknown Running"],
      "progressing",
    ],
    ["a main condition that is Unknown is unknown", ["Ready=Unknown X"], "unknown"],
    [
      "Progressing is healthy where its reason says that the rollout ended",
      ["Progressing=True NewReplicaSetAvailable", "Ready=True"],
      "healthy",
    ],
    [
      "Progressing=False is a fault where its deadline was exceeded",
      ["Progressing=False ProgressDeadlineExceeded"],
      "degraded",
    ],
    ["a good condition with the reason of a failure is a fault", ["Complete=True JobFailed"], "degraded"],
    ["a paused reconciliation is no fault", ["Ready=False ReconcilePaused"], "healthy"],
    ["a type that ends in Degraded is a fault while True", ["Ready=True", "NodeInstallerDegraded=True"], "degraded"],
    ["a type that ends in NotValid is a fault while True", ["VMNotValid=True"], "degraded"],
    ["a type that begins with Failed is a fault while True", ["FailedCreatePod=True"], "degraded"],
    [
      "a type that ends in -ready behind a domain is a fault while False",
      ["platform.example/x-ready=False"],
      "degraded",
    ],
    ["a type that ends in Installed is no fault", ["DependenciesInstalled=True", "Ready=True"], "healthy"],
    [
      "a condition of inferred polarity is no fault beside a main condition that is True",
      ["Available=True", "ClusterTransferAvailable=False"],
      "healthy",
    ],
    [
      "a condition of inferred polarity with the reason of a failure is a fault beside it",
      ["Ready=True", "Reconciled=False ReconcileError"],
      "degraded",
    ],
    [
      "a main condition may be False while another condition tells of the installation",
      ["Ready=False ComponentsNotReady", "Installed=False Installing"],
      "progressing",
    ],
    ["Progressing=True is healthy where its reason says success", ["Progressing=True DeploySuccess"], "healthy"],
    ["Progressing=True is work where its reason denies success", ["Progressing=True NotAvailable"], "progressing"],
    [
      "Progressing=True is work where its reason waits for success",
      ["Progressing=True WaitingForRolloutComplete"],
      "progressing",
    ],
    ["a type that ends in -ing is work under way", ["Ready=True", "Resyncing=True"], "progressing"],
    ["a type that begins with Missing is a fault while True", ["MissingDependencies=True"], "degraded"],
    [
      "Running=True is work under way for a task",
      { conditions: ["Running=True Started"], kind: "Experiment" },
      "progressing",
    ],
    ["a condition that only says that the spec was read proves nothing", ["FolderSynced=True"], "unknown"],
    [
      "the phase Failed is a fault beside a good condition",
      { conditions: ["Ready=True"], status: { phase: "Failed" } },
      "degraded",
    ],
    [
      "an unknown phase is ignored beside a main condition that is True",
      { conditions: ["Ready=True"], status: { phase: "Gamma" } },
      "healthy",
    ],
    ["an Ansible operator is at work while its reason is Running", ["Running=True Running"], "progressing"],
    ["an Ansible operator is healthy while its reason is Successful", ["Running=True Successful"], "healthy"],
  ]);
});

describe("a main condition that is False without a reason is work under way, for an hour at most", () => {
  testVerdicts([
    ["a main condition without a reason and a message is work under way", ["Ready=False"], "progressing"],
    ["a main condition that is False for three hours is a fault", ["Ready=False@180"], "unavailable"],
    ["a main condition with a message is a fault", ["Ready=False : no license"], "unavailable"],
    ["a condition of inferred polarity is a fault", ["DatabaseReady=False"], "degraded"],
    [
      "a condition of severity Info is work under way",
      { conditions: [parseCondition("Ready=False X: y", { severity: "Info" })] },
      "progressing",
    ],
    [
      "a condition of severity Error is a fault",
      { conditions: [parseCondition("Ready=False X: y", { severity: "Error" })] },
      "unavailable",
    ],
    [
      "a condition of category Critical is a fault while True",
      { conditions: [parseCondition("Whatever=True", { category: "Critical" })] },
      "degraded",
    ],
    [
      "PartiallyReady is ignored beside a main condition that is True",
      ["Ready=True", "PartiallyReady=True"],
      "healthy",
    ],
    ["PartiallyReady alone is a fault", ["PartiallyReady=True"], "degraded"],
  ]);

  test("a fault in a status of an older generation is progressing", () => {
    const conditions = ["Ready=False@180 NoLicense: buy one"];
    const root = evaluateCustomResource({ conditions, status: { observedGeneration: 1 }, generation: 2 });
    expect(root.verdict).toBe("progressing");
  });
});

describe("conditions below a field or a list of the status count", () => {
  const route = { group: "gateway.networking.k8s.io", kind: "HTTPRoute" };
  testVerdicts([
    [
      "a route that its parent accepts is healthy",
      { ...route, status: { parents: [withConditions("Accepted=True")] } },
      "healthy",
    ],
    [
      "a route that one of two parents refuses is degraded",
      { ...route, status: { parents: [withConditions("Accepted=True"), withConditions("Accepted=False")] } },
      "degraded",
    ],
    [
      "a reference that cannot be resolved is a fault",
      { ...route, status: { ancestors: [withConditions("ResolvedRefs=False")] } },
      "degraded",
    ],
    [
      "a listener in conflict is a fault of a programmed gateway",
      { ...route, conditions: ["Programmed=True"], status: { listeners: [withConditions("Conflicted=True")] } },
      "degraded",
    ],
    [
      "a condition of a list item counts",
      { ...route, status: { disks: [withConditions("Ready=False")] } },
      "unavailable",
    ],
    [
      "a condition of a named item counts",
      { ...route, status: { diskStatus: { d1: withConditions("Ready=False") } } },
      "unavailable",
    ],
    [
      "a condition of a Pod below the status counts",
      { ...route, status: { currentState: "Ready", podStatus: withConditions("Ready=False") } },
      "unavailable",
    ],
  ]);
  test("a condition of an older generation is progressing", () => {
    const status = { ancestors: [{ conditions: [parseCondition("Accepted=True", { observedGeneration: 1 })] }] };
    const policy = { group: "gateway.networking.k8s.io", kind: "BackendTLSPolicy", status, generation: 2 };
    expect(evaluateCustomResource(policy).verdict).toBe("progressing");
  });
});
