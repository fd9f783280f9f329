import type { PrintedReport, PrintedRoot } from "../../printed.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { type Lose, type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";

export const namespace = "kubevirt-hyperconverged";
const name = "hyperconverged-cluster-operator";
const labels = { name };
/** The version that the CR of `well` records, and the one of a new template. */
export const oldVersion = "1.20.0";
export const newVersion = "1.21.0";

/** One Pod of the operator; what it does not say is as of a Pod that runs. */
export interface OperatorPod {
  readonly version: typeof oldVersion | typeof newVersion;
  readonly name?: string;
  readonly ready?: boolean;
  readonly phase?: string;
  /** Its deletionTimestamp; `true`: some seconds after the moment of looking. */
  readonly deleted?: true | string;
  readonly finalizers?: readonly string[];
  /** `state.waiting` of its container. */
  readonly waiting?: { readonly reason: string; readonly message: string };
  readonly unschedulable?: string;
  /** When it was created, where that is not the time of its version; and how often its container restarted. */
  readonly created?: string;
  readonly restarts?: number;
  /** Its environment, where it is not that of its version. */
  readonly env?: readonly object[];
}

/** The operator's Deployment, its ReplicaSets and Pods, the Lease and OLM's objects beside a cluster on which all is well. */
export interface RollingOperator {
  /** The version of the template. */
  readonly template?: typeof oldVersion | typeof newVersion;
  readonly templateEnv?: readonly object[];
  readonly spec?: object;
  /** Null: it has no status. */
  readonly status?: object | null;
  readonly generation?: number;
  readonly conditions?: readonly object[];
  readonly pods?: readonly OperatorPod[];
  /** What the ReplicaSet of the template reports of its Pods, some seconds ago. */
  readonly refusal?: object;
  /** The name of the Pod that holds the Lease, and seconds since it was renewed; 2. */
  readonly holder?: string;
  readonly renewed?: number;
  readonly beside?: readonly Raw[];
  /** There is no Deployment. */
  readonly isAbsent?: true;
  /** The HyperConverged has a newer spec than the one that its status is about. */
  readonly isStale?: true;
  readonly lose?: Lose;
}

/** The counts of a Deployment with one Pod, which has its template and is ready. */
const complete = { observedGeneration: 2, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };

/** What is reported of it. */
export function reportOf(operator: RollingOperator): { readonly report: PrintedReport; readonly root: PrintedRoot } {
  const report = aggregateAndPrint(readFromCluster(objectsOf(operator), operator.lose));
  const [root] = report.roots;
  if (root === undefined) throw new Error("no root");
  return { report, root };
}

function objectsOf(operator: RollingOperator): Raw[] {
  const healthyObjects = readCaseAsCluster("all-six-components-are-healthy");
  const [own] = healthyObjects.filter(isOperator);
  if (own === undefined) throw new Error("no operator");
  const env = (version: string): readonly object[] => environmentOf(own, version);
  const { pods = [], holder, beside = [] } = operator;
  return [
    ...healthyObjects
      .filter((each) => !isOperator(each))
      .map((each) => (operator.isStale ? withStaleStatus(each) : each)),
    ...(operator.isAbsent === true ? [] : [deploymentOf(own, operator, env)]),
    ...replicaSets(operator, env),
    ...pods.map((pod) => podOf(pod, env)),
    ...(holder === undefined ? [] : [leaseOf(holder, operator.renewed ?? 2)]),
    ...beside,
  ];
}

function withStaleStatus(object: Raw): Raw {
  if (object["kind"] !== "HyperConverged") return object;
  return { ...object, metadata: { ...object["metadata"], generation: 9 } };
}

function isOperator({ kind, metadata }: Raw): boolean {
  return kind === "Deployment" && metadata.name === name;
}

/** The variables of the golden Deployment, each with another value for another version. */
function environmentOf(own: Raw, version: string): readonly object[] {
  const env = own["spec"].template.spec.containers[0].env as readonly {
    readonly name: string;
    readonly value: string;
  }[];
  return env.map(({ name: key, value }) => ({
    name: key,
    value: key === "HCO_KV_IO_VERSION" ? version : version === oldVersion ? value : `${value}-of-${version}`,
  }));
}

function templateOf(env: readonly object[]): object {
  return { metadata: { labels }, spec: { containers: [{ name, image: "registry.example/hco", env }] } };
}

type Environment = (version: string) => readonly object[];

function deploymentOf(own: Raw, operator: RollingOperator, env: Environment): Raw {
  const {
    template = oldVersion,
    templateEnv = env(template),
    spec,
    status = {},
    generation = 2,
    conditions,
  } = operator;
  const said = conditions ?? [
    { type: "Available", status: "True", reason: "MinimumReplicasAvailable", message: "" },
    { type: "Progressing", status: "True", reason: "ReplicaSetUpdated", message: "" },
  ];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...own["metadata"], uid: "deployment", generation },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: templateOf(templateEnv), ...spec },
    ...(status !== null && { status: { ...complete, conditions: said, ...status } }),
  };
}

/** One ReplicaSet for each version that the template or a Pod has. */
function replicaSets({ template = oldVersion, pods = [], spec, refusal }: RollingOperator, env: Environment): Raw[] {
  const isPaused = (spec as { readonly paused?: boolean } | undefined)?.paused === true;
  const versions = new Set([...pods.map(({ version }) => version), ...(isPaused ? [] : [template])]);
  return [...versions].map((version) => {
    const count = pods.filter((pod) => pod.version === version && pod.deleted === undefined).length;
    const ready = pods.filter((pod) => pod.version === version && pod.ready !== false).length;
    const isRefused = refusal !== undefined && version === template;
    return {
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      metadata: {
        name: setName(version),
        namespace,
        uid: setName(version),
        labels,
        generation: 1,
        annotations: { "deployment.kubernetes.io/revision": version === oldVersion ? "1" : "2" },
        ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name, uid: "deployment", controller: true }],
      },
      spec: { replicas: isRefused ? 1 : count, selector: { matchLabels: labels }, template: templateOf(env(version)) },
      status: {
        observedGeneration: 1,
        replicas: count,
        readyReplicas: ready,
        availableReplicas: ready,
        ...(isRefused && { conditions: [{ ...refusal, lastTransitionTime: "2026-11-21T11:59:58Z" }] }),
      },
    };
  });
}

function setName(version: string): string {
  return `${name}-${version.replaceAll(".", "")}`;
}

/** The name of the first Pod of a version. */
export function podName(version: string): string {
  return `${setName(version)}-abcde`;
}

function podOf(pod: OperatorPod, env: Environment): Raw {
  const { version, ready = pod.waiting === undefined && pod.unschedulable === undefined, deleted, waiting } = pod;
  const minute = version === oldVersion ? "00" : "55";
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: pod.name ?? podName(version),
      namespace,
      uid: pod.name ?? podName(version),
      labels,
      creationTimestamp: pod.created ?? `2026-11-21T11:${minute}:00Z`,
      ...(deleted && { deletionTimestamp: deleted === true ? "2026-11-21T12:00:20Z" : deleted }),
      ...(pod.finalizers && { finalizers: pod.finalizers }),
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: setName(version), uid: setName(version) }],
    },
    spec: {
      ...(pod.unschedulable === undefined && { nodeName: "node01" }),
      containers: [{ name, image: "registry.example/hco", env: pod.env ?? env(version) }],
    },
    status: statusOf(pod, ready, waiting),
  };
}

function statusOf(pod: OperatorPod, ready: boolean, waiting: OperatorPod["waiting"]): object {
  const { phase = pod.unschedulable === undefined ? "Running" : "Pending", unschedulable } = pod;
  const since = "2026-11-21T11:56:00Z";
  if (unschedulable !== undefined) {
    const words = { status: "False", reason: "Unschedulable", message: unschedulable, lastTransitionTime: since };
    return { phase, conditions: [{ type: "PodScheduled", ...words }] };
  }
  const state = waiting === undefined ? { running: { startedAt: "2026-11-21T11:59:50Z" } } : { waiting };
  return {
    phase,
    conditions: [
      { type: "PodScheduled", status: "True", lastTransitionTime: since },
      { type: "Ready", status: ready ? "True" : "False", lastTransitionTime: "2026-11-21T11:59:55Z" },
    ],
    containerStatuses: [{ name, ready, started: ready, restartCount: pod.restarts ?? 0, state }],
  };
}

function leaseOf(holder: string, seconds: number): Raw {
  const renewTime = new Date(Date.parse("2026-11-21T12:00:00Z") - seconds * 1000).toISOString().replace("Z", "000Z");
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "hyperconverged-cluster-operator-lock", namespace },
    spec: { holderIdentity: `${holder}_467f5fe0-7bb7-4cf9-98f1-a4ad7533e3a2`, leaseDurationSeconds: 15, renewTime },
  };
}
