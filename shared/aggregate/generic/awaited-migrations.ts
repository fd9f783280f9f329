import type { Condition } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { machineInstances, migrations } from "../../profiles/virtual-machines.ts";
import { hasLasted, makeTrouble, maxWorkSeconds } from "../core/object-health.ts";
import { compareOldestFirst } from "../evaluation/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { isEvacuated, listMigrationsOfInstance, listOpenMigrations } from "./leaving-machines.ts";
import { findInstance } from "./machine-parts.ts";
import { readMigrationPhase } from "./migration-queue.ts";

// A running virtual machine reports itself healthy while KubeVirt is to move it: off a node that is drained, or to a pod with
// more CPUs. Whether the move goes on or fails is in its migrations alone.

/**
 * The conditions of an instance whose change takes effect by a migration (kubevirt/kubevirt
 * staging/src/kubevirt.io/api/core/v1/types.go, VirtualMachineInstanceConditionType).
 */
const changesByMigration: ReadonlySet<string> = new Set(["HotVCPUChange", "HotMemoryChange", "VolumesChange"]);

/**
 * Makes the node of a healthy virtual machine or instance progressing while a migration that KubeVirt is to make has not
 * succeeded. Any other node is returned unchanged. The migration below it shows a fault.
 */
export function addAwaitedMigration(
  node: ReportNode,
  object: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): ReportNode {
  if (node.verdict !== "healthy") return node;
  const [migration] = listAwaitedMigrations(object, index, takenAt);
  if (migration === undefined) return node;
  const evacuatedNode = textAt(findInstance(object, index)?.status, "evacuationNodeName");
  const observed = { code: "migration-awaited", ...definedFields({ from: evacuatedNode || undefined }) } as const;
  const trouble = makeTrouble("MigrationPending", observed, migration.createdAt);
  return { ...node, verdict: "progressing", ownVerdict: "progressing", trouble };
}

/**
 * The migrations that a virtual machine or an instance waits for while KubeVirt is to move it: those that have not ended,
 * otherwise the newest if that failed within the hour and after the change. KubeVirt makes a new one after some minutes, so an
 * older failure is of an earlier move. Empty for an object of another kind.
 */
export function listAwaitedMigrations(object: KubeObject, index: ObjectIndex, takenAt: string): readonly KubeObject[] {
  const instance = findInstance(object, index);
  if (instance === undefined || !isToMove(instance)) return [];
  const openMigrations = listOpenMigrations(instance.ref, index);
  if (openMigrations.length > 0) return openMigrations;
  const newest = listMigrationsOfInstance(instance.ref, index)
    .toSorted((a, b) => compareOldestFirst(a.createdAt, b.createdAt))
    .at(-1);
  if (newest === undefined || readMigrationPhase(newest) !== "Failed") return [];
  const changedAt = isEvacuated(instance) ? "" : (findChange(instance)?.since ?? "");
  const isOfThisMove = !isPastMigration(newest, takenAt) && (newest.createdAt ?? "") >= changedAt;
  return isOfThisMove ? [newest] : [];
}

/** The list of the migrations in the namespace of an instance that KubeVirt is to move. Otherwise empty. */
export function planAwaitedMigrationReads(object: KubeObject): readonly Query[] {
  const isAwaited = isSameKind(object.ref, machineInstances) && isToMove(object);
  return isAwaited ? [listQuery(migrations, object.ref.namespace)] : [];
}

/**
 * Whether an object is a migration that failed more than an hour ago. KubeVirt keeps it as a record. If the virtual machine is
 * still to move, the virtual machine says so itself.
 */
export function isPastMigration(object: KubeObject, takenAt: string): boolean {
  if (!isSameKind(object.ref, migrations) || readMigrationPhase(object) !== "Failed") return false;
  const failure = listAt(object.status, "phaseTransitionTimestamps").find((each) => textAt(each, "phase") === "Failed");
  const failedAt =
    normalizeUtc(valueAt(failure, "phaseTransitionTimestamp")) ??
    normalizeUtc(valueAt(object.status, "migrationState", "endTimestamp")) ??
    object.createdAt;
  return hasLasted(failedAt, takenAt, maxWorkSeconds);
}

/** The objects without past migrations, see {@link isPastMigration}. All of them if there is nothing else. */
export function dropPastMigrations(objects: readonly KubeObject[], takenAt: string): readonly KubeObject[] {
  const current = objects.filter((object) => !isPastMigration(object, takenAt));
  return current.length === 0 ? objects : current;
}

function isToMove(instance: KubeObject): boolean {
  return isEvacuated(instance) || findChange(instance) !== undefined;
}

/** The condition of an instance that reports a change that waits for a migration. Undefined without one. */
function findChange(instance: KubeObject): Condition | undefined {
  const { conditions } = conditionsAt(instance);
  return conditions.find(({ type, status }) => changesByMigration.has(type) && status === "True");
}
