import type { MigrationQueue } from "../../model/cause/observation.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { foundObject, type Query } from "../../model/snapshot.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { kubeVirts, machineInstances, migrations, nodeNameLabel } from "../../profiles/virtual-machines.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/**
 * The requests that show why a migration has not begun: all migrations, and the instances on its node, which other
 * migrations may leave. None of one that has begun.
 */
export function migrationQueueQueries(migration: KubeObject, index: ObjectIndex): readonly Query[] {
  if (!isQueued(migration)) return [];
  const node = nodeOf(migration, index);
  const beside = { ...listQuery(machineInstances), labelSelector: `${nodeNameLabel}=${node}` };
  return [listQuery(migrations), listQuery(kubeVirts), ...(node === "" ? [] : [beside])];
}

/**
 * Why a migration has not begun: as many as KubeVirt allows are under way in the cluster, or off its node
 * (kubevirt/kubevirt pkg/virt-controller/watch/migration/migration.go, handleTargetPodCreation).
 */
export function migrationQueue(migration: KubeObject, index: ObjectIndex): MigrationQueue | undefined {
  const [kubeVirt] = index.all(kubeVirts);
  if (!isQueued(migration) || kubeVirt === undefined) return undefined;
  const underWay = migrationsUnderWay(index);
  const most = limitOf(kubeVirt, "parallelMigrationsPerCluster", 5);
  if (underWay.length >= most) return { code: "migration-queued", running: underWay.length, most };
  const node = nodeOf(migration, index);
  const running = node === "" ? 0 : underWay.filter((each) => leaves(each, node, index)).length;
  const mostOfNode = limitOf(kubeVirt, "parallelOutboundMigrationsPerNode", 2);
  return running < mostOfNode ? undefined : { code: "migration-queued", running, most: mostOfNode, node };
}

/** The status of the instance that a migration moves; undefined where it was not read. */
function instanceStatus({ ref: { namespace }, spec }: KubeObject, index: ObjectIndex): unknown {
  const name = textAt(spec, "vmiName");
  const { group, kind } = machineInstances;
  return foundObject(index.find({ group, kind, name, ...definedFields({ namespace }) }))?.status;
}

/** The node that a migration is to leave. Empty where it is not known. */
function nodeOf(migration: KubeObject, index: ObjectIndex): string {
  return textAt(instanceStatus(migration, index), "nodeName");
}

/** Whether KubeVirt counts a migration as leaving the node (outboundMigrationsOnNode, in the same file). */
function leaves(migration: KubeObject, node: string, index: ObjectIndex): boolean {
  const status = instanceStatus(migration, index);
  return [["nodeName"], ["migrationState", "sourceNode"]].some((path) => valueAt(status, ...path) === node);
}

function isQueued(migration: KubeObject): boolean {
  const { group, kind } = migration.ref;
  return (
    isSameKind({ group, kind }, migrations) && migration.deletedAt === undefined && queuedPhases.has(phaseOf(migration))
  );
}

/** The migrations that KubeVirt counts as running (kubevirt.io/api/core/v1 types.go, IsRunning), once for all that wait. */
export const migrationsUnderWay: (index: ObjectIndex) => readonly KubeObject[] = memoizeByIndex(
  (index: ObjectIndex): readonly KubeObject[] =>
    index.all(migrations).filter((migration) => {
      const phase = phaseOf(migration);
      return !queuedPhases.has(phase) && !uncountedPhases.has(phase);
    }),
);

/** The phase of a migration. Empty before its first. */
export function phaseOf({ status }: KubeObject): string {
  return textAt(status, "phase");
}

const queuedPhases: ReadonlySet<string> = new Set(["", "Pending"]);
/** Those that have ended, and those between clusters whose target is not made yet. */
const uncountedPhases: ReadonlySet<string> = new Set(["Succeeded", "Failed", "WaitingForSync", "Synchronizing"]);

/** A limit of `spec.configuration.migrations`, else KubeVirt's default (kubevirt/kubevirt pkg/virt-config/virt-config.go). */
function limitOf({ spec }: KubeObject, name: string, usual: number): number {
  return wholeNumberAt(spec, "configuration", "migrations", name) ?? usual;
}
