import { compareTexts } from "../../model/compare-texts.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { HeldInstance } from "../../model/finding/evidence-parts.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { isNode, podKind } from "../../profiles/core-kinds.ts";
import { clusterVersions, machineConfigPools } from "../../profiles/openshift.ts";
import { kubeVirts, machineInstances, migrations, nodeNameLabel } from "../../profiles/virtual-machines.ts";
import { isCordoned, readCordonTime } from "../core/cluster-kinds.ts";
import { gracePeriodSeconds, hasLasted, maxWorkSeconds } from "../core/object-health.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import {
  type EvictionStrategy,
  findEvictionStrategy,
  isToMigrate,
  isToShutDown,
  readOwnStrategy,
} from "./eviction-strategy.ts";
import { isEvacuated, listInstancesOnNode, listMigrationsOfInstance, listOpenMigrations } from "./leaving-machines.ts";
import { listRunningMigrations, readMigrationPhase } from "./migration-queue.ts";
import { listPoolNodes } from "./pool-nodes.ts";

// Who drains a node evicts its pods. KubeVirt refuses the eviction of a launcher whose instance is to migrate, and starts
// the migration itself (see eviction-strategy.ts).
// A PodDisruptionBudget that allows no disruption is normal for each of these pods.

/**
 * The nodes whose drain an object waits for: a Node for its own, a pool of nodes for those of its nodes, an update of
 * OpenShift for those of all pools.
 */
export function listDrainedNodes(object: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  if (isNode(object.ref)) return [object];
  const pools = isSameKind(object.ref, clusterVersions) ? index.all(machineConfigPools) : [object];
  return [...new Set(pools.flatMap((pool) => listPoolNodes(pool, index)))];
}

/**
 * The requests that show which virtual machines hold the drain of these nodes, and why no node takes the target of a
 * migration. None where no drain is intended.
 */
export function planDrainReads(nodes: readonly KubeObject[], index: ObjectIndex, takenAt: string): readonly Query[] {
  const cordoned = nodes.filter(isCordonedNode);
  const instances = cordoned.flatMap((node) => listInstancesOnNode(node, index));
  // Its strategy counts for those that have none, and its limits for those that leave.
  const needsKubeVirt = instances.some((each) => isLeaving(each) || readOwnStrategy(each) === "");
  return [
    ...planInstanceLists(cordoned).queries,
    ...(needsKubeVirt ? [listQuery(kubeVirts)] : []),
    ...planEvacuationReads(cordoned, index),
    ...targetQueries(cordoned, index, takenAt),
  ];
}

/** The label of a pod that a migration made as its target, with the uid of the migration. */
const targetLabel = "kubevirt.io/migrationJobUID";

/** The pods of the first migrations that have waited too long for their target. */
function targetQueries(nodes: readonly KubeObject[], index: ObjectIndex, takenAt: string): readonly Query[] {
  const waiting = nodes.flatMap((node) =>
    listInstancesOnNode(node, index).flatMap((each) => findWaitingMigration(each, node, index, takenAt)?.waiting ?? []),
  );
  return waiting
    .slice(0, maxNamedInstances)
    .flatMap(({ ref: { uid, namespace } }): readonly Query[] =>
      uid === undefined ? [] : [{ ...listQuery(podKind, namespace), labelSelector: `${targetLabel}=${uid}` }],
    );
}

/** Why no node takes the pod that a migration made as its target. Empty where that is not known. */
function unschedulableTarget({ ref: { uid, namespace } }: KubeObject, index: ObjectIndex): string {
  const targets = index.all(podKind, namespace).filter(({ labels }) => labels.get(targetLabel) === uid);
  const blocked = targets.map((pod) => conditionOf(pod, "PodScheduled")).find((each) => each?.status === "False");
  return uid === undefined ? "" : (blocked?.message ?? "");
}

/** Lists of the virtual machines on nodes, and the nodes for which there is no list because they are too many. */
interface InstanceLists {
  readonly queries: readonly Query[];
  readonly unlisted: readonly KubeObject[];
}

/** How many nodes one list names, so that its address stays below the 8 KB that proxies permit. */
const maxNodesInList = 20;

/** The most lists. Beyond them most of a cluster is cordoned. */
const maxLists = 5;

/** The lists of the virtual machines that run on these nodes. */
export function planInstanceLists(nodes: readonly KubeObject[]): InstanceLists {
  const ordered = nodes.toSorted((a, b) => compareTexts(a.ref.name, b.ref.name));
  const listed = ordered.slice(0, maxNodesInList * maxLists);
  const starts = [...listed.keys()].filter((place) => place % maxNodesInList === 0);
  const queries = starts.map((start) => {
    const names = listed.slice(start, start + maxNodesInList).map(({ ref }) => ref.name);
    return { ...listQuery(machineInstances), labelSelector: selectorOf(names) };
  });
  return { queries, unlisted: ordered.slice(listed.length) };
}

function selectorOf([only = "", ...others]: readonly string[]): string {
  return others.length === 0 ? `${nodeNameLabel}=${only}` : `${nodeNameLabel} in (${[only, ...others].join(",")})`;
}

/** The list of all migrations, where an instance on one of the nodes is being evacuated: its migration may not begin. */
export function planEvacuationReads(nodes: readonly KubeObject[], index: ObjectIndex): readonly Query[] {
  const isNeeded = nodes.some((node) => isCordonedNode(node) && listInstancesOnNode(node, index).some(isLeaving));
  return isNeeded ? [listQuery(migrations)] : [];
}

/** The most instances that the finding names. */
const maxNamedInstances = 5;

/**
 * The findings about a node that no new pods are scheduled to: one about the virtual machines that do not leave it, and one
 * about those that its drain shuts down. Others migrate.
 */
export function listDrainFindings(node: KubeObject, index: ObjectIndex, takenAt: string): readonly Finding[] {
  if (!isCordonedNode(node)) return [];
  const instances = listInstancesOnNode(node, index).toSorted(compareInstances);
  const total = instances.length;
  const evictions = instances.map((instance) => readEviction(instance, index));
  const held = evictions.flatMap((each) => describeHeld(each.instance, findHold(each, node, index, takenAt)));
  const shutDown = evictions.flatMap((each) => describeHeld(each.instance, findShutdown(each)));
  const findings: Finding[] = [];
  if (held.length > 0) {
    const named = held.slice(0, maxNamedInstances);
    findings.push(makeFinding(node.ref, { code: "drain-held", held: held.length, instances: named, total }));
  }
  if (shutDown.length > 0) {
    const named = shutDown.slice(0, maxNamedInstances);
    findings.push(makeFinding(node.ref, { code: "drain-stops", stopped: shutDown.length, instances: named, total }));
  }
  return findings;
}

/** An instance with the strategy by which it is evicted, where that was read, and with why it cannot leave its node. */
interface Eviction {
  readonly instance: KubeObject;
  readonly strategy: EvictionStrategy | undefined;
  readonly reasonToStay: Pick<HeldInstance, "reason" | "message"> | undefined;
}

function readEviction(instance: KubeObject, index: ObjectIndex): Eviction {
  return { instance, strategy: findEvictionStrategy(instance, index), reasonToStay: findReasonToStay(instance) };
}

/** What holds an instance on its node, or what a drain does with it, without its name. */
type Hold = Omit<HeldInstance, "namespace" | "name">;

function describeHeld({ ref: { namespace = "", name } }: KubeObject, hold: Hold | undefined): readonly HeldInstance[] {
  return hold === undefined ? [] : [{ namespace, name, ...hold }];
}

function compareInstances({ ref: a }: KubeObject, { ref: b }: KubeObject): number {
  return compareTexts(a.namespace ?? "", b.namespace ?? "") || compareTexts(a.name, b.name);
}

/**
 * Why an instance does not leave its node, by the first of these:
 * 1. It is to migrate and cannot, or its migration has failed.
 * 2. Another controller is to move it and has not done so.
 * 3. Its migration does not begin.
 */
function findHold(
  { instance, strategy, reasonToStay }: Eviction,
  node: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): Hold | undefined {
  if (reasonToStay !== undefined && strategy !== undefined && isToMigrate(instance, strategy)) return reasonToStay;
  const isExternal =
    strategy?.strategy === "External" && isEvacuated(instance) && listOpenMigrations(instance.ref, index).length === 0;
  if (!isExternal) return pendingMigration(instance, node, index, takenAt);
  const isLate = hasLasted(readCordonTime(node), takenAt, gracePeriodSeconds.migratingMachine);
  return isLate ? { reason: "", message: "", ...strategy } : undefined;
}

/** Why a drain shuts an instance down. Undefined for one that is being shut down, or is evacuated, and where that is unknown. */
function findShutdown({ instance, strategy, reasonToStay }: Eviction): Hold | undefined {
  if (instance.deletedAt !== undefined || isEvacuated(instance)) return undefined;
  if (strategy === undefined || !isToShutDown(instance, strategy)) return undefined;
  const why = strategy.strategy === "None" ? undefined : reasonToStay;
  return { reason: "", message: "", ...why, ...strategy };
}

/** Whether this is a Node that no new pods are scheduled to. */
export function isCordonedNode({ ref, spec }: KubeObject): boolean {
  return isNode(ref) && isCordoned({ spec });
}

/** Why an instance cannot leave its node, as it reports itself. A migration that runs or waits its turn is no reason. */
function findReasonToStay({ status }: KubeObject): Pick<HeldInstance, "reason" | "message"> | undefined {
  const blocked = conditionsAt({ status }).conditions.find(
    (each) => each.type === "LiveMigratable" && each.status === "False",
  );
  if (blocked !== undefined) return { reason: blocked.reason, message: blocked.message };
  if (!isEvacuated({ status }) || valueAt(status, "migrationState", "failed") !== true) return undefined;
  return { reason: "MigrationFailed", message: textAt(status, "migrationState", "failureReason") };
}

/** Whether an instance is being evacuated, and reports nothing that keeps it. */
function isLeaving(instance: KubeObject): boolean {
  return isEvacuated(instance) && findReasonToStay(instance) === undefined;
}

/**
 * The migration of an evacuated instance that has waited too long for its target. KubeVirt deletes a target pod that no
 * node takes after five minutes, and tries again with another migration (kubevirt/kubevirt
 * pkg/virt-controller/watch/migration/migration.go, defaultUnschedulablePendingTimeoutSeconds): the wait counts from the
 * first that has failed since the node was cordoned. One behind others has longer: they may be large.
 */
function findWaitingMigration(
  instance: KubeObject,
  node: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): { readonly waiting: KubeObject; readonly since: string | undefined } | undefined {
  if (!isLeaving(instance)) return undefined;
  const own = listMigrationsOfInstance(instance.ref, index);
  const waiting = own.find((each) => waitingPhases.has(readMigrationPhase(each)));
  if (waiting === undefined) return undefined;
  const isBehind = readMigrationPhase(waiting) !== "Scheduling" && listRunningMigrations(index).length > 0;
  const failed = isBehind ? [] : own.filter((each) => readMigrationPhase(each) === "Failed" && isOfDrain(each, node));
  const [since] = [waiting, ...failed].flatMap(({ createdAt }) => createdAt ?? []).toSorted(compareTexts);
  if (!hasLasted(since, takenAt, isBehind ? maxWorkSeconds : gracePeriodSeconds.migratingMachine)) return undefined;
  return { waiting, since };
}

/** The migration of an evacuated instance that holds the drain, as the finding has it. */
function pendingMigration(
  instance: KubeObject,
  node: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): Pick<HeldInstance, "reason" | "message" | "migration" | "since"> | undefined {
  const found = findWaitingMigration(instance, node, index, takenAt);
  if (found === undefined) return undefined;
  const { waiting, since } = found;
  const message = unschedulableTarget(waiting, index);
  return { reason: "MigrationPending", message, migration: waiting.ref.name, ...definedFields({ since }) };
}

/** The phases before a target is found (kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go). */
const waitingPhases: ReadonlySet<string> = new Set(["", "Pending", "Scheduling"]);

/** Whether KubeVirt created a migration to empty the node, since it was cordoned. */
function isOfDrain({ annotations, createdAt = "" }: KubeObject, node: KubeObject): boolean {
  const since = readCordonTime(node);
  return (
    annotations.get("kubevirt.io/evacuationMigration") === node.ref.name && since !== undefined && createdAt >= since
  );
}
