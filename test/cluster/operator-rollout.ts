/** The operator's Deployment between two releases: its ReplicaSets, the Pods of both, and the Lease that one of them holds. */
import { apply, applyOne, erase } from "./apply.ts";
import { event } from "./events.ts";
import { call } from "./http.ts";
import { servedName } from "./hyperconverged.ts";
import { operatorNames, operatorWorkloads, type Platform } from "./inventory.ts";
import type { Fields, Manifest, Stored } from "./manifest.ts";
import { pathOf } from "./resources.ts";
import type { Cluster } from "./server.ts";
import type { Release } from "./versions.ts";
import { controller, pods, replicaSet, type Surroundings, type Trouble, type Workload } from "./workloads.ts";

/** A roll-out from one release to the next. */
export interface Rollout {
  readonly platform?: Platform;
  readonly from: Release;
  readonly to: Release;
  /** Since when the old Pod runs, and the time of the reading. */
  readonly since: string;
  readonly now: string;
  /** The Deployment is paused with the new template, so that no Pod has it. */
  readonly isPaused?: true;
  /** What keeps the new Pod from running. */
  readonly trouble?: Trouble;
  /** The new Pod is ready; the old one ends, and holds the Lease until it has. */
  readonly isWaiting?: true;
}

/** Puts it on the cluster, where the Deployment is not there yet. */
export async function rollOut(cluster: Cluster, rollout: Rollout): Promise<void> {
  const { from, to, since, now, trouble, isPaused } = rollout;
  const before = operatorOf(rollout, from, 1);
  const after = operatorOf(rollout, to, 2);
  const around = (release: Release): Surroundings => ({ namespace: servedName.namespace, release, since });
  const top = await applyOne(cluster, withOneOldPod(controller(after, around(to)), rollout));
  const oldSet = await applyOne(cluster, replicaSet(before, top, around(from)));
  const [oldPod] = await apply(cluster, pods(before, oldSet, around(from)));
  if (isPaused === undefined) {
    const set = await applyOne(cluster, replicaSet(after, top, around(to)));
    const made = await apply(cluster, pods(after, set, around(to)));
    const about = made[0] ?? set;
    if (trouble?.event !== undefined) {
      const speaker = trouble.refused === undefined ? "kubelet" : "replicaset-controller";
      await applyOne(cluster, event(about, speaker, { type: "Warning", at: now, count: 5, ...trouble.event }));
    }
  }
  if (oldPod === undefined) return;
  if (rollout.isWaiting) await call<Stored>(cluster, "DELETE", pathOf(oldPod));
  await applyOne(cluster, leaseOf(oldPod.metadata.name, now));
}

function operatorOf({ platform = "kubernetes", trouble }: Rollout, release: Release, revision: number): Workload {
  const [own] = operatorWorkloads(platform, release).filter(({ name }) => name === operatorNames[platform].operator);
  if (own === undefined) throw new Error("no operator");
  return { ...own, revision, ...(revision > 1 && trouble !== undefined && { trouble }) };
}

/**
 * The Deployment as its controller writes it with one old Pod that runs (kube-controller-manager, deployment/sync.go,
 * calculateStatus; progress.go for the condition).
 */
function withOneOldPod(manifest: Manifest, { isPaused, isWaiting, trouble, since, now }: Rollout): Manifest {
  const isMade = isPaused === undefined && trouble?.refused === undefined;
  const counts = isWaiting
    ? { replicas: 1, updatedReplicas: 1 }
    : isMade
      ? { replicas: 2, updatedReplicas: 1, unavailableReplicas: 1 }
      : { replicas: 1, ...(trouble?.refused !== undefined && { unavailableReplicas: 1 }) };
  const condition = (type: string, status: string, at: string, reason: string, message: string): Fields => ({
    type,
    status,
    reason,
    message,
    lastTransitionTime: at,
    lastUpdateTime: at,
  });
  const progress = isPaused
    ? condition("Progressing", "Unknown", since, "DeploymentPaused", "Deployment is paused")
    : condition("Progressing", "True", since, "ReplicaSetUpdated", "ReplicaSet is progressing.");
  const conditions = [
    condition("Available", "True", since, "MinimumReplicasAvailable", "Deployment has minimum availability."),
    progress,
    ...(trouble?.refused === undefined
      ? []
      : [condition("ReplicaFailure", "True", now, "FailedCreate", trouble.refused)]),
  ];
  const { spec, ...rest } = manifest;
  return {
    ...rest,
    spec: { ...(spec as Fields), ...(isPaused && { paused: true }) },
    status: { observedGeneration: 1, readyReplicas: 1, availableReplicas: 1, ...counts, conditions },
  };
}

/** The leader says that it still leads. */
export async function renewLease(cluster: Cluster): Promise<void> {
  await call(cluster, "PATCH", leasePath, { spec: { renewTime: microTime(new Date().toISOString()) } });
}

/** The old Pod is gone, and the new one has its Lease (client-go, leaderelection.go). */
export async function passLease(cluster: Cluster): Promise<void> {
  const path = `/api/v1/namespaces/${servedName.namespace}/pods?labelSelector=name%3D${operatorNames.kubernetes.operator}`;
  const { items } = await call<{ items: Stored[] }>(cluster, "GET", path);
  const [old] = items.filter(({ metadata }) => "deletionTimestamp" in metadata);
  const [fresh] = items.filter(({ metadata }) => !("deletionTimestamp" in metadata));
  if (old === undefined || fresh === undefined) throw new Error("two Pods were expected");
  await erase(cluster, { ...old, apiVersion: "v1", kind: "Pod" });
  const now = microTime(new Date().toISOString());
  const holderIdentity = `${fresh.metadata.name}_1`;
  await call(cluster, "PATCH", leasePath, { spec: { holderIdentity, acquireTime: now, renewTime: now } });
}

const leaseName = "hyperconverged-cluster-operator-lock";
const leasePath = `/apis/coordination.k8s.io/v1/namespaces/${servedName.namespace}/leases/${leaseName}`;

/** A time as Leases have it (apimachinery, meta/v1, MicroTime). */
function microTime(time: string): string {
  return time.replace(/(\.\d+)?Z$/, ".000000Z");
}

/** The Lease as the leader keeps it (client-go, leaderelection; controller-runtime names the holder). */
export function leaseOf(holder: string, renewed: string): Manifest {
  const renewTime = microTime(renewed);
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: leaseName, namespace: servedName.namespace },
    spec: {
      holderIdentity: `${holder}_467f5fe0-7bb7-4cf9-98f1-a4ad7533e3a2`,
      leaseDurationSeconds: 15,
      acquireTime: renewTime,
      renewTime,
      leaseTransitions: 0,
    },
  };
}
