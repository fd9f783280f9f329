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
  readonly environment?: readonly { readonly name: string; readonly value: string }[];
  readonly trouble?: Trouble;
}

/** Why some replicas are not ready. */
export interface Trouble {
  readonly since: string;
  readonly ready: number;
  /** `state.waiting` of the containers that do not run. */
  readonly waiting: { readonly reason: string; readonly message: string };
  /** What the kubelet says about it. */
  readonly event?: { readonly reason: string; readonly message: string };
  readonly restarts?: number;
  /** `lastState.terminated` of the same. */
  readonly terminated?: { readonly reason: string; readonly exitCode: number };
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
        "deployment.kubernetes.io/revision": "1",
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
      replicas,
      fullyLabeledReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      observedGeneration: 1,
    },
  };
}

/** The Pods of a ReplicaSet or DaemonSet that is stored already; the last ones have the trouble. */
export function pods(workload: Workload, parent: Stored, surroundings: Surroundings): Manifest[] {
  const ready = workload.trouble?.ready ?? workload.replicas;
  return Array.from({ length: workload.replicas }, (_, index) => {
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
      spec: { ...spec, nodeName: `node0${index + 1}` },
      status: podStatus(workload, surroundings.since, index < ready ? undefined : workload.trouble),
    };
  });
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
      annotations: { "deployment.kubernetes.io/revision": "1" },
    },
    spec: {
      replicas,
      progressDeadlineSeconds: 600,
      selector: { matchLabels: selector },
      template: template(workload, surroundings),
    },
    status: {
      observedGeneration: 1,
      replicas,
      updatedReplicas: replicas,
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
  ];
}

function daemonSet(workload: Workload, surroundings: Surroundings): Manifest {
  const { name, replicas, selector, trouble } = workload;
  const ready = trouble?.ready ?? replicas;
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: surroundings.namespace, labels: podLabels(workload, surroundings) },
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
): { metadata: { labels: Readonly<Record<string, string>> }; spec: Fields } {
  const { name, environment } = workload;
  const image = `quay.io/kubevirt/${name}:${surroundings.release}`;
  return {
    metadata: { labels: { ...podLabels(workload, surroundings), ...hash } },
    spec: { containers: [{ name, image, ...(environment === undefined ? {} : { env: environment }) }] },
  };
}

function podLabels({ component, selector }: Workload, { release }: Surroundings): Readonly<Record<string, string>> {
  return {
    ...selector,
    "app.kubernetes.io/component": component,
    "app.kubernetes.io/part-of": "hyperconverged-cluster",
    "app.kubernetes.io/version": release,
  };
}

function podStatus({ name }: Workload, since: string, trouble?: Trouble): Fields {
  const ready = trouble === undefined;
  const unready = { reason: "ContainersNotReady", message: `containers with unready status: [${name}]` };
  const condition = (type: string, good: boolean): Fields => ({
    type,
    status: good ? "True" : "False",
    lastTransitionTime: good ? since : trouble?.since,
    ...(good ? {} : unready),
  });
  return {
    // A Pod whose container has run before stays Running; one whose image never came is Pending.
    phase: ready || trouble.terminated !== undefined ? "Running" : "Pending",
    startTime: since,
    conditions: [
      condition("PodScheduled", true),
      condition("Initialized", true),
      condition("ContainersReady", ready),
      condition("Ready", ready),
    ],
    containerStatuses: [containerStatus(name, since, trouble)],
  };
}

function containerStatus(name: string, since: string, trouble?: Trouble): Fields {
  const image = { image: `quay.io/kubevirt/${name}`, imageID: "" };
  if (trouble === undefined) {
    return { name, ready: true, started: true, restartCount: 0, ...image, state: { running: { startedAt: since } } };
  }
  const { waiting, terminated, restarts = 0 } = trouble;
  return {
    name,
    ready: false,
    started: false,
    restartCount: restarts,
    ...image,
    state: { waiting },
    ...(terminated === undefined
      ? {}
      : { lastState: { terminated: { ...terminated, startedAt: since, finishedAt: trouble.since } } }),
  };
}

/** The hash of the Pod template in the names of ReplicaSets and Pods; ours is made of the workload's name. */
function hashOf({ name }: Workload): string {
  return shortHash(name, 10);
}

function shortHash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}
