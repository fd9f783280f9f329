import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { KubeObject } from "../../model/object.ts";
import { foundObject, type Snapshot, type Source } from "../../model/snapshot.ts";
import { secondsBetween } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, wholeNumberAt } from "../../parse/json-value.ts";
import { newestTime } from "../../parse/newest-time.ts";
import { podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { leaseLimits, operatorLease } from "../../profiles/hco/profile.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { gracePeriodSeconds } from "../core/object-health.ts";
import { listPodsOfWorkload } from "../core/pod-lists.ts";
import { hasPodEnded } from "../core/pods.ts";
import { makeCoreObjectNode } from "../core/workload-tree.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { countReplicas } from "./operator/deployment.ts";
import { isPodReady, listOperatorPods, listPodsBelow, readLeaseHolder } from "./operator/leader.ts";
import { findRollout } from "./operator/rollout.ts";
import { findUpgradingCondition } from "./operator/upgrading-condition.ts";
import type { OperatorState } from "./operator.ts";

/**
 * The state with evidence of whether the operator runs, and with its roll-out. The first of these that was read and is
 * conclusive counts: the Deployment, its Pods, its Lease. There are two exceptions:
 * - A ready Pod shows that the operator runs, whatever its Deployment reports.
 * - The Lease counts only where neither Deployment nor Pods are known.
 */
export function addOperatorEvidence(
  state: HyperConvergedState,
  index: ObjectIndex,
  { takenAt, source }: Pick<Snapshot, "takenAt" | "source">,
): HyperConvergedState {
  if (state.isRefused) return state;
  const { operator, namespace } = state;
  // These two are functions, because finding the newest time of all objects takes long and is rarely needed.
  const hasClock = (): boolean => source.kind === "cluster" || isTimeFromClock(takenAt, newestTime(index.objects()));
  const isLeaseFresh = (): boolean => wasLeaseRenewedLately(index, namespace, takenAt) && hasClock();
  const evidence = mergeEvidence(operator, readPodEvidence(operator, index, namespace), isLeaseFresh);
  const observed = { ...operator, ...evidence };
  const rollout = findRollout(observed, index, takenAt);
  const deployment = observed.running === false ? foundObject(observed.lookup) : undefined;
  const isRestarting = deployment !== undefined && isOperatorRestarting(deployment, index, takenAt);
  const updated = {
    ...state,
    operator: { ...observed, ...definedFields({ rollout }), ...trueFlags({ isRestarting }) },
  };
  const isWaiting = isLeaseOfDeletedPod(updated, index) && isLeaseFresh();
  return isWaiting ? markAsWaitingForLease(updated) : updated;
}

/**
 * Whether an operator without a ready Pod is only restarting: its one replica was replaced, as by a drained node. Every
 * Pod of it must be new and start normally, within the progress deadline of its Deployment. Where its Pods could not be
 * read, or anything else says that it failed, it is down.
 */
function isOperatorRestarting(deployment: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  if (countReplicas(deployment).wanted === 0 || deployment.deletedAt !== undefined) return false;
  if (listPodsOfWorkload(deployment, index).outcome !== "found" || reportsFailure(deployment, takenAt)) return false;
  const pods = listPodsBelow(deployment, index).filter((pod) => pod.deletedAt === undefined && !hasPodEnded(pod));
  return pods.length > 0 && pods.every((pod) => startsNormally(pod, deployment, index, takenAt));
}

/** Whether a Pod was created lately, has a node, has never restarted, and nothing keeps it from getting ready. */
function startsNormally(pod: KubeObject, deployment: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  const { verdict, facts } = makeCoreObjectNode(pod, index, takenAt);
  const hasNoFault = (verdict === "progressing" || verdict === "healthy") && facts["restarts"] === "0";
  const phase = textAt(pod.status, "phase");
  const hasBegun = (phase === "Pending" || phase === "Running") && textAt(pod.spec, "nodeName") !== "";
  return hasNoFault && hasBegun && isWithinDeadline(pod.createdAt, deployment, takenAt);
}

/**
 * Whether the Deployment's conditions report a failure: it has been unavailable for longer than its deadline, its
 * roll-out has stopped, or its Pods cannot be created.
 */
function reportsFailure(deployment: KubeObject, takenAt: string): boolean {
  const { conditions } = conditionsAt(deployment);
  const available = lastConditionOfType(conditions, "Available");
  const progressing = lastConditionOfType(conditions, "Progressing");
  const replicaFailure = lastConditionOfType(conditions, "ReplicaFailure");
  const isDownTooLong = available?.status === "False" && !isWithinDeadline(available.since, deployment, takenAt);
  return isDownTooLong || progressing?.status === "False" || replicaFailure?.status === "True";
}

/** Whether a known time is no longer ago than the Deployment's progress deadline (apps/v1, defaults.go). */
function isWithinDeadline(time: string | undefined, { spec }: KubeObject, takenAt: string): boolean {
  const seconds = secondsBetween(time, takenAt);
  const deadline = wholeNumberAt(spec, "progressDeadlineSeconds") ?? gracePeriodSeconds.rollout;
  return seconds !== undefined && seconds <= deadline;
}

/**
 * The fields of the operator's state that its Pods and its Lease change:
 * - The Deployment shows that the operator runs, or is scaled to zero, so that its Pods are about to end: none.
 * - It is unknown whether the operator runs: what its Pods show, otherwise what a fresh Lease shows.
 * - The Deployment has no ready Pod: what a ready Pod shows. Pods are read later, so one of them may be ready by now.
 */
function mergeEvidence(
  { running, lookup, wanted }: OperatorState,
  pods: Partial<OperatorState> | undefined,
  isLeaseFresh: () => boolean,
): Partial<OperatorState> {
  if (running === true || (lookup.outcome === "found" && wanted === 0)) return {};
  if (running === null) return pods ?? (isLeaseFresh() ? { running: true } : {});
  if (pods?.running !== true) return {};
  return lookup.outcome === "found" ? { running: true } : pods;
}

/**
 * Whether `takenAt` comes from a clock and not from the objects. A file without a time of its own is taken to be as old as
 * its newest time, `newestInInput`. That may be the last renewal of the Lease, which would then look fresh at any age.
 */
function isTimeFromClock(takenAt: string, newestInInput: string | undefined): boolean {
  return newestInInput === undefined || (secondsBetween(newestInInput, takenAt) ?? 0) > 0;
}

/**
 * The operator's state by its own Pods. Undefined where that is not known: one ready Pod shows that the operator runs, but
 * only Pods that all have a status show that it does not.
 */
function readPodEvidence(
  { lookup, running }: OperatorState,
  index: ObjectIndex,
  namespace: string,
): Partial<OperatorState> | undefined {
  // A Deployment without a ready Pod is contradicted only by its own Pods, not by others with the operator's label.
  const deployments = running === false && lookup.outcome === "found" ? [lookup.object] : [];
  const pods = listOperatorPods(index, namespace, deployments);
  const ready = pods.filter(isPodReady).length;
  const areAllKnown = pods.length > 0 && pods.every(({ status }) => status !== undefined);
  if (ready === 0 && !areAllKnown) return undefined;
  return { running: ready > 0, ready, wanted: pods.length, isCountedByPods: true };
}

/**
 * Whether the operator's leader renewed the Lease lately: within the Lease's own duration (client-go,
 * leaderelection.go), but never longer ago than {@link leaseLimits} allow. An expired Lease proves nothing, because its
 * holder may be starting. A renewal in the future proves nothing either: the Lease would stay fresh after its holder ended.
 */
function wasLeaseRenewedLately(index: ObjectIndex, namespace: string, takenAt: string): boolean {
  const object = foundObject(index.find({ ...operatorLease, namespace }));
  if (object === undefined) return false;
  const { spec } = object;
  const renewed = textAt(spec, "renewTime");
  const ageSeconds = secondsBetween(renewed, takenAt);
  const aheadSeconds = secondsBetween(takenAt, renewed) ?? 0;
  const durationSeconds = wholeNumberAt(spec, "leaseDurationSeconds") ?? 0;
  const isHeld = textAt(spec, "holderIdentity") !== "" && durationSeconds > 0;
  if (!isHeld || ageSeconds === undefined) return false;
  return ageSeconds <= Math.min(durationSeconds, leaseLimits.age) && aheadSeconds <= leaseLimits.ahead;
}

/** Whether the Lease still names a deleted Pod of the operator as its holder, so that the upgrade has not begun. */
function isLeaseOfDeletedPod(
  { namespace, operator, upgradeMode, conditions }: HyperConvergedState,
  index: ObjectIndex,
): boolean {
  const hasUpgradeBegun = findUpgradingCondition(conditions) !== undefined;
  if (operator.leader?.from !== "pod" || upgradeMode !== true || hasUpgradeBegun) return false;
  return readLeaseHolder(index, namespace)?.startsWith(`${operator.lookup.ref.name}-`) === true;
}

/**
 * The state while the Lease of a deleted Pod keeps a ready Pod waiting. Its upgrade has not begun, and no component is
 * expected to have another version yet.
 */
function markAsWaitingForLease(state: HyperConvergedState): HyperConvergedState {
  const { version: from = "", operator } = state;
  const { version: to = "", lookup, leader } = operator;
  const waitingPod = definedFields({ waitingPod: leader?.pod.ref.name });
  const rollout = { state: "underway" as const, deployment: lookup.ref.name, from, to, ...waitingPod };
  return { ...state, upgradeMode: false, operator: { ...operator, variables: new Map(), rollout } };
}

/** Why it is unknown whether an operator runs. */
export type OperatorGap = Pick<FindingOf<"operator-unknown">, "outcome" | "cause" | "isGiven" | "isLacking">;

/**
 * What is missing to know whether the operator runs. Undefined where that is known. Undefined also for a HyperConverged
 * that its operator refuses, because that operator runs in another namespace.
 */
export function findOperatorGap(
  state: HyperConvergedState,
  index: ObjectIndex,
  { kind }: Source,
): OperatorGap | undefined {
  const { operator, isRefused } = state;
  if (operator.running !== null || isRefused) return undefined;
  const { lookup } = operator;
  const { outcome } = lookup;
  const isFromFiles = kind === "files" || kind === "buffer";
  const evidenceKinds = [...workloadKinds, replicaSets, podKind];
  if (isFromFiles && evidenceKinds.every((evidenceKind) => index.all(evidenceKind).length === 0)) {
    return { outcome: "unread", cause: "", isGiven: true };
  }
  const cause = lookup.outcome === "found" ? "" : (lookup.cause ?? "");
  const isLacking = isFromFiles && outcome === "unread" && cause === "";
  return { outcome, cause, ...trueFlags({ isLacking }) };
}
