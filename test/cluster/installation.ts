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

/** An HCO to be put on a cluster; what a scenario does not say is as it is when all is well. */
export interface Installation {
  readonly now: Date;
  readonly platform?: Platform;
  /** The release whose operators run, and the one that the status names as installed; both 1.20.0. */
  readonly running?: Release;
  readonly recorded?: Release;
  /** The version of the API that somebody wrote the HyperConverged in; v1. */
  readonly apiVersion?: "v1" | "v1beta1";
  readonly components?: Partial<Readonly<Record<ComponentName, ComponentStatus>>>;
  /** By name of the workload. */
  readonly troubles?: Readonly<Record<string, Trouble>>;
  /** The container's name by that of the workload, where it is another. */
  readonly containers?: Readonly<Record<string, string>>;
  /** Names of workloads that are not there. */
  readonly without?: readonly string[];
  /** Since when the conditions that are not as they should be are so; three minutes ago. */
  readonly badSince?: string;
  /** What HCO said lately, after having said that all is well. */
  readonly sayings?: readonly EventFields[];
}

/** What stands on the cluster afterwards. */
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
 * Puts an HCO on a wiped cluster: operators, component CRs with their statuses, workloads, and last the HyperConverged's
 * status, as the operator would have written it after looking at those components. Times lie in the 90 minutes before
 * `now`; creation times are the server's.
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
  await say(cluster, platform, served, workloads, [
    { type: "Normal", reason: "ReconcileHCO", message: "HCO Reconcile completed successfully", at: since },
    ...(installation.sayings ?? []),
  ]);
  return { hyperConverged: served, components, workloads };
}

/**
 * The same a few seconds after somebody has written the HyperConverged: the operator has made the component CRs in its
 * first loop, nobody has answered, and what it has made it will note as related in its second.
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
  await say(cluster, "kubernetes", served, workloads, [
    { type: "Normal", reason: "InitHCO", message: "Initiating the HyperConverged", at: seconds },
  ]);
}

/** Controllers, ReplicaSets and Pods; the Warning events of those that are in trouble. */
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

/** What the operator says, it says about its own Pod and about the HyperConverged, in the same words. */
export async function say(
  cluster: Cluster,
  platform: Platform,
  served: Stored,
  workloads: Standing,
  sayings: readonly EventFields[],
): Promise<void> {
  const pod = workloads.get(operatorNames[platform].operator)?.pods[0];
  const listeners = [served, ...(pod === undefined ? [] : [pod])];
  await apply(
    cluster,
    listeners.flatMap((about) => sayings.map((saying) => event(about, "kubevirt-hyperconverged", saying))),
  );
}

/** Everything that the status names, in its order, each as the server has it now. */
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
