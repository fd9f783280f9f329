import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { OperatorGap } from "../../model/finding/operator.ts";
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
import { coreObjectNode } from "../core/workload-tree.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { countReplicas } from "./operator/deployment.ts";
import { isPodReady, listOperatorPods, listPodsBelow, readLeaseHolder } from "./operator/leader.ts";
import { findRollout } from "./operator/rollout.ts";
import { findUpgradingCondition } from "./operator/upgrading-condition.ts";
import type { OperatorState } from "./operator.ts";

/**
 * The state with evidence of whether the operator runs, and with its roll-out. The sources are its Deployment, then its
 * Pods, then its Lease. The first that was read and is conclusive counts; a Pod that is ready runs, whatever else says.
 * A Lease counts where nothing else is known.
 */
export function addOperatorEvidence(
  state: HyperConvergedState,
  index: ObjectIndex,
  { takenAt, source }: Pick<Snapshot, "takenAt" | "source">,
): HyperConvergedState {
  if (state.isRefused) return state;
  const { operator, namespace } = state;
  const hasClock = (): boolean => source.kind === "cluster" || isTimeFromClock(takenAt, newestTime(index.objects()));
  const isLeaseFresh = (): boolean => wasLeaseRenewedLately(index, namespace, takenAt) && hasClock();
  const seen = { ...operator, ...mergeEvidence(operator, readPodEvidence(operator, index, namespace), isLeaseFresh) };
  const rollout = findRollout(seen, index, takenAt);
  const isBack =
    seen.running === false && seen.lookup.outcome === "found" && isRestarting(seen.lookup.object, index, takenAt);
  const updated = {
    ...state,
    operator: {
      ...seen,
      ...definedFields({ rollout }),
      ...(isBack && { isRestarting: true as const }),
    },
  };
  const isWaiting = isLeaseOfDeletedPod(updated, index) && isLeaseFresh();
  return isWaiting ? markAsWaitingForLease(updated) : updated;
}

/**
 * Whether an operator without a ready Pod is only restarting: its one replica was replaced, as by a drained node. Every
 * Pod of it must be new and start normally, within the progress deadline of its Deployment. Where its Pods could not be
 * read, or anything else says that it failed, it is down.
 */
function isRestarting(deployment: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  if (countReplicas(deployment).wanted === 0 || deployment.deletedAt !== undefined) return false;
  if (listPodsOfWorkload(deployment, index).outcome !== "found" || reportsFailure(deployment, takenAt)) return false;
  const pods = listPodsBelow(deployment, index).filter((pod) => pod.deletedAt === undefined && !hasPodEnded(pod));
  return pods.length > 0 && pods.every((pod) => startsNormally(pod, deployment, index, takenAt));
}

/** Whether a Pod was created lately, has a node, has never restarted, and nothing keeps it from getting ready. */
function startsNormally(pod: KubeObject, deployment: KubeObject, index: ObjectIndex, takenAt: string): boolean {
  const { verdict, facts } = coreObjectNode(pod, index, takenAt);
  const isCalm = (verdict === "progressing" || verdict === "healthy") && facts["restarts"] === "0";
  const phase = textAt(pod.status, "phase");
  const isBegun = (phase === "Pending" || phase === "Running") && textAt(pod.spec, "nodeName") !== "";
  return isCalm && isBegun && isWithinDeadline(pod.createdAt, deployment, takenAt);
}

/** Whether the Deployment's conditions tell of more than a Pod that was replaced lately. */
function reportsFailure(deployment: KubeObject, takenAt: string): boolean {
  const { conditions } = conditionsAt(deployment);
  const [available, progressing, failure] = ["Available", "Progressing", "ReplicaFailure"].map((type) =>
    lastConditionOfType(conditions, type),
  );
  const isLong = available?.status === "False" && !isWithinDeadline(available.since, deployment, takenAt);
  return isLong || progressing?.status === "False" || failure?.status === "True";
}

/** Whether a known time is no longer ago than the Deployment's progress deadline (apps/v1, defaults.go). */
function isWithinDeadline(time: string | undefined, { spec }: KubeObject, takenAt: string): boolean {
  const seconds = secondsBetween(time, takenAt);
  const deadline = wholeNumberAt(spec, "progressDeadlineSeconds") ?? gracePeriodSeconds.rollout;
  return seconds !== undefined && seconds <= deadline;
}

/**
 * Whether a Pod has ended for good, as one that was evicted: it is kept for hours (kubernetes, pkg/controller/podgc).
 */
function hasPodEnded({ status }: KubeObject): boolean {
  return ["Succeeded", "Failed"].includes(textAt(status, "phase"));
}

/** What Pods and a fresh Lease add to the Deployment. The Pods of one that is scaled to zero are about to end. */
function mergeEvidence(
  { running, lookup, wanted }: OperatorState,
  pods: Partial<OperatorState> | undefined,
  isLeaseFresh: () => boolean,
): Partial<OperatorState> {
  if (running === true || (lookup.outcome === "found" && wanted === 0)) return {};
  if (running === null) return pods ?? (isLeaseFresh() ? { running: true } : {});
  // The Pods were read after the Deployment.
  if (pods?.running !== true) return {};
  return lookup.outcome === "found" ? { running: true } : pods;
}

/**
 * Whether a clock outside the input gave the time. Where the newest time inside counts instead, that may be the Lease's
 * own last renewal. However long ago that was, the Lease then looks fresh.
 */
function isTimeFromClock(takenAt: string, newest: string | undefined): boolean {
  return newest === undefined || (secondsBetween(newest, takenAt) ?? 0) > 0;
}

/** The operator's state from its own Pods. */
function readPodEvidence(
  { lookup, running }: OperatorState,
  index: ObjectIndex,
  namespace: string,
): Partial<OperatorState> | undefined {
  // A Deployment that says it has no ready Pod is contradicted by its own Pods alone.
  const own = listOperatorPods(
    index,
    namespace,
    running === false && lookup.outcome === "found" ? [lookup.object] : [],
  );
  const ready = own.filter(isPodReady).length;
  // One that is ready is enough; none is only where each of them says so.
  if (ready === 0 && (own.length === 0 || own.some(({ status }) => status === undefined))) return undefined;
  return { running: ready > 0, ready, wanted: own.length, areItsPods: true };
}

/**
 * Whether the operator's leader renewed the Lease lately: within the Lease's own duration (client-go,
 * leaderelection.go), but never longer ago than {@link leaseLimits} allow. An expired Lease proves nothing: its holder
 * may be starting. Nor does one that is renewed in the future: it would stay fresh long after its holder has gone.
 */
function wasLeaseRenewedLately(index: ObjectIndex, namespace: string, takenAt: string): boolean {
  const object = foundObject(index.find({ ...operatorLease, namespace }));
  if (object === undefined) return false;
  const { spec } = object;
  const renewed = textAt(spec, "renewTime");
  const age = secondsBetween(renewed, takenAt);
  const ahead = secondsBetween(takenAt, renewed) ?? 0;
  const own = wholeNumberAt(spec, "leaseDurationSeconds") ?? 0;
  const isHeld = textAt(spec, "holderIdentity") !== "" && own > 0;
  return isHeld && age !== undefined && age <= Math.min(own, leaseLimits.age) && ahead <= leaseLimits.ahead;
}

/** Whether a Pod that is gone still holds the Lease, while an upgrade would begin. */
function isLeaseOfDeletedPod(
  { namespace, operator, upgradeMode, conditions }: HyperConvergedState,
  index: ObjectIndex,
): boolean {
  const isBegun = findUpgradingCondition(conditions) !== undefined;
  if (operator.leader?.from !== "pod" || upgradeMode !== true || isBegun) return false;
  return readLeaseHolder(index, namespace)?.startsWith(`${operator.lookup.ref.name}-`) === true;
}

/**
 * The state while the Lease of a deleted Pod keeps a ready Pod waiting. Its upgrade has not begun, and no component is
 * expected to have another version yet.
 */
function markAsWaitingForLease(state: HyperConvergedState): HyperConvergedState {
  const { operator } = state;
  const from = state.version ?? "";
  const to = operator.version ?? "";
  const waitingPod = operator.leader?.pod.ref.name;
  const rollout = {
    state: "underway" as const,
    deployment: operator.lookup.ref.name,
    from,
    to,
    ...definedFields({ waitingPod }),
  };
  return { ...state, upgradeMode: false, operator: { ...operator, variables: new Map(), rollout } };
}

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
  const isPlain = kind === "files" || kind === "buffer";
  if (isPlain && [...workloadKinds, replicaSets, podKind].every((each) => index.all(each).length === 0)) {
    return { outcome: "unread", cause: "", isGiven: true };
  }
  const cause = lookup.outcome === "found" ? "" : (lookup.cause ?? "");
  const isLacking = isPlain && lookup.outcome === "unread" && cause === "";
  return { outcome: lookup.outcome, cause, ...(isLacking && { isLacking }) };
}
