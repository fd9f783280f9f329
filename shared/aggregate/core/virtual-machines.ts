import type { Observation, StateChange } from "../../model/cause/observation.ts";
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

/** The reason of condition Ready of a pod that only a readiness gate keeps from being ready (kubelet, status/generate.go). */
export const readinessGateReason = "ReadinessGatesNotReady";

/** The phases of a hotplugged volume before the guest has it (kubevirt.io/api/core/v1 types.go, VolumePhase). */
const volumePhasesBeforeReady: ReadonlySet<string> = new Set(["Pending", "Bound", "AttachedToNode", "MountedToPod"]);

/**
 * The phases of a DataVolume that waits for an upload, or for a pod or the volume of the first one, which may take any time
 * (containerized-data-importer pkg/apis/core/v1beta1/types.go; pkg/controller/datavolume/controller-base.go,
 * shouldBeMarkedPendingPopulation).
 */
const waitingVolumePhases: ReadonlyMap<string, Observation> = new Map<string, Observation>([
  ["UploadReady", { code: "waits-for-upload" }],
  ["WaitForFirstConsumer", { code: "waits-for-first-consumer" }],
  ["PendingPopulation", { code: "waits-for-first-consumer" }],
]);

/**
 * The reasons of an error: CDI's own, and that for which the container ended that fills a DataVolume
 * (containerized-data-importer pkg/controller/util.go, setAnnotationsFromPodWithPrefix).
 */
const transferError = /^(?:Err|(?:ChecksumError|ContainerCannotRun|ImagePullFailed|OOMKilled|StartError)\b)/;

/**
 * The health of a VirtualMachine by its status. A machine whose status is healthy is progressing while a requested start,
 * stop or restart waits, and degraded after five minutes. virt-controller removes the request when it acts on it.
 */
export function evaluateVirtualMachine(machine: KubeObject, takenAt: string): ObjectHealth {
  const health = evaluateMachineStatus(machine, takenAt);
  const action = readPendingAction(machine);
  if (action === undefined) return health;
  // The request has no time. It is not newer than the last write to the machine.
  const since = findLastWriteTime(machine);
  const isLate = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.startingMachine);
  // What KubeVirt retries for a running guest does not explain why the change is late.
  const isRetried = health.verdict === "progressing" && textAt(machine.status, "printableStatus") === "Running";
  if (health.verdict !== "healthy" && !(isRetried && isLate)) return health;
  const trouble = makeTrouble("StateChangeRequested", { code: "state-change-pending", action }, since);
  return unhealthyObject(isLate ? "degraded" : "progressing", trouble, health.facts);
}

/**
 * The change of state that a VirtualMachine still has to make, by the first rule that fits. Undefined if there is none.
 * 1. A request of `virtctl start`, `stop` or `restart`. A restart is recorded as a stop and a start (kubevirt/kubevirt
 *    pkg/virt-api/rest/subresource.go, getChangeRequestJson).
 * 2. Its run strategy: `Always` while it is stopped is a start, `Halted` while it runs is a stop.
 */
function readPendingAction({ spec, status }: KubeObject): StateChange | undefined {
  const actions = listAt(status, "stateChangeRequests").map((request) => textAt(request, "action"));
  const isStopRequested = actions.includes("Stop");
  if (actions.includes("Start")) return isStopRequested ? "restart" : "start";
  if (isStopRequested) return "stop";

  // The field `running` is the older form of the run strategies Always and Halted.
  const shallRun = valueAt(spec, "running") === true || textAt(spec, "runStrategy") === "Always";
  const printableStatus = textAt(status, "printableStatus");
  if (printableStatus === "Stopped" && shallRun) return "start";
  if (printableStatus === "Running" && isHalted({ spec })) return "stop";
  return undefined;
}

/** Whether a user has set a virtual machine to be off. */
export function isHalted({ spec }: Pick<KubeObject, "spec">): boolean {
  return valueAt(spec, "running") === false || textAt(spec, "runStrategy") === "Halted";
}

/**
 * The health of a VirtualMachine by its conditions and status.printableStatus (kubevirt.io/api/core/v1 types.go). The
 * first rule that fits decides:
 * 1. A condition reports a fault, whatever else the status reports: degraded.
 * 2. It is stopped, or it is paused and that alone keeps it from being ready: healthy, because the user asked for that.
 * 3. Its guest failed to start, with a count of the failures (CrashLoopBackOff): degraded.
 * 4. The status is another failure (ErrorUnschedulable): degraded.
 * 5. The status is work under way (Starting): progressing, or degraded where a start takes too long.
 * 6. Otherwise condition Ready decides.
 */
function evaluateMachineStatus(machine: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(machine);
  const printableStatus = textAt(machine.status, "printableStatus");
  const facts = filledFacts({ status: printableStatus });
  const fault = findMachineFault(conditions) ?? findLastingFailure(printableStatus, machine, conditions, takenAt);
  if (fault !== undefined) return unhealthyObject("degraded", fault, facts);
  const ready = lastConditionOfType(conditions, "Ready");
  const isResting = restingMachineStatuses.has(printableStatus);
  if (isResting && (printableStatus === "Stopped" || isReadyButForPause(ready))) {
    return healthyObject({ ...facts, paused: "true" });
  }
  const failedStarts = wholeNumberAt(machine.status, "startFailure", "consecutiveFailCount") ?? 0;
  if (printableStatus === "CrashLoopBackOff" && failedStarts > 0) {
    const trouble = makeTrouble(printableStatus, { code: "failed-starts", count: failedStarts });
    return unhealthyObject("degraded", trouble, facts);
  }
  const trouble = makePhaseTrouble(printableStatus, conditions.find(isStartBlocked) ?? ready);
  if (failedMachineStatus.test(printableStatus)) return unhealthyObject("degraded", trouble, facts);
  if (busyMachineStatuses.has(printableStatus)) {
    const isLate = isLateStart(printableStatus, ready, takenAt);
    return unhealthyObject(isLate ? "degraded" : "progressing", trouble, facts);
  }
  if (ready === undefined) return unhealthyObject("progressing", makeMissingReadyTrouble(), facts);
  if (ready.status === "True") return evaluateReadyGuest(conditions, machine.status, facts);
  return unhealthyObject(ready.status === "Unknown" ? "unknown" : "degraded", troubleFromCondition(ready), facts);
}

/**
 * The fault that a condition of a VirtualMachine reports: a failure, a migration of volumes that a user must recover, or
 * a pause after an I/O error. Undefined if no condition reports a fault.
 */
function findMachineFault(conditions: readonly Condition[]): Trouble | undefined {
  const findTrue = (type: string): Condition | undefined =>
    conditions.find((condition) => condition.type === type && condition.status === "True");
  const failure = findTrue("Failure");
  if (failure !== undefined) return troubleFromCondition(failure);
  // KubeVirt writes the sentence as the reason, without a message (pkg/virt-controller/watch/vm/vm.go, syncVolumeMigration).
  const recovery = findTrue("ManualRecoveryRequired");
  if (recovery !== undefined) return makeTrouble(recovery.type, recovery.message || recovery.reason, recovery.since);
  const pause = conditions.find(isFaultyPause);
  return pause === undefined ? undefined : troubleFromCondition(pause);
}

/**
 * The failure of a running guest that KubeVirt has retried for five minutes. Undefined if there is none: KubeVirt removes
 * the condition when a retry succeeds.
 * 1. Synchronized=False: virt-handler cannot bring the guest to its spec, for example cannot plug a device
 *    (kubevirt/kubevirt pkg/virt-handler/vm.go, CheckFailure).
 * 2. The guest cannot migrate to another cluster or namespace: {@link findMigrationFailure}.
 *
 * @param phase the phase of an instance, or the printableStatus of a machine
 */
function findLastingFailure(
  phase: string,
  { status }: KubeObject,
  conditions: readonly Condition[],
  takenAt: string,
): Trouble | undefined {
  if (phase !== "Running" && phase !== "Migrating") return undefined;
  const syncFailure = phase === "Running" ? conditions.find(isSyncFailure) : undefined;
  if (syncFailure?.since !== undefined && isLastingFailure(syncFailure, takenAt)) {
    return troubleFromCondition(syncFailure);
  }
  const migrationFailure = findMigrationFailure(conditions, status);
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
 * The condition that says that a guest cannot migrate to another cluster or namespace, because one side does not reach the
 * other. KubeVirt tries again (pkg/synchronization-controller/synchronization-controller.go,
 * updateDecentralizedFailureOnSource). Undefined where the condition only says that a target waits for its source.
 */
function findMigrationFailure(conditions: readonly Condition[], objectStatus: unknown): Condition | undefined {
  const failure = conditions.find(
    ({ type, status }) => type === "DecentralizedLiveMigrationFailure" && status === "True",
  );
  return failure === undefined || isWaitForSource(failure, objectStatus) ? undefined : failure;
}

/**
 * The health of a guest that runs and is ready: progressing while KubeVirt retries to bring it to its spec or to another
 * cluster, and healthy without such a failure. A failure is not healthy in its first five minutes either: the newest time
 * of a file may be that failure.
 */
function evaluateReadyGuest(conditions: readonly Condition[], objectStatus: unknown, facts: NodeFacts): ObjectHealth {
  const failure = conditions.find(isSyncFailure) ?? findMigrationFailure(conditions, objectStatus);
  if (failure === undefined) return healthyObject(facts);
  return unhealthyObject("progressing", troubleFromCondition(failure), facts);
}

/** Whether a machine has been starting for longer than KubeVirt's alert KubeVirtVMStuckInStartingState allows. */
function isLateStart(printableStatus: string, ready: Condition | undefined, takenAt: string): boolean {
  if (printableStatus !== "Starting" || ready?.since === undefined) return false;
  // Before the instance exists, Ready is as old as the last stop.
  if (ready.reason === "VMINotExists") return false;
  return hasLasted(ready.since, takenAt, gracePeriodSeconds.startingMachine);
}

/** Whether a guest is paused because its disk failed (kubevirt/kubevirt pkg/virt-handler/vm.go, calculatePausedCondition). */
export function isFaultyPause(condition: Condition): boolean {
  return isPause(condition) && condition.reason === "PausedIOError";
}

/** Whether a guest is paused because a user or a migration asked for that. */
export function isRequestedPause(condition: Condition): boolean {
  return isPause(condition) && !isFaultyPause(condition);
}

function isPause({ type, status }: Condition): boolean {
  return type === "Paused" && status === "True";
}

/**
 * Whether condition Ready of a paused guest reports nothing but the pause. KubeVirt copies it from the pod, where the pause
 * closes a readiness gate (kubevirt/kubevirt pkg/virt-controller/watch/vmi/lifecycle.go, syncReadyConditionFromPod). Any
 * other reason, such as GuestNotRunning, is a fault that the pause does not explain.
 */
function isReadyButForPause(ready: Condition | undefined): boolean {
  if (ready === undefined || ready.status === "True") return true;
  return ready.status === "False" && ["", readinessGateReason].includes(ready.reason);
}

/**
 * The health of a VirtualMachineInstance by its phase (kubevirt.io/api/core/v1 types.go). Before it runs it is degraded if
 * its pod cannot be created or no node takes that pod, otherwise progressing.
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
      return unhealthyObject("degraded", makePhaseTrouble(phase, ready), facts);
    case "Unknown":
      return unhealthyObject("unknown", makePhaseTrouble(phase, ready), facts);
    case "Running":
      return evaluateRunningInstance(instance, conditions, facts, takenAt);
    default: {
      const blocked = conditions.find(isStartBlocked);
      if (blocked !== undefined) return unhealthyObject("degraded", troubleFromCondition(blocked), facts);
      return unhealthyObject("progressing", makePhaseTrouble(phase || "Pending", ready), facts);
    }
  }
}

/**
 * The health of an instance in phase Running. The first rule that fits decides:
 * 1. Its disk failed, or KubeVirt has retried a failure for five minutes: degraded.
 * 2. Its guest is paused for another reason, and that alone keeps it from being ready: healthy, because a user or a migration
 *    asked for that.
 * 3. It has no condition Ready: unknown. Ready is not True: degraded.
 * 4. It waits for a hotplugged volume: progressing.
 * 5. Otherwise it is ready, see {@link evaluateReadyGuest}.
 */
function evaluateRunningInstance(
  instance: KubeObject,
  conditions: readonly Condition[],
  facts: NodeFacts,
  takenAt: string,
): ObjectHealth {
  const faultyPause = conditions.find(isFaultyPause);
  if (faultyPause !== undefined) return unhealthyObject("degraded", troubleFromCondition(faultyPause), facts);
  const failure = findLastingFailure("Running", instance, conditions, takenAt);
  if (failure !== undefined) return unhealthyObject("degraded", failure, facts);
  const ready = lastConditionOfType(conditions, "Ready");
  const isOnlyPaused = conditions.some(isRequestedPause) && isReadyButForPause(ready);
  if (isOnlyPaused) return healthyObject({ ...facts, paused: "true" });
  if (ready === undefined) return unhealthyObject("unknown", makeMissingReadyTrouble(), facts);
  if (ready.status !== "True") return unhealthyObject("degraded", troubleFromCondition(ready), facts);
  const [volume] = listPendingVolumes(instance);
  if (volume === undefined) return evaluateReadyGuest(conditions, instance.status, facts);
  return unhealthyObject("progressing", makeVolumeTrouble(volume), facts);
}

/** The statuses of the hotplugged volumes that a running guest does not have yet. */
export function listPendingVolumes({ status }: KubeObject): readonly unknown[] {
  return listAt(status, "volumeStatus").filter(
    (volume) => recordAt(volume, "hotplugVolume") !== undefined && volumePhasesBeforeReady.has(textAt(volume, "phase")),
  );
}

/** The trouble of a hotplugged volume that the guest does not have yet. `volume`: its status. */
export function makeVolumeTrouble(volume: unknown): Trouble {
  const reason = textAt(volume, "reason") || textAt(volume, "phase");
  const message = textAt(volume, "message");
  return makeTrouble(reason, { code: "volume-to-attach", volume: textAt(volume, "name"), message });
}

/**
 * Whether a condition says that no pod can be created for a machine (Synchronized, `FailedCreate`), or that no node takes
 * the pod (PodScheduled; pkg/virt-controller/watch/vm, and the runbook KubeVirtVMStuckInStartingState).
 */
function isStartBlocked({ type, status, reason }: Condition): boolean {
  if (status !== "False") return false;
  if (type === "Synchronized") return /^Failed[A-Z]/.test(reason);
  return type === "PodScheduled" && reason === "Unschedulable";
}

/**
 * The health of a DataVolume (cdi.kubevirt.io v1beta1 types.go). The first rule that fits decides:
 * 1. Its phase is an end: Succeeded is healthy, Failed degraded, Unknown unknown.
 * 2. A condition has an error, such as `Running=False OOMKilled` of a transfer or `Bound=Unknown ErrClaimNotValid`: degraded.
 * 3. It is paused: healthy.
 * 4. It is being filled: progressing, and degraded after a day, unless it waits for a user or a consumer.
 */
export function evaluateDataVolume(dataVolume: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(dataVolume);
  const phase = textAt(dataVolume.status, "phase");
  const progress = textAt(dataVolume.status, "progress");
  const facts = filledFacts({ phase, progress });
  const running = lastConditionOfType(conditions, "Running");
  if (phase === "Succeeded") return healthyObject(facts);
  if (phase === "Failed") return unhealthyObject("degraded", makePhaseTrouble(phase, running), facts);
  if (phase === "Unknown") return unhealthyObject("unknown", makePhaseTrouble(phase, running), facts);
  const error = conditions.find(({ status, reason }) => status !== "True" && transferError.test(reason));
  if (error !== undefined) return unhealthyObject("degraded", troubleFromCondition(error), facts);
  if (phase === "Paused") return healthyObject(facts);

  const since = running?.since ?? dataVolume.createdAt;
  const hasLastedADay = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.transferring);
  const wait = waitingVolumePhases.get(phase);
  const verdict = hasLastedADay && wait === undefined ? "degraded" : "progressing";
  // `12.5%`. CDI writes N/A until it knows the size (cdi.kubevirt.io v1beta1 types.go, DataVolumeProgress).
  const hasShare = /^[\d.]+%$/.test(progress);
  if (hasShare && wait === undefined && !running?.message) {
    const trouble = makeTrouble(phase, { code: "transferred", share: progress }, running?.since);
    return unhealthyObject(verdict, trouble, facts);
  }
  // Before it has a claim, only Ready and Bound have a message, such as that the source of a copy does not exist.
  const ready = lastConditionOfType(conditions, "Ready");
  const explanation = running?.message ? running : (ready ?? running);
  if (wait !== undefined && !explanation?.message) {
    return unhealthyObject(verdict, makeTrouble(phase, wait, explanation?.since), facts);
  }
  return unhealthyObject(verdict, makePhaseTrouble(phase || "Pending", explanation), facts);
}

/**
 * The trouble of a phase: with the message of the condition, or without one with the phase as observation. A condition that is
 * True is older than a phase such as `Stopping`.
 */
function makePhaseTrouble(phase: string, condition: Condition | undefined): Trouble {
  const since = condition?.type === "Ready" && condition.status === "True" ? undefined : condition?.since;
  return makeTrouble(phase, condition?.message || { code: "phase", phase }, since);
}

function makeMissingReadyTrouble(): Trouble {
  return makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" });
}
