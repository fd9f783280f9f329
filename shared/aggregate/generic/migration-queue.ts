import type { MigrationQueue } from "../../model/cause/observation.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { kubeVirts, machineInstances, migrations, nodeNameLabel } from "../../profiles/virtual-machines.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** The limits of KubeVirt by default (kubevirt/kubevirt pkg/virt-config/virt-config.go). */
const defaultMaxPerCluster = 5;
const defaultMaxPerNode = 2;

/** The phases of a migration that waits for its turn. A new migration has no phase. */
const queuedPhases: ReadonlySet<string> = new Set(["", "Pending"]);

/** Phases of migrations and instances that have ended (kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go). */
export const endedPhases: ReadonlySet<string> = new Set(["Succeeded", "Failed"]);

/** Phases that count against no limit: a migration that has ended, and one that has no target Pod yet. */
const uncountedPhases: ReadonlySet<string> = new Set([...endedPhases, "WaitingForSync", "Synchronizing"]);

/**
 * The requests that show why a VirtualMachineInstanceMigration has not begun: the other migrations, KubeVirt with its
 * limits, and the virtual machines that run on the same node. Empty for a migration that has begun.
 */
export function planMigrationQueueReads(migration: KubeObject, index: ObjectIndex): readonly Query[] {
  if (!isQueued(migration)) return [];
  const queries = [listQuery(migrations), listQuery(kubeVirts)];
  const nodeName = readSourceNode(migration, index);
  if (nodeName === "") return queries;
  return [...queries, { ...listQuery(machineInstances), labelSelector: `${nodeNameLabel}=${nodeName}` }];
}

/**
 * Why a migration has not begun: KubeVirt allows no more migrations in the cluster, or no more from its node
 * (kubevirt/kubevirt pkg/virt-controller/watch/migration/migration.go, handleTargetPodCreation).
 * Undefined where neither limit is reached, and where the KubeVirt was not read.
 */
export function findMigrationQueue(migration: KubeObject, index: ObjectIndex): MigrationQueue | undefined {
  const [kubeVirt] = index.all(kubeVirts);
  if (!isQueued(migration) || kubeVirt === undefined) return undefined;

  const running = listRunningMigrations(index);
  const maxPerCluster = readLimit(kubeVirt, "parallelMigrationsPerCluster") ?? defaultMaxPerCluster;
  if (running.length >= maxPerCluster) {
    return { code: "migration-queued", running: running.length, most: maxPerCluster };
  }

  const node = readSourceNode(migration, index);
  const leavingNode = node === "" ? [] : running.filter((other) => isLeavingNode(other, node, index));
  const maxPerNode = readLimit(kubeVirt, "parallelOutboundMigrationsPerNode") ?? defaultMaxPerNode;
  if (leavingNode.length < maxPerNode) return undefined;
  return { code: "migration-queued", running: leavingNode.length, most: maxPerNode, node };
}

/** The migrations that KubeVirt counts as running (kubevirt.io/api/core/v1 types.go, IsRunning). Computed once per index. */
export const listRunningMigrations: (index: ObjectIndex) => readonly KubeObject[] = memoizeByIndex(
  (index: ObjectIndex): readonly KubeObject[] =>
    index.all(migrations).filter((migration) => {
      const phase = readMigrationPhase(migration);
      return !queuedPhases.has(phase) && !uncountedPhases.has(phase);
    }),
);

/** The phase of a migration, such as `Running`. Empty for a new migration. */
export function readMigrationPhase({ status }: KubeObject): string {
  return textAt(status, "phase");
}

function isQueued(migration: KubeObject): boolean {
  if (!isSameKind(migration.ref, migrations) || migration.deletedAt !== undefined) return false;
  return queuedPhases.has(readMigrationPhase(migration));
}

/** The node that the virtual machine of a migration runs on. Empty where it was not read. */
function readSourceNode(migration: KubeObject, index: ObjectIndex): string {
  return textAt(findInstanceStatus(migration, index), "nodeName");
}

/** Whether KubeVirt counts a migration as leaving the node (outboundMigrationsOnNode in migration.go). */
function isLeavingNode(migration: KubeObject, nodeName: string, index: ObjectIndex): boolean {
  const status = findInstanceStatus(migration, index);
  return valueAt(status, "nodeName") === nodeName || valueAt(status, "migrationState", "sourceNode") === nodeName;
}

/** The status of the VirtualMachineInstance that a migration moves. Undefined where it was not read. */
function findInstanceStatus({ ref, spec }: KubeObject, index: ObjectIndex): unknown {
  return findObject(machineInstances, { ...ref, name: textAt(spec, "vmiName") }, index)?.status;
}

/** A number of `spec.configuration.migrations` of the KubeVirt. */
function readLimit({ spec }: KubeObject, name: string): number | undefined {
  return wholeNumberAt(spec, "configuration", "migrations", name);
}
