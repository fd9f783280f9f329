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

// A drain evicts the pods of a node. KubeVirt refuses to evict the pod of a virtual machine that is to migrate, and starts the
// migration itself (see eviction-strategy.ts). A PodDisruptionBudget that allows no disruption is normal for such a pod.

/** How many nodes one list names, so that its address stays below the 8 KB that proxies permit. */
const maxNodesInList = 20;

/** The most lists. If more nodes are cordoned, most of a cluster is. */
const maxLists = 5;

/** The most instances that a finding names. */
const maxNamedInstances = 5;

/** The label of a pod that a migration made as its target, with the uid of the migration. */
const targetLabel = "kubevirt.io/migrationJobUID";

/** The phases before a target is found (kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go). */
const waitingPhases: ReadonlySet<string> = new Set(["", "Pending", "Scheduling"]);

/**
 * The nodes whose drain an object waits for: the Node itself for a Node, the nodes of the pool for a pool, and the nodes of
 * all pools for the ClusterVersion of OpenShift.
 */
export function listDrainedNodes(object: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  if (isNode(object.ref)) return [object];
  const pools = isSameKind(object.ref, clusterVersions) ? index.all(machineConfigPools) : [object];
  return [...new Set(pools.flatMap((pool) => listPoolNodes(pool, index)))];
}

/**
 * The requests that show which virtual machines hold the drain of these nodes, and why no node takes the target of a
 * migration. Empty where none of the nodes is cordoned.
 */
export function planDrainReads(nodes: readonly KubeObject[], index: ObjectIndex, takenAt: string): readonly Query[] {
  const cordonedNodes = nodes.filter(isCordonedNode);
  const queries = [...planInstanceLists(cordonedNodes).queries];
  const instances = cordonedNodes.flatMap((node) => listInstancesOnNode(node, index));
  // KubeVirt has the strategy of instances without one, and the limits of migrations.
  const needsKubeVirt = instances.some((each) => isLeaving(each) || readOwnStrategy(each) === "");
  if (needsKubeVirt) queries.push(listQuery(kubeVirts));
  queries.push(...planEvacuationReads(cordonedNodes, index), ...planTargetReads(cordonedNodes, index, takenAt));
  return queries;
}

/** Lists of the virtual machines on nodes, and the nodes for which there is no list because they are too many. */
interface InstanceLists {
  readonly queries: readonly Query[];
  readonly unlisted: readonly KubeObject[];
}

/** The lists of the virtual machines that run on these nodes, 20 nodes in a list. */
export function planInstanceLists(nodes: readonly KubeObject[]): InstanceLists {
  const ordered = nodes.toSorted((a, b) => compareTexts(a.ref.name, b.ref.name));
  const listed = ordered.slice(0, maxNodesInList * maxLists);
  const queries: Query[] = [];
  for (let start = 0; start < listed.length; start += maxNodesInList) {
    const names = listed.slice(start, start + maxNodesInList).map(({ ref }) => ref.name);
    const operator = names.length === 1 ? `=${names[0]}` : ` in (${names.join(",")})`;
    queries.push({ ...listQuery(machineInstances), labelSelector: `${nodeNameLabel}${operator}` });
  }
  return { queries, unlisted: ordered.slice(listed.length) };
}

/** The list of all migrations if an instance leaves one of the nodes: other migrations may keep its own from beginning. */
export function planEvacuationReads(nodes: readonly KubeObject[], index: ObjectIndex): readonly Query[] {
  const isNeeded = nodes.some((node) => isCordonedNode(node) && listInstancesOnNode(node, index).some(isLeaving));
  return isNeeded ? [listQuery(migrations)] : [];
}

/** The requests for the target pods of the first migrations that have waited too long for their target. */
function planTargetReads(nodes: readonly KubeObject[], index: ObjectIndex, takenAt: string): readonly Query[] {
  const lateMigrations = nodes.flatMap((node) =>
    listInstancesOnNode(node, index).flatMap((each) => findLateMigration(each, node, index, takenAt)?.migration ?? []),
  );
  return lateMigrations.slice(0, maxNamedInstances).flatMap(({ ref: { uid, namespace } }): readonly Query[] => {
    return uid === undefined ? [] : [{ ...listQuery(podKind, namespace), labelSelector: `${targetLabel}=${uid}` }];
  });
}

/**
 * The findings about a cordoned node: one about the virtual machines that do not leave it, and one about those that its drain
 * shuts down. Virtual machines that migrate have no finding. Empty for another object.
 */
export function listDrainFindings(node: KubeObject, index: ObjectIndex, takenAt: string): readonly Finding[] {
  if (!isCordonedNode(node)) return [];
  const instances = listInstancesOnNode(node, index).toSorted(compareInstances);
  const total = instances.length;
  const evictions = instances.map((instance) => readEviction(instance, index));
  const held = evictions.flatMap((each) => nameHold(each.instance, findHold(each, node, index, takenAt)));
  const shutDown = evictions.flatMap((each) => nameHold(each.instance, findShutdown(each)));
  const findings: Finding[] = [];
  if (held.length > 0) {
    const instances = held.slice(0, maxNamedInstances);
    findings.push(makeFinding(node.ref, { code: "drain-held", held: held.length, instances, total }));
  }
  if (shutDown.length > 0) {
    const instances = shutDown.slice(0, maxNamedInstances);
    findings.push(makeFinding(node.ref, { code: "drain-stops", stopped: shutDown.length, instances, total }));
  }
  return findings;
}

/** An instance on a node that is drained. */
interface Eviction {
  readonly instance: KubeObject;
  /** The strategy by which it is evicted. Undefined where that was not read. */
  readonly strategy: EvictionStrategy | undefined;
  /** Why it cannot leave its node. Undefined if it can. */
  readonly reasonToStay: Pick<HeldInstance, "reason" | "message"> | undefined;
}

function readEviction(instance: KubeObject, index: ObjectIndex): Eviction {
  return { instance, strategy: findEvictionStrategy(instance, index), reasonToStay: findReasonToStay(instance) };
}

/** What holds an instance on its node, or what a drain does with it, without its name. */
type Hold = Omit<HeldInstance, "namespace" | "name">;

/** The hold with the name of its instance. Empty without a hold. */
function nameHold({ ref: { namespace = "", name } }: KubeObject, hold: Hold | undefined): readonly HeldInstance[] {
  return hold === undefined ? [] : [{ namespace, name, ...hold }];
}

function compareInstances({ ref: a }: KubeObject, { ref: b }: KubeObject): number {
  return compareTexts(a.namespace ?? "", b.namespace ?? "") || compareTexts(a.name, b.name);
}

/**
 * Why an instance does not leave its node, by the first rule that fits. Undefined if it leaves.
 * 1. It is to migrate and cannot, or its migration has failed.
 * 2. Another controller is to move it (strategy External), and has not begun within five minutes.
 * 3. Its migration does not begin.
 */
function findHold(
  { instance, strategy, reasonToStay }: Eviction,
  node: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): Hold | undefined {
  if (reasonToStay !== undefined && strategy !== undefined && isToMigrate(instance, strategy)) return reasonToStay;
  const waitsForController =
    strategy?.strategy === "External" && isEvacuated(instance) && listOpenMigrations(instance.ref, index).length === 0;
  if (!waitsForController) return describeLateMigration(instance, node, index, takenAt);
  const isLate = hasLasted(readCordonTime(node), takenAt, gracePeriodSeconds.migratingMachine);
  return isLate ? { reason: "", message: "", ...strategy } : undefined;
}

/**
 * Why a drain shuts an instance down. Undefined for an instance that is being deleted or evacuated, that is not to be shut
 * down, and whose strategy is unknown.
 */
function findShutdown({ instance, strategy, reasonToStay }: Eviction): Hold | undefined {
  if (instance.deletedAt !== undefined || isEvacuated(instance)) return undefined;
  if (strategy === undefined || !isToShutDown(instance, strategy)) return undefined;
  // With the strategy None the drain shuts the instance down whether or not it could migrate.
  if (strategy.strategy === "None") return { reason: "", message: "", ...strategy };
  return { reason: "", message: "", ...reasonToStay, ...strategy };
}

/** Whether this is a Node that no new pods are scheduled to. */
export function isCordonedNode({ ref, spec }: KubeObject): boolean {
  return isNode(ref) && isCordoned({ spec });
}

/**
 * Why an instance cannot leave its node, by its status: it cannot migrate, or its migration for an evacuation has failed.
 * Undefined otherwise, also while a migration runs or waits.
 */
function findReasonToStay({ status }: KubeObject): Pick<HeldInstance, "reason" | "message"> | undefined {
  const blocked = conditionsAt({ status }).conditions.find(
    (each) => each.type === "LiveMigratable" && each.status === "False",
  );
  if (blocked !== undefined) return { reason: blocked.reason, message: blocked.message };
  if (!isEvacuated({ status }) || valueAt(status, "migrationState", "failed") !== true) return undefined;
  return { reason: "MigrationFailed", message: textAt(status, "migrationState", "failureReason") };
}

/** Whether an instance is being evacuated and can leave its node. */
function isLeaving(instance: KubeObject): boolean {
  return isEvacuated(instance) && findReasonToStay(instance) === undefined;
}

/** The migration of an evacuated instance that holds the drain, as the finding has it. Undefined without one. */
function describeLateMigration(
  instance: KubeObject,
  node: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): Pick<HeldInstance, "reason" | "message" | "migration" | "since"> | undefined {
  const late = findLateMigration(instance, node, index, takenAt);
  if (late === undefined) return undefined;
  const { migration, since } = late;
  const message = readTargetMessage(migration, index);
  return { reason: "MigrationPending", message, migration: migration.ref.name, ...definedFields({ since }) };
}

/**
 * The migration of an evacuated instance that has waited too long for its target, and since when. A migration behind running
 * ones may wait for an hour, because they may be large. Any other may wait for five minutes. After these KubeVirt deletes a
 * target pod that no node takes, and tries again with another migration, so the wait counts from the first migration that
 * has failed since the node was cordoned (kubevirt/kubevirt pkg/virt-controller/watch/migration/migration.go,
 * defaultUnschedulablePendingTimeoutSeconds).
 */
function findLateMigration(
  instance: KubeObject,
  node: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): { readonly migration: KubeObject; readonly since: string | undefined } | undefined {
  if (!isLeaving(instance)) return undefined;
  const instanceMigrations = listMigrationsOfInstance(instance.ref, index);
  const migration = instanceMigrations.find((each) => waitingPhases.has(readMigrationPhase(each)));
  if (migration === undefined) return undefined;
  const isBehindOthers = readMigrationPhase(migration) !== "Scheduling" && listRunningMigrations(index).length > 0;
  if (isBehindOthers) {
    const since = migration.createdAt;
    return hasLasted(since, takenAt, maxWorkSeconds) ? { migration, since } : undefined;
  }
  const failedMigrations = instanceMigrations.filter(
    (each) => readMigrationPhase(each) === "Failed" && isOfDrain(each, node),
  );
  const [since] = [migration, ...failedMigrations].flatMap(({ createdAt }) => createdAt ?? []).toSorted(compareTexts);
  return hasLasted(since, takenAt, gracePeriodSeconds.migratingMachine) ? { migration, since } : undefined;
}

/** Whether KubeVirt created a migration to empty a node, since the node was cordoned. */
function isOfDrain({ annotations, createdAt = "" }: KubeObject, node: KubeObject): boolean {
  const cordonedAt = readCordonTime(node);
  if (cordonedAt === undefined || createdAt < cordonedAt) return false;
  return annotations.get("kubevirt.io/evacuationMigration") === node.ref.name;
}

/** Why no node takes the pod that a migration made as its target, in the words of the scheduler. Empty if that was not read. */
function readTargetMessage({ ref: { uid, namespace } }: KubeObject, index: ObjectIndex): string {
  if (uid === undefined) return "";
  const targets = index.all(podKind, namespace).filter(({ labels }) => labels.get(targetLabel) === uid);
  const refusal = targets.map((pod) => conditionOf(pod, "PodScheduled")).find((each) => each?.status === "False");
  return refusal?.message ?? "";
}
