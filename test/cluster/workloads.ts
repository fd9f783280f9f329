/** Deployments and what is under them, written as the controllers would have, since none of them runs here. */
import { createHash } from "node:crypto";
import { type Fields, type Manifest, ownedBy, type Stored } from "./manifest.ts";

/** One program of the installation. */
export interface Workload {
  readonly name: string;
  /** Value of the label app.kubernetes.io/component. */
  readonly component: string;
  readonly replicas: number;
  /** Labels of its Pods besides the common ones; the selector too. */
  readonly selector: Readonly<Record<string, string>>;
  readonly kind?: "DaemonSet";
  /** The name of its container where that is not its own. */
  readonly container?: string;
  /** Its container has this readiness probe. */
  readonly readinessProbe?: Fields;
  /** Names of the containers that come first. */
  readonly init?: readonly string[];
  readonly environment?: readonly { readonly name: string; readonly value: string }[];
  readonly trouble?: Trouble;
  /** How often its template was changed, for a Deployment with several ReplicaSets; 1. */
  readonly revision?: number;
  /** The version of KubeVirt that virt-operator made it from (virt-operator/resource/apply/reconcile.go, injectOperatorMetadata). */
  readonly strategy?: string;
}

/** Why some replicas are not ready. */
export interface Trouble {
  readonly since: string;
  readonly ready: number;
  /** `state.waiting` of the containers that do not run; absent: they run and are not ready. */
  readonly waiting?: { readonly reason: string; readonly message: string };
  /** What the kubelet says about it, or another component that is to blame. */
  readonly event?: { readonly reason: string; readonly message: string; readonly at?: string };
  /** It is the first of the init containers that fails. */
  readonly isInit?: true;
  /** The scheduler's words: these Pods have no node. */
  readonly unschedulable?: string;
  /** The API server's words to the ReplicaSet controller: these Pods are not there. */
  readonly refused?: string;
  /** Their node is lost: the kubelet's last word was that all is well. */
  readonly isLost?: true;
  readonly restarts?: number;
  /** `lastState.terminated` of the same: its last run ended later than the trouble began. */
  readonly terminated?: { readonly reason: string; readonly exitCode: number; readonly finishedAt: string };
  /** The node of the Pods that are in trouble. */
  readonly node?: string;
}

/** Where and since when the workloads of an installation run. */
export interface Surroundings {
  readonly namespace: string;
  readonly release: string;
  readonly since: string;
}

/** The Deployment or DaemonSet of a workload, with the status its controller would have written. */
export function controller(workload: Workload, surroundings: Surroundings): Manifest {
  return workload.kind === "DaemonSet" ? daemonSet(workload, surroundings) : deployment(workload, surroundings);
}

/** The ReplicaSet of a Deployment that is stored already. */
export function replicaSet(workload: Workload, parent: Stored, surroundings: Surroundings): Manifest {
  const { name, replicas, trouble } = workload;
  const ready = trouble?.ready ?? replicas;
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${name}-${hashOf(workload)}`,
      namespace: surroundings.namespace,
      labels: { ...podLabels(workload, surroundings), "pod-template-hash": hashOf(workload) },
      annotations: {
        "deployment.kubernetes.io/revision": `${workload.revision ?? 1}`,
        "deployment.kubernetes.io/desired-replicas": `${replicas}`,
      },
      ownerReferences: [ownedBy(parent)],
    },
    spec: {
      replicas,
      selector: { matchLabels: { ...workload.selector, "pod-template-hash": hashOf(workload) } },
      template: template(workload, surroundings, { "pod-template-hash": hashOf(workload) }),
    },
    status: {
      replicas: trouble?.refused === undefined ? replicas : ready,
      fullyLabeledReplicas: trouble?.refused === undefined ? replicas : ready,
      readyReplicas: ready,
      availableReplicas: ready,
      observedGeneration: 1,
      // kube-controller-manager, replicaset/replica_set_utils.go.
      ...(trouble?.refused === undefined ? {} : { conditions: [refusal(trouble.since, trouble.refused)] }),
    },
  };
}

/** The Pods of a ReplicaSet or DaemonSet that is stored already; the last ones have the trouble. */
export function pods(workload: Workload, parent: Stored, surroundings: Surroundings): Manifest[] {
  const { trouble, replicas } = workload;
  const ready = trouble?.ready ?? replicas;
  return Array.from({ length: trouble?.refused === undefined ? replicas : ready }, (_, index) => {
    const isInTrouble = index >= ready;
    const node =
      isInTrouble && trouble?.unschedulable !== undefined ? {} : { nodeName: nodeOf(index, isInTrouble, trouble) };
    const hash = parent.kind === "ReplicaSet" ? { "pod-template-hash": hashOf(workload) } : {};
    const { metadata, spec } = template(workload, surroundings, hash);
    return {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        ...metadata,
        name: `${parent.metadata.name}-${shortHash(`${workload.name} ${index}`, 5)}`,
        namespace: surroundings.namespace,
        ownerReferences: [ownedBy(parent)],
      },
      spec: { ...spec, ...node },
      status: podStatus(workload, surroundings.since, isInTrouble ? trouble : undefined),
    };
  });
}

function nodeOf(index: number, isInTrouble: boolean, trouble: Trouble | undefined): string {
  return (isInTrouble ? trouble?.node : undefined) ?? `node0${index + 1}`;
}

function refusal(since: string, message: string): Fields {
  return { type: "ReplicaFailure", status: "True", lastTransitionTime: since, reason: "FailedCreate", message };
}

function deployment(workload: Workload, surroundings: Surroundings): Manifest {
  const { name, replicas, selector, trouble } = workload;
  const ready = trouble?.ready ?? replicas;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name,
      namespace: surroundings.namespace,
      labels: podLabels(workload, surroundings),
      annotations: {
        "deployment.kubernetes.io/revision": `${workload.revision ?? 1}`,
        ...strategyOf(workload).annotations,
      },
    },
    spec: {
      replicas,
      progressDeadlineSeconds: 600,
      selector: { matchLabels: selector },
      template: template(workload, surroundings),
    },
    status: {
      observedGeneration: 1,
      replicas: trouble?.refused === undefined ? replicas : ready,
      updatedReplicas: trouble?.refused === undefined ? replicas : ready,
      ...(ready === 0 ? {} : { readyReplicas: ready, availableReplicas: ready }),
      ...(ready === replicas ? {} : { unavailableReplicas: replicas - ready }),
      conditions: deploymentConditions(workload, surroundings.since),
    },
  };
}

function deploymentConditions(workload: Workload, since: string): Fields[] {
  const { trouble } = workload;
  const set = `ReplicaSet "${workload.name}-${hashOf(workload)}"`;
  const condition = (type: string, status: string, at: string, reason: string, message: string): Fields => ({
    type,
    status,
    lastUpdateTime: at,
    lastTransitionTime: at,
    reason,
    message,
  });
  // With a quarter of the replicas allowed to be away, one of two missing is already too many.
  const available =
    trouble === undefined
      ? condition("Available", "True", since, "MinimumReplicasAvailable", "Deployment has minimum availability.")
      : condition(
          "Available",
          "False",
          trouble.since,
          "MinimumReplicasUnavailable",
          "Deployment does not have minimum availability.",
        );
  return [
    available,
    condition("Progressing", "True", since, "NewReplicaSetAvailable", `${set} has successfully progressed.`),
    ...(trouble?.refused === undefined
      ? []
      : [condition("ReplicaFailure", "True", trouble.since, "FailedCreate", trouble.refused)]),
  ];
}

function daemonSet(workload: Workload, surroundings: Surroundings): Manifest {
  const { name, replicas, selector, trouble } = workload;
  const ready = trouble?.ready ?? replicas;
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name,
      namespace: surroundings.namespace,
      labels: podLabels(workload, surroundings),
      ...strategyOf(workload),
    },
    spec: { selector: { matchLabels: selector }, template: template(workload, surroundings) },
    status: {
      observedGeneration: 1,
      currentNumberScheduled: replicas,
      desiredNumberScheduled: replicas,
      numberMisscheduled: 0,
      numberReady: ready,
      numberAvailable: ready,
      updatedNumberScheduled: replicas,
      ...(ready === replicas ? {} : { numberUnavailable: replicas - ready }),
    },
  };
}

function template(
  workload: Workload,
  surroundings: Surroundings,
  hash: Readonly<Record<string, string>> = {},
): {
  metadata: Pick<Manifest["metadata"], "annotations"> & { labels: Readonly<Record<string, string>> };
  spec: Fields;
} {
  const { name, environment, container = name, readinessProbe, init = [] } = workload;
  const image = `quay.io/kubevirt/${name}:${surroundings.release}`;
  const main = {
    name: container,
    image,
    ...(environment === undefined ? {} : { env: environment }),
    ...(readinessProbe === undefined ? {} : { readinessProbe }),
  };
  return {
    metadata: { labels: { ...podLabels(workload, surroundings), ...hash }, ...strategyOf(workload) },
    spec: {
      ...(init.length === 0 ? {} : { initContainers: init.map((each) => ({ name: each, image })) }),
      containers: [main],
    },
  };
}

function strategyOf({ strategy }: Workload): Pick<Manifest["metadata"], "annotations"> {
  if (strategy === undefined) return {};
  const annotations = {
    "kubevirt.io/install-strategy-version": strategy,
    "kubevirt.io/install-strategy-registry": "quay.io/kubevirt",
  };
  return { annotations };
}

function podLabels(
  { component, selector, strategy }: Workload,
  { release }: Surroundings,
): Readonly<Record<string, string>> {
  return {
    ...selector,
    ...(strategy !== undefined && { "app.kubernetes.io/managed-by": "virt-operator" }),
    "app.kubernetes.io/component": component,
    "app.kubernetes.io/part-of": "hyperconverged-cluster",
    "app.kubernetes.io/version": release,
  };
}

function podStatus(workload: Workload, installed: string, trouble?: Trouble): Fields {
  const { name, container = name, init = [] } = workload;
  const hasRun = trouble?.terminated !== undefined || trouble?.waiting === undefined;
  // A Pod that has never run is as old as its trouble.
  const since = hasRun ? installed : (trouble?.since ?? installed);
  const condition = (type: string, good: boolean, words: Fields = {}): Fields => ({
    type,
    status: good ? "True" : "False",
    lastTransitionTime: good ? since : trouble?.since,
    ...(good ? {} : words),
  });
  if (trouble?.unschedulable !== undefined) {
    const words = { reason: "Unschedulable", message: trouble.unschedulable };
    return { phase: "Pending", conditions: [condition("PodScheduled", false, words)] };
  }
  // kube-controller-manager, util/node/controller_utils.go, MarkPodsNotReady: that condition and nothing else.
  if (trouble?.isLost) {
    const running = podStatus(workload, since);
    const conditions = (running["conditions"] as Fields[]).map((each) =>
      each["type"] === "Ready" ? { ...each, status: "False", lastTransitionTime: trouble.since } : each,
    );
    return { ...running, conditions };
  }
  const ready = trouble === undefined;
  const unready = { reason: "ContainersNotReady", message: `containers with unready status: [${container}]` };
  const isInit = trouble?.isInit === true;
  const [first = "", ...rest] = init;
  const incomplete = {
    reason: "ContainersNotInitialized",
    message: `containers with incomplete status: [${init.join(" ")}]`,
  };
  const done = { state: { terminated: { reason: "Completed", exitCode: 0, startedAt: since, finishedAt: since } } };
  const turn = { waiting: { reason: "PodInitializing", message: "" } };
  const initStatuses = isInit
    ? [
        containerStatus(name, first, since, trouble),
        ...rest.map((each) => ({ ...containerStatus(name, each, since), ready: false, state: turn })),
      ]
    : init.map((each) => ({ ...containerStatus(name, each, since), ...done }));
  return {
    // A Pod whose container has run before stays Running; one whose image never came, or that still initializes, is Pending.
    phase: ready || (hasRun && !isInit) ? "Running" : "Pending",
    startTime: since,
    conditions: [
      condition("PodScheduled", true),
      condition("Initialized", !isInit, incomplete),
      condition("ContainersReady", ready, unready),
      condition("Ready", ready, unready),
    ],
    ...(init.length === 0 ? {} : { initContainerStatuses: initStatuses }),
    containerStatuses: [
      isInit
        ? { ...containerStatus(name, container, since), ready: false, started: false, state: turn }
        : containerStatus(name, container, since, trouble),
    ],
  };
}

function containerStatus(workload: string, name: string, since: string, trouble?: Trouble): Fields {
  const image = { image: `quay.io/kubevirt/${workload}`, imageID: "" };
  const running = { running: { startedAt: since } };
  if (trouble === undefined) {
    return { name, ready: true, started: true, restartCount: 0, ...image, state: running };
  }
  const { waiting, terminated, restarts = 0 } = trouble;
  return {
    name,
    ready: false,
    started: waiting === undefined,
    restartCount: restarts,
    ...image,
    state: waiting === undefined ? running : { waiting },
    ...(terminated === undefined
      ? {}
      : { lastState: { terminated: { ...terminated, startedAt: terminated.finishedAt } } }),
  };
}

/** The hash of the Pod template in the names of ReplicaSets and Pods; ours is made of the workload's name and revision. */
function hashOf({ name, revision = 1 }: Workload): string {
  return shortHash(revision === 1 ? name : `${name} ${revision}`, 10);
}

function shortHash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}
