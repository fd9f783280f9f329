import type { StateChange } from "../../model/cause/observation.ts";
import type { Trouble } from "../../model/cause/trouble.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { busyMachineStatuses, failedMachineStatus, restingMachineStatuses } from "../../tables/kubernetes-words.ts";
import { isWaitForSource } from "../evaluation/decentralized-migration.ts";
import {
  filledFacts,
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  type NodeFacts,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";
import { findLastWriteTime } from "./rollout.ts";

/**
 * The health of a VirtualMachine. One that would be healthy and was requested to stop or to start is not: virt-controller
 * removes the request as it acts on it.
 */
export function evaluateVirtualMachine(machine: KubeObject, takenAt: string): ObjectHealth {
  const health = evaluateMachineStatus(machine, takenAt);
  const action = readPendingAction(machine);
  if (health.verdict !== "healthy" || action === undefined) return health;
  // The request has no time. It is not newer than the last write to the machine.
  const since = findLastWriteTime(machine);
  const isLate = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.startingMachine);
  const trouble = makeTrouble("StateChangeRequested", { code: "state-change-pending", action }, since);
  return unhealthyObject(isLate ? "degraded" : "progressing", trouble, health.facts);
}

/**
 * What was requested of a VirtualMachine and is not done, by the first rule that fits:
 * 1. A request of `virtctl start`, `stop` or `restart`, which asks for a stop and a start (kubevirt/kubevirt
 *    pkg/virt-api/rest/subresource.go, getChangeRequestJson).
 * 2. Its run strategy: it is to run always and is stopped, or is to be halted and runs.
 */
function readPendingAction({ spec, status }: KubeObject): StateChange | undefined {
  const actions = listAt(status, "stateChangeRequests").map((request) => textAt(request, "action"));
  const isToStop = actions.includes("Stop");
  if (actions.includes("Start")) return isToStop ? "restart" : "start";
  if (isToStop) return "stop";
  const isRunning = valueAt(spec, "running");
  const strategy = textAt(spec, "runStrategy");
  const printableStatus = textAt(status, "printableStatus");
  if (printableStatus === "Stopped" && (isRunning === true || strategy === "Always")) return "start";
  return printableStatus === "Running" && (isRunning === false || strategy === "Halted") ? "stop" : undefined;
}

/**
 * The health of a VirtualMachine by its conditions and status.printableStatus (kubevirt.io/api/core/v1 types.go). The
 * first rule that fits decides:
 * 1. A condition reports a fault, whatever else the status reports: degraded.
 * 2. It is stopped or paused: healthy, because the user asked for that; Ready is False then.
 * 3. The status is a failure (ErrorUnschedulable): degraded.
 * 4. The status is work under way (Starting): progressing, or degraded where it takes too long.
 * 5. Otherwise condition Ready decides.
 */
function evaluateMachineStatus(machine: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(machine);
  const printableStatus = textAt(machine.status, "printableStatus");
  const facts = filledFacts({ status: printableStatus });
  const fault = findMachineFault(conditions) ?? findLastingFailure(printableStatus, machine, conditions, takenAt);
  if (fault !== undefined) return unhealthyObject("degraded", fault, facts);
  if (restingMachineStatuses.has(printableStatus)) return healthyObject({ ...facts, paused: "true" });

  const failedStarts = wholeNumberAt(machine.status, "startFailure", "consecutiveFailCount") ?? 0;
  if (printableStatus === "CrashLoopBackOff" && failedStarts > 0) {
    const trouble = makeTrouble(printableStatus, { code: "failed-starts", count: failedStarts });
    return unhealthyObject("degraded", trouble, facts);
  }
  const ready = lastConditionOfType(conditions, "Ready");
  const trouble = troubleOfPhase(printableStatus, conditions.find(isStartBlocked) ?? ready);
  if (failedMachineStatus.test(printableStatus)) return unhealthyObject("degraded", trouble, facts);
  if (busyMachineStatuses.has(printableStatus)) {
    const isLate = isLateStart(printableStatus, ready, takenAt);
    return unhealthyObject(isLate ? "degraded" : "progressing", trouble, facts);
  }
  if (ready === undefined) return unhealthyObject("progressing", missingReady(), facts);
  if (ready.status === "True") return evaluateReadyGuest(conditions, machine.status, facts);
  return unhealthyObject(ready.status === "Unknown" ? "unknown" : "degraded", troubleFromCondition(ready), facts);
}

/**
 * The fault that a condition of a VirtualMachine reports: a failure, a migration of volumes that a user must recover, or
 * a pause after an I/O error. Of a recovery the reason is the sentence, without a message (kubevirt/kubevirt
 * pkg/virt-controller/watch/vm/vm.go, syncVolumeMigration).
 */
function findMachineFault(conditions: readonly Condition[]): Trouble | undefined {
  const findTrue = (type: string): Condition | undefined =>
    conditions.find((condition) => condition.type === type && condition.status === "True");
  const failure = findTrue("Failure");
  if (failure !== undefined) return troubleFromCondition(failure);
  const recovery = findTrue("ManualRecoveryRequired");
  if (recovery !== undefined) return makeTrouble(recovery.type, recovery.message || recovery.reason, recovery.since);
  const pause = conditions.find(isFaultyPause);
  return pause === undefined ? undefined : troubleFromCondition(pause);
}

/**
 * The failure of a running guest that KubeVirt has retried for five minutes. KubeVirt removes the condition as it succeeds:
 * 1. Synchronized=False: virt-handler cannot bring the guest to its spec, such as a device that cannot be plugged
 *    (kubevirt/kubevirt pkg/virt-handler/vm.go, CheckFailure).
 * 2. The guest cannot migrate to another cluster or namespace: {@link findMigrationFailure}.
 *
 * `phase`: of an instance, or the status of its machine.
 */
function findLastingFailure(
  phase: string,
  { status }: KubeObject,
  conditions: readonly Condition[],
  takenAt: string,
): Trouble | undefined {
  const syncFailure = phase === "Running" ? conditions.find(isSyncFailure) : undefined;
  const isGuestRunning = phase === "Running" || phase === "Migrating";
  const migrationFailure = isGuestRunning ? findMigrationFailure(conditions, status) : undefined;
  if (syncFailure?.since !== undefined && isLastingFailure(syncFailure, takenAt)) {
    return troubleFromCondition(syncFailure);
  }
  if (migrationFailure === undefined || !isLastingFailure(migrationFailure, takenAt)) return undefined;
  return troubleFromCondition(migrationFailure);
}

function isSyncFailure({ type, status }: Condition): boolean {
  return type === "Synchronized" && status === "False";
}

/** Whether KubeVirt has retried for five minutes. True also where the failure has no time. */
function isLastingFailure({ since }: Condition, takenAt: string): boolean {
  return hasLasted(since, takenAt, gracePeriodSeconds.startingMachine);
}

/**
 * The condition that a guest cannot migrate to another cluster or namespace. The one side has not reached the other, and
 * tries again (kubevirt/kubevirt pkg/synchronization-controller/synchronization-controller.go,
 * updateDecentralizedFailureOnSource). Undefined where the condition only says that a target waits for its source.
 */
function findMigrationFailure(conditions: readonly Condition[], objectStatus: unknown): Condition | undefined {
  const failure = conditions.find(
    ({ type, status }) => type === "DecentralizedLiveMigrationFailure" && status === "True",
  );
  return failure === undefined || isWaitForSource(failure, objectStatus) ? undefined : failure;
}

/**
 * The health of a guest that runs and is ready: progressing while KubeVirt retries a migration to another cluster, so that
 * its failure is visible also in a file in which nothing is newer than the failure. Healthy without such a failure.
 */
function evaluateReadyGuest(conditions: readonly Condition[], objectStatus: unknown, facts: NodeFacts): ObjectHealth {
  const failure = findMigrationFailure(conditions, objectStatus);
  if (failure === undefined) return healthyObject(facts);
  return unhealthyObject("progressing", troubleFromCondition(failure), facts);
}

/**
 * Whether a machine starts for longer than KubeVirt's alert KubeVirtVMStuckInStartingState allows. Without its instance
 * the condition Ready is as old as the last stop, and says nothing about the start.
 */
function isLateStart(printableStatus: string, ready: Condition | undefined, takenAt: string): boolean {
  if (printableStatus !== "Starting" || ready?.since === undefined || ready.reason === "VMINotExists") return false;
  return hasLasted(ready.since, takenAt, gracePeriodSeconds.startingMachine);
}

/** Whether a guest is paused because its disk failed (kubevirt/kubevirt pkg/virt-handler/vm.go, calculatePausedCondition). */
export function isFaultyPause({ type, status, reason }: Condition): boolean {
  return type === "Paused" && status === "True" && reason === "PausedIOError";
}

/**
 * The health of a VirtualMachineInstance by its phase and condition Ready (kubevirt.io/api/core/v1 types.go). Before it
 * runs, Synchronized says that its pod cannot be created, and PodScheduled that no node takes it; VirtualMachine calls the
 * latter ErrorUnschedulable (pkg/virt-controller/watch/vm, and the runbook KubeVirtVMStuckInStartingState).
 */
export function evaluateVirtualMachineInstance(instance: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(instance);
  const phase = textAt(instance.status, "phase");
  const facts = filledFacts({ phase });
  const ready = lastConditionOfType(conditions, "Ready");
  switch (phase) {
    case "Succeeded":
      return healthyObject(facts);
    case "Failed":
      return unhealthyObject("degraded", troubleOfPhase(phase, ready), facts);
    case "Unknown":
      return unhealthyObject("unknown", troubleOfPhase(phase, ready), facts);
    case "Running":
      return evaluateRunningInstance(instance, conditions, facts, takenAt);
    default: {
      const blocked = conditions.find(isStartBlocked);
      if (blocked !== undefined) return unhealthyObject("degraded", troubleFromCondition(blocked), facts);
      return unhealthyObject("progressing", troubleOfPhase(phase || "Pending", ready), facts);
    }
  }
}

function evaluateRunningInstance(
  instance: KubeObject,
  conditions: readonly Condition[],
  facts: NodeFacts,
  takenAt: string,
): ObjectHealth {
  const pause = conditions.find(isFaultyPause);
  if (pause !== undefined) return unhealthyObject("degraded", troubleFromCondition(pause), facts);
  const failure = findLastingFailure("Running", instance, conditions, takenAt);
  if (failure !== undefined) return unhealthyObject("degraded", failure, facts);
  const ready = lastConditionOfType(conditions, "Ready");
  if (ready === undefined) return unhealthyObject("unknown", missingReady(), facts);
  if (ready.status !== "True") return unhealthyObject("degraded", troubleFromCondition(ready), facts);
  const volume = listAt(instance.status, "volumeStatus").find(isHotplugPending);
  if (volume === undefined) return evaluateReadyGuest(conditions, instance.status, facts);
  return unhealthyObject("progressing", troubleOfVolume(volume), facts);
}

const volumePhasesBeforeReady: ReadonlySet<string> = new Set(["Pending", "Bound", "AttachedToNode", "MountedToPod"]);

/** Whether a running guest does not have a hotplugged volume yet (kubevirt.io/api/core/v1 types.go, VolumePhase). */
function isHotplugPending(volume: unknown): boolean {
  return recordAt(volume, "hotplugVolume") !== undefined && volumePhasesBeforeReady.has(textAt(volume, "phase"));
}

function troubleOfVolume(volume: unknown): Trouble {
  const reason = textAt(volume, "reason") || textAt(volume, "phase");
  const message = textAt(volume, "message");
  return makeTrouble(reason, { code: "volume-to-attach", volume: textAt(volume, "name"), message });
}

/** Whether a condition says that no pod can be created for a machine, or that no node takes the pod. */
function isStartBlocked({ type, status, reason }: Condition): boolean {
  if (status !== "False") return false;
  if (type === "Synchronized") return /^Failed[A-Z]/.test(reason);
  return type === "PodScheduled" && reason === "Unschedulable";
}

/**
 * The health of a DataVolume by its phase, and by errors in its conditions: `Running=False Error` of a transfer,
 * `Bound=Unknown ErrClaimNotValid` of a claim that cannot be made (cdi.kubevirt.io v1beta1 types.go). One that is not
 * filled within a day is degraded, except where it waits for a user or a consumer.
 */
export function evaluateDataVolume(dataVolume: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(dataVolume);
  const phase = textAt(dataVolume.status, "phase");
  const progress = textAt(dataVolume.status, "progress");
  const facts = filledFacts({ phase, progress });
  const running = lastConditionOfType(conditions, "Running");
  if (phase === "Succeeded") return healthyObject(facts);
  if (phase === "Failed") return unhealthyObject("degraded", troubleOfPhase(phase, running), facts);
  if (phase === "Unknown") return unhealthyObject("unknown", troubleOfPhase(phase, running), facts);
  const error = conditions.find(({ status, reason }) => status !== "True" && /^Err/.test(reason));
  if (error !== undefined) return unhealthyObject("degraded", troubleFromCondition(error), facts);
  if (phase === "Paused") return healthyObject(facts);

  // CDI writes N/A until it knows the size (cdi.kubevirt.io v1beta1 types.go, DataVolumeProgress).
  const hasShare = /^[\d.]+%$/.test(progress);
  const since = running?.since ?? dataVolume.createdAt;
  const isLasting = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.transferring);
  const isLate = isLasting && !waitingVolumePhases.has(phase);
  const verdict = isLate ? "degraded" : "progressing";
  if (hasShare && !running?.message) {
    const trouble = makeTrouble(phase, { code: "transferred", share: progress }, running?.since);
    return unhealthyObject(verdict, trouble, facts);
  }
  const ready = lastConditionOfType(conditions, "Ready");
  // Before it has a claim, only Ready and Bound have a message, such as that the source of a copy does not exist.
  const explaining = running?.message ? running : ready;
  return unhealthyObject(verdict, troubleOfPhase(phase || "Pending", explaining ?? running), facts);
}

/**
 * The phases of a DataVolume that waits for an upload, or for a pod or the volume of the first one, which may take any time
 * (containerized-data-importer pkg/apis/core/v1beta1/types.go).
 */
const waitingVolumePhases: ReadonlySet<string> = new Set(["UploadReady", "WaitForFirstConsumer", "PendingPopulation"]);

function troubleOfPhase(phase: string, condition: Condition | undefined): Trouble {
  return makeTrouble(phase, condition?.message || { code: "phase", phase }, condition?.since);
}

function missingReady(): Trouble {
  return makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" });
}
