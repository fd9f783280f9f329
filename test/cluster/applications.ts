import { apply, applyOne } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import type { Fields, Manifest, Metadata } from "./manifest.ts";
import type { Cluster } from "./server.ts";

/** The Application's name, which is its namespace's and its label's too. */
export const shop = "shop";

export const labels: Readonly<Record<string, string>> = { "app.kubernetes.io/name": shop };

/** The kinds of a whole shop, of which the Application itself makes seven with nested ones. */
export const shopKinds: readonly (readonly [group: string, kind: string])[] = [
  ["apps/v1", "Deployment"],
  ["apps", "StatefulSet"],
  ["v1", "Service"],
  ["", "Secret"],
  ["batch", "Job"],
  ["policy", "PodDisruptionBudget"],
];

/** Makes an Application and its parts, those it needs first. */
export async function createShop(
  cluster: Cluster,
  parts: readonly Manifest[],
  ...applications: readonly Manifest[]
): Promise<void> {
  await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: shop } });
  await apply(cluster, parts);
  await apply(cluster, applications);
}

/** The Application as its controller left it; `spec` goes before what is usual. */
export function application(
  kinds: typeof shopKinds,
  status: Fields | undefined,
  spec: Fields = {},
  metadata: Partial<Metadata> = {},
): Manifest {
  return {
    apiVersion: "app.k8s.io/v1beta1",
    kind: "Application",
    metadata: { name: shop, namespace: shop, ...metadata },
    spec: {
      selector: { matchLabels: labels },
      componentKinds: kinds.map(([group, kind]) => ({ group, kind })),
      descriptor: { type: "shop", version: "2.1.0" },
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}

/** What the controller writes: `2/3`, and how long ago that changed. */
export function writeStatus(
  now: Date,
  componentsReady: string,
  minutes: number,
  statuses: Readonly<Record<string, string>> = {},
): Fields {
  const [ready = 0, total = 0] = componentsReady.split("/").map(Number);
  const at = minutesBefore(now, minutes);
  const times = { lastUpdateTime: at, lastTransitionTime: at };
  const summary =
    ready === total
      ? { status: "True", reason: "ComponentsReady", message: "all components ready" }
      : { status: "False", reason: "ComponentsNotReady", message: `${total - ready} components not ready` };
  return {
    observedGeneration: 1,
    componentsReady,
    components: Object.entries(statuses).map(([key, status]) => {
      const [kind = "", name = ""] = key.split(" ");
      const [head = "", ...group] = kind.split(".");
      return { kind: head, name, ...(group.length === 0 ? {} : { group: group.join(".") }), status };
    }),
    conditions: [
      { type: "Ready", ...summary, ...times },
      { type: "Error", status: "False", reason: "NoError", message: "No error seen", ...times },
    ],
  };
}

function labelledObject(apiVersion: string, kind: string, name: string, more: Fields): Manifest {
  return { apiVersion, kind, metadata: { name, namespace: shop, labels }, ...more };
}

const template = {
  metadata: { labels: { of: shop } },
  spec: { restartPolicy: "Always", containers: [{ name: "main", image: "registry.example.com/shop:2.1.0" }] },
};
const selector = { matchLabels: template.metadata.labels };

export function deployment(now: Date, name: string, ready: number, replicas: number): Manifest {
  const at = minutesBefore(now, ready === replicas ? 600 : 25);
  const times = { lastUpdateTime: at, lastTransitionTime: at };
  const isUp = ready === replicas;
  return labelledObject("apps/v1", "Deployment", name, {
    spec: { replicas, selector, template },
    status: {
      observedGeneration: 1,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      unavailableReplicas: replicas - ready,
      conditions: [
        isUp
          ? {
              type: "Available",
              status: "True",
              reason: "MinimumReplicasAvailable",
              message: "Deployment has minimum availability.",
              ...times,
            }
          : {
              type: "Available",
              status: "False",
              reason: "MinimumReplicasUnavailable",
              message: "Deployment does not have minimum availability.",
              ...times,
            },
        isUp
          ? {
              type: "Progressing",
              status: "True",
              reason: "NewReplicaSetAvailable",
              message: `ReplicaSet "${name}" has successfully progressed.`,
              ...times,
            }
          : {
              type: "Progressing",
              status: "False",
              reason: "ProgressDeadlineExceeded",
              message: `ReplicaSet "${name}" has timed out progressing.`,
              ...times,
            },
      ],
    },
  });
}

export function statefulSet(name: string, ready: number, replicas: number): Manifest {
  const revision = { currentRevision: `${name}-1`, updateRevision: `${name}-1` };
  return labelledObject("apps/v1", "StatefulSet", name, {
    spec: { replicas, serviceName: name, selector, template },
    status: {
      observedGeneration: 1,
      replicas,
      readyReplicas: ready,
      currentReplicas: replicas,
      updatedReplicas: replicas,
      availableReplicas: ready,
      collisionCount: 0,
      ...revision,
    },
  });
}

/** A LoadBalancer where its addresses are given. */
export function service(name: string, ingress?: readonly Fields[]): Manifest {
  const ports = [{ port: 80 }];
  return labelledObject("v1", "Service", name, {
    spec: ingress === undefined ? { type: "ClusterIP", ports } : { type: "LoadBalancer", ports },
    status: { loadBalancer: ingress === undefined ? {} : { ingress } },
  });
}

export function job(now: Date, name: string, ended: "Complete" | "Failed"): Manifest {
  const started = minutesBefore(now, 90);
  const at = minutesBefore(now, 80);
  const times = { lastProbeTime: at, lastTransitionTime: at };
  const words =
    ended === "Failed"
      ? { reason: "BackoffLimitExceeded", message: "Job has reached the specified backoff limit" }
      : { reason: "CompletionsReached", message: "Reached expected number of succeeded pods" };
  const before = ended === "Failed" ? "FailureTarget" : "SuccessCriteriaMet";
  return labelledObject("batch/v1", "Job", name, {
    spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } },
    status: {
      startTime: started,
      ready: 0,
      terminating: 0,
      uncountedTerminatedPods: {},
      ...(ended === "Failed" ? { failed: 7 } : { succeeded: 1, completionTime: at }),
      conditions: [before, ended].map((type) => ({ type, status: "True", ...words, ...times })),
    },
  });
}

export function budget(name: string, healthy: number, desired: number): Manifest {
  return labelledObject("policy/v1", "PodDisruptionBudget", name, {
    spec: { minAvailable: desired, selector },
    status: {
      observedGeneration: 1,
      currentHealthy: healthy,
      desiredHealthy: desired,
      expectedPods: desired,
      disruptionsAllowed: Math.max(0, healthy - desired),
    },
  });
}

export function secret(name: string): Manifest {
  return labelledObject("v1", "Secret", name, { stringData: { password: "correct-horse-battery-staple" } });
}
