import type { KindRow, WordMeaning } from "../../model/profile.ts";
import type { JudgedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { hasLasted } from "../core/object-health.ts";
import { verdictBySense } from "../judgement/condition-sense.ts";

/** What the other conditions of an object tell about one of them. */
export interface ConditionSetting {
  /** The main condition is True. */
  readonly isMainTrue: boolean;
  /** Another condition, or a word of the status, tells that work is under way. */
  readonly isBusy: boolean;
  /** The kind runs to an end. */
  readonly isTask: boolean;
  /** A condition says that it ran to its end. */
  readonly isEnded: boolean;
  /** It stands one level deeper, such as that of a pod. */
  readonly isNested: boolean;
  /** A word of the status says that the object rests, so that its main condition cannot be True. */
  readonly isResting: boolean;
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
 * was inferred makes no object worse whose main condition is True. A pause is no fault.
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
  if (plain === "healthy" && sense !== "busy") return plain;
  // A task that has ended runs no more: another condition says how it ended.
  if (type === "Running" && status === "False" && setting.isEnded && (setting.isTask || reason === ""))
    return "healthy";
  const told = meaningOfReason(condition, setting.row);
  // The reason of work that has ended may be that of work under way.
  const isEnded = told === "progressing" && plain === "healthy";
  if (told !== undefined) return told === "paused" || isEnded ? "healthy" : told;
  if (restingReason.test(reason) || isExcused(condition, setting)) return "healthy";
  if (sense === "busy") return busyVerdict(condition, plain);
  const isOverruled = isGood(condition) ? !failedReason.test(reason) : /^Partial/.test(type);
  if (guessed === true && setting.isMainTrue && isOverruled) return "healthy";
  return isOnItsWay(condition, setting) ? "progressing" : plain;
}

/** Whether a main condition is not True because the object rests. A pause stops the controller, and not what runs. */
function isExcused({ sense, status, reason }: JudgedCondition, { isResting, isPaused }: ConditionSetting): boolean {
  return sense === "main" && !failedReason.test(reason) && (isResting || (isPaused && status === "Unknown"));
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

function isGood({ sense }: JudgedCondition): boolean {
  return sense === "main" || sense === "good";
}

/** Whether a good condition that is not True is so only until work under way completes. */
function isOnItsWay(condition: JudgedCondition, setting: ConditionSetting): boolean {
  const { type, status, reason, message, since, sense, guessed } = condition;
  const { row, takenAt, isBusy, isTask, isInstalling, isNested, weights } = setting;
  if (!isGood(condition)) return false;
  if (status === "Unknown" && row?.unknown === "progressing") return true;
  const isRecent = !hasLasted(since ?? takenAt, takenAt, patienceSeconds);
  if (sense === "main" && status === "False" && row?.strict === true) return isInstalling && isRecent;
  if (failedReason.test(reason) || !isRecent) return false;
  if (hasBusyReason(condition)) return true;
  const isSilent = reason === "" && message === "" && guessed !== true && !isNested;
  if (status === "Unknown") return row === undefined && (isBusy || (isTask && endedType.test(type)));
  return status === "False" && (isBusy || isSilent || weights.get(condition.type) === "Info");
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

function busyVerdict({ status, reason }: JudgedCondition, plain: Verdict): Verdict {
  if (failedEnd.test(reason)) return "degraded";
  return status === "True" && settledReason.test(reason) ? "healthy" : plain;
}

/** Types that are True once a task ended, well or not (StackGres SGDbOps, K8ssandra CassandraTask). */
export const endedType: RegExp = /^(Completed?|Succeeded|Finished|Failed)$/;

/** How long an object may be on its way before that is a fault. */
export const patienceSeconds = 3600;

/** Whether a condition says by its reason that work is under way. */
export function hasBusyReason({ reason, message }: Pick<JudgedCondition, "reason" | "message">): boolean {
  return busyReason.test(reason) || busyMessage.test(message);
}

/** Reasons of work under way, as controllers write them (Knative, Tekton, Flux, Crossplane, ACK and others). */
const busyReason =
  /(^|[a-z])(Creating|Provisioning|Pending|Reconciling|Progressing|Waiting|Initiali[sz]ing|InProgress|Installing|Updating|Upgrading|Deploying|Starting|Scaling|Restoring|Processing|Scheduling|Importing|Downloading|Cloning|Running|NotComplete|Requeued?)|^Init$|^DoesNotExist$/;

const busyMessage =
  /^(waiting|creating|provisioning|initializing|restoring|updating|upgrading|installing|deploying)\b/i;

/**
 * Reasons of a busy condition whose work is done (apps/v1 Deployment, Argo Rollouts, OpenShift ClusterOperator, OLM v1,
 * Open Cluster Management).
 */
const settledReason = /^(?!.*(Not|Waiting|Pending|Until))(AsExpected|.*(Available|Completed?|Succeeded|Success))$/;

/** Ends of the reasons of a failure. `NoError` is none (Teleport). */
const failedEnd = /(?<!No)(Failed|Failure|Error|Exceeded|Aborted|TimedOut|Timeout|InvalidSpec)$/;

/** Reasons of what is not good because of a failure. Beside a good condition, `FailedOver` is none (Ramen). */
export const failedReason: RegExp = new RegExp(`^(Error|Failed)[A-Z]|${failedEnd.source}`);

const restingReason = /^(Reconcile)?Paused$|Paused$|^Suspended$|Suspended$/;
