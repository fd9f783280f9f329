import type { KindRow, WordMeaning } from "../../model/profile.ts";
import type { JudgedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import {
  busyMessage,
  busyReason,
  doneReason,
  failedEnd,
  failedReason,
  restingReason,
  settledReason,
} from "../../profiles/condition-reasons.ts";
import { partlyBadType } from "../../profiles/condition-senses.ts";
import { hasLasted } from "../core/object-health.ts";
import { verdictBySense } from "../judgement/condition-sense.ts";

/** What the other conditions of an object tell about one of them. */
export interface ConditionSetting {
  /** The main condition is True. */
  readonly isMainTrue: boolean;
  /** Since when it is; empty where it has no time. */
  readonly mainSince?: string | undefined;
  /** Another condition, or a word of the status, tells that work is under way. */
  readonly isBusy: boolean;
  /** The kind runs to an end. */
  readonly isTask: boolean;
  /** A condition says that it ran to its end. */
  readonly isEnded: boolean;
  /** A condition says that it started, or that it has not failed (OpenLibertyDump, MachineOSBuild). */
  readonly isUnended: boolean;
  /** It was created less than an hour ago. */
  readonly isYoung: boolean;
  /** It stands one level deeper, such as that of a pod. */
  readonly isNested: boolean;
  /** A word of the status says that the object rests, so that its main condition cannot be True. */
  readonly isResting: boolean;
  /** A word of the status says that the object is good. */
  readonly isDone: boolean;
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
 * The verdict of one condition of a custom resource. Its polarity decides, but for these rules (facts field, rules 4 to
 * 9). A good one that is not True yet while work is under way is progressing, for an hour at most. So is one that is
 * False without a reason and a message, because no fault is reported. A busy one goes by its reason. A polarity that
 * was inferred makes no object worse whose main condition is True, unless it tells of a fault of the whole. A pause is
 * no fault.
 */
export function customConditionVerdict(condition: JudgedCondition, setting: ConditionSetting): Verdict {
  const { sense, status, reason, type, guessed } = condition;
  const byWeight = verdictByWeight(setting.weights.get(type), status);
  const plain = byWeight ?? verdictBySense(sense, status);
  if (condition.outdated) return "progressing";
  if (sense === "good" || sense === "main") {
    if (status === "True" && failedEnd.test(reason)) return "degraded";
    // An operator of the Ansible SDK is Running while it works, with this reason, and says Successful after it.
    if (type === "Running" && status === "True" && (setting.isTask || reason === "Running")) return "progressing";
  }
  if (plain === "healthy" && sense === "bad" && isContradicted(condition, setting)) return "degraded";
  if (plain === "healthy" && sense !== "busy") return plain;
  // A task that has ended runs no more: another condition says how it ended.
  if (type === "Running" && status === "False" && setting.isEnded && (setting.isTask || reason === ""))
    return "healthy";
  const told = meaningOfReason(condition, setting.row);
  // The reason of work that has ended may be that of work under way.
  const isEnded = told === "progressing" && plain === "healthy";
  if (told !== undefined) return told === "paused" || isEnded ? "healthy" : told;
  if (restingReason.test(reason) || isExcused(condition, setting) || isOver(condition, setting)) return "healthy";
  if (sense === "busy") return busyVerdict(condition, plain, setting.isMainTrue);
  const isFault = failedReason.test(reason) || isGrave(condition, setting);
  const isOverruled = !isFault && (isGood(condition) || partlyBadType.test(type));
  const isBusy = isOnItsWay(condition, setting);
  // Work under way on a part counts although the whole is ready (SeedImage of Elemental).
  const isPartAtWork = isBusy && status === "False" && condition.since !== undefined && hasBusyReason(condition);
  if (guessed === true && setting.isMainTrue && isOverruled && !isPartAtWork) return "healthy";
  return isBusy ? "progressing" : plain;
}

/** Whether a main condition is not True because the object rests. A pause stops the controller, and not what runs. */
function isExcused({ sense, status, reason }: JudgedCondition, { isResting, isPaused }: ConditionSetting): boolean {
  return sense === "main" && !failedReason.test(reason) && (isResting || (isPaused && status === "Unknown"));
}

/** Whether a main condition is False because all is done: Ready=False of a Pod that completed, `PodCompleted`. */
function isOver({ sense, status, reason }: JudgedCondition, { isDone, isNested }: ConditionSetting): boolean {
  const isOfPod = reason === "PodCompleted" && isNested;
  return (
    sense === "main" && status === "False" && (isOfPod || (isDone && /^(Pod)?(Completed|Succeeded)$/.test(reason)))
  );
}

/** Whether a condition says that the object rests because a user wants it so. */
export function reportsPause(condition: JudgedCondition, row: KindRow | undefined): boolean {
  if (verdictBySense(condition.sense, condition.status) === "healthy") return false;
  return meaningOfReason(condition, row) === "paused" || restingReason.test(condition.reason);
}

/** The meaning of a reason by the row of a kind, the most specific entry first; undefined where none has it. */
function meaningOfReason(
  { type, reason, message }: JudgedCondition,
  row: KindRow | undefined,
): WordMeaning | undefined {
  const reasons = row?.reasons;
  // Without a reason the message may still report a fault.
  if (reasons === undefined || (reason === "" && message !== "")) return undefined;
  const key = [`${type}/${reason}`, `${type}/*`, `*/${reason}`, reason].find((each) => Object.hasOwn(reasons, each));
  return key === undefined ? undefined : reasons[key];
}

/**
 * Whether a condition denies a failure and its message reports one. The Machine Config Operator writes Failure=False
 * with an error (pkg/controller/kubelet-config/helpers.go). A later success settles it.
 */
function isContradicted({ message, since = "" }: JudgedCondition, { mainSince }: ConditionSetting): boolean {
  return /^error: /i.test(message) && (mainSince === undefined || mainSince < since);
}

function isGood({ sense }: JudgedCondition): boolean {
  return sense === "main" || sense === "good";
}

/** Whether a good condition that is not True is so only until work under way completes. */
function isOnItsWay(condition: JudgedCondition, setting: ConditionSetting): boolean {
  const { type, status, reason, message, since, sense, guessed } = condition;
  const { row, takenAt, isBusy, isTask, isInstalling, isNested, weights } = setting;
  const isRecent = !hasLasted(since ?? takenAt, takenAt, patienceSeconds);
  // Whether there is a fault is Unknown until the first turn of the controller (Kube-OVN).
  if (!isGood(condition)) return sense === "bad" && status === "Unknown" && isRecent && hasBusyReason(condition);
  if (status === "Unknown" && row?.unknown === "progressing") return true;
  if (sense === "main" && status === "False" && row?.strict === true) return isInstalling && isRecent;
  if (failedReason.test(reason) || !isRecent || isGrave(condition, setting)) return false;
  if (hasBusyReason(condition)) return true;
  const isSilent = reason === "" && message === "";
  if (status === "Unknown") {
    const isInitial = isSilent && setting.isYoung;
    return (row === undefined && (isBusy || (isTask && endedType.test(type)))) || isEnding(condition) || isInitial;
  }
  const isPlain = isSilent && !isNested && guessed !== true;
  // A message tells what went wrong.
  const isUnended = setting.isUnended && endedType.test(type) && message === "";
  return status === "False" && (isBusy || isPlain || isUnended || weights.get(type) === "Info");
}

/**
 * Whether a main condition tells how a run ends. Knative's kinds that run to an end write it Unknown until then
 * (knative.dev/pkg/apis/condition_types.go, ConditionSucceeded).
 */
function isEnding({ type, sense }: JudgedCondition): boolean {
  return sense === "main" && endedType.test(type);
}

/** Cluster API: an error is what needs a user; work that goes on has another severity (api/v1beta1/condition_types.go). */
function isGrave({ type, status }: JudgedCondition, { weights }: ConditionSetting): boolean {
  return status === "False" && weights.get(type) === "Error";
}

/**
 * The verdict of a condition by the weight that its controller writes: the category of forklift (lib/condition), or the
 * severity of Cluster API and Azure Service Operator on what is False. Undefined where the polarity decides.
 */
function verdictByWeight(weight: string | undefined, status: JudgedCondition["status"]): Verdict | undefined {
  if (weight === undefined || status === "Unknown") return undefined;
  if (status === "True" && /^(Critical|Error)$/.test(weight)) return "degraded";
  return status === "True" && weight === "Warn" ? "healthy" : undefined;
}

function busyVerdict({ status, reason, message }: JudgedCondition, plain: Verdict, isMainTrue: boolean): Verdict {
  if (failedEnd.test(reason)) return "degraded";
  // Another message tells what the step waits for: "1 of 3 members".
  const isDone = doneReason.test(reason) && /^$|\bsuccessfully \w+\.?$/i.test(message);
  const isSettled = settledReason.test(reason) || (isMainTrue && isDone);
  return status === "True" && isSettled ? "healthy" : plain;
}

/** Types that are True once a task ended, well or not (StackGres SGDbOps, K8ssandra CassandraTask). */
export const endedType: RegExp = /^(Completed?|Succeeded|Finished|Failed)$/;

/** How long an object may be on its way before that is a fault. */
export const patienceSeconds = 3600;

/** Whether a condition says by its reason that work is under way. */
export function hasBusyReason({ reason, message }: Pick<JudgedCondition, "reason" | "message">): boolean {
  return busyReason.test(reason) || busyMessage.test(message);
}
