import type { RolloutProgress } from "../../../model/cause/cause-evidence.ts";
import type { Trouble } from "../../../model/cause/trouble.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Lookup } from "../../../model/snapshot.ts";
import { isSerious } from "../../../model/verdict.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { textAt, valueAt } from "../../../parse/json-value.ts";
import { listPodsOfWorkload } from "../../core/pod-lists.ts";
import { makeCoreObjectNode } from "../../core/workload-tree.ts";
import { makeClauseOfNode } from "../../root-cause/cause-evidence.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { countReplicas, isReplacedByTemplate, isRolledOut } from "./deployment.ts";
import { isPodReady, type Leader, listPodsBelow, readReplicaSetRef } from "./leader.ts";
import { findDeploymentTrouble, findNewestPods, findPodTrouble } from "./rollout-trouble.ts";
import { readTemplateVersion } from "./variables.ts";

/** How far the roll-out of the operator's Deployment is, and what holds it. */
export interface OperatorRollout extends RolloutProgress {
  readonly trouble?: Trouble;
  /** The object that shows that it is stuck, where its Deployment could not be read. */
  readonly culprit?: ReportNode;
}

/** What the roll-out of an operator is read from. */
interface RollingOperator {
  readonly lookup: Lookup;
  readonly leader?: Leader;
  readonly version?: string;
}

/**
 * The roll-out of the operator's Deployment. Undefined where no Pod is wanted. Its state is the first of these that holds:
 * 1. `complete`: all Pods have the template, and none of them waits for the Lease.
 * 2. `paused`: the Deployment is paused while Pods of an older template run.
 * 3. `stuck`: the new Pods cannot be created or fail.
 * 4. `unknown`: the Pods could not be read.
 * 5. `underway`: no new Pod waits for the Lease yet.
 * 6. `stuck` or `underway`, by whether the Pod that leads ends: see {@link describeHandover}.
 *
 * Where the Deployment was not read, the result is `stuck` if its Pods show that, otherwise undefined.
 */
export function findRollout(
  operator: RollingOperator,
  index: ObjectIndex,
  takenAt: string,
): OperatorRollout | undefined {
  const { lookup, leader, version: from = "" } = operator;
  if (lookup.outcome !== "found" || lookup.object.status === undefined) {
    return findRolloutByPods(operator, index, takenAt);
  }
  const { object } = lookup;
  const { ready, wanted } = countReplicas(object);
  if (wanted === 0) return undefined;
  const versions = { deployment: object.ref.name, from, to: readTemplateVersion(object) };
  const waitingPod = findWaitingPod(object, leader?.pod, index);
  if (waitingPod === undefined && isRolloutOver(object)) {
    return { state: "complete", ...versions, ready: `${ready}/${wanted}` };
  }
  if (isPausedMidway(object)) return { state: "paused", ...versions, trouble: describePause(object) };
  const stuck = findDeploymentTrouble(object, leader?.pod, index, takenAt);
  if (stuck !== undefined) return { state: "stuck", ...versions, evidence: stuck.evidence, trouble: stuck.trouble };
  const unreadPods = describeUnreadPods(object, index);
  if (unreadPods !== undefined) return { state: "unknown", ...versions, unreadPods };
  if (waitingPod === undefined || leader === undefined) return { state: "underway", ...versions };
  return { ...versions, waitingPod, ...describeHandover(leader.pod, index, takenAt) };
}

/**
 * How far the Pod that leads is with its end. It holds the Lease until it has stopped, so the roll-out is stuck where its
 * deletion does not end. Without finalizers its node may be the reason.
 */
function describeHandover(
  leadingPod: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): Pick<OperatorRollout, "state" | "leadingPod" | "leadingPodDeletedAt" | "leadingPodNode" | "evidence" | "trouble"> {
  const { ref, deletedAt, finalizers, spec } = leadingPod;
  if (deletedAt === undefined) return { state: "underway", leadingPod: ref.name };
  const pod = { leadingPod: ref.name, leadingPodDeletedAt: deletedAt };
  const node = makeCoreObjectNode(leadingPod, index, takenAt);
  if (!isSerious(node.ownVerdict) || node.trouble === undefined) return { state: "underway", ...pod };
  const nodeName = finalizers.length > 0 ? "" : textAt(spec, "nodeName");
  const host = definedFields({ leadingPodNode: nodeName === "" ? undefined : nodeName });
  return { state: "stuck", ...pod, ...host, evidence: makeClauseOfNode(node), trouble: node.trouble };
}

/** A roll-out that the operator's Pods and ReplicaSets show to be stuck. Its template and its counts are not known. */
function findRolloutByPods(
  { lookup, leader, version: from = "" }: RollingOperator,
  index: ObjectIndex,
  takenAt: string,
): OperatorRollout | undefined {
  const newest = findNewestPods(index, lookup.ref.namespace ?? "");
  const stuck = newest === undefined ? undefined : findPodTrouble(newest, leader?.pod, index, takenAt);
  if (newest === undefined || stuck === undefined) return undefined;
  const { deployment, version: to } = newest;
  const { trouble, evidence, culprit } = stuck;
  return { state: "stuck", deployment, from, to, evidence, trouble, ...definedFields({ culprit }) };
}

/**
 * Why the Pods of the Deployment are not known. Undefined where they were read. A file need not hold all Pods, so in a file
 * at least one of those that exist must have been found.
 */
function describeUnreadPods(object: KubeObject, index: ObjectIndex): RolloutProgress["unreadPods"] {
  const { namespace = "" } = object.ref;
  const list = listPodsOfWorkload(object, index);
  if (list.outcome === "forbidden") return { outcome: "forbidden", namespace };
  const hasPodsIfAny = listPodsBelow(object, index).length > 0 || countReplicas(object).total === 0;
  const isRead = list.outcome === "found" && (list.isGiven === undefined || hasPodsIfAny);
  return isRead ? undefined : { outcome: "unread", namespace };
}

/**
 * Whether the roll-out has ended. Pods that fail later do not change the reason of Progressing (deployment/progress.go).
 */
function isRolloutOver(object: KubeObject): boolean {
  const progress = conditionOf(object, "Progressing");
  return isRolledOut(object) || (progress?.reason === "NewReplicaSetAvailable" && isReplacedByTemplate(object));
}

/** Whether the Deployment is paused before all its Pods have its template. */
function isPausedMidway(object: KubeObject): boolean {
  const { total, updated } = countReplicas(object);
  return valueAt(object.spec, "paused") === true && (total === 0 || total > updated);
}

/** The pause as a trouble, with its time, which the controller writes into Progressing (deployment/sync.go, checkPausedConditions). */
function describePause(object: KubeObject): Trouble {
  const reason = "DeploymentPaused";
  const progress = conditionOf(object, "Progressing");
  const since = progress?.reason === reason ? progress.since : undefined;
  return { reason, message: "", ...definedFields({ since }) };
}

/** The name of a ready Pod of the newest template that waits for the Lease, while a Pod of an older template leads. */
function findWaitingPod(object: KubeObject, leader: KubeObject | undefined, index: ObjectIndex): string | undefined {
  const pods = listPodsBelow(object, index);
  if (leader === undefined || !pods.some(({ ref }) => ref.name === leader.ref.name)) return undefined;
  const leaderSet = readReplicaSetRef(leader).name;
  const other = pods.find((pod) => isPodReady(pod) && readReplicaSetRef(pod).name !== leaderSet);
  if (other === undefined) return undefined;
  const isNewer = (leader.createdAt ?? "") <= (other.createdAt ?? "");
  return isNewer ? other.ref.name : undefined;
}
