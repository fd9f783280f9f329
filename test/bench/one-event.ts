import { createWatchEvaluation } from "../../shared/aggregate/watch-evaluation.ts";
import { isSameToSee } from "../../shared/changes/compare-reports.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { type WatchedCluster, watchedCluster } from "../aggregate/watched-cluster.ts";
import { bigSnapshot } from "./aggregation.ts";
import type { Row } from "./row.ts";

const takenAt = "2026-11-21T12:00:00Z";
const namespace = "kubevirt-hyperconverged";
const related = 5_000;
const scopes = [{ related: true }];

/** The cost of one event of each kind with 5,000 related objects: plan, Report, and the comparison of Reports. */
export function oneEventRows(repetitions: number): readonly Row[] {
  return events.map(({ title, apply }): Row => {
    const milliseconds = measureEvents(apply, repetitions).toSorted((a, b) => a - b);
    const percentile = (share: number): string =>
      (milliseconds[Math.floor((milliseconds.length - 1) * share)] ?? Number.NaN).toFixed(2);
    return [`${title}, ${related} related objects held`, `${percentile(0.5)} ms, p95 ${percentile(0.95)} ms`, "3 ms"];
  });
}

interface ClusterEvent {
  readonly title: string;
  /** Changes the cluster. Each repetition changes it in another way. */
  readonly apply: (cluster: WatchedCluster, repetition: number) => void;
}

const events: readonly ClusterEvent[] = [
  {
    title: "a Deployment's heartbeat",
    apply: (cluster, repetition) =>
      replaceObject(cluster, "apps/Deployment/", "virt-api", changeResourceVersion(repetition)),
  },
  {
    title: "a Deployment loses a replica",
    apply: (cluster, repetition) =>
      replaceObject(cluster, "apps/Deployment/", "virt-api", changeReadyReplicas(repetition)),
  },
  {
    title: "a related object changes",
    apply: (cluster, repetition) =>
      replaceObject(cluster, "/ConfigMap/", `map-${repetition * 7}`, changeResourceVersion(repetition)),
  },
  {
    title: "a component changes its mind",
    apply: (cluster, repetition) =>
      replaceObject(cluster, "cdi.kubevirt.io/CDI/", "cdi", changeDegradedCondition(repetition)),
  },
  {
    title: "the HyperConverged's heartbeat",
    apply: (cluster, repetition) =>
      replaceObject(cluster, "hco.kubevirt.io/", "kubevirt-", changeResourceVersion(repetition)),
  },
];

/** The milliseconds of each repetition, after twenty that warm up. */
function measureEvents(apply: ClusterEvent["apply"], repetitions: number): readonly number[] {
  const cluster = watchedCluster(objects());
  const evaluation = createWatchEvaluation({});
  let queries = cluster
    .settled((snapshot) => evaluation.plan(snapshot, scopes), takenAt)
    .readings.map(({ query }) => query);
  let report: Report = evaluation.report(cluster.snapshot(queries, takenAt));
  const times: number[] = [];
  for (let repetition = -20; repetition < repetitions; repetition++) {
    apply(cluster, repetition + 20);
    const snapshot = cluster.snapshot(queries, takenAt);
    const start = performance.now();
    queries = [...evaluation.plan(snapshot, scopes)];
    const next = evaluation.report(snapshot);
    const isSame = isSameToSee(report, next);
    if (repetition >= 0) times.push(performance.now() - start);
    report = isSame ? report : next;
  }
  return times;
}

function objects(): readonly KubeObject[] {
  const workloads = ["hco-operator", "virt-operator", "virt-api", "virt-controller", "cdi-operator", "cdi-apiserver"];
  return [
    ...bigSnapshot(related, 100).readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : [])),
    ...workloads.map((name) =>
      toObject({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name, namespace, uid: name, resourceVersion: "1", generation: 1 },
        spec: { replicas: 2, selector: { matchLabels: { name } } },
        status: { observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 },
      }),
    ),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

/** The object as it comes with an event: read again, nothing of it is the same. */
function replaceObject(cluster: WatchedCluster, kind: string, name: string, edit: (raw: Fields) => Fields): void {
  const [key] = [...cluster.objects.keys()].filter((each) => each.startsWith(kind) && each.includes(`/${name}`));
  const object = key === undefined ? undefined : cluster.objects.get(key);
  if (object === undefined) throw new Error(`there is no ${name}`);
  cluster.put(toObject(edit(JSON.parse(JSON.stringify(object.raw)))));
}

function changeResourceVersion(repetition: number): (raw: Fields) => Fields {
  return (raw) => ({ ...raw, metadata: { ...(raw["metadata"] as Fields), resourceVersion: `${repetition + 2}` } });
}

function changeReadyReplicas(repetition: number): (raw: Fields) => Fields {
  return (raw) => ({ ...raw, status: { ...(raw["status"] as Fields), readyReplicas: repetition % 3 } });
}

function changeDegradedCondition(repetition: number): (raw: Fields) => Fields {
  return (raw) => {
    const status = raw["status"] as { readonly conditions: readonly Fields[] };
    const conditions = status.conditions.map((each) =>
      each["type"] === "Degraded" ? { ...each, status: repetition % 2 === 0 ? "True" : "False" } : each,
    );
    return { ...raw, status: { ...status, conditions } };
  };
}
