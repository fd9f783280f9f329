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

/** `2 of 3`, `2/3`. The lookbehind keeps the time for a long number linear: a match begins only at its first digit. */
const remainingCount = /(?<!\d)\d+ ?(of|\/|out of) ?\d/;

/** Types of bad conditions that an object has while it is switched off. */
const unreachableTypes: ReadonlySet<string> = new Set(["Unreachable", "Offline", "Disconnected"]);

/** Types, and reasons, of bad conditions that an object has while it is at rest. */
const unavailableTypes: ReadonlySet<string> = new Set(["Unavailable", "NotReady"]);

/**
 * The verdict of one condition of a custom resource. The polarity of a condition defines which status is good: `main` (Ready) and
 * `good` conditions should be True, `bad` ones (Degraded) False, and `busy` ones (Progressing) are True during work. The first
 * rule that fits decides:
 *  1. The status is about an older spec: progressing.
 *  2. A main or good condition is about a run, such as Running: {@link verdictOfRun}.
 *  3. The polarity calls the status healthy: healthy. A bad condition whose message reports a fault is degraded.
 *  4. A main or good condition is Unknown because an agent has fallen silent: degraded.
 *  5. The table row of the kind gives the reason a meaning: {@link verdictByReason}.
 *  6. The object rests, has ended, or has passed this step: healthy.
 *  7. A busy condition: {@link verdictOfBusy}.
 *  8. The polarity is only inferred, and the main condition is True: healthy, unless the condition reports a fault of the
 *     whole object, or work.
 *  9. Work may still make the condition good: progressing, for an hour at most.
 * 10. Otherwise the polarity decides.
 */
export function evaluateCustomCondition(condition: EvaluatedCondition, setting: ConditionSetting): Verdict {
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

/** The verdict of a main or good condition about a run. Undefined for another condition. */
function verdictOfRun(condition: EvaluatedCondition, setting: ConditionSetting): Verdict | undefined {
  const { type, status, reason } = condition;
  if (status === "True" && failedEnd.test(reason)) return "degraded";
  if (type !== "Running") return undefined;
  if (status === "True") return verdictOfRunning(condition, setting);
  return status === "False" ? verdictOfNotRunning(condition, setting) : undefined;
}

/**
 * The verdict of Running=True of a task or of a reconcile: healthy once it has ended, else progressing. Undefined for a
 * service, which runs all the time. An operator of the Ansible SDK has Running=True with the reason Running and the message
 * "Running reconciliation" while it works (ansible-operator-plugins, internal/ansible/controller/status/types.go).
 */
function verdictOfRunning(
  { reason, message, since = "" }: EvaluatedCondition,
  { isTask, hasEndWord, endedSince, endTime, isServing }: ConditionSetting,
): Verdict | undefined {
  const isAboutReconcile = message === "" || /reconcil/i.test(message);
  const isReconciling = reason === "Running" && !isServing && isAboutReconcile;
  if (!isTask && !isReconciling) return undefined;
  const lastEnd = endedSince ?? endTime;
  // A task whose condition became True after its end runs again.
  const isRunningAgain = isTask && lastEnd !== undefined && since > lastEnd;
  const hasEnded = hasEndWord || (isTask && endedSince !== undefined);
  return hasEnded && !isRunningAgain ? "healthy" : "progressing";
}

/**
 * The verdict of Running=False: healthy for a run that has ended, because another condition reports how it ended. Progressing
 * for a task that has not begun. Otherwise undefined.
 */
function verdictOfNotRunning(
  { reason, message, since = "" }: EvaluatedCondition,
  { isTask, isEnded, endedSince }: ConditionSetting,
): Verdict | undefined {
  // A run that ended well may keep the reason that it had while it ran: `JobRunning` (Kubeflow, pkg/util/status.go).
  const isRunningReason = /(?<!Not|Stopped)Running$/.test(reason);
  const isPastRun = isRunningReason && endedSince !== undefined && since <= endedSince;
  if (isEnded && (isTask || reason === "" || isPastRun)) return "healthy";
  return isTask && reason === "" && message === "" ? "progressing" : undefined;
}

/**
 * Whether a condition denies a failure and its message reports one, after the last success:
 * - Failure=False with a message that begins with `Error: ` (Machine Config Operator,
 *   pkg/controller/kubelet-config/helpers.go),
 * - Degraded=False with the reason of a failure, `FailedToValidate`, and any message (cluster-network-addons-operator,
 *   pkg/controller/networkaddonsconfig).
 */
function deniesReportedFault(
  { reason, message, since = "" }: EvaluatedCondition,
  { mainSince }: ConditionSetting,
): boolean {
  const isReported = /^error: /i.test(message) || (message !== "" && deniedFailure.test(reason));
  return isReported && (mainSince === undefined || mainSince < since);
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

/**
 * The meaning that the row of a kind gives the reason of a condition, by the first of these keys: the type and the reason
 * (`Ready/Paused`), the type with any reason, the reason with any type, the reason alone. Undefined where the row has none.
 */
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
 * Whether a service has not been ready for longer than work takes, while nothing else is at work. Only the conditions about
 * readiness count: another condition may wait for something without a limit, such as a quota. Programmed is the readiness
 * of a Gateway (gateway-api, apis/v1/gateway_types.go).
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

/** Whether a condition is no fault although its status is not good: the object rests, has ended or is past this step. */
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

/** Whether the reason of a condition that is not bad reports that the object rests. */
function hasRestingReason({ polarity, reason }: EvaluatedCondition, kind: string): boolean {
  const match = restingReason.exec(reason);
  if (match === null || polarity === "bad") return false;
  // `MPIJobSuspended` of an MPIJob, not `BackupsSuspended` of a Cluster.
  const namedKind = match[1] ?? "";
  return kind.startsWith(namedKind) || kind.endsWith(namedKind);
}

/**
 * Whether a condition is not good only because the object rests. The first rule that fits decides:
 * 1. A main or good condition that changed before the rest was complete, with a reason that is empty or names the rest: yes.
 *    Its message may then be any (KubeDB, api/v1/constants.go, DatabaseHalted).
 * 2. A main condition: yes, if its reason is empty or names the rest. A pause stops the controller and not what runs, so a
 *    pause excuses only Unknown.
 * 3. An object that does not rest: no.
 * 4. A bad condition that the object cannot be reached: yes, if the object is switched off.
 * 5. A message or reason that reports a fault: no.
 * 6. A bad condition that the object is unavailable: yes.
 * 7. A good condition that is False: yes, if its reason names the rest and it has no message, or if its reason is work. An
 *    object at rest has no parts (cass-operator, Healthy; KubeRay, RayClusterPodsProvisioning).
 */
function isExcusedByRest(condition: EvaluatedCondition, setting: ConditionSetting): boolean {
  const { isResting, isPaused, kind, restingSince = "" } = setting;
  const { polarity, status, reason, message, type, since } = condition;
  const isReasonEmpty = reason === "" || reason.toLowerCase() === type.toLowerCase();
  const isRestNamed = isReasonEmpty || restfulReason.test(reason) || hasRestingReason(condition, kind);
  if (isResting && isRestNamed && isGood(condition) && since !== undefined && since < restingSince) return true;
  if (polarity === "main") return isRestNamed && (isResting || (isPaused && status === "Unknown"));
  if (!isResting) return false;
  if (polarity === "bad" && unreachableTypes.has(type)) return setting.isOff;
  if (faultMessage.test(message) || failedReason.test(reason)) return false;
  if (polarity === "bad") return unavailableTypes.has(type) && (reason === "" || unavailableTypes.has(reason));
  if (polarity !== "good" || status !== "False") return false;
  return isRestNamed ? message === "" : busyReason.test(reason);
}

/** Whether a main condition is False because the work is done: Ready=False of a Pod that completed, `PodCompleted`. */
function isFalseAfterEnd(
  { polarity, status, reason, message }: EvaluatedCondition,
  setting: ConditionSetting,
): boolean {
  if (polarity !== "main" || status !== "False") return false;
  if (setting.hasEndWord && /^(Executed|Finished|Done)$/.test(reason)) return !deniedMessage.test(message);
  if (setting.isNested && reason === "PodCompleted") return true;
  return setting.isDone && /^(Pod)?(Completed|Succeeded)$/.test(reason);
}

/** Whether a condition is about an attempt that failed before a later one ended well (TidB Backup, RetryFailed). */
function isSupersededAttempt(
  { type, inferred, polarity, since }: EvaluatedCondition,
  { isTask, isDone, endedSince }: ConditionSetting,
): boolean {
  if (endedSince === undefined || since === undefined) return false;
  return inferred === true && polarity === "bad" && type.includes("Retry") && isTask && isDone && since < endedSince;
}

/**
 * Whether a condition was left Unknown since the start, and the main condition became True:
 * - a first step that changed before the main condition (AIBrix ModelAdapter, `Initialized`),
 * - a fault that the controller never looked for (Kube-OVN, pkg/apis/kubeovn/v1/condition.go, ReasonInit).
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
 * opsrequest_types.go). A condition that reports a failure, or a count such as `2 of 3`, is no past step.
 */
function isPastStep(condition: EvaluatedCondition, { mainSince, isTask, hasEndWord }: ConditionSetting): boolean {
  const { type, status, polarity, inferred, reason, message, since } = condition;
  if (failedReason.test(reason) || faultMessage.test(message) || remainingCount.test(message)) return false;
  const isBusy = polarity === "busy" && inferred === true && status === "True";
  if (isBusy && isTask && hasEndWord) {
    return type.startsWith("WaitFor") || type.endsWith("Pending") || startingType.test(type);
  }
  const isStartStep = isBusy && startingType.test(type);
  if (!isStartStep && !isSilentStart(condition)) return false;
  return since !== undefined && mainSince !== undefined && since < mainSince;
}

/**
 * Whether a condition is Initialized=False without a reason or message. An operator that keeps its phases as conditions, of
 * which one is True, writes it after the start (Coherence operator, api/v1/coherence_types.go).
 */
function isSilentStart({ type, status, polarity, reason, message }: EvaluatedCondition): boolean {
  return polarity === "good" && type === "Initialized" && status === "False" && `${reason}${message}` === "";
}

/**
 * The verdict of a busy condition. The first rule that fits decides:
 * 1. Its reason is a failed end: degraded.
 * 2. It is not True: the polarity decides.
 * 3. An error has been retried for more than an hour: degraded (operator-controller, api/v1/clusterextension_types.go,
 *    Progressing).
 * 4. Its reason reports that the work is settled: healthy. Otherwise the polarity decides.
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
  // A message such as "1 of 3 members" reports what the work still waits for.
  const confirmsEnd = message === "" || /\bsuccessfully \w+\.?$/i.test(message);
  const isDone = doneReason.test(reason) && confirmsEnd;
  const isSettled = settledReason.test(reason) || (isMainTrue && isDone);
  return isSettled ? "healthy" : byPolarity;
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

/** Whether a condition that is not good reports that a user stopped or paused the object. */
export function reportsPause(condition: EvaluatedCondition, kind: string, row: KindRow | undefined): boolean {
  if (verdictByPolarity(condition.polarity, condition.status) === "healthy") return false;
  return findReasonMeaning(condition, row) === "paused" || hasRestingReason(condition, kind);
}
