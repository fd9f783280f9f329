import type { KubeObject } from "../../model/object.ts";
import type { KindRow } from "../../model/profile.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import { givenTime } from "../../parse/given-time.ts";
import { valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";
import { busyReason, failedReason, suspendedMessage } from "../../tables/reasons.ts";
import { endedWord, endTimes, taskKinds } from "../../tables/status-words.ts";
import { endedType, pausingTypes, stepsBeforeStart, stoppingTypes } from "../../tables/type-names.ts";
import { hasLasted } from "../core/object-health.ts";
import { reportsHealth } from "../evaluation/condition-polarity.ts";
import { conditionWeights } from "./condition-weights.ts";
import { type ConditionSetting, hasBusyReason, isGood, isStarting, maxWorkSeconds } from "./on-its-way.ts";
import { isWorkUnderWay } from "./relevant-words.ts";
import { isGoodWord, type StatusWord } from "./word-verdict.ts";

/** The setting of the conditions of an object, by all of them, the words of its status and the row of its kind. */
export function describeSetting(
  object: KubeObject,
  conditions: readonly EvaluatedCondition[],
  words: readonly StatusWord[],
  { row, takenAt }: { readonly row?: KindRow | undefined; readonly takenAt: string },
): ConditionSetting {
  const isTrue = ({ status }: EvaluatedCondition): boolean => status === "True";
  const main = conditions.find((each) => each.polarity === "main" && isTrue(each));
  const restsBy = (resting: ReadonlySet<string>): boolean =>
    (row === undefined || row.kind === "*") && hasRestingCondition(conditions, resting);
  const isStopped = restsBy(stoppingTypes);
  const endTime = endTimes.map((name) => givenTime(valueAt(object.status, name))).find((time) => time !== "");
  return {
    isMainTrue: main !== undefined,
    mainSince: main && (main.since ?? ""),
    isBusy: conditions.some(isUnderWay) || words.some(isWorkUnderWay) || isBetweenSteps(conditions),
    isMoving: conditions.some((each) => each.polarity === "busy" && isUnderWay(each)) || words.some(isWorkUnderWay),
    kind: object.ref.kind,
    isServing:
      conditions.some((each) => each.polarity === "main" && isTrue(each) && each.type !== "Running") &&
      !conditions.some(({ type }) => /^(Successful|Failure)$/.test(type)),
    isTask: taskKinds.test(object.ref.kind),
    endTime,
    isEnded: endTime !== undefined || conditions.some((each) => isTrue(each) && endedType.test(each.type)),
    endedSince: conditions.find((each) => isTrue(each) && endedType.test(each.type) && each.type !== "Failed")?.since,
    hasEndWord: words.some(({ origin, trouble }) => origin === undefined && endedWord.test(trouble.reason)),
    isUnended: conditions.some(({ type, status }) => /^(Failed=False|Started=True)$/.test(`${type}=${status}`)),
    isDenied: conditions.some(({ status, reason, message }) => status === "False" && `${reason}${message}` !== ""),
    createdAt: object.createdAt,
    isYoung: object.createdAt !== undefined && !hasLasted(object.createdAt, takenAt, maxWorkSeconds),
    isInstalling: row?.installed !== undefined && valuesAtPath(object.raw, row.installed).length === 0,
    isNested: false,
    isResting: words.some((word) => word.isResting) || isStopped,
    restingSince: conditions.find((each) => isTrue(each) && stoppingTypes.has(each.type))?.since,
    isOff: words.some(isSwitchedOff) || isStopped || conditions.some(isHibernating),
    isDone: words.some(isGoodWord),
    isFaulty: words.some(({ verdict }) => verdict === "degraded"),
    isPaused: restsBy(pausingTypes) && !worksDespitePause(conditions),
    row,
    weights: conditionWeights(object),
    takenAt,
  };
}

/** Whether a word says that the object was switched off. What is only disabled or cordoned may run. */
function isSwitchedOff({ isResting, trouble }: StatusWord): boolean {
  return isResting && /hibernat|stopped|halted|sleep|power.?off/i.test(trouble.reason);
}

function isHibernating({ type, status, reason }: EvaluatedCondition): boolean {
  return type === "Hibernating" && status === "True" && /^Hibernating$/.test(reason);
}

/** Whether one of these conditions says that the object rests. Alone it is no evidence of how the object is. */
function hasRestingCondition(conditions: readonly EvaluatedCondition[], resting: ReadonlySet<string>): boolean {
  const isAtRest = conditions.some(
    ({ type, status, reason }) =>
      status === "True" && resting.has(type) && !failedReason.test(reason) && !busyReason.test(reason),
  );
  const isReported = conditions.some(
    ({ type, status, message }) => status === "True" && stoppingTypes.has(type) && suspendedMessage.test(message),
  );
  return isAtRest && (isReported || conditions.some(reportsHealth));
}

/**
 * Whether a controller works although a condition says Paused: it runs, and has reported a step since. It has paused what
 * it works on (KubeDB OpsRequest, PauseDatabase).
 */
function worksDespitePause(conditions: readonly EvaluatedCondition[]): boolean {
  const paused = conditions.find(({ type, status }) => status === "True" && pausingTypes.has(type))?.since ?? "";
  const isRunning = conditions.some((each) => `${each.type}=${each.status} ${each.reason}` === "Running=True Running");
  return isRunning && conditions.some(({ since = "", status }) => status === "True" && paused !== "" && since > paused);
}

/**
 * Whether the last of several steps is not reached yet, and those before it are (Karpenter NodeClaim: Launched, Registered,
 * then Initialized: https://karpenter.sh/docs/concepts/nodeclaims/).
 */
function isBetweenSteps(conditions: readonly EvaluatedCondition[]): boolean {
  const isReached = conditions.some(({ type, status }) => status === "True" && stepsBeforeStart.has(type));
  return (
    isReached &&
    conditions.some(({ status, ...each }) => status === "Unknown" && isStarting({ ...each, status: "False" }))
  );
}

/**
 * Flux marks a retry after a failure, which is no progress. Some controllers write Progressing=False with the step that
 * is under way, CreatingDeployment (Open Data Hub, model-registry-operator).
 */
function isUnderWay(condition: EvaluatedCondition): boolean {
  const { polarity, status, reason } = condition;
  if (polarity === "busy")
    return (status === "True" && !reason.endsWith("WithRetry")) || /^Creating(?=[A-Z])/.test(reason);
  return isGood(condition) && status === "False" && (hasBusyReason(condition) || isStarting(condition));
}
