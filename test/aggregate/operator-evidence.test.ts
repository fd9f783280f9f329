import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Query, Reading, Snapshot, Source } from "../../shared/model/snapshot.ts";
import { describeFinding as sentenceOf } from "../../shared/outline/findings/describe.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import {
  type Lose,
  type Raw,
  readCaseAsCluster,
  readCaseObjects,
  readFromCluster,
  runningDeployment,
} from "./gate-situation.ts";

const healthyCase = "all-six-components-are-healthy";
const namespace = "kubevirt-hyperconverged";
const takenAt = "2026-11-21T12:00:00Z";
const cluster: Source = { kind: "cluster", name: "admin@test" };
const files: Source = { kind: "files", name: "x.yaml" };

const podQuery: Query = { verb: "list", group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };
const labels = { name: "hyperconverged-cluster-operator" };

function pod(status: object | undefined, metadata: object = { labels }): Raw {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "operator-1", namespace, ...metadata },
    ...(status && { status }),
  };
}

function phase(name: string, ready: string, more: object = {}): object {
  return { phase: name, conditions: [{ type: "Ready", status: ready }], ...more };
}

const readyPod = pod(phase("Running", "True"));
const unreadyPod = pod(phase("Running", "False"));

function lease(spec: object, name = "hyperconverged-cluster-operator-lock"): Raw {
  return { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name, namespace }, spec };
}

const held = {
  holderIdentity: "hco-operator-1_ab",
  leaseDurationSeconds: 15,
  renewTime: "2026-11-21T11:59:50.123456Z",
};

function renewedAt(time: string, more: object = {}): Raw {
  return lease({ ...held, ...more, renewTime: `2026-11-21T${time}.000000Z` });
}

const forAYear = { leaseDurationSeconds: 31_536_000 };

/** A cluster on which all is well, where Deployments are answered so, with these objects beside them. */
function seenAs(
  outcome: "forbidden" | "unread" | "noSuchKind",
  beside: readonly Raw[] = [],
  source = cluster,
): Snapshot {
  const snapshot = readFromCluster(readCaseAsCluster(healthyCase));
  const readings = snapshot.readings.map((reading): Reading => {
    const { query } = reading;
    return query.kind === "Deployment" ? { query, outcome, cause: `${outcome} for now` } : reading;
  });
  const objects = beside.map(toObject);
  return { ...snapshot, source, takenAt, readings: [...readings, { query: podQuery, outcome: "found", objects }] };
}

/** A file of these objects. */
function fileOf(objects: readonly Raw[], source = files): Snapshot {
  return snapshotOf(objects, { source, takenAt });
}

const workloads = ["Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "Pod"];
/** The custom resources alone. */
function resources(): Raw[] {
  return readCaseObjects(healthyCase).filter(({ kind }) => !workloads.includes(kind as string));
}

/** A file of the custom resources, a Deployment that is not the operator's, and the operator's Lease. */
function fileWithLease(takenAt?: string): Snapshot {
  const last = "2030-01-01T00:00:00Z";
  const objects = [...resources(), runningDeployment("virt-api", namespace), lease({ ...held, renewTime: last })];
  return snapshotOf(objects, { source: files, takenAt: takenAt ?? "" });
}

/** OLM's Deployment of the operator at 0 replicas, beside one without OLM that has no status. */
function scaledToZeroBesideOneWithoutStatus(): Raw[] {
  const zero = {
    ...runningDeployment("hco-operator", namespace),
    spec: { replicas: 0 },
    status: { observedGeneration: 1 },
  };
  return [...withoutStatus(), zero];
}

function withoutStatus(): Raw[] {
  const all = readCaseAsCluster(healthyCase);
  for (const each of all) if (each["metadata"].name === "hyperconverged-cluster-operator") delete each["status"];
  return all;
}

/** A cluster whose operator has no ready replica. */
function withoutReplicas(): Raw[] {
  const all = readCaseAsCluster(healthyCase);
  for (const each of all)
    if (each["metadata"].name === "hyperconverged-cluster-operator") {
      each["status"] = { observedGeneration: each["metadata"].generation, replicas: 1, updatedReplicas: 1 };
    }
  return all;
}

const ownerReferences = [
  { apiVersion: "apps/v1", kind: "ReplicaSet", name: "other-1", uid: "other", controller: true },
];

/** A cluster whose operator was just scaled to zero, and whose old Pod has not ended yet. */
function scaledToZeroBesideItsPod(): Raw[] {
  const all = readCaseAsCluster("the-new-pod-of-the-operator-cannot-pull-its-image-and-the-old-one-leads");
  for (const each of all)
    if (each["kind"] === "Deployment" && each["metadata"].name === "hyperconverged-cluster-operator") {
      each["spec"].replicas = 0;
      each["status"] = { observedGeneration: each["metadata"].generation };
    }
  return all;
}

function listSentences({ findings }: Report): readonly string[] {
  return findings.filter(({ code }) => code.startsWith("operator-")).map((each) => sentenceOf(each));
}

const unknown = "cannot determine whether the operator is running";
const forbidden = `${unknown}: no permission to list deployments.apps in namespace ${namespace}`;
const note = "the operator is not in the input: only the status of the custom resources was evaluated";

describe("no evidence is not good evidence: the operator was seen to run, or the root is unknown at best", () => {
  const rows: readonly [sentence: string, snapshot: () => Snapshot, verdict: string, said: readonly string[]][] = [
    ["a cluster with all of it", () => readFromCluster(readCaseAsCluster(healthyCase)), "healthy", []],
    ["Deployments are forbidden", () => seenAs("forbidden"), "unknown", [forbidden]],
    [
      "Deployments are unread",
      () => seenAs("unread"),
      "unknown",
      [`${unknown}: deployments.apps in namespace ${namespace} could not be read (unread for now)`],
    ],
    [
      "Deployments are no kind of the cluster",
      () => seenAs("noSuchKind"),
      "unknown",
      [`${unknown}: deployments.apps is not installed`],
    ],
    [
      "a must-gather did not collect Deployments",
      () => seenAs("unread", [], { kind: "must-gather", name: "x" }),
      "unknown",
      [`${unknown}: deployments.apps in namespace ${namespace} could not be read (unread for now)`],
    ],
    [
      "a kept snapshot of such a cluster",
      () => seenAs("forbidden", [], { ...cluster, snapshot: "x.json" }),
      "unknown",
      [forbidden],
    ],
    [
      "a cluster whose operator is down, and a ready Pod of another owner has its label",
      () => readFromCluster([...withoutReplicas(), pod(phase("Running", "True"), { labels, ownerReferences })]),
      "degraded",
      ["the operator is down (Deployment hyperconverged-cluster-operator 0/1 ready): the CR's status is out of date"],
    ],
    [
      "a file whose Lease holds the newest time inside, from which ages count",
      () => fileWithLease(),
      "unknown",
      [`${unknown}: its Deployment is not in the file`],
    ],
    [
      "a file whose Lease was renewed just before the time that the user gives",
      () => fileWithLease("2030-01-01T00:00:09Z"),
      "healthy",
      [],
    ],
    ["a file of the custom resources alone", () => fileOf(resources()), "healthy", [note]],
    [
      "a buffer of the custom resources alone",
      () => fileOf(resources(), { kind: "buffer", name: "x" }),
      "healthy",
      [note],
    ],
    [
      "a file that holds another Deployment",
      () => fileOf([...resources(), runningDeployment("virt-api", namespace)]),
      "unknown",
      [`${unknown}: its Deployment is not in the file`],
    ],
    [
      "a file that holds a Pod",
      () => fileOf([...resources(), pod(phase("Running", "True"), {})]),
      "unknown",
      [`${unknown}: its Deployment is not in the file`],
    ],
    [
      "a file that holds a ReplicaSet",
      () => fileOf([...resources(), { ...runningDeployment("virt-api-1", namespace), kind: "ReplicaSet" }]),
      "unknown",
      [`${unknown}: its Deployment is not in the file`],
    ],
    ["a file that holds the operator's ready Pod", () => fileOf([...resources(), readyPod]), "healthy", []],
    [
      "a file whose operator has no status",
      () => fileOf(withoutStatus()),
      "unknown",
      [`${unknown}: Deployment ${namespace}/hyperconverged-cluster-operator has no status`],
    ],
    [
      "a cluster whose operator has no status",
      () => readFromCluster(withoutStatus()),
      "unknown",
      [`${unknown}: Deployment ${namespace}/hyperconverged-cluster-operator has no status`],
    ],
    [
      "a cluster whose operator was scaled to zero, and its Pod is still ready",
      () => readFromCluster(scaledToZeroBesideItsPod()),
      "degraded",
      ["the operator is down (Deployment hyperconverged-cluster-operator 0/0 ready): the CR's status is out of date"],
    ],
    [
      "one Deployment of the operator at 0 replicas, the other without status",
      () => readFromCluster(scaledToZeroBesideOneWithoutStatus()),
      "unknown",
      [`${unknown}: Deployment ${namespace}/hyperconverged-cluster-operator has no status`],
    ],
  ];
  test.for(rows)("%s", ([, snapshot, verdict, said]) => {
    const report = aggregate(snapshot());
    expect([report.verdict, ...listSentences(report)]).toEqual([verdict, ...said]);
  });

  const said = {
    healthy: [],
    unknown: [forbidden],
    degraded: ["the operator is down (0 of 1 pods ready): the CR's status is out of date"],
  };
  const evidence: readonly [sentence: string, verdict: keyof typeof said, ...objects: Raw[]][] = [
    ["its Pod is ready", "healthy", readyPod],
    ["its Pod is not ready", "degraded", unreadyPod],
    [
      "one of its two Pods is ready",
      "healthy",
      unreadyPod,
      pod(phase("Running", "True"), { name: "operator-2", labels }),
    ],
    [
      "its only ready Pod is being deleted",
      "degraded",
      pod(phase("Running", "True"), { labels, deletionTimestamp: takenAt }),
    ],
    ["its Pod is one that has ended", "unknown", pod(phase("Failed", "False", { reason: "Evicted" }))],
    ["its Pod has succeeded", "unknown", pod(phase("Succeeded", "False"))],
    ["its Pod has no status", "unknown", pod(undefined)],
    [
      "one of its Pods is ready where another has no status",
      "healthy",
      pod(undefined),
      pod(phase("Running", "True"), { name: "operator-2", labels }),
    ],
    [
      "one of its Pods is not ready where another has no status",
      "unknown",
      pod(undefined),
      pod(phase("Running", "False"), { name: "operator-2", labels }),
    ],
    [
      "only its webhook's Pod is ready",
      "unknown",
      pod(phase("Running", "True"), { labels: { name: "hyperconverged-cluster-webhook" } }),
    ],
    ["a Pod of another namespace is ready", "unknown", pod(phase("Running", "True"), { labels, namespace: "other" })],
    ["its Lease was just renewed", "healthy", lease(held)],
    ["its Lease was renewed as long ago as it holds", "healthy", renewedAt("11:59:45")],
    ["a clock that is ahead by less than it holds renewed its Lease", "healthy", renewedAt("12:00:15")],
    ["its Lease was renewed in the future", "unknown", renewedAt("12:00:16")],
    [
      "its Lease does not say how long it holds",
      "unknown",
      lease({ holderIdentity: "x", renewTime: "2026-11-21T11:59:59.000000Z" }),
    ],
    ["its Lease claims to hold for a year and was renewed an hour ago", "unknown", renewedAt("11:00:00", forAYear)],
    [
      "its Lease claims to hold for a year and was renewed within the longest duration of operators",
      "healthy",
      renewedAt("11:57:43", forAYear),
    ],
    [
      "its Lease claims to hold for a year and was renewed a second before that",
      "unknown",
      renewedAt("11:57:42", forAYear),
    ],
    ["its Lease claims to hold for a year and was renewed in the future", "unknown", renewedAt("12:00:16", forAYear)],
    ["its Lease holds for no time", "unknown", lease({ ...held, leaseDurationSeconds: 0, renewTime: takenAt })],
    ["its Lease has run out", "unknown", renewedAt("11:59:44")],
    ["no leader holds its Lease", "unknown", lease({ ...held, holderIdentity: "" })],
    ["its Lease does not say when it was renewed", "unknown", lease({ holderIdentity: "x", leaseDurationSeconds: 15 })],
    ["another Lease was just renewed", "unknown", lease(held, "virt-operator")],
  ];
  test.for(evidence)("Deployments are forbidden, and %s", ([, verdict, ...objects]) => {
    const report = aggregate(seenAs("forbidden", objects));
    expect([report.verdict, ...listSentences(report)]).toEqual([verdict, ...said[verdict]]);
  });

  test("what says nothing of the operator leaves it to the next: Pods before the Lease", () => {
    const down = aggregate(seenAs("forbidden", [unreadyPod, lease(held)]));
    expect(down.verdict).toBe("degraded");
    expect(aggregate(seenAs("forbidden", [pod(phase("Failed", "False")), lease(held)])).verdict).toBe("healthy");
  });

  test("a Deployment that says so counts, whatever its Pods and its Lease say", () => {
    const all = readCaseAsCluster(healthyCase);
    const snapshot = readFromCluster(all);
    const objects = [unreadyPod, lease({})].map(toObject);
    const readings: Reading[] = [...snapshot.readings, { query: podQuery, outcome: "found", objects }];
    expect(aggregate({ ...snapshot, readings }).verdict).toBe("healthy");
  });
});

describe("the operator's Pods are read where its Deployment does not show whether it runs, and only there", () => {
  const withoutDeployments: Lose = ({ kind }) => (kind === "Deployment" ? "forbidden" : undefined);
  const withoutPodsToo: Lose = ({ kind }) => (["Deployment", "Pod"].includes(kind) ? "forbidden" : undefined);
  const rows: readonly [sentence: string, read: () => Snapshot, lists: number, verdict: string][] = [
    ["Deployments are allowed", () => readFromCluster([...readCaseAsCluster(healthyCase), readyPod]), 0, "healthy"],
    [
      "they are forbidden, and its Pod is ready",
      () => readFromCluster([...readCaseAsCluster(healthyCase), readyPod], withoutDeployments),
      1,
      "healthy",
    ],
    [
      "they are forbidden, and it has no Pod",
      () => readFromCluster(readCaseAsCluster(healthyCase), withoutDeployments),
      1,
      "unknown",
    ],
    [
      "Pods are forbidden too",
      () => readFromCluster([...readCaseAsCluster(healthyCase), readyPod], withoutPodsToo),
      1,
      "unknown",
    ],
    ["its Deployment has no status", () => readFromCluster([...withoutStatus(), readyPod]), 1, "healthy"],
  ];
  test.for(rows)("%s", ([, read, lists, verdict]) => {
    const snapshot = read();
    const places = snapshot.readings.filter(({ query }) => query.kind === "Pod").map(({ query }) => query.namespace);
    expect(places).toEqual(new Array(lists).fill(namespace));
    expect(aggregate(snapshot).verdict).toBe(verdict);
  });
});

describe("the finding about an unknown operator has what is missing", () => {
  const about = { kind: "HyperConverged", namespace };
  test.for<readonly [rule: string, snapshot: () => Snapshot, finding: object]>([
    [
      "Deployments that are forbidden",
      () => seenAs("forbidden"),
      { severity: "warning", about, outcome: "forbidden", cause: "forbidden for now" },
    ],
    [
      "a file without the Deployment of the operator",
      () => fileOf([...resources(), runningDeployment("virt-api", namespace)]),
      { severity: "warning", about, outcome: "unread", cause: "" },
    ],
    [
      "a file without any workload",
      () => fileOf(resources()),
      { severity: "info", about, outcome: "unread", cause: "", isGiven: true },
    ],
    [
      "a Deployment without a status",
      () => readFromCluster(withoutStatus()),
      { severity: "warning", about: { kind: "Deployment", namespace }, outcome: "found", cause: "" },
    ],
  ])("%s", ([, snapshot, finding]) => {
    const found = aggregate(snapshot()).findings.filter(({ code }) => code === "operator-unknown");
    expect(found).toMatchObject([finding]);
  });
});

describe("what is missing is required, and no gate is open without it", () => {
  test("Deployments are forbidden", () => {
    const { completeness, roots } = aggregate(seenAs("forbidden"));
    const gaps = completeness.gaps.filter(({ kind }) => kind === "Deployment");
    expect(gaps.map(({ required }) => required)).toEqual([true]);
    expect(roots.map(({ ownVerdict, gates }) => [ownVerdict, gates.ready, gates.upgradeable])).toEqual([
      [
        "unknown",
        { answer: "unknown", because: ["OperatorUnknown"] },
        { answer: "unknown", because: ["OperatorUnknown"] },
      ],
    ]);
  });

  test("Deployments are forbidden, and a ready Pod says that it runs: what else they say is not required", () => {
    const { completeness, roots } = aggregate(seenAs("forbidden", [readyPod]));
    const gaps = completeness.gaps.filter(({ kind }) => kind === "Deployment");
    expect(gaps.map(({ required }) => required)).toEqual([false]);
    expect(roots.map(({ gates }) => gates.ready.answer)).toEqual(["yes"]);
  });

  test("a file of the custom resources alone is ready by them, and an upgrade of it is unknown", () => {
    const { roots } = aggregate(fileOf(resources()));
    expect(roots.map(({ gates }) => [gates.ready.answer, gates.upgradeable.answer])).toEqual([["yes", "unknown"]]);
  });

  const worse: readonly [sentence: string, golden: string, verdict: string][] = [
    ["an upgrade is unknown, for it may never complete", "an-upgrade-updates-kubevirt", "unknown"],
    ["what is degraded stays degraded", "an-old-reconcile-error-is-a-fault", "degraded"],
    ["what is down stays down", "kubevirt-is-down-and-cdi-is-degraded", "unavailable"],
  ];
  test.for(worse)("%s", ([, golden, verdict]) => {
    const snapshot = readFromCluster(readCaseAsCluster(golden));
    const readings = snapshot.readings.map((reading): Reading => {
      const { query } = reading;
      return query.kind === "Deployment" ? { query, outcome: "forbidden", cause: "" } : reading;
    });
    const report = aggregate({ ...snapshot, readings });
    expect([report.verdict, ...listSentences(report)]).toEqual([verdict, forbidden]);
  });

  test("a refused HyperConverged has its operator elsewhere, which is not missing", () => {
    const report = aggregate(readFromCluster(readCaseAsCluster("the-only-hyperconverged-of-a-namespace-is-rejected")));
    expect([report.verdict, ...listSentences(report)]).toEqual(["degraded"]);
  });

  test("a file with a HyperConverged that has no status needs no note: not reconciled by an operator", () => {
    const [hyperConverged = {}] = resources().filter(({ kind }) => kind === "HyperConverged");
    delete hyperConverged["status"];
    const report = aggregate(fileOf([hyperConverged]));
    expect([report.roots[0]?.ownVerdict, ...listSentences(report)]).toEqual(["unknown"]);
  });
});
