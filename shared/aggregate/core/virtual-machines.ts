import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt, wholeNumberAt } from "../../parse/json-value.ts";
import { busyMachineStatuses, failedMachineStatus, restingMachineStatuses } from "../../tables/kubernetes-words.ts";
import {
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/**
 * The health of a VirtualMachine by status.printableStatus (kubevirt.io/api/core/v1 types.go). Stopped and paused are
 * healthy because the user asked for them; Ready is False then. A pause after an I/O error is a fault, and so is a
 * machine that KubeVirt does not start again before a user has recovered its volumes, whatever else it reports.
 */
export function evaluateVirtualMachine(object: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const printable = textAt(object.status, "printableStatus");
  const facts = printable === "" ? {} : { status: printable };
  const failure = conditions.find(({ type, status }) => type === "Failure" && status === "True");
  if (failure !== undefined) return unhealthyObject("degraded", troubleFromCondition(failure), facts);
  const recovery = conditions.find(({ type, status }) => type === "ManualRecoveryRequired" && status === "True");
  if (recovery !== undefined) return unhealthyObject("degraded", recoveryTrouble(recovery), facts);
  const pause = conditions.find(isFaultyPause);
  if (pause !== undefined) return unhealthyObject("degraded", troubleFromCondition(pause), facts);
  if (restingMachineStatuses.has(printable)) return healthyObject({ ...facts, paused: "true" });
  const ready = lastConditionOfType(conditions, "Ready");
  const trouble = troubleOf(printable, conditions.find(isBlocked) ?? ready);
  const failedStarts = wholeNumberAt(object.status, "startFailure", "consecutiveFailCount") ?? 0;
  if (printable === "CrashLoopBackOff" && failedStarts > 0)
    return unhealthyObject("degraded", makeTrouble(printable, { code: "failed-starts", count: failedStarts }), facts);
  if (failedMachineStatus.test(printable)) return unhealthyObject("degraded", trouble, facts);
  if (busyMachineStatuses.has(printable)) {
    return unhealthyObject(isLateStart(printable, ready, takenAt) ? "degraded" : "progressing", trouble, facts);
  }
  if (ready === undefined)
    return unhealthyObject(
      "progressing",
      makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" }),
      facts,
    );
  if (ready.status === "True") return healthyObject(facts);
  return unhealthyObject(ready.status === "Unknown" ? "unknown" : "degraded", troubleFromCondition(ready), facts);
}

/**
 * Why a migration of volumes must be recovered. The reason is the sentence, without a message (kubevirt/kubevirt
 * pkg/virt-controller/watch/vm/vm.go, syncVolumeMigration).
 */
function recoveryTrouble({ type, reason, message, since }: Condition): ReturnType<typeof makeTrouble> {
  return makeTrouble(type, message || reason, since);
}

/**
 * Whether a machine starts for longer than KubeVirt's alert KubeVirtVMStuckInStartingState allows. Without its instance
 * the condition Ready is as old as the last stop, and says nothing about the start.
 */
function isLateStart(printable: string, ready: Condition | undefined, takenAt: string): boolean {
  if (printable !== "Starting" || ready?.since === undefined || ready.reason === "VMINotExists") return false;
  return hasLasted(ready.since, takenAt, gracePeriodSeconds.startingMachine);
}

/** Whether a guest is paused because its disk failed (kubevirt/kubevirt pkg/virt-handler/vm.go, calculatePausedCondition). */
export function isFaultyPause({ type, status, reason }: Condition): boolean {
  return type === "Paused" && status === "True" && reason === "PausedIOError";
}

function troubleOf(phase: string, condition: Condition | undefined): ReturnType<typeof makeTrouble> {
  return makeTrouble(phase, condition?.message || { code: "phase", phase }, condition?.since);
}

/**
 * The health of a VirtualMachineInstance by its phase and condition Ready (kubevirt.io/api/core/v1 types.go). Before it
 * runs, Synchronized says that its pod cannot be created, and PodScheduled that no node takes it; VirtualMachine calls the
 * latter ErrorUnschedulable (pkg/virt-controller/watch/vm, and the runbook KubeVirtVMStuckInStartingState).
 */
export function evaluateVirtualMachineInstance(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const phase = textAt(object.status, "phase");
  const facts = phase === "" ? {} : { phase };
  const ready = lastConditionOfType(conditions, "Ready");
  switch (phase) {
    case "Succeeded":
      return healthyObject(facts);
    case "Failed":
      return unhealthyObject("degraded", troubleOf(phase, ready), facts);
    case "Running": {
      const pause = conditions.find(isFaultyPause);
      if (pause !== undefined) return unhealthyObject("degraded", troubleFromCondition(pause), facts);
      if (ready === undefined)
        return unhealthyObject(
          "unknown",
          makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" }),
          facts,
        );
      if (ready.status !== "True") return unhealthyObject("degraded", troubleFromCondition(ready), facts);
      const waiting = listAt(object.status, "volumeStatus").find(isToBeAttached);
      return waiting === undefined
        ? healthyObject(facts)
        : unhealthyObject("progressing", volumeTrouble(waiting), facts);
    }
    case "Unknown":
      return unhealthyObject("unknown", troubleOf(phase, ready), facts);
    default: {
      const blocked = conditions.find(isBlocked);
      return blocked === undefined
        ? unhealthyObject("progressing", troubleOf(phase || "Pending", ready), facts)
        : unhealthyObject("degraded", troubleFromCondition(blocked), facts);
    }
  }
}

/** Whether a running guest does not have a hotplugged volume yet (kubevirt.io/api/core/v1 types.go, VolumePhase). */
function isToBeAttached(volume: unknown): boolean {
  return recordAt(volume, "hotplugVolume") !== undefined && volumePhasesBeforeReady.has(textAt(volume, "phase"));
}

const volumePhasesBeforeReady: ReadonlySet<string> = new Set(["Pending", "Bound", "AttachedToNode", "MountedToPod"]);

function volumeTrouble(volume: unknown): ReturnType<typeof makeTrouble> {
  const [name = "", phase = "", reason = "", message = ""] = ["name", "phase", "reason", "message"].map((field) =>
    textAt(volume, field),
  );
  return makeTrouble(reason || phase, { code: "volume-to-attach", volume: name, message });
}

function isBlocked({ type, status, reason }: Condition): boolean {
  if (status !== "False") return false;
  return (
    (type === "Synchronized" && /^Failed[A-Z]/.test(reason)) || (type === "PodScheduled" && reason === "Unschedulable")
  );
}

/**
 * The health of a DataVolume by its phase, and by errors in its conditions: `Running=False Error` of a transfer,
 * `Bound=Unknown ErrClaimNotValid` of a claim that cannot be made (cdi.kubevirt.io v1beta1 types.go).
 */
export function evaluateDataVolume(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const phase = textAt(object.status, "phase");
  const progress = textAt(object.status, "progress");
  const facts = {
    ...(phase !== "" && { phase }),
    ...(progress !== "" && { progress }),
  };
  const run = lastConditionOfType(conditions, "Running");
  if (phase === "Succeeded") return healthyObject(facts);
  if (phase === "Failed" || phase === "Unknown") {
    return unhealthyObject(phase === "Failed" ? "degraded" : "unknown", troubleOf(phase, run), facts);
  }
  const error = conditions.find(({ status, reason }) => status !== "True" && /^Err/.test(reason));
  if (error !== undefined) return unhealthyObject("degraded", troubleFromCondition(error), facts);
  if (phase === "Paused") return healthyObject(facts);
  // CDI writes N/A until it knows the size (cdi.kubevirt.io v1beta1 types.go, DataVolumeProgress).
  const isCounted = /^[\d.]+%$/.test(progress) && !run?.message;
  const trouble = isCounted
    ? makeTrouble(phase, { code: "transferred", share: progress }, run?.since)
    : troubleOf(phase || "Pending", run);
  return unhealthyObject("progressing", trouble, facts);
}
