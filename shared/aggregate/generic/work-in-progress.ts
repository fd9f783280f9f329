import type { EvaluatedCondition } from "../../model/report.ts";
import {
  deniedMessage,
  deniedReason,
  failedReason,
  faultMessage,
  ownWorkloadReason,
  partialReason,
  unsetReason,
} from "../../tables/reasons.ts";
import { endedType } from "../../tables/type-names.ts";
import { hasLasted, maxWorkSeconds } from "../core/object-health.ts";
import { hasBusyReason, isGood, isStarting, reportsAbsence } from "./condition-reasons.ts";
import type { ConditionSetting } from "./condition-setting.ts";
import { hasErrorWeight } from "./condition-weights.ts";

/** A condition that is no older than this after the creation of its object is one of the first reconcile. */
const maxFirstReconcileSeconds = 120;

/** A message that only counts parts: `0/1 deployments ready`, `not yet available`. */
const countsParts = /\b\d{1,6} ?(of|\/|out of) ?\d{1,6}\b|\bnot (yet )?(ready|available|running)( yet)?\.?$/i;

/**
 * Whether a condition is not good only until work on the object completes, which may take an hour: `Ready=False Creating` ->
 * true, `Ready=False ImagePullFailed` -> false. The first rule that fits decides:
 *  1. A bad condition: true, if it is Unknown because the controller has not evaluated it yet.
 *  2. The row of the kind states that Unknown is progress: true.
 *  3. The row is strict about the main condition: true only during the installation.
 *  4. Its reason is a failure, or its status is older than an hour: false.
 *  5. It is Unknown because the controller has not evaluated it yet: true.
 *  6. It reports that a workload does not exist: true, if an operator is about to make the workload.
 *  7. It is False and its message reports a fault: false.
 *  8. Its reason is work, or reports that a part is still missing: true.
 *  9. Without any such sign: by {@link isUnknownUntilEnd} or {@link isFalseUntilEnd}.
 */
export function isWorkInProgress(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { status, reason, message, since, polarity } = condition;
  const { row, takenAt } = setting;
  const isRecent = !hasLasted(since ?? takenAt, takenAt, maxWorkSeconds);
  if (!isGood(condition)) return polarity === "bad" && isRecent && isFaultNotEvaluatedYet(condition, setting);
  if (status === "Unknown" && row?.unknown === "progressing") return true;
  if (polarity === "main" && status === "False" && row?.strict === true) return setting.isInstalling && isRecent;

  if (failedReason.test(reason) || !isRecent || hasErrorWeight(condition, setting.weights)) return false;
  if (status === "Unknown" && isNotEvaluatedYet(condition, setting)) return true;
  if (reportsAbsence(condition)) return isWorkloadExpected(condition, setting);
  if (status === "False" && faultMessage.test(message)) return false;
  if (hasBusyReason(condition) || (polarity === "good" && partialReason.test(reason))) return true;
  if (status === "Unknown") return isUnknownUntilEnd(condition, setting);
  return status === "False" && isFalseUntilEnd(condition, setting);
}

/** Whether a good condition is Unknown only until work completes, although no reason reports that. */
function isUnknownUntilEnd(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { type, polarity, reason, message } = condition;
  // Knative's kinds that run to an end write their main condition Unknown until then
  // (knative.dev/pkg/apis/condition_types.go, ConditionSucceeded).
  if (polarity === "main" && endedType.test(type)) return true;
  const isSilent = reason === "" && message === "";
  if (isSilent && setting.isYoung) return true;
  return setting.row === undefined && (setting.isBusy || (setting.isTask && endedType.test(type)));
}

/** Whether a good condition is False only until work completes, although no reason reports that. */
function isFalseUntilEnd(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { type, reason, message } = condition;
  if (setting.isBusy || setting.weights.get(type) === "Info" || isStarting(condition)) return true;
  // A reason without a message names the current step, unless it is a refusal (Rancher Plan, SyncJob).
  if (isUnfinished(condition, setting) && message === "" && !deniedReason.test(reason)) return true;
  // A run that has started and not failed has not ended yet, unless a message reports what went wrong.
  if (setting.isUnended && endedType.test(type) && message === "") return true;
  return isFalseWithoutFault(condition, setting);
}

/** Whether a condition is False only because the object is not ready yet, and no reason or message mentions a fault. */
function isFalseWithoutFault(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { type, polarity, reason, message, inferred } = condition;
  if (setting.isNested) return false;
  // If the main condition is True, a health condition that is False reports a fault (cass-operator, Healthy).
  if (setting.isMainTrue && type.endsWith("Healthy")) return false;
  // A paused controller completes no work, and what it started may have failed.
  if (setting.isPaused && polarity === "good") return false;
  const isSilent = reason === "" && message === "";
  const isPlain = isSilent && (inferred !== true || isUnfinished(condition, setting));
  return isPlain || onlyRepeatsFalse(condition, setting);
}

/**
 * Whether Completed=False is no failure. It is one for a task if a condition that is False has a reason or a message
 * (Harvester Upgrade).
 */
function isUnfinished({ type }: EvaluatedCondition, { isTask, isDenied }: ConditionSetting): boolean {
  return /^(Completed?|Finished)$/.test(type) && !(isTask && isDenied);
}

/** Whether a bad condition is Unknown because the controller has not reconciled yet (Kube-OVN; Hive, `Initialized`). */
function isFaultNotEvaluatedYet(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  return condition.status === "Unknown" && (hasBusyReason(condition) || isNotEvaluatedYet(condition, setting));
}

/** Whether work is under way, and the reason reports that the controller has not evaluated the condition yet. */
function isNotEvaluatedYet({ reason }: EvaluatedCondition, { isBusy }: ConditionSetting): boolean {
  return isBusy && unsetReason.test(reason);
}

/**
 * Whether the reason and message of a condition only repeat that a young object is not ready: the reason `ServerPodNotReady`
 * (SparkConnect), without a message or with a mere count, "0/1 deployments ready" (opendatahub-operator,
 * pkg/controller/actions/status/deployments, DeploymentsNotReady).
 */
function onlyRepeatsFalse(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { reason, message } = condition;
  if (!setting.isYoung || setting.isFaulty) return false;
  if (hasNoPartsAtFirst(condition, setting)) return true;
  const isMereCount = message === "" || (countsParts.test(message) && !deniedMessage.test(message));
  return isMereCount && /Not(Yet)?(Ready|Available)$/.test(reason);
}

/**
 * Whether a condition of the first reconcile reports that the object has no parts yet: `NoEndpointsAvailable` (RabbitMQ cluster
 * operator, internal/status/cluster_available.go).
 */
function hasNoPartsAtFirst({ reason, since }: EvaluatedCondition, { createdAt }: ConditionSetting): boolean {
  if (since === undefined || createdAt === undefined) return false;
  const isFirst = !hasLasted(createdAt, since, maxFirstReconcileSeconds);
  return isFirst && /^No(Endpoints|Pods|Replicas|Members|Instances)(Ready|Available|Running)$/.test(reason);
}

/**
 * Whether a workload that does not exist is still to be made by an operator: `DeploymentNotFound` of an object that is young
 * or being worked on (O2IMS operator, api/v1alpha1/conditions.go).
 */
function isWorkloadExpected({ reason, status }: EvaluatedCondition, { isBusy, isYoung }: ConditionSetting): boolean {
  return status === "False" && ownWorkloadReason.test(reason) && (isBusy || isYoung);
}
