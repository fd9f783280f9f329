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
  readonly takenAt: string;
}

/**
 * The verdict of one condition of a custom resource. Its polarity decides, but for these rules (facts field, rules 4 to
 * 9): a good one that is not True yet while work is under way is progressing, for an hour at most; a busy one goes by
 * its reason; a polarity that was inferred makes no object worse whose main condition is True; a pause is no fault.
 */
export function customConditionVerdict(condition: JudgedCondition, setting: ConditionSetting): Verdict {
  const { sense, status, reason, message, guessed } = condition;
  const plain = verdictBySense(sense, status);
  if (condition.outdated) return "progressing";
  if (sense === "good" || sense === "main") {
    if (status === "True" && failedReason.test(reason)) return "degraded";
    // An operator of the Ansible SDK is Running while it works, with this reason, and says Successful after it.
    if (condition.type === "Running" && status === "True" && reason === "Running") return "progressing";
  }
  if (plain === "healthy" && sense !== "busy") return plain;
  if (restingReason.test(reason)) return "healthy";
  if (sense === "busy") return busyVerdict(condition, plain);
  const isGood = sense === "main" || sense === "good";
  if (guessed === true && isGood && setting.isMainTrue) return "healthy";
  const isUnderWay = busyReason.test(reason) || busyMessage.test(message) || (status === "False" && setting.isBusy);
  if (!isGood || !isUnderWay || failedReason.test(reason)) return plain;
  return hasLasted(condition.since ?? setting.takenAt, setting.takenAt, patienceSeconds) ? plain : "progressing";
}

function busyVerdict({ status, reason }: JudgedCondition, plain: Verdict): Verdict {
  if (failedReason.test(reason)) return "degraded";
  return status === "True" && settledReason.test(reason) ? "healthy" : plain;
}

/** How long an object may be on its way before that is a fault. */
const patienceSeconds = 3600;

/** Reasons of work under way, as controllers write them (Knative, Tekton, Flux, Crossplane, ACK and others). */
const busyReason =
  /(^|[a-z])(Creating|Provisioning|Pending|Reconciling|Progressing|Waiting|Initiali[sz]ing|InProgress|Installing|Updating|Upgrading|Deploying|Starting|Scaling|Restoring|Processing|Scheduling|Running|NotComplete|Requeued?)|^Init$|^DoesNotExist$/;

const busyMessage =
  /^(waiting|creating|provisioning|initializing|restoring|updating|upgrading|installing|deploying)\b/i;

/** Reasons of a busy condition whose work is done (apps/v1 Deployment, Argo Rollouts, OpenShift ClusterOperator). */
const settledReason = /^(NewReplicaSetAvailable|NewReplicationControllerAvailable|AsExpected)$/;

const failedReason = /(Failed|Failure|Error|Exceeded|Aborted|TimedOut|Timeout|InvalidSpec)$/;

const restingReason = /^(Reconcile)?Paused$|Paused$|^Suspended$|Suspended$/;
