import { apply, applyOne } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import type { ComponentStatus } from "./component-status.ts";
import { component, readyStatus } from "./components.ts";
import { type EventFields, event } from "./events.ts";
import { hyperConverged, servedName, servedStatus } from "./hyperconverged.ts";
import {
  componentsOf,
  injectorObjects,
  operandWorkloads,
  operatorNames,
  operatorWorkloads,
  type Platform,
  priorityClass,
} from "./inventory.ts";
import { aggregate, initialize } from "./last-writer.ts";
import type { Manifest, Stored } from "./manifest.ts";
import type { Cluster } from "./server.ts";
import type { ComponentName, Release } from "./versions.ts";
import { controller, pods, replicaSet, type Surroundings, type Trouble, type Workload } from "./workloads.ts";

/** An installation of HCO to put on a cluster. A field that is absent has the value of a healthy installation. */
export interface Installation {
  readonly now: Date;
  readonly platform?: Platform;
  /** The release whose operators run, and the one that the status names as installed. Both are 1.20.0 unless given. */
  readonly running?: Release;
  readonly recorded?: Release;
  /** The API version in which the HyperConverged is written; v1 unless given. */
  readonly apiVersion?: "v1" | "v1beta1";
  readonly components?: Partial<Readonly<Record<ComponentName, ComponentStatus>>>;
  /** Why Pods of a workload do not run, by the name of the workload. */
  readonly troubles?: Readonly<Record<string, Trouble>>;
  /** The name of a workload's container, by the name of the workload, where the two differ. */
  readonly containers?: Readonly<Record<string, string>>;
  /** Names of workloads that do not exist. */
  readonly without?: readonly string[];
  /** The transition time of the abnormal conditions; three minutes ago unless given. */
  readonly badSince?: string;
  /** Events of the operator after the one that reports a successful reconciliation. */
  readonly operatorEvents?: readonly EventFields[];
}

/** What {@link install} created. */
export interface Installed {
  readonly hyperConverged: Stored;
  readonly components: ReadonlyMap<ComponentName, Stored>;
  /** The controllers and Pods of all workloads, by name of the workload. */
  readonly workloads: Standing;
}

/** Workloads as stored. */
export type Standing = ReadonlyMap<string, { readonly controller: Stored; readonly pods: readonly Stored[] }>;

const installedMinutesAgo = 90;

/**
 * Puts an installation of HCO on an empty cluster: operators, component CRs with their statuses, workloads, and last the
 * status of the HyperConverged, as the operator writes it after reading these components. Times lie in the 90 minutes
 * before `now`. Creation times are those of the server.
 */
export async function install(cluster: Cluster, installation: Installation): Promise<Installed> {
  const { now, platform = "kubernetes", running = "1.20.0", recorded = running } = installation;
  const since = minutesBefore(now, installedMinutesAgo);
  const namespace = servedName.namespace;
  const workloads = await installWorkloads(
    cluster,
    [...operatorWorkloads(platform, running), ...operandWorkloads(platform)]
      .filter(({ name }) => !installation.without?.includes(name))
      .map((workload) => withTrouble(workload, installation.troubles?.[workload.name]))
      .map((workload) => withContainer(workload, installation.containers?.[workload.name])),
    { namespace, release: running, since },
  );

  const bare = await applyOne(cluster, hyperConverged(installation.apiVersion));
  const reporters = componentsOf(platform).map((name) => {
    const ready = readyStatus(name, running, since);
    const status = keepTransitionTimes(installation.components?.[name] ?? ready, ready);
    return { name, status, conditions: status.conditions };
  });
  const components = new Map<ComponentName, Stored>(
    await Promise.all(
      reporters.map(async ({ name, status }) => {
        return [name, await applyOne(cluster, component(name, running, bare, status))] as const;
      }),
    ),
  );

  const status = servedStatus(aggregate(reporters, running === recorded ? undefined : running), {
    relatedObjects: await relatedObjects(cluster, platform, [...components.values()], workloads),
    version: recorded,
    goodSince: since,
    badSince: installation.badSince ?? minutesBefore(now, 3),
    injectorReady: true,
  });
  const served = await applyOne(cluster, { ...hyperConverged(installation.apiVersion), status });
  await writeOperatorEvents(cluster, platform, served, workloads, [
    { type: "Normal", reason: "ReconcileHCO", message: "HCO Reconcile completed successfully", at: since },
    ...(installation.operatorEvents ?? []),
  ]);
  return { hyperConverged: served, components, workloads };
}

/**
 * Puts an installation on the cluster that is a few seconds old: the operator has created the component CRs in its first
 * reconciliation, none of them has a status, and status.relatedObjects is written by the second reconciliation only.
 */
export async function installFresh(cluster: Cluster, now: Date): Promise<void> {
  const seconds = minutesBefore(now, 0.1);
  const workloads = await installWorkloads(cluster, operatorWorkloads("kubernetes", "1.20.0"), {
    namespace: servedName.namespace,
    release: "1.20.0",
    since: minutesBefore(now, 5),
  });
  const bare = await applyOne(cluster, hyperConverged());
  const names = componentsOf("kubernetes");
  await apply(cluster, [priorityClass, ...names.map((name) => component(name, "1.20.0", bare))]);
  const times = { goodSince: seconds, badSince: seconds };
  const status = servedStatus(initialize(), { relatedObjects: [], version: "1.20.0", injectorReady: false, ...times });
  const served = await applyOne(cluster, { ...hyperConverged(), status });
  await writeOperatorEvents(cluster, "kubernetes", served, workloads, [
    { type: "Normal", reason: "InitHCO", message: "Initiating the HyperConverged", at: seconds },
  ]);
}

/** Creates controllers, ReplicaSets and Pods, and the Warning events of the workloads with a {@link Trouble}. */
export async function installWorkloads(
  cluster: Cluster,
  workloads: readonly Workload[],
  surroundings: Surroundings,
): Promise<Standing> {
  const standing = workloads.map(async (workload) => {
    const top = await applyOne(cluster, controller(workload, surroundings));
    const parent = top.kind === "Deployment" ? await applyOne(cluster, replicaSet(workload, top, surroundings)) : top;
    const stored = await apply(cluster, pods(workload, parent, surroundings));
    await apply(cluster, troubleEvents(workload, parent, stored));
    return [workload.name, { controller: top, pods: stored }] as const;
  });
  return new Map(await Promise.all(standing));
}

/** Writes each event twice, as the operator does: about the HyperConverged and about the operator's own Pod. */
export async function writeOperatorEvents(
  cluster: Cluster,
  platform: Platform,
  served: Stored,
  workloads: Standing,
  events: readonly EventFields[],
): Promise<void> {
  const pod = workloads.get(operatorNames[platform].operator)?.pods[0];
  const objects = pod === undefined ? [served] : [served, pod];
  await apply(
    cluster,
    objects.flatMap((about) => events.map((fields) => event(about, "kubevirt-hyperconverged", fields))),
  );
}

/** The objects of status.relatedObjects in the operator's order, each as the server has it now. */
async function relatedObjects(
  cluster: Cluster,
  platform: Platform,
  components: readonly Stored[],
  workloads: Standing,
): Promise<Stored[]> {
  const { before, after } = injectorObjects(platform, servedName.namespace);
  const injector = workloads.get("virt-network-resources-injector")?.controller;
  const first = await applyOne(cluster, priorityClass);
  // On OpenShift SSP comes after what HCO makes itself.
  const early = components.filter(({ kind }) => kind !== "SSP");
  const late = components.filter(({ kind }) => kind === "SSP");
  return [
    first,
    ...early,
    ...(await apply(cluster, before)),
    ...(injector === undefined ? [] : [injector]),
    ...(await apply(cluster, after)),
    ...late,
  ];
}

/** A condition's time is that of its last change of status, not that of its last text. */
function keepTransitionTimes(status: ComponentStatus, before: ComponentStatus): ComponentStatus {
  const conditions = status.conditions.map((condition) => {
    const earlier = before.conditions.find(({ type }) => type === condition.type);
    const unchanged = earlier?.status === condition.status;
    return unchanged ? { ...condition, lastTransitionTime: earlier["lastTransitionTime"] } : condition;
  });
  return { ...status, conditions };
}

function withTrouble(workload: Workload, trouble: Trouble | undefined): Workload {
  return trouble === undefined ? workload : { ...workload, trouble };
}

function withContainer(workload: Workload, container: string | undefined): Workload {
  return container === undefined ? workload : { ...workload, container };
}

/** About the Pods that are in trouble; what the ReplicaSet could not make it says about itself. */
function troubleEvents({ replicas, trouble }: Workload, parent: Stored, stored: readonly Stored[]): Manifest[] {
  if (trouble?.event === undefined) return [];
  const { since, ready, event: words, refused, unschedulable, isLost } = trouble;
  const saying = { type: "Warning", at: since, count: 7, ...words } as const;
  if (refused !== undefined) return [event(parent, "replicaset-controller", saying)];
  const speaker = unschedulable === undefined ? (isLost ? "node-controller" : "kubelet") : "default-scheduler";
  return stored.slice(ready, replicas).map((pod) => event(pod, speaker, saying));
}
