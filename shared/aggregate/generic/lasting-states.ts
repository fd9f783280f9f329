import type { LastingState } from "../../model/cause/observation.ts";
import type { Trouble } from "../../model/cause/trouble.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import { type GroupKind, isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt, valueAt } from "../../parse/json-value.ts";
import { persistentVolumeClaims } from "../../profiles/core-kinds.ts";
import { namedKindRowsOf } from "../../profiles/owned-kinds.ts";
import {
  dataVolumes,
  machineBackups,
  machineExports,
  machineInstances,
  machineOperations,
  migrations,
  virtualMachines,
} from "../../profiles/virtual-machines.ts";
import { busyMachineStatuses } from "../../tables/kubernetes-words.ts";
import { gracePeriodSeconds, hasLasted, makeTrouble } from "../core/object-health.ts";
import { findLastStatusWriteTime } from "../core/rollout.ts";
import { evaluateDataVolume } from "../core/virtual-machines.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { listOpenMigrations } from "./leaving-machines.ts";
import { findInstance } from "./machine-parts.ts";
import { endedPhases } from "./migration-queue.ts";
import { listNamesInRows } from "./row-names.ts";

// A virtual machine that starts, stops or migrates is progressing, and likewise a snapshot, a restore, a clone, an export or a
// backup of a virtual machine. After a day it is degraded, unless a DataVolume or a migration of it is under way: these have
// other limits.

/** What a virtual machine, an instance, a migration or another operation is doing. */
interface BusyState {
  /** The printableStatus of a VirtualMachine (`Provisioning`), otherwise a phase or the reason of condition Ready. */
  readonly name: string;
  /**
   * Since when, at the latest, in RFC 3339 UTC. Undefined where no field has a time: kubectl omits `metadata.managedFields`
   * from what it prints.
   */
  readonly since: string | undefined;
  /** What KubeVirt says about a backup: `vm db is not running, cannot do backup`. */
  readonly message?: string;
}

/** The phases of an instance that is to run. `WaitingForSync` waits for another cluster, which may take any time. */
const startingPhases: ReadonlySet<string> = new Set(["", "Pending", "Scheduling", "Scheduled"]);

/** The printableStatus of a machine that waits for a migration from another cluster, which may take any time. */
const receiverStatus = "WaitingForReceiver";

/** The values of printableStatus of a machine whose guest does not run yet. */
const startingStatuses: ReadonlySet<string> = new Set(["Provisioning", "Starting", "WaitingForVolumeBinding"]);

/** The conditions that say what keeps a migration from its start. Each is there only while it is True. */
const migrationWaits: readonly string[] = [
  "migrationRejectedByResourceQuota",
  "migrationBlockedByUtilityVolumes",
  "migrationBlockedByBackup",
];

/**
 * Makes the node of a virtual machine, of its instance or of an operation on it degraded if it has been progressing for more
 * than a day. Any other node is returned unchanged, also where a DataVolume or a migration that was read explains the time.
 */
export function addLastingState(node: ReportNode, object: KubeObject, index: ObjectIndex, takenAt: string): ReportNode {
  if (node.verdict !== "progressing" || node.stale || node.deleting) return node;
  const state = readBusyState(object, index);
  if (state === undefined || !isLasting(state, takenAt) || isExplained(object, index, takenAt)) return node;
  const isQueued = node.trouble?.observed?.code === "migration-queued";
  const trouble = isQueued ? node.trouble : makeLastingTrouble(object, state, index);
  return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble };
}

/**
 * Adds to the node of a progressing virtual machine the time since which it does what its status says, such as `Migrating`:
 * its condition Ready may be older. Any other node is returned unchanged.
 */
export function addStateStart(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble, verdict } = node;
  if (verdict !== "progressing" || trouble?.observed?.code !== "phase") return node;
  if (!isSameKind(object.ref, virtualMachines)) return node;
  const since = readReportedStart(object, trouble.reason, index);
  return since === undefined ? node : { ...node, trouble: { ...trouble, since } };
}

function makeLastingTrouble(object: KubeObject, state: BusyState, index: ObjectIndex): Trouble {
  const { name, since, message = "" } = state;
  return { ...makeTrouble(name, observeState(object, state, index), since), message };
}

/** The list of the migrations in the namespace of a machine that has migrated for more than a day. Otherwise empty. */
export function planLastingMigrationReads(object: KubeObject, index: ObjectIndex, takenAt: string): readonly Query[] {
  const state = isMigratingMachine(object) ? readBusyState(object, index) : undefined;
  return state !== undefined && isLasting(state, takenAt) ? [listQuery(migrations, object.ref.namespace)] : [];
}

/** The migrations of a virtual machine that have not ended. Empty unless its status is `Migrating`. */
export function listMigrationsOfMachine(object: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  return isMigratingMachine(object) ? listOpenMigrations(object.ref, index) : [];
}

function isMigratingMachine({ ref, status }: KubeObject): boolean {
  return isSameKind(ref, virtualMachines) && textAt(status, "printableStatus") === "Migrating";
}

function isLasting({ since }: BusyState, takenAt: string): boolean {
  return since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.transferring);
}

/** What an object is doing. Undefined for an object that rests, and for objects of other kinds. */
function readBusyState(object: KubeObject, index: ObjectIndex): BusyState | undefined {
  const { ref, status } = object;
  if (isSameKind(ref, virtualMachines)) {
    const name = textAt(status, "printableStatus");
    if (!busyMachineStatuses.has(name) || name === receiverStatus) return undefined;
    return { name, since: readStatusStart(object, name, index) };
  }
  const phase = textAt(status, "phase");
  if (isSameKind(ref, machineInstances)) {
    return startingPhases.has(phase) ? { name: phase || "Pending", since: readFirstTime(object) } : undefined;
  }
  if (isSameKind(ref, migrations)) {
    if (endedPhases.has(phase) || phase === "WaitingForSync") return undefined;
    return { name: readMigrationWait(object) || phase || "Pending", since: readFirstTime(object) };
  }
  return machineOperations.some((kind) => isSameKind(ref, kind)) ? readOperation(object) : undefined;
}

/** The condition type that says what a migration waits for: `migrationRejectedByResourceQuota`. Undefined without any. */
function readMigrationWait(migration: KubeObject): string | undefined {
  return migrationWaits.find((type) => conditionOf(migration, type)?.status === "True");
}

/** When an instance or a migration was created, or else when it entered the first phase that it reports. */
function readFirstTime({ createdAt, status }: KubeObject): string | undefined {
  if (createdAt !== undefined) return createdAt;
  const transitions = listAt(status, "phaseTransitionTimestamps");
  const times = transitions.flatMap((each) => normalizeUtc(valueAt(each, "phaseTransitionTimestamp")) ?? []);
  return times.toSorted(compareTexts)[0];
}

/** What a snapshot, a restore, a clone, an export or a backup is doing. Undefined for one that waits for a user. */
function readOperation(operation: KubeObject): BusyState | undefined {
  if (isSameKind(operation.ref, machineBackups)) return readBackup(operation);
  if (isWaitingForStop(operation)) return undefined;
  const ready = conditionOf(operation, "Ready");
  const phase = textAt(operation.status, "phase");
  // A snapshot in the phase Succeeded may not be ready to use yet. The reason of Ready says that, and not the phase.
  const phaseUnderWay = endedPhases.has(phase) ? "" : phase;
  return { name: phaseUnderWay || ready?.reason || "Pending", since: ready?.since ?? operation.createdAt };
}

/**
 * What a backup is doing. The reason of its condition Progressing changes without the time of the condition, so the last
 * write to the status counts. Undefined for a backup that serves its data to a reader, for as long as `spec.ttlDuration`
 * allows: KubeVirt 1.8 has a condition for that, later releases a reason (kubevirt/kubevirt pkg/storage/cbt/backup.go).
 */
function readBackup(backup: KubeObject): BusyState | undefined {
  const progressing = conditionOf(backup, "Progressing");
  const isServing = conditionOf(backup, "ExportReady")?.status === "True" || progressing?.reason === "ExportReady";
  if (isServing) return undefined;
  const since = findLastStatusWriteTime(backup) ?? progressing?.since ?? backup.createdAt;
  return { name: progressing?.reason || "Pending", since, message: progressing?.message ?? "" };
}

/**
 * Whether an operation waits until a user stops the virtual machine, which may take any time: a restore that does not
 * progress under the policy WaitEventually, or an export of a volume in use (kubevirt/kubevirt
 * pkg/storage/snapshot/restore.go, handleVMRestoreTargetNotReady; pkg/storage/export/export/export.go, inUseReason).
 */
function isWaitingForStop(operation: KubeObject): boolean {
  const isExport = isSameKind(operation.ref, machineExports);
  if (isExport && conditionOf(operation, "Ready")?.reason === "InUse") return true;
  const isWithoutLimit = textAt(operation.spec, "targetReadinessPolicy") === "WaitEventually";
  return isWithoutLimit && conditionOf(operation, "Progressing")?.status === "False";
}

/**
 * When a machine began to do what its printableStatus says: the time that the machine or its instance reports, otherwise the
 * last write to its status, which is the latest time that it can be.
 */
function readStatusStart(machine: KubeObject, printableStatus: string, index: ObjectIndex): string | undefined {
  return readReportedStart(machine, printableStatus, index) ?? findLastStatusWriteTime(machine);
}

/**
 * The start that a machine or its instance reports:
 * - of a migration, the start in the status of the instance, otherwise the creation of the migration,
 * - of a stop, the deletion of the instance,
 * - of a start, the time of condition Ready, which is False since the instance exists. Before that Ready is as old as the
 *   last stop, so the creation of the instance counts.
 *
 * Undefined for any other printableStatus, and where the object with the time was not read.
 */
function readReportedStart(machine: KubeObject, printableStatus: string, index: ObjectIndex): string | undefined {
  const instance = findInstance(machine, index);
  if (printableStatus === "Migrating") {
    const migrationState = recordAt(instance?.status, "migrationState");
    // The state of the migration before stays until the next one has a target.
    const hasEnded = migrationState?.["completed"] === true || migrationState?.["failed"] === true;
    const startedAt = hasEnded ? undefined : normalizeUtc(migrationState?.["startTimestamp"]);
    return startedAt ?? listMigrationsOfMachine(machine, index)[0]?.createdAt;
  }
  if (printableStatus === "Stopping") return instance?.deletedAt;
  if (!startingStatuses.has(printableStatus)) return undefined;
  const ready = conditionOf(machine, "Ready");
  const isReadyAboutInstance = ready?.status === "False" && ready.reason !== "VMINotExists";
  const readySince = isReadyAboutInstance ? ready.since : undefined;
  return readySince ?? instance?.createdAt;
}

/** Whether a migration, or a DataVolume that is filled or waits for a user, explains why an object is not done. */
function isExplained(object: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  if (listMigrationsOfMachine(object, index).length > 0) return true;
  return listNamedOfKind(object, dataVolumes, index).some(
    (each) => evaluateDataVolume(each, takenAt).verdict !== "healthy",
  );
}

/** What keeps an object in its state, as far as that was read. */
function observeState(object: KubeObject, { name }: BusyState, index: ObjectIndex): LastingState {
  const pendingClaims = listNamedOfKind(object, persistentVolumeClaims, index).filter(
    ({ status }) => textAt(status, "phase") === "Pending",
  );
  if (pendingClaims.length > 0 && startingStatuses.has(name)) {
    return { code: "state-lasts", unbound: pendingClaims.map(({ ref }) => ref.name) };
  }
  if (name === "Provisioning") return { code: "state-lasts", missing: dataVolumes.kind };
  if (name === "WaitingForVolumeBinding") return { code: "state-lasts", missing: persistentVolumeClaims.kind };
  if (isMigratingMachine(object)) return { code: "state-lasts", missing: migrations.kind };
  return { code: "state-lasts" };
}

/** The objects of a kind that an object names and that were read. A DataVolume and the claim that it fills have one name. */
function listNamedOfKind(object: KubeObject, kind: GroupKind, index: ObjectIndex): readonly KubeObject[] {
  const rows = namedKindRowsOf(object.ref).filter(
    ({ named }) => isSameKind(named, kind) || isSameKind(named, dataVolumes),
  );
  return listNamesInRows(object, rows).flatMap((name) => findObject(kind, { ...object.ref, name }, index) ?? []);
}
