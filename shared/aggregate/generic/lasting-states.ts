import type { LastingState } from "../../model/cause/observation.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import { type GroupKind, isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
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
import { endedPhases } from "./migration-queue.ts";
import { listNamesInRows } from "./row-names.ts";

// A virtual machine that starts, stops or migrates has the verdict "progressing", and so has a snapshot, a restore, a clone,
// an export or a backup of one. That is no longer true after a day, unless one of its DataVolumes or its migration still is on its
// way: these have limits of their own.

/** What a virtual machine, its instance, its migration or another operation on it does, and since when at the latest. */
interface BusyState {
  /** `Provisioning` of a VirtualMachine; a phase, such as `Scheduling`, or the reason of condition Ready of the others. */
  readonly name: string;
  /** RFC 3339 UTC. Undefined where no field has a time: kubectl omits `metadata.managedFields` from what it prints. */
  readonly since: string | undefined;
}

/**
 * The node of a virtual machine, its instance or an operation on it, degraded where it has been on its way for more than a
 * day and no DataVolume or migration that was read is.
 */
export function addLastingState(node: ReportNode, object: KubeObject, index: ObjectIndex, takenAt: string): ReportNode {
  if (node.verdict !== "progressing" || node.stale || node.deleting) return node;
  const state = readBusyState(object, index);
  if (state === undefined || !isLasting(state, takenAt) || isExplained(object, index, takenAt)) return node;
  const queue = node.trouble?.observed?.code === "migration-queued" ? node.trouble : undefined;
  const trouble = queue ?? makeTrouble(state.name, observeState(object, state, index), state.since);
  return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble };
}

/** The migrations of a namespace, for a machine there that has migrated for more than a day. */
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

/** The phases of an instance that is to run. `WaitingForSync` waits for another cluster, which may take any time. */
const startingPhases: ReadonlySet<string> = new Set(["", "Pending", "Scheduling", "Scheduled"]);

/** The printable status of a machine that waits for a migration from another cluster, which may take any time. */
const receiverStatus = "WaitingForReceiver";

/** Printable statuses of a machine whose guest does not run yet. */
const startingStatuses: ReadonlySet<string> = new Set(["Provisioning", "Starting", "WaitingForVolumeBinding"]);

/** What an object is doing. Undefined for one that rests, and for objects of other kinds. */
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
    const isBusy = !endedPhases.has(phase) && phase !== "WaitingForSync";
    return isBusy ? { name: readMigrationWait(object) || phase || "Pending", since: readFirstTime(object) } : undefined;
  }
  return machineOperations.some((kind) => isSameKind(ref, kind)) ? readOperation(object) : undefined;
}

/** The conditions that say what keeps a migration from its start. Each is there only while it is True. */
const migrationWaits: readonly string[] = [
  "migrationRejectedByResourceQuota",
  "migrationBlockedByUtilityVolumes",
  "migrationBlockedByBackup",
];

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
  // A snapshot in the phase Succeeded may not be ready to use yet: its reason says that.
  const name = (endedPhases.has(phase) ? "" : phase) || ready?.reason || "Pending";
  return { name, since: ready?.since ?? operation.createdAt };
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
  return { name: progressing?.reason || "Pending", since };
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
 * When a machine began to do what its printable status says, by the first of these:
 * 1. A migration: the start that its instance reports.
 * 2. A start: the condition Ready, which is False since the instance exists. Without an instance it is as old as the last
 *    stop, so the creation of the instance counts, where that was read.
 * 3. The last write to its status, at the latest.
 */
function readStatusStart(machine: KubeObject, printableStatus: string, index: ObjectIndex): string | undefined {
  return readReportedStart(machine, printableStatus, findInstance(machine, index)) ?? findLastStatusWriteTime(machine);
}

/** When a machine began to do what its printable status says, as it or its instance reports. */
function readReportedStart(
  machine: KubeObject,
  printableStatus: string,
  instance: KubeObject | undefined,
): string | undefined {
  if (printableStatus === "Migrating") {
    return normalizeUtc(valueAt(instance?.status, "migrationState", "startTimestamp"));
  }
  if (!startingStatuses.has(printableStatus)) return undefined;
  const ready = conditionOf(machine, "Ready");
  const isOfInstance = ready?.status === "False" && ready.reason !== "VMINotExists";
  return (isOfInstance ? ready.since : undefined) ?? instance?.createdAt;
}

/** The instance of a virtual machine, which has the same name. Undefined where it was not read. */
function findInstance({ ref }: KubeObject, index: ObjectIndex): KubeObject | undefined {
  return findObject(machineInstances, ref, index);
}

/** Whether a migration, or a DataVolume that is filled or waits for a user, is why an object is on its way. */
function isExplained(object: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  if (listMigrationsOfMachine(object, index).length > 0) return true;
  return listNamedOfKind(object, dataVolumes, index).some(
    (each) => evaluateDataVolume(each, takenAt).verdict !== "healthy",
  );
}

/** What keeps an object in its state, as far as that was read. */
function observeState(object: KubeObject, { name }: BusyState, index: ObjectIndex): LastingState {
  const unbound = listNamedOfKind(object, persistentVolumeClaims, index)
    .filter(({ status }) => textAt(status, "phase") === "Pending")
    .map(({ ref }) => ref.name);
  if (unbound.length > 0 && startingStatuses.has(name)) return { code: "state-lasts", unbound };
  if (name === "Provisioning") return { code: "state-lasts", missing: dataVolumes.kind };
  if (name === "WaitingForVolumeBinding") return { code: "state-lasts", missing: persistentVolumeClaims.kind };
  return isMigratingMachine(object) ? { code: "state-lasts", missing: migrations.kind } : { code: "state-lasts" };
}

/** The objects of a kind that an object names and that were read. A DataVolume fills a claim of its name. */
function listNamedOfKind(object: KubeObject, kind: GroupKind, index: ObjectIndex): readonly KubeObject[] {
  const rows = namedKindRowsOf(object.ref).filter(
    ({ named }) => isSameKind(named, kind) || isSameKind(named, dataVolumes),
  );
  return listNamesInRows(object, rows).flatMap((name) => findObject(kind, { ...object.ref, name }, index) ?? []);
}
