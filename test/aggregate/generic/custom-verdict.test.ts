import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { aggregate, type PrintedRoot } from "../../printed.ts";

const takenAt = "2026-11-21T12:00:00Z";
const fresh = "2026-11-21T11:50:00Z";
const old = "2026-11-21T09:00:00Z";

interface Given {
  readonly kind?: string;
  readonly group?: string;
  readonly spec?: object;
  readonly generation?: number;
}

function judged(
  status: object,
  { kind = "Widget", group = "acme.io", spec = {}, generation = 1 }: Given = {},
): PrintedRoot {
  const object = toObject({ apiVersion: `${group}/v1`, kind, metadata: { name: "w", generation }, spec, status });
  const snapshot = snapshotOf([object], { takenAt, source: "x" });
  const wanted = [{ kind: { group, kind, plural: "x", versions: ["v1"], namespaced: false } }];
  const [root] = aggregate(snapshot, { wanted }).roots;
  if (root === undefined) throw new Error("no root");
  return root;
}

const is = (type: string, status: string, reason = "", message = "", lastTransitionTime = fresh): object => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime,
});
const having = (...conditions: readonly object[]): object => ({ conditions });

type Row = readonly [sentence: string, status: object, verdict: string, given?: Given];

describe("without conditions the words of a status count, worst first", () => {
  const rows: readonly Row[] = [
    ["a good word", { phase: "Ready" }, "healthy"],
    ["in any spelling", { state: "IN_SYNC" }, "healthy"],
    ["a bad word", { state: "ERROR" }, "degraded"],
    ["a busy word", { currentState: "Provisioning" }, "progressing"],
    ["the worst of several", { state: "Ready", health: "Unhealthy" }, "degraded"],
    ["the first word of a sentence", { status: "ERROR, cannot reach the vault" }, "degraded"],
    ["the last word of a name, where it is bad or busy", { state: "ClusterRollingUpgrading" }, "progressing"],
    ["a good end of a name proves nothing", { state: "ClusterReady" }, "unknown"],
    ["an unknown word keeps others from being proof", { stage: "ingress", health: "ok" }, "unknown"],
    ["words with signs between them", { state: "DEPLOYED_NOT_READY" }, "progressing"],
    ["the first of them, where it is busy", { state: "PENDING_RERUN" }, "progressing"],
    ["a negated word is not taken for its end", { compliant: "NonCompliant" }, "degraded"],
    ["a field that is called so, with a text", { jobManagerStatus: "DEPLOYING" }, "progressing"],
    ["a field that is called so, with words below it", { jobStatus: { state: "FAILED" } }, "degraded"],
    ["the health of a part", { ceph: { health: "HEALTH_WARN" }, state: "Created" }, "degraded"],
    ["several items by name", { statuses: { a: { state: "Accepted" }, b: { state: "Rejected" } } }, "degraded"],
    ["items of a list", { aggregatedStatus: [{ health: "Unhealthy" }] }, "degraded"],
    ["a text about a failure", { failureMessage: "quota exceeded" }, "degraded"],
    ["a flag", { healthy: false }, "degraded"],
    ["running, of a service", { phase: "Running" }, "healthy"],
    ["running, of a task", { phase: "Running" }, "progressing", { kind: "DatabaseBackup" }],
    ["the first word of a name, where it is bad", { state: "FailedValidation" }, "degraded"],
    ["the result of a part", { latestMoverStatus: { result: "Failed" } }, "degraded"],
    ["no health yet of what is on its way", { phase: "PENDING", health: "unknown" }, "progressing"],
    ["resting, whatever else is missing", { jobStatus: { state: "SUSPENDED" }, managerStatus: "MISSING" }, "healthy"],
    ["nothing known", { revision: "7" }, "unknown"],
    ["nothing known of one that rests by its spec", { revision: "7" }, "healthy", { spec: { suspend: true } }],
    ["a failure of one that rests by its spec", { phase: "Failed" }, "degraded", { spec: { paused: true } }],
  ];
  test.for(rows)("%s", ([, status, verdict, given]) => {
    expect(judged(status, given).verdict).toBe(verdict);
  });

  test("the word is the cause, with the message beside it", () => {
    const [cause] = judged({ state: "Error", message: "no license" }).causes;
    expect(cause?.text).toBe("Degraded because w: Error: no license");
  });
});

describe("replicas count where a status has them", () => {
  const rows: readonly Row[] = [
    ["all are ready", { replicas: 3, readyReplicas: 3 }, "healthy"],
    ["some are missing", { replicas: 3, readyReplicas: 2 }, "progressing"],
    ["none is ready", { replicas: 3 }, "progressing"],
    ["some run an older template", { replicas: 3, readyReplicas: 3, updatedReplicas: 1 }, "progressing"],
    ["the spec wants more", { replicas: 3, readyReplicas: 3 }, "progressing", { spec: { replicas: 5 } }],
    ["none is counted beside a word of a service", { replicas: 3, state: "Available" }, "healthy"],
    ["none is ready beside a weaker word", { replicas: 3, state: "Created" }, "progressing"],
    ["none is wanted", { replicas: 0 }, "unknown", { spec: { replicas: 0 } }],
  ];
  test.for(rows)("%s", ([, status, verdict, given]) => {
    expect(judged(status, given).verdict).toBe(verdict);
  });
});

describe("a condition counts by its polarity, and by what stands beside it", () => {
  const rows: readonly Row[] = [
    ["the main one is True", having(is("Ready", "True")), "healthy"],
    ["the main one is False", having(is("Ready", "False", "NoLicense", "buy one")), "unavailable"],
    ["the main one is False on its way", having(is("Ready", "False", "Creating")), "progressing"],
    ["the main one is False for hours on its way", having(is("Ready", "False", "Creating", "", old)), "unavailable"],
    ["it waits, by its message", having(is("Ready", "False", "X", "Waiting for 3 pods")), "progressing"],
    [
      "or is at work, with a sentence after it",
      having(is("Ready", "False", "X", "Move in progress. 2 left")),
      "progressing",
    ],
    ["but no error of work", having(is("Ready", "False", "X", "Error: move in progress. Try later")), "unavailable"],
    [
      "the main one is False while another is busy",
      having(is("Ready", "False"), is("Updating", "True")),
      "progressing",
    ],
    [
      "a retry after a failure is no progress",
      having(is("Ready", "False", "TokenNotFound"), is("Reconciling", "True", "ProgressingWithRetry")),
      "unavailable",
    ],
    [
      "a failure is none, whatever is busy",
      having(is("Ready", "False", "PullFailed"), is("Updating", "True")),
      "unavailable",
    ],
    ["the main one is Unknown at work", having(is("Succeeded", "Unknown", "Running")), "progressing"],
    ["the main one is Unknown", having(is("Ready", "Unknown", "X")), "unknown"],
    [
      "a busy one whose work is done",
      having(is("Progressing", "True", "NewReplicaSetAvailable"), is("Ready", "True")),
      "healthy",
    ],
    ["a busy one that gave up", having(is("Progressing", "False", "ProgressDeadlineExceeded")), "degraded"],
    ["a good one with the reason of a failure", having(is("Complete", "True", "JobFailed")), "degraded"],
    ["a pause is no fault", having(is("Ready", "False", "ReconcilePaused")), "healthy"],
    ["a bad end", having(is("Ready", "True"), is("NodeInstallerDegraded", "True")), "degraded"],
    ["a turned good end", having(is("VMNotValid", "True")), "degraded"],
    ["a bad start", having(is("FailedCreatePod", "True")), "degraded"],
    ["an end behind a slash, in small letters", having(is("platform.example/x-ready", "False")), "degraded"],
    ["an end that only looks bad", having(is("DependenciesInstalled", "True"), is("Ready", "True")), "healthy"],
    [
      "an inferred good one is no fault beside a main one that is True",
      having(is("Available", "True"), is("ClusterTransferAvailable", "False")),
      "healthy",
    ],
    [
      "an inferred one with the reason of a failure is a fault beside it",
      having(is("Ready", "True"), is("Reconciled", "False", "ReconcileError")),
      "degraded",
    ],
    [
      "the main one is False while another says what is under way",
      having(is("Ready", "False", "ComponentsNotReady"), is("Installed", "False", "Installing")),
      "progressing",
    ],
    ["a busy one whose reason says success", having(is("Progressing", "True", "DeploySuccess")), "healthy"],
    ["a busy one whose reason denies it", having(is("Progressing", "True", "NotAvailable")), "progressing"],
    ["a busy one that waits for it", having(is("Progressing", "True", "WaitingForRolloutComplete")), "progressing"],
    ["a name of work under way", having(is("Ready", "True"), is("Resyncing", "True")), "progressing"],
    ["a start that names a lack", having(is("MissingDependencies", "True")), "degraded"],
    ["a task that runs", having(is("Running", "True", "Started")), "progressing", { kind: "Experiment" }],
    ["a condition about the acceptance alone proves nothing", having(is("FolderSynced", "True")), "unknown"],
    ["a word of failure beside a good condition", { phase: "Failed", ...having(is("Ready", "True")) }, "degraded"],
    ["an unknown word beside a good condition", { phase: "Gamma", ...having(is("Ready", "True")) }, "healthy"],
    ["an Ansible operator at work", having(is("Running", "True", "Running")), "progressing"],
    ["an Ansible operator after it", having(is("Running", "True", "Successful")), "healthy"],
  ];
  test.for(rows)("%s", ([, status, verdict, given]) => {
    expect(judged(status, given).verdict).toBe(verdict);
  });
});

describe("a condition that reports no fault is on its way, for an hour at most", () => {
  const rows: readonly Row[] = [
    ["the main one is False without reason and message", having(is("Ready", "False")), "progressing"],
    ["for hours", having(is("Ready", "False", "", "", old)), "unavailable"],
    ["its message reports the fault", having(is("Ready", "False", "", "no license")), "unavailable"],
    ["one whose polarity was inferred", having(is("DatabaseReady", "False")), "degraded"],
    ["by its severity", having({ ...is("Ready", "False", "X", "y"), severity: "Info" }), "progressing"],
    ["an error by its severity", having({ ...is("Ready", "False", "X", "y"), severity: "Error" }), "unavailable"],
    ["a fault by its category", having({ ...is("Whatever", "True"), category: "Critical" }), "degraded"],
    [
      "a part that is only partial beside a main one",
      having(is("Ready", "True"), is("PartiallyReady", "True")),
      "healthy",
    ],
    ["only partial", having(is("PartiallyReady", "True")), "degraded"],
  ];
  test.for(rows)("%s", ([, status, verdict, given]) => {
    expect(judged(status, given).verdict).toBe(verdict);
  });

  test("a fault of a status about an older spec is progressing", () => {
    const status = { observedGeneration: 1, ...having(is("Ready", "False", "NoLicense", "buy one", old)) };
    expect(judged(status, { generation: 2 }).verdict).toBe("progressing");
  });
});

describe("conditions one level deeper count too", () => {
  const gateway = { group: "gateway.networking.k8s.io" };
  const rows: readonly Row[] = [
    ["a route that its parent accepts", { parents: [having(is("Accepted", "True"))] }, "healthy"],
    [
      "one of two parents refuses",
      { parents: [having(is("Accepted", "True")), having(is("Accepted", "False"))] },
      "degraded",
    ],
    ["a policy whose reference is missing", { ancestors: [having(is("ResolvedRefs", "False"))] }, "degraded"],
    [
      "a listener in conflict",
      { ...having(is("Programmed", "True")), listeners: [having(is("Conflicted", "True"))] },
      "degraded",
    ],
    ["an item of any list", { disks: [having(is("Ready", "False"))] }, "unavailable"],
    ["an item by its name", { diskStatus: { d1: having(is("Ready", "False")) } }, "unavailable"],
    ["those of a Pod below it", { currentState: "Ready", podStatus: having(is("Ready", "False")) }, "unavailable"],
  ];
  test.for(rows)("%s", ([, status, verdict]) => {
    expect(judged(status, { ...gateway, kind: "HTTPRoute" }).verdict).toBe(verdict);
  });
  test("one about an older generation is progressing", () => {
    const status = { ancestors: [having({ ...is("Accepted", "True"), observedGeneration: 1 })] };
    expect(judged(status, { ...gateway, kind: "BackendTLSPolicy", generation: 2 }).verdict).toBe("progressing");
  });
});
