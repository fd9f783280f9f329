import type { KubeObject } from "../../model/object.ts";
import type { KindRow } from "../../model/profile.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import { givenTime } from "../../parse/given-time.ts";
import { valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";
import { busyReason, failedReason, suspendedMessage } from "../../tables/reasons.ts";
import { endedWord, endTimes, taskKinds } from "../../tables/status-words.ts";
import { endedType, pausingTypes, stepsBeforeStart, stoppingTypes } from "../../tables/type-names.ts";
import { hasLasted, maxWorkSeconds } from "../core/object-health.ts";
import { reportsHealth } from "../evaluation/condition-polarity.ts";
import { hasBusyReason, isGood, isStarting } from "./condition-reasons.ts";
import { readConditionWeights } from "./condition-weights.ts";
import { isWorkUnderWay } from "./relevant-words.ts";
import { isGoodWord, type StatusWord } from "./word-verdict.ts";

/** What an object says that counts in the evaluation of each of its conditions. */
export interface ConditionSetting {
  /** The kind of the object. */
  readonly kind: string;
  /** The main condition is True. */
  readonly isMainTrue: boolean;
  /** Since when the main condition is True. Empty if the condition has no time, undefined if it is not True. */
  readonly mainSince?: string | undefined;
  /** A condition, or a word of the status, reports that work is under way. */
  readonly isBusy: boolean;
  /** A busy condition, or a word of the status, reports that work is under way. A good condition does not count here. */
  readonly isMoving: boolean;
  /** The kind runs to an end, as a Job. */
  readonly isTask: boolean;
  /** A condition says that it ran to its end, or the status has a time of its end. */
  readonly isEnded: boolean;
  /** The word of the status says that the run ended well. */
  readonly hasEndWord: boolean;
  /** A main condition other than Running is True, and no condition is about a run of Ansible (Operator SDK, `Successful`). */
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

/**
 * The setting of the conditions of an object.
 *
 * @param words the words of its status
 * @param context.row the row of its kind in the tables
 */
export function describeSetting(
  object: KubeObject,
  conditions: readonly EvaluatedCondition[],
  words: readonly StatusWord[],
  { row, takenAt }: { readonly row?: KindRow | undefined; readonly takenAt: string },
): ConditionSetting {
  const { kind } = object.ref;
  const trueConditions = conditions.filter(({ status }) => status === "True");
  const mainConditions = trueConditions.filter(({ polarity }) => polarity === "main");
  const [mainCondition] = mainConditions;
  const endConditions = trueConditions.filter(({ type }) => endedType.test(type));
  const endTime = endTimes.map((name) => givenTime(valueAt(object.status, name))).find((time) => time !== "");
  const hasBusyWord = words.some(isWorkUnderWay);
  const isBusyConditionAtWork = conditions.some((each) => each.polarity === "busy" && isAtWork(each));
  const isRunOfAnsible = conditions.some(({ type }) => /^(Successful|Failure)$/.test(type));
  const mayRestByCondition = row === undefined || row.kind === "*";
  const isStopped = mayRestByCondition && hasRestingCondition(conditions, stoppingTypes);
  return {
    kind,
    isMainTrue: mainCondition !== undefined,
    mainSince: mainCondition && (mainCondition.since ?? ""),
    isBusy: conditions.some(isAtWork) || hasBusyWord || isBetweenSteps(conditions),
    isMoving: isBusyConditionAtWork || hasBusyWord,
    isTask: taskKinds.test(kind),
    isEnded: endTime !== undefined || endConditions.length > 0,
    hasEndWord: words.some(({ origin, trouble }) => origin === undefined && endedWord.test(trouble.reason)),
    isServing: mainConditions.some(({ type }) => type !== "Running") && !isRunOfAnsible,
    endedSince: endConditions.find(({ type }) => type !== "Failed")?.since,
    endTime,
    isUnended: conditions.some(({ type, status }) => ["Failed=False", "Started=True"].includes(`${type}=${status}`)),
    isDenied: conditions.some(({ status, reason, message }) => status === "False" && `${reason}${message}` !== ""),
    isYoung: object.createdAt !== undefined && !hasLasted(object.createdAt, takenAt, maxWorkSeconds),
    createdAt: object.createdAt,
    isNested: false,
    isResting: words.some(({ isResting }) => isResting) || isStopped,
    restingSince: trueConditions.find(({ type }) => stoppingTypes.has(type))?.since,
    isOff: words.some(isSwitchedOff) || isStopped || conditions.some(isHibernating),
    isDone: words.some(isGoodWord),
    isFaulty: words.some(({ verdict }) => verdict === "degraded"),
    isPaused: mayRestByCondition && hasRestingCondition(conditions, pausingTypes) && !worksDespitePause(conditions),
    isInstalling: row?.installed !== undefined && valuesAtPath(object.raw, row.installed).length === 0,
    row,
    weights: readConditionWeights(object),
    takenAt,
  };
}

/** Whether a word says that the object was switched off. An object that is only disabled or cordoned may run. */
function isSwitchedOff({ isResting, trouble }: StatusWord): boolean {
  return isResting && /hibernat|stopped|halted|sleep|power.?off/i.test(trouble.reason);
}

function isHibernating({ type, status, reason }: EvaluatedCondition): boolean {
  return type === "Hibernating" && status === "True" && reason === "Hibernating";
}

/**
 * Whether the object rests because a condition of one of the types in `restingTypes` is True. Another condition must report
 * its health, or a message its suspension: the rest alone is no evidence of how the object is.
 */
function hasRestingCondition(conditions: readonly EvaluatedCondition[], restingTypes: ReadonlySet<string>): boolean {
  const trueConditions = conditions.filter(({ status }) => status === "True");
  const isAtRest = trueConditions.some(
    ({ type, reason }) => restingTypes.has(type) && !failedReason.test(reason) && !busyReason.test(reason),
  );
  const isSuspensionReported = trueConditions.some(
    ({ type, message }) => stoppingTypes.has(type) && suspendedMessage.test(message),
  );
  return isAtRest && (isSuspensionReported || conditions.some(reportsHealth));
}

/**
 * Whether a controller works although a condition says Paused: it is running, and has reported a step since the pause. It has
 * paused the database that it works on, and not itself (KubeDB OpsRequest, PauseDatabase).
 */
function worksDespitePause(conditions: readonly EvaluatedCondition[]): boolean {
  const trueConditions = conditions.filter(({ status }) => status === "True");
  const pausedSince = trueConditions.find(({ type }) => pausingTypes.has(type))?.since ?? "";
  const isRunning = trueConditions.some(({ type, reason }) => type === "Running" && reason === "Running");
  return isRunning && pausedSince !== "" && trueConditions.some(({ since = "" }) => since > pausedSince);
}

/**
 * Whether the first steps of a start are reached and the last is not: a Karpenter NodeClaim is Launched, Registered, then
 * Initialized (https://karpenter.sh/docs/concepts/nodeclaims/).
 */
function isBetweenSteps(conditions: readonly EvaluatedCondition[]): boolean {
  const isStepReached = conditions.some(({ type, status }) => status === "True" && stepsBeforeStart.has(type));
  if (!isStepReached) return false;
  const unknownConditions = conditions.filter(({ status }) => status === "Unknown");
  return unknownConditions.some((condition) => isStarting({ ...condition, status: "False" }));
}

/** Whether a condition says that work is under way. */
function isAtWork(condition: EvaluatedCondition): boolean {
  const { polarity, status, reason } = condition;
  if (polarity === "busy") {
    // Some controllers write Progressing=False CreatingDeployment (Open Data Hub, model-registry-operator).
    if (/^Creating(?=[A-Z])/.test(reason)) return true;
    // Flux marks a retry after a failure, which is no progress.
    return status === "True" && !reason.endsWith("WithRetry");
  }
  return isGood(condition) && status === "False" && (hasBusyReason(condition) || isStarting(condition));
}
