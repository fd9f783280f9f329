import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import { isReplaced } from "../../../model/finding/pod-causes.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { normalizeUtc } from "../../../model/time.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { listAt, toRecord, valueAt, wholeNumberAt } from "../../../parse/json-value.ts";
import { templateLabels } from "../../../profiles/template-labels.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import { isFailedRunReason, isPullFailureReason } from "../../core/pod-creation.ts";
import { listPodsOfWorkload } from "../../core/pod-lists.ts";
import { findLastProgressTime, findLastWriteTime, isReplacingPods } from "../../core/rollout.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { lacksReplicas, readWorkloadReplicas } from "./workload-nodes.ts";

/** The annotation of a DaemonSet with the generation of its template (kubernetes, apps/v1 types.go). */
const generationAnnotation = "deprecated.daemonset.template.generation";

/** The number of restarts from which a container that fails counts as crashing again and again. */
const minRestarts = 3;

/**
 * How a workload of a component stands.
 * - `well`: it has all its pods.
 * - `settling`: it lacks pods while a change is under way, or because a user chose so.
 * - `short`: it lacks pods, since lately or since an unknown time.
 * - `unclear`: it lacks pods or replaces them, and its pods could not be read, so they may fail. Or its controller does not
 *   report it, or its counts are malformed.
 * - `failing`: its roll-out or its lack of pods is past its deadline, or a pod of it crash-loops or cannot be pulled.
 */
export type WorkloadStanding = "well" | "settling" | "short" | "unclear" | "failing";

/** A workload, and what decides how it stands. */
interface WorkloadEvidence {
  readonly object: KubeObject;
  readonly conditions: readonly Condition[];
  /** The pods of its current template. */
  readonly pods: readonly ReportNode[];
  readonly takenAt: string;
}

/**
 * Evaluates how a workload stands, by its status and by its pods that were read. The first of these that holds counts:
 * 1. It is being deleted: `settling`, or `short` where its own verdict is bad, because the deletion does not end.
 * 2. Its counts are malformed: `unclear`. Its controller has not observed it: `settling`.
 * 3. A pod of it cannot run, or its roll-out is past its deadline: `failing`.
 * 4. It has all its pods: `well`, or `unclear` where it replaces pods that could not be read.
 * 5. A change is under way, or each missing pod is starting: `settling`.
 * 6. It has lacked pods for longer than its deadline: `failing`. Otherwise `short`.
 *
 * Where its pods could not be read, 5 and 6 give `unclear` instead of `settling` and `short`.
 */
export function evaluateWorkloadStanding(node: ReportNode, index: ObjectIndex, takenAt: string): WorkloadStanding {
  const object = foundObject(index.find(node.ref));
  if (node.role !== "workload" || object === undefined) return "well";
  const isBad = node.ownVerdict === "degraded" || node.ownVerdict === "unavailable";
  if (object.deletedAt !== undefined) return isBad ? "short" : "settling";
  if (node.ownVerdict === "unknown") return "unclear";
  const isUnobserved = Object.keys(toRecord(object.status) ?? {}).length === 0;
  if (isUnobserved) return "settling";
  const { conditions } = conditionsAt(object);
  const pods = listCurrentPods(node, object, index);
  const evidence = { object, conditions, pods, takenAt };
  if (pods.some(hasFailingContainer) || isRolloutPastDeadline(evidence)) return "failing";
  const areUnread = arePodsUnread(object, index);
  if (!lacksReplicas(object)) {
    if (areUnread && isReplacingPods(object)) return "unclear";
    // Available=False contradicts ready pods: the controller reports that they are not available yet.
    if (!isBad && lastConditionOfType(conditions, "Available")?.status !== "False") return "well";
  }
  const isLate = hasLackedPodsTooLong(evidence);
  const isChanging = (node.stale && !isLate) || isHeldByPause(object) || isRollingOut(evidence);
  if (isChanging || areMissingPodsStarting(evidence)) return areUnread ? "unclear" : "settling";
  if (isLate) return "failing";
  return areUnread ? "unclear" : "short";
}

/**
 * The pods of the workload's current template, below its newest ReplicaSet or directly below it. Pods that another one
 * replaces are omitted.
 */
function listCurrentPods({ children }: ReportNode, object: KubeObject, index: ObjectIndex): readonly ReportNode[] {
  const [newestSet, ...olderSets] = children.filter(({ role }) => role === "replicaset");
  const podsOfNewestSet = newestSet?.children ?? [];
  const nodes = olderSets.length > 0 ? podsOfNewestSet : [...podsOfNewestSet, ...children];
  const template = object.annotations.get(generationAnnotation);
  const isOfOlderTemplate = ({ ref }: ReportNode): boolean => {
    if (template === undefined) return false;
    const generation = foundObject(index.find(ref))?.labels.get(templateLabels.generation);
    return generation !== undefined && generation !== template;
  };
  return nodes.filter((node) => node.role === "pod" && !isReplaced(node) && !isOfOlderTemplate(node));
}

/** Whether a container of a pod crashes again and again, or its image cannot be pulled. */
function hasFailingContainer({ children }: ReportNode): boolean {
  return children.some(({ role, verdict, facts }) => {
    if (role !== "container" || verdict !== "degraded") return false;
    const waiting = facts["waiting"] ?? "";
    const isRestarting = Number(facts["restarts"] ?? 0) >= minRestarts && (facts["exitCode"] ?? "0") !== "0";
    return isFailedRunReason(waiting) || isPullFailureReason(waiting) || isRestarting;
  });
}

/**
 * Whether the roll-out takes too long. The controller of Deployments reports that (deployment/util/deployment_util.go). The
 * controller of DaemonSets does not, so the time since the newest pod counts.
 */
function isRolloutPastDeadline({ object, conditions, pods, takenAt }: WorkloadEvidence): boolean {
  if (object.ref.kind !== "DaemonSet") {
    const progress = lastConditionOfType(conditions, "Progressing");
    return progress?.status === "False" && progress.reason === "ProgressDeadlineExceeded";
  }
  const lastProgress = findLastProgressTime(object, [findNewestStart(pods)]);
  if (!isReplacingPods(object) || lastProgress === undefined) return false;
  return hasLasted(lastProgress, takenAt, gracePeriodSeconds.rollout);
}

/** Whether the workload wants pods, and its pods could not be read. */
function arePodsUnread(object: KubeObject, index: ObjectIndex): boolean {
  const wanted = readWorkloadReplicas(object)?.wanted ?? 0;
  return wanted > 0 && listPodsOfWorkload(object, index).outcome !== "found";
}

/** Whether the workload replaces its pods. A Deployment reports that in the reason of Progressing until its deadline. */
function isRollingOut(evidence: WorkloadEvidence): boolean {
  const { object, conditions, takenAt } = evidence;
  if (object.ref.kind === "DaemonSet") return isReplacingPods(object) && !isRolloutPastDeadline(evidence);
  const progress = lastConditionOfType(conditions, "Progressing");
  const isReported = progress?.status === "True" && progress.reason !== "NewReplicaSetAvailable";
  return isReported && !isDeadlineUnreported(object, takenAt);
}

/**
 * Whether the deadline of a roll-out has passed since the last write of Progressing. A controller that runs would have
 * reported that (deployment/util/deployment_util.go, DeploymentTimedOut counts from lastUpdateTime).
 */
function isDeadlineUnreported(object: KubeObject, takenAt: string): boolean {
  const conditions = listAt(object.status, "conditions");
  const progress = conditions.findLast((condition) => valueAt(condition, "type") === "Progressing");
  const updated = normalizeUtc(valueAt(progress, "lastUpdateTime"));
  return updated !== undefined && hasLasted(updated, takenAt, readDeadlineSeconds(object));
}

/**
 * Whether only a pause keeps the missing pods from being created: the Deployment is paused, and all pods that exist are
 * ready. A paused Deployment still replaces pods that fail (deployment_controller.go, sync).
 */
function isHeldByPause(object: KubeObject): boolean {
  const { ready = 0 } = readWorkloadReplicas(object) ?? {};
  const total = wholeNumberAt(object.status, "replicas") ?? 0;
  return valueAt(object.spec, "paused") === true && ready >= total;
}

/** Whether each missing pod is starting, or is on a node that is being drained. */
function areMissingPodsStarting({ object, pods }: WorkloadEvidence): boolean {
  const { ready, wanted } = readWorkloadReplicas(object) ?? { ready: 0, wanted: 0 };
  const isExcused = ({ verdict, children }: ReportNode): boolean =>
    verdict === "progressing" || children.some(({ ref, facts }) => ref.kind === "Node" && facts["cordoned"] === "true");
  const unready = pods.filter(({ verdict }) => verdict !== "healthy");
  return unready.length > 0 && unready.length >= wanted - ready && unready.every(isExcused);
}

/**
 * Whether the workload has certainly lacked pods for longer than its deadline. It has lacked them at least since each of
 * these times, as far as they are known:
 * - the transition of Available or Progressing to False,
 * - the last write of the object, because its counts have not changed since,
 * - the transition of a pod to unready.
 */
function hasLackedPodsTooLong({ object, conditions, pods, takenAt }: WorkloadEvidence): boolean {
  const badConditions = ["Available", "Progressing"]
    .map((type) => lastConditionOfType(conditions, type))
    .filter((condition) => condition?.status === "False");
  const times = [
    ...badConditions.map((condition) => condition?.since),
    findLastWriteTime(object),
    ...pods.map(readUnreadyTime),
  ];
  return times.some((since) => since !== undefined && hasLasted(since, takenAt, readDeadlineSeconds(object)));
}

function readUnreadyTime({ verdict, conditions }: ReportNode): string | undefined {
  const ready = lastConditionOfType(conditions, "Ready");
  return verdict !== "healthy" && ready?.status === "False" ? ready.since : undefined;
}

function findNewestStart(pods: readonly ReportNode[]): string | undefined {
  const startTimes = pods.flatMap(({ facts }) => facts["startedAt"] ?? []);
  return startTimes.toSorted().at(-1);
}

/** A Deployment's own deadline, or the default of Deployments for the kinds without one (apps/v1, defaults.go). */
function readDeadlineSeconds({ spec }: KubeObject): number {
  return wholeNumberAt(spec, "progressDeadlineSeconds") ?? gracePeriodSeconds.rollout;
}
