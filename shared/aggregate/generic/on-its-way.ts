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

/** What the object, its status words and its other conditions show about the situation of one condition. */
export interface ConditionSetting {
  /** The kind of the object. */
  readonly kind: string;
  /** The main condition is True. */
  readonly isMainTrue: boolean;
  /** Since when the main condition is True; empty where it has no time. */
  readonly mainSince?: string | undefined;
  /** A condition, or a word of the status, reports that work is under way. */
  readonly isBusy: boolean;
  /** As `isBusy`, without the good conditions: a busy condition or a word of the status reports the work. */
  readonly isMoving: boolean;
  /** The kind runs to an end. */
  readonly isTask: boolean;
  /** A condition says that it ran to its end, or the status has a time of its end. */
  readonly isEnded: boolean;
  /** The word of the status says that the run ended well. */
  readonly hasEndWord: boolean;
  /** Another main condition than Running is True, and none is that of a run of Ansible (Operator SDK, `Successful`). */
  readonly isServing: boolean;
  /** Since when a condition says that the run ended well. */
  readonly endedSince?: string | undefined;
  /** When the run ended, by a field of the status. */
  readonly endTime?: string | undefined;
  /** A condition says that it started, or that it has not failed (OpenLibertyDump, MachineOSBuild). */
  readonly isUnended: boolean;
  /** A condition is False and has a reason or a message. */
  readonly isDenied: boolean;
  /** The object was created less than an hour ago. */
  readonly isYoung: boolean;
  /** When the object was created. */
  readonly createdAt?: string | undefined;
  /** The condition stands below a field of the status, such as that of a pod in a list. */
  readonly isNested: boolean;
  /** A word of the status says that the object rests, so that its main condition cannot be True. */
  readonly isResting: boolean;
  /** Since when a condition says that the object rests. */
  readonly restingSince?: string | undefined;
  /** The object rests and runs nothing: it is stopped, switched off or hibernates. */
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
  // Beside a good summary, a health condition that is False reports a fault (cass-operator, Healthy).
  const isDenial = setting.isMainTrue && /Healthy$/.test(type);
  // Completed=False is no failure, unless another condition of a task says why it failed (Harvester Upgrade).
  const isUnfinished = /^(Completed?|Finished)$/.test(type) && !(isTask && setting.isDenied);
  const isPlain = isSilent && (inferred !== true || isUnfinished);
  // A reason without a message names the current step, unless it is a refusal (Rancher Plan, SyncJob).
  const isAtStep = isUnfinished && message === "" && !deniedReason.test(reason);
  // While the controller is paused, no work completes, so a False condition is not only late: what runs may have failed.
  const isHeld = setting.isPaused && polarity === "good";
  const isLate = (isPlain || onlyRepeatsFalse(condition, setting)) && !isNested && !isDenial && !isHeld;
  // A run that has started and not failed has not ended yet, unless a message reports what went wrong.
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

/** Whether a bad condition is Unknown because the controller has not reconciled yet (Kube-OVN; Hive, `Initialized`). */
function isFaultUnknownYet(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  return condition.status === "Unknown" && (hasBusyReason(condition) || isUnreadByController(condition, setting));
}

/** Whether the reason says that the controller has not evaluated the condition yet, while work on the object is under way. */
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

/** Whether a condition reports that an object which this one refers to does not exist. */
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

/** How long work on an object may take before it is a fault. */
export const maxWorkSeconds = 3600;

/** A reason in words: "the referenced resource is not synced yet" (ACK, runtime/apis/core/v1alpha1/conditions.go, ACK.ReferencesResolved). */
const notYetReason = /\bnot (\w+ ){1,2}yet\b/;

/** Whether a condition says by its reason that work is under way. */
export function hasBusyReason({ reason, message }: Pick<EvaluatedCondition, "reason" | "message">): boolean {
  return busyReason.test(reason) || busyMessage.test(message) || notYetReason.test(reason);
}
