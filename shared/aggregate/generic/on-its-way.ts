import type { KindRow } from "../../model/profile.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import {
  absentReason,
  busyMessage,
  busyReason,
  deniedMessage,
  deniedReason,
  failedReason,
  faultMessage,
  ownWorkloadReason,
  partialReason,
  unsetReason,
} from "../../tables/reasons.ts";
import { endedType } from "../../tables/type-names.ts";
import { hasLasted } from "../core/object-health.ts";
import { isGrave } from "./condition-weights.ts";

/** What the other conditions of an object tell about one of them. */
export interface ConditionSetting {
  /** The kind of the object. */
  readonly kind: string;
  /** The main condition is True. */
  readonly isMainTrue: boolean;
  /** Since when it is; empty where it has no time. */
  readonly mainSince?: string | undefined;
  /** Another condition, or a word of the status, tells that work is under way. */
  readonly isBusy: boolean;
  /** It tells so otherwise than by the reason of a good condition. */
  readonly isMoving: boolean;
  /** The kind runs to an end. */
  readonly isTask: boolean;
  /** A condition says that it ran to its end, or the status has a time of its end. */
  readonly isEnded: boolean;
  /** The word of the status says that it ran to a good end. */
  readonly hasEndWord: boolean;
  /** Another main condition than Running is True, and none is that of a run of Ansible (Operator SDK, `Successful`). */
  readonly isServing: boolean;
  /** Since when a condition says that it ended well. */
  readonly endedSince?: string | undefined;
  /** The time of its end in the status. */
  readonly endTime?: string | undefined;
  /** A condition says that it started, or that it has not failed (OpenLibertyDump, MachineOSBuild). */
  readonly isUnended: boolean;
  /** A condition is False and says why. */
  readonly isDenied: boolean;
  /** It was created less than an hour ago. */
  readonly isYoung: boolean;
  /** When it was created. */
  readonly createdAt?: string | undefined;
  /** It stands one level deeper, such as that of a pod. */
  readonly isNested: boolean;
  /** A word of the status says that the object rests, so that its main condition cannot be True. */
  readonly isResting: boolean;
  /** Since when a condition says so. */
  readonly restingSince?: string | undefined;
  /** It rests and runs nothing: it is stopped, switched off or hibernates. */
  readonly isOff: boolean;
  /** A word of the status says that the object is good. */
  readonly isDone: boolean;
  /** A word of the status reports a fault. */
  readonly isFaulty: boolean;
  /** A condition says that the controller is paused. */
  readonly isPaused: boolean;
  /** The row of the kind says that its installation has not completed. */
  readonly isInstalling: boolean;
  readonly row?: KindRow | undefined;
  /** `severity` or `category` of a condition by its type, where a controller writes one. */
  readonly weights: ReadonlyMap<string, string>;
  readonly takenAt: string;
}

/** Whether a good condition that is not True is so only until work under way completes. */
export function isOnItsWay(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { type, status, reason, message, since, polarity, inferred } = condition;
  const { row, takenAt, isBusy, isTask, isInstalling, isNested, weights } = setting;
  const isRecent = !hasLasted(since ?? takenAt, takenAt, maxWorkSeconds);
  if (!isGood(condition)) return polarity === "bad" && isRecent && isFaultUnknownYet(condition, setting);
  if (status === "Unknown" && row?.unknown === "progressing") return true;
  if (polarity === "main" && status === "False" && row?.strict === true) return isInstalling && isRecent;
  if (failedReason.test(reason) || !isRecent || isGrave(condition, weights)) return false;
  if (status === "Unknown" && isUnreadByController(condition, setting)) return true;
  if (reportsAbsence(condition)) return isWorkloadExpected(condition, setting);
  if (status === "False" && faultMessage.test(message)) return false;
  if (hasBusyReason(condition) || (polarity === "good" && partialReason.test(reason))) return true;
  const isSilent = reason === "" && message === "";
  if (status === "Unknown") {
    const isInitial = isSilent && setting.isYoung;
    return (
      (row === undefined && (isBusy || (isTask && endedType.test(type)))) || reportsEndOfRun(condition) || isInitial
    );
  }
  // What reports a fault beside a good summary is not merely late (cass-operator, Healthy).
  const isDenial = setting.isMainTrue && /Healthy$/.test(type);
  // What has not completed has not failed, unless a step of a task says why (Harvester Upgrade).
  const isUnfinished = /^(Completed?|Finished)$/.test(type) && !(isTask && setting.isDenied);
  const isPlain = isSilent && (inferred !== true || isUnfinished);
  // A reason alone names the step that it is at, unless it is a refusal (Rancher Plan, SyncJob).
  const isAtStep = isUnfinished && message === "" && !deniedReason.test(reason);
  // Nothing is late while nothing acts, and what runs may fail.
  const isHeld = setting.isPaused && polarity === "good";
  const isLate = (isPlain || onlyRepeatsFalse(condition, setting)) && !isNested && !isDenial && !isHeld;
  // A message tells what went wrong.
  const isUnended = setting.isUnended && endedType.test(type) && message === "";
  const isUnderWay = isBusy || isLate || isAtStep || isUnended || isStarting(condition);
  return status === "False" && (isUnderWay || weights.get(type) === "Info");
}

/**
 * Whether an object has not been set up yet, and no fault is the reason (Karpenter NodeClaim, Initialized:
 * https://karpenter.sh/docs/concepts/nodeclaims/).
 */
export function isStarting(condition: EvaluatedCondition): boolean {
  const { type, status, reason, message } = condition;
  const isFault = failedReason.test(reason) || deniedReason.test(reason) || faultMessage.test(message);
  return type === "Initialized" && status === "False" && !isFault && !reportsAbsence(condition);
}

/**
 * Whether a main condition tells how a run ends. Knative's kinds that run to an end write it Unknown until then
 * (knative.dev/pkg/apis/condition_types.go, ConditionSucceeded).
 */
function reportsEndOfRun({ type, polarity }: EvaluatedCondition): boolean {
  return polarity === "main" && endedType.test(type);
}

/** Whether there is a fault is Unknown until the first turn of the controller (Kube-OVN; Hive, `Initialized`). */
function isFaultUnknownYet(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  return condition.status === "Unknown" && (hasBusyReason(condition) || isUnreadByController(condition, setting));
}

/** Whether the controller has not looked at a condition yet, while it works on the object. */
function isUnreadByController({ reason }: EvaluatedCondition, { isBusy }: ConditionSetting): boolean {
  return isBusy && unsetReason.test(reason);
}

/**
 * Whether the reason of a young object only says again that it is False: `ServerPodNotReady` (SparkConnect). So does a
 * message that counts, "0/1 deployments ready" (opendatahub-operator, pkg/controller/actions/status/deployments, DeploymentsNotReady).
 * An object that was created a moment before has no part yet (RabbitMQ cluster operator, internal/status/cluster_available.go,
 * NoEndpointsAvailable).
 */
function onlyRepeatsFalse(condition: EvaluatedCondition, { isYoung, isFaulty, createdAt }: ConditionSetting): boolean {
  const { reason, message, since } = condition;
  const isMere = message === "" || (countsParts.test(message) && !deniedMessage.test(message));
  const isFirst =
    since !== undefined && createdAt !== undefined && !hasLasted(createdAt, since, maxFirstReconcileSeconds);
  const isNone = isFirst && /^No(Endpoints|Pods|Replicas|Members|Instances)(Ready|Available|Running)$/.test(reason);
  return isYoung && !isFaulty && ((isMere && /Not(Yet)?(Ready|Available)$/.test(reason)) || isNone);
}

/** How long after its creation a condition may be one of the first turn of the controller. */
const maxFirstReconcileSeconds = 120;

const countsParts = /\b\d{1,6} ?(of|\/|out of) ?\d{1,6}\b|\bnot (yet )?(ready|available|running)( yet)?\.?$/i;

/** Whether a message says that what the object refers to does not exist. */
function reportsAbsence({ reason, message }: EvaluatedCondition): boolean {
  return absentReason.test(reason) && message !== "" && !busyMessage.test(message);
}

/**
 * Whether a workload of the object does not exist while it is being installed: an operator makes it (O2IMS operator,
 * api/v1alpha1/conditions.go, DeploymentNotFound).
 */
function isWorkloadExpected({ reason, status }: EvaluatedCondition, { isBusy, isYoung }: ConditionSetting): boolean {
  return status === "False" && ownWorkloadReason.test(reason) && (isBusy || isYoung);
}

/** Whether a condition is good where it is True. */
export function isGood({ polarity }: EvaluatedCondition): boolean {
  return polarity === "main" || polarity === "good";
}

/** How long an object may be on its way before that is a fault. */
export const maxWorkSeconds = 3600;

/** A reason in words: "the referenced resource is not synced yet" (ACK, runtime/apis/core/v1alpha1/conditions.go, ACK.ReferencesResolved). */
const notYetReason = /\bnot (\w+ ){1,2}yet\b/;

/** Whether a condition says by its reason that work is under way. */
export function hasBusyReason({ reason, message }: Pick<EvaluatedCondition, "reason" | "message">): boolean {
  return busyReason.test(reason) || busyMessage.test(message) || notYetReason.test(reason);
}
