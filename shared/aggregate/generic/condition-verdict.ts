import type { KindRow, WordMeaning } from "../../model/profile.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import {
  busyReason,
  deniedFailure,
  deniedMessage,
  doneReason,
  failedEnd,
  failedReason,
  faultMessage,
  lostMessage,
  restfulReason,
  restingReason,
  retryReason,
  settledReason,
} from "../../tables/reasons.ts";
import { acceptanceTypes, partlyBadType, startingType } from "../../tables/type-names.ts";
import { hasLasted, maxWorkSeconds } from "../core/object-health.ts";
import { verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { hasBusyReason, isGood } from "./condition-reasons.ts";
import type { ConditionSetting } from "./condition-setting.ts";
import { evaluateByWeight, hasErrorWeight } from "./condition-weights.ts";
import { isWorkInProgress } from "./work-in-progress.ts";

/** `2 of 3`. The lookbehind makes it begin at a whole number: else a long number takes time in the square of its length. */
const remainingCount = /(?<!\d)\d+ ?(of|\/|out of) ?\d/;

/**
 * The verdict of one condition of a custom resource. The first of these that fits decides:
 * 1. A status about an older spec is progressing.
 * 2. A good condition that reports the end of a run, or a run under way.
 * 3. A status that the polarity calls good: healthy, unless the message reports a fault.
 * 4. A reason that the row of the kind knows.
 * 5. A condition that is excused: the object rests, has ended, or has passed this step. Healthy.
 * 6. A busy condition goes by its reason.
 * 7. An inferred polarity makes no object worse whose main condition is True, unless the condition reports a fault of the
 *    whole object or work.
 * 8. While work may still make the condition good: progressing, for an hour at most.
 * 9. Otherwise the polarity decides.
 */
export function customConditionVerdict(condition: EvaluatedCondition, setting: ConditionSetting): Verdict {
  const { polarity, status, type } = condition;
  if (condition.outdated) return "progressing";
  const byRun = isGood(condition) ? verdictOfRun(condition, setting) : undefined;
  if (byRun !== undefined) return byRun;

  const byPolarity = evaluateByWeight(setting.weights.get(type), status) ?? verdictByPolarity(polarity, status);
  if (byPolarity === "healthy" && polarity !== "busy") {
    return polarity === "bad" && deniesReportedFault(condition, setting) ? "degraded" : "healthy";
  }
  if (status === "Unknown" && isGood(condition) && lostMessage.test(condition.message)) return "degraded";
  const byReason = verdictByReason(condition, byPolarity, setting);
  if (byReason !== undefined) return byReason;
  if (isExcused(condition, setting)) return "healthy";
  if (polarity === "busy") return verdictOfBusy(condition, byPolarity, setting);
  if (isOverruledByMain(condition, setting)) return "healthy";
  return isWorkInProgress(condition, setting) ? "progressing" : byPolarity;
}

/** The verdict by the meaning that the row of the kind gives the reason. Undefined where the row does not have it. */
function verdictByReason(
  condition: EvaluatedCondition,
  byPolarity: Verdict,
  setting: ConditionSetting,
): Verdict | undefined {
  const meaning = findReasonMeaning(condition, setting.row);
  if (meaning === undefined) return undefined;
  if (meaning === "paused") return "healthy";
  if (meaning !== "progressing") return meaning;
  // Work that has ended may keep the reason that it had while it was under way.
  if (byPolarity === "healthy") return "healthy";
  if (faultMessage.test(condition.message)) return "degraded";
  return isOverdue(condition, setting) ? byPolarity : "progressing";
}

/** Whether a condition with an unexpected status is no fault, because the object rests, has ended or is past this step. */
function isExcused(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  return (
    hasRestingReason(condition, setting.kind) ||
    isExcusedByRest(condition, setting) ||
    isFalseAfterEnd(condition, setting) ||
    isSupersededAttempt(condition, setting) ||
    isUnknownFirstStep(condition, setting) ||
    isPastStep(condition, setting)
  );
}

/** Whether the main condition, which is True, counts more than this one, whose polarity is only inferred. */
function isOverruledByMain(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { type, status, reason, since, inferred } = condition;
  if (inferred !== true || !setting.isMainTrue) return false;
  if (failedReason.test(reason) || hasErrorWeight(condition, setting.weights)) return false;
  if (!isGood(condition) && !partlyBadType.test(type)) return false;
  // Work under way on a part counts although the whole is ready (SeedImage of Elemental).
  const hasBusyPart = status === "False" && since !== undefined && hasBusyReason(condition);
  return !(hasBusyPart && isWorkInProgress(condition, setting));
}

/** The verdict of a good condition about a run. Undefined for another condition. */
function verdictOfRun(condition: EvaluatedCondition, setting: ConditionSetting): Verdict | undefined {
  const { type, status, reason } = condition;
  if (status === "True" && failedEnd.test(reason)) return "degraded";
  if (type !== "Running") return undefined;
  if (status === "True") return verdictOfRunning(condition, setting);
  return status === "False" ? verdictOfNotRunning(condition, setting) : undefined;
}

/**
 * The verdict of Running=True where it is not that of a service. An operator of the Ansible SDK is Running while it works,
 * with this reason and the message "Running reconciliation", and says Successful after it (ansible-operator-plugins,
 * internal/ansible/controller/status/types.go).
 */
function verdictOfRunning(
  { reason, message, since = "" }: EvaluatedCondition,
  { isTask, hasEndWord, endedSince, endTime, isServing }: ConditionSetting,
): Verdict | undefined {
  const isReconciling = reason === "Running" && !isServing && /^$|reconcil/i.test(message);
  if (!isTask && !isReconciling) return undefined;
  // A task that became True after its end runs again.
  const isRunningAgain = isTask && since > (endedSince ?? endTime ?? since);
  const hasEnded = hasEndWord || (isTask && endedSince !== undefined);
  return hasEnded && !isRunningAgain ? "healthy" : "progressing";
}

/**
 * The verdict of Running=False. A task that has ended runs no more, and one that has not begun does not run yet: another
 * condition says how it ended.
 */
function verdictOfNotRunning(
  { reason, message, since = "" }: EvaluatedCondition,
  { isTask, isEnded, endedSince }: ConditionSetting,
): Verdict | undefined {
  // A run that ended well may keep the reason that it had while it ran (Kubeflow, pkg/util/status.go).
  const isPastRun = endedSince !== undefined && since <= endedSince && /(?<!Not|Stopped)Running$/.test(reason);
  if (isEnded && (isTask || reason === "" || isPastRun)) return "healthy";
  return isTask && reason === "" && message === "" ? "progressing" : undefined;
}

/**
 * Whether a condition is not good only because the object rests, by its polarity:
 * - main: the reason is empty or names the rest. A pause stops the controller, not what runs, so it excuses only Unknown.
 * - bad: an object that is switched off cannot be reached, and one at rest is unavailable.
 * - good: an object at rest has no parts, and no work is under way (cass-operator, Healthy; KubeRay,
 *   RayClusterPodsProvisioning).
 *
 * A message or reason that reports a fault excuses nothing.
 */
function isExcusedByRest(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { isResting, isPaused, kind, restingSince = "" } = setting;
  const { polarity, status, reason, message, type, since } = condition;
  const isEmpty = reason === "" || reason.toLowerCase() === type.toLowerCase();
  const isNamed = isEmpty || restfulReason.test(reason) || hasRestingReason(condition, kind);
  // A part that stopped before the stop was complete may have any message (KubeDB, api/v1/constants.go, DatabaseHalted).
  if (isResting && isNamed && isGood(condition) && since !== undefined && since < restingSince) return true;
  if (polarity === "main") return isNamed && (isResting || (isPaused && status === "Unknown"));
  if (!isResting) return false;
  if (polarity === "bad" && /^(Unreachable|Offline|Disconnected)$/.test(type)) return setting.isOff;
  if (faultMessage.test(message) || failedReason.test(reason)) return false;
  if (polarity === "bad") return /^(Unavailable|NotReady)$/.test(type) && /^(Unavailable|NotReady)?$/.test(reason);
  return polarity === "good" && status === "False" && (isNamed ? message === "" : busyReason.test(reason));
}

/**
 * Whether a service is not ready for longer than work takes, and nothing else is at work. Another condition may wait
 * for what has no limit, such as a quota. Programmed is the readiness of a Gateway (gateway-api,
 * apis/v1/gateway_types.go).
 */
function isOverdue(
  { polarity, type, status, reason, since }: EvaluatedCondition,
  { isTask, isMoving, isResting, takenAt }: ConditionSetting,
): boolean {
  const isMain = polarity === "main" || type === "Programmed";
  const isNotReady = (isMain && status === "False") || (polarity === "bad" && type === "NotReady");
  if (!isNotReady || reason === "" || isTask || isMoving || isResting || since === undefined) return false;
  return hasLasted(since, takenAt, maxWorkSeconds);
}

/** Whether the reason of a good or a busy condition says that the object rests. */
function hasRestingReason({ polarity, reason }: EvaluatedCondition, kind: string): boolean {
  const match = restingReason.exec(reason);
  if (match === null || polarity === "bad") return false;
  // `MPIJobSuspended` of an MPIJob, not `BackupsSuspended` of a Cluster.
  const namedKind = match[1] ?? "";
  return kind.startsWith(namedKind) || kind.endsWith(namedKind);
}

/** Whether a main condition is False because all is done: Ready=False of a Pod that completed, `PodCompleted`. */
function isFalseAfterEnd(
  { polarity, status, reason, message }: EvaluatedCondition,
  setting: ConditionSetting,
): boolean {
  if (polarity !== "main" || status !== "False") return false;
  if (setting.hasEndWord && /^(Executed|Finished|Done)$/.test(reason)) return !deniedMessage.test(message);
  if (setting.isNested && reason === "PodCompleted") return true;
  return setting.isDone && /^(Pod)?(Completed|Succeeded)$/.test(reason);
}

/** Whether a condition is about an attempt that failed before the task ended well (TidB Backup, RetryFailed). */
function isSupersededAttempt(
  { type, inferred, polarity, since }: EvaluatedCondition,
  { isTask, isDone, endedSince }: ConditionSetting,
): boolean {
  if (endedSince === undefined || since === undefined) return false;
  return inferred === true && polarity === "bad" && type.includes("Retry") && isTask && isDone && since < endedSince;
}

/**
 * Whether a first step was left Unknown, and the summary of all became good after it (AIBrix ModelAdapter,
 * `Initialized`). So is a fault that was never looked for (Kube-OVN, pkg/apis/kubeovn/v1/condition.go, ReasonInit).
 */
function isUnknownFirstStep(
  { type, status, reason, message, since, polarity }: EvaluatedCondition,
  { mainSince }: ConditionSetting,
): boolean {
  if (polarity === "bad" && status === "Unknown" && reason === "Init") {
    return mainSince !== undefined && !faultMessage.test(message);
  }
  if (polarity !== "good" || status !== "Unknown" || !acceptanceTypes.test(type)) return false;
  if (mainSince === undefined || since === undefined || since >= mainSince) return false;
  return (message === "" || type === "Initialized") && !failedReason.test(reason);
}

/**
 * Whether a condition is about a step before the object became ready, or before a run ended well. Some operators keep
 * each step as a condition (Percona, pkg/apis/pxc/v1/pxc_types.go, AppStateInit; IBM ODLM, api/v1alpha1/
 * operandrequest_types.go, ConditionCreating; EMQX, api/v2beta1/status.go; KubeBlocks, apis/operations/v1alpha1/
 * opsrequest_types.go). What failed, or counts what is left, is no such step.
 */
function isPastStep(condition: EvaluatedCondition, { mainSince, isTask, hasEndWord }: ConditionSetting): boolean {
  const { type, status, polarity, inferred, reason, message, since } = condition;
  if (failedReason.test(reason) || faultMessage.test(message) || remainingCount.test(message)) return false;
  const isBusy = polarity === "busy" && inferred === true && status === "True";
  if (isBusy && isTask && hasEndWord) return /^WaitFor|Pending$/.test(type) || startingType.test(type);
  const isStartStep = isBusy && startingType.test(type);
  if (!isStartStep && !isSilentStart(condition)) return false;
  return since !== undefined && mainSince !== undefined && since < mainSince;
}

/**
 * Whether an operator keeps its phases as conditions, of which one is True (Coherence operator,
 * api/v1/coherence_types.go).
 */
function isSilentStart({ type, status, polarity, reason, message }: EvaluatedCondition): boolean {
  return polarity === "good" && type === "Initialized" && status === "False" && `${reason}${message}` === "";
}

/** Whether a condition that is not good says that a user stopped or paused the object. */
export function reportsPause(condition: EvaluatedCondition, kind: string, row: KindRow | undefined): boolean {
  if (verdictByPolarity(condition.polarity, condition.status) === "healthy") return false;
  return findReasonMeaning(condition, row) === "paused" || hasRestingReason(condition, kind);
}

/** The meaning of a reason by the row of a kind, the most specific entry first; undefined where none has it. */
function findReasonMeaning(
  { type, reason, message }: EvaluatedCondition,
  row: KindRow | undefined,
): WordMeaning | undefined {
  const reasons = row?.reasons;
  // Without a reason the message may still report a fault.
  if (reasons === undefined || (reason === "" && message !== "")) return undefined;
  const keys = [`${type}/${reason}`, `${type}/*`, `*/${reason}`, reason];
  const key = keys.find((candidate) => Object.hasOwn(reasons, candidate));
  return key === undefined ? undefined : reasons[key];
}

/**
 * Whether a condition denies a failure, and its message reports one. The Machine Config Operator writes Failure=False with
 * an error (pkg/controller/kubelet-config/helpers.go). Where its reason is that of a failure, any message reports it:
 * Degraded=False `FailedToValidate` (cluster-network-addons-operator, pkg/controller/networkaddonsconfig). A later success
 * settles it.
 */
function deniesReportedFault(
  { reason, message, since = "" }: EvaluatedCondition,
  { mainSince }: ConditionSetting,
): boolean {
  const isReported = /^error: /i.test(message) || (message !== "" && deniedFailure.test(reason));
  return isReported && (mainSince === undefined || mainSince < since);
}

/**
 * The verdict of work that is under way. An error that has been retried for longer than work takes is a fault (OLM v1: an error that
 * could be resolved on subsequent attempts, operator-controller, api/v1/clusterextension_types.go, Progressing).
 */
function verdictOfBusy(
  { status, reason, message, since }: EvaluatedCondition,
  byPolarity: Verdict,
  { isMainTrue, takenAt }: ConditionSetting,
): Verdict {
  if (failedEnd.test(reason)) return "degraded";
  if (status !== "True") return byPolarity;
  const isRetry = retryReason.test(reason) && since !== undefined;
  if (isRetry && hasLasted(since, takenAt, maxWorkSeconds)) return "degraded";
  // Another message tells what the step waits for: "1 of 3 members".
  const isDone = doneReason.test(reason) && /^$|\bsuccessfully \w+\.?$/i.test(message);
  const isSettled = settledReason.test(reason) || (isMainTrue && isDone);
  return isSettled ? "healthy" : byPolarity;
}
