import type { Observation } from "../../model/cause/observation.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { kubeVirts, migrations } from "../../profiles/virtual-machines.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** The requests that show why a migration has not begun. None of one that has. */
export function migrationQueueQueries(migration: KubeObject): readonly Query[] {
  return isQueued(migration) ? [listQuery(migrations), listQuery(kubeVirts)] : [];
}

/** Why a migration has not begun: as many as KubeVirt allows are under way in the cluster. */
export function migrationQueue(migration: KubeObject, index: ObjectIndex): Observation | undefined {
  const [kubeVirt] = index.all(kubeVirts);
  if (!isQueued(migration) || kubeVirt === undefined) return undefined;
  const running = index.all(migrations).filter(isUnderWay).length;
  const most = mostAtOnce(kubeVirt);
  return running < most ? undefined : { code: "migration-queued", running, most };
}

function isQueued(migration: KubeObject): boolean {
  const { group, kind } = migration.ref;
  return isSameKind({ group, kind }, migrations) && migration.deletedAt === undefined && !hasBegun(migration);
}

/** Whether a migration has begun and not ended. */
export function isUnderWay(migration: KubeObject): boolean {
  return hasBegun(migration) && !finalPhases.has(phaseOf(migration));
}

function hasBegun(migration: KubeObject): boolean {
  return !queuedPhases.has(phaseOf(migration));
}

/** The phase of a migration. Empty before its first. */
export function phaseOf({ status }: KubeObject): string {
  return textAt(status, "phase");
}

// kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go, VirtualMachineInstanceMigrationPhase.
const queuedPhases: ReadonlySet<string> = new Set(["", "Pending"]);
const finalPhases: ReadonlySet<string> = new Set(["Succeeded", "Failed"]);

/** `spec.configuration.migrations.parallelMigrationsPerCluster`, 5 by default (kubevirt.io/api, MigrationConfiguration). */
function mostAtOnce({ spec }: KubeObject): number {
  const most = valueAt(spec, "configuration", "migrations", "parallelMigrationsPerCluster");
  return typeof most === "number" && most > 0 ? most : 5;
}
