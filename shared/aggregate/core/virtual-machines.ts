import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { toText, valueAt } from "../../parse/json-value.ts";
import { busyMachineStatuses, failedMachineStatus, restingMachineStatuses } from "../../tables/kubernetes-words.ts";
import { healthyObject, type ObjectHealth, troubleFromCondition, unhealthyObject, withCause } from "./object-health.ts";

/**
 * The health of a VirtualMachine by status.printableStatus (kubevirt.io/api/core/v1 types.go). Stopped and paused are
 * healthy because the user asked for them; Ready is False then.
 */
export function virtualMachine(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const printable = toText(valueAt(object.status, ["printableStatus"]));
  const facts = printable === "" ? {} : { status: printable };
  const failure = conditions.find(({ type, status }) => type === "Failure" && status === "True");
  if (failure !== undefined) return unhealthyObject("degraded", troubleFromCondition(failure), facts);
  if (restingMachineStatuses.has(printable)) return healthyObject({ ...facts, paused: "true" });
  const ready = lastConditionOfType(conditions, "Ready");
  if (failedMachineStatus.test(printable)) return unhealthyObject("degraded", troubleOf(printable, ready), facts);
  if (busyMachineStatuses.has(printable)) return unhealthyObject("progressing", troubleOf(printable, ready), facts);
  if (ready === undefined)
    return unhealthyObject(
      "progressing",
      withCause("NotObserved", { code: "missing-condition", type: "Ready" }),
      facts,
    );
  if (ready.status === "True") return healthyObject(facts);
  return unhealthyObject(ready.status === "Unknown" ? "unknown" : "degraded", troubleFromCondition(ready), facts);
}

function troubleOf(phase: string, ready: Condition | undefined): ReturnType<typeof withCause> {
  return withCause(phase, ready?.message || { code: "phase", phase }, ready?.since);
}

/**
 * The health of a VirtualMachineInstance by its phase and condition Ready (kubevirt.io/api/core/v1 types.go). Before it
 * runs, Synchronized says that its pod cannot be created, and PodScheduled that no node takes it; VirtualMachine calls the
 * latter ErrorUnschedulable (pkg/virt-controller/watch/vm, and the runbook KubeVirtVMStuckInStartingState).
 */
export function virtualMachineInstance(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const phase = toText(valueAt(object.status, ["phase"]));
  const facts = phase === "" ? {} : { phase };
  const ready = lastConditionOfType(conditions, "Ready");
  switch (phase) {
    case "Succeeded":
      return healthyObject(facts);
    case "Failed":
      return unhealthyObject("degraded", troubleOf(phase, ready), facts);
    case "Running":
      if (ready === undefined)
        return unhealthyObject(
          "unknown",
          withCause("NotObserved", { code: "missing-condition", type: "Ready" }),
          facts,
        );
      return ready.status === "True"
        ? healthyObject(facts)
        : unhealthyObject("degraded", troubleFromCondition(ready), facts);
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

function isBlocked({ type, status, reason }: Condition): boolean {
  if (status !== "False") return false;
  return (
    (type === "Synchronized" && /^Failed[A-Z]/.test(reason)) || (type === "PodScheduled" && reason === "Unschedulable")
  );
}

/** The health of a DataVolume by its phase, and by errors in condition Running (cdi.kubevirt.io v1beta1 types.go). */
export function dataVolume(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const phase = toText(valueAt(object.status, ["phase"]));
  const progress = toText(valueAt(object.status, ["progress"]));
  const facts = {
    ...(phase !== "" && { phase }),
    ...(progress !== "" && { progress }),
  };
  const run = lastConditionOfType(conditions, "Running");
  if (phase === "Succeeded") return healthyObject(facts);
  if (phase === "Failed" || phase === "Unknown") {
    return unhealthyObject(phase === "Failed" ? "degraded" : "unknown", troubleOf(phase, run), facts);
  }
  if (run?.status === "False" && run.reason === "Error")
    return unhealthyObject("degraded", troubleFromCondition(run), facts);
  if (phase === "Paused") return healthyObject(facts);
  return unhealthyObject("progressing", troubleOf(phase || "Pending", run), facts);
}
