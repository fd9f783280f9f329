import { planReads, type ReadScope } from "../../shared/aggregate/read-plan.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { parseLabelSelector } from "../../shared/parse/label-selector.ts";
import { requiredWorkloads, workloadRows } from "../../shared/tables/workloads.ts";
import { readGoldenCase } from "../golden/recorded.ts";

/** An object as JSON, which a test may change. */
// biome-ignore lint/suspicious/noExplicitAny: a test writes any field
export type Raw = Record<string, any>;

/**
 * Copies of the objects of a golden case, with the workloads that a cluster has beside them, all of which run: the
 * operators, the workloads that a component always has, and the webhook. An OperatorCondition has the generation that OLM
 * has observed.
 */
export function readCaseAsCluster(sentence: string): Raw[] {
  const objects = readCaseObjects(sentence);
  const condition = objects.find(({ kind }) => kind === "OperatorCondition");
  for (const status of condition?.["status"]?.conditions ?? []) {
    status.observedGeneration = condition?.["metadata"].generation ?? 0;
  }
  return [...objects, ...listOtherWorkloads(objects)];
}

/** The workloads that a cluster has beside these objects and that are missing among them. All of them run. */
export function listOtherWorkloads(objects: readonly Raw[]): Raw[] {
  const home = objects.find(({ kind }) => kind === "KubeVirt") ?? objects.find(({ kind }) => kind === "HyperConverged");
  const namespace = home?.["metadata"].namespace as string | undefined;
  if (namespace === undefined || !objects.some(({ kind }) => kind === "HyperConverged")) return [];
  const operators = workloadRows.filter(({ component }) => objects.some(({ kind }) => kind === component));
  const required = requiredWorkloads.filter(({ component }) => objects.some(({ kind }) => kind === component));
  const workloads = [
    ...[...operators.map(({ operator }) => operator), "hyperconverged-cluster-webhook"].map((name) =>
      runningDeployment(name, namespace),
    ),
    ...required.map(({ kind, name }) =>
      kind === "DaemonSet" ? runningDaemonSet(name, namespace) : runningDeployment(name, namespace),
    ),
  ];
  return workloads.filter((each) => !hasObject(objects, each));
}

/** A Deployment that runs. */
export function runningDeployment(name: string, namespace: string): Raw {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace, uid: name, generation: 1, labels: {} },
    spec: { replicas: 1, template: { spec: { containers: [{ name, image: "registry.example/it" }] } } },
    status: {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      conditions: [
        { type: "Available", status: "True", reason: "MinimumReplicasAvailable", message: "" },
        { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable", message: "" },
      ],
    },
  };
}

/** A DaemonSet that runs on its three nodes. */
function runningDaemonSet(name: string, namespace: string): Raw {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace, uid: name, generation: 1, labels: {} },
    spec: { template: { spec: { containers: [{ name, image: "registry.example/it" }] } } },
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      updatedNumberScheduled: 3,
      numberReady: 3,
      numberAvailable: 3,
      numberMisscheduled: 0,
    },
  };
}

function hasObject(objects: readonly Raw[], { kind, metadata }: Raw): boolean {
  return objects.some((each) => each["kind"] === kind && each["metadata"].name === metadata.name);
}

/** Copies of the objects of a golden case. */
export function readCaseObjects(sentence: string): Raw[] {
  const objects = readGoldenCase(sentence).readings.flatMap((reading) =>
    reading.outcome === "found" ? reading.objects : [],
  );
  const unique = new Map(
    objects.map((object) => [`${object.ref.kind}/${object.ref.namespace}/${object.ref.name}`, object]),
  );
  return [...unique.values()].map(({ raw }) => structuredClone(raw) as Raw);
}

/** The object of this kind, and of this name where one is given. @throws where there is none */
export function findObject(objects: readonly Raw[], kind: string, name = ""): Raw {
  const found = objects.find((each) => each["kind"] === kind && (name === "" || each["metadata"].name === name));
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** The outcome of a query that fails, or undefined where it succeeds. */
export type Lose = (query: Query) => "forbidden" | "unread" | "noSuchKind" | undefined;

/** The Snapshot of a cluster that has exactly these objects. A query fails where `lose` returns an outcome. */
export function readFromCluster(raws: readonly Raw[], lose: Lose = () => undefined, scope: ReadScope = {}): Snapshot {
  const objects = raws.map(toObject);
  const start = {
    source: { kind: "cluster", name: "admin@test" },
    takenAt: "2026-11-21T12:00:00Z",
    damage: [],
  } as const;
  const isServed = ({ group, kind }: Query): boolean =>
    group !== "operators.coreos.com" || objects.some(({ ref }) => ref.group === group && ref.kind === kind);
  const readings = new Map<string, Reading>();
  for (;;) {
    const asked = planReads({ ...start, readings: [...readings.values()] }, scope).filter(
      (query) => !readings.has(key(query)),
    );
    if (asked.length === 0) return { ...start, readings: [...readings.values()] };
    for (const query of asked) readings.set(key(query), isServed(query) ? answer(query) : readAsNotServed(query));
  }

  function answer(query: Query): Reading {
    const lost = lose(query);
    if (lost !== undefined) return { query, outcome: lost, cause: `${query.plural} cannot be listed` };
    const labels = query.labelSelector === undefined ? undefined : parseLabelSelector(query.labelSelector);
    const found = objects.filter(
      (object) =>
        object.ref.group === query.group &&
        object.ref.kind === query.kind &&
        (query.namespace === undefined || object.ref.namespace === query.namespace) &&
        (query.name === undefined || object.ref.name === query.name) &&
        (labels === undefined || typeof labels !== "function" || labels(object)),
    );
    return query.verb === "get" && found.length === 0
      ? { query, outcome: "absent" }
      : { query, outcome: "found", objects: found };
  }
}

function readAsNotServed(query: Query): Reading {
  return { query, outcome: "noSuchKind", cause: "the server could not find the requested resource" };
}

function key(query: Query): string {
  return JSON.stringify(query);
}
