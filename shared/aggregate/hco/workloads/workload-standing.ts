import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import { isReplaced } from "../../../model/finding/pod-causes.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { normalizeUtc } from "../../../model/time.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { listAt, toRecord, valueAt, wholeNumberAt } from "../../../parse/json-value.ts";
import { templateLabels } from "../../../profiles/template-labels.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import { cannotPull, runsAndFails } from "../../core/pod-creation.ts";
import { listPodsOfWorkload } from "../../core/pod-lists.ts";
import { isReplacingPods, lastProgressTime, lastWriteTime } from "../../core/rollout.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { lacksReplicas, readWorkloadReplicas } from "./workload-nodes.ts";

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

/** How a workload stands, by its status and by what was read of its pods. */
export function evaluateWorkloadStanding(node: ReportNode, index: ObjectIndex, takenAt: string): WorkloadStanding {
  const lookup = index.find(node.ref);
  if (node.role !== "workload" || lookup.outcome !== "found") return "well";
  const { object } = lookup;
  const isBad = node.ownVerdict === "degraded" || node.ownVerdict === "unavailable";
  // A deletion that does not end is no change under way.
  if (object.deletedAt !== undefined) return isBad ? "short" : "settling";
  if (node.ownVerdict === "unknown") return "unclear";
  // Its controller has not looked at it yet.
  if (Object.keys(toRecord(object.status) ?? {}).length === 0) return "settling";
  const pods = listCurrentPods(node, object, index);
  const { conditions } = conditionsAt(object);
  if (pods.some(hasFailingContainer) || isRolloutPastDeadline(object, conditions, pods, takenAt)) return "failing";
  const isUnclear = arePodsUnread(object, index);
  if (!lacksReplicas(object)) {
    if (isUnclear && isReplacingPods(object)) return "unclear";
    // All its pods are ready, and its controller reports that they are not available, or that others cannot be made.
    if (!isBad && lastConditionOfType(conditions, "Available")?.status !== "False") return "well";
  }
  const isLate = hasLackedPodsTooLong(object, conditions, pods, takenAt);
  const isStale = node.stale && !isLate;
  const isUnderWay = isStale || isHeldByPause(object) || isRollingOut(object, conditions, pods, takenAt);
  if (isUnderWay || areMissingPodsStarting(pods, object)) return isUnclear ? "unclear" : "settling";
  if (isLate) return "failing";
  return isUnclear ? "unclear" : "short";
}

/** Whether the workload wants pods, and its pods could not be read. */
function arePodsUnread(object: KubeObject, index: ObjectIndex): boolean {
  const wanted = readWorkloadReplicas(object)?.wanted ?? 0;
  return wanted > 0 && listPodsOfWorkload(object, index).outcome !== "found";
}

/** The pods that the workload wants now: none of an older ReplicaSet or template, none that another one replaces. */
function listCurrentPods({ children }: ReportNode, object: KubeObject, index: ObjectIndex): readonly ReportNode[] {
  const sets = children.filter(({ role }) => role === "replicaset");
  const pods = [...(sets[0]?.children ?? []), ...(sets.length > 1 ? [] : children)].filter(
    ({ role }) => role === "pod",
  );
  const template = object.annotations.get(generationAnnotation);
  const isOld = ({ ref }: ReportNode): boolean => {
    const lookup = template === undefined ? undefined : index.find(ref);
    const own = lookup?.outcome === "found" ? lookup.object.labels.get(templateLabels.generation) : undefined;
    return own !== undefined && own !== template;
  };
  return pods.filter((pod) => !isReplaced(pod) && !isOld(pod));
}

/** Where a DaemonSet has the generation of its template (kubernetes, apps/v1 types.go). */
const generationAnnotation = "deprecated.daemonset.template.generation";

/** Whether a container of a pod crashes again and again, or its image cannot be pulled. One restart proves nothing. */
function hasFailingContainer({ children }: ReportNode): boolean {
  return children.some(({ role, verdict, facts }) => {
    if (role !== "container" || verdict !== "degraded") return false;
    const waiting = facts["waiting"] ?? "";
    const isRestarting = Number(facts["restarts"] ?? 0) >= 3 && (facts["exitCode"] ?? "0") !== "0";
    return runsAndFails(waiting) || cannotPull(waiting) || isRestarting;
  });
}

/**
 * Whether the roll-out takes too long. The controller of Deployments reports it (deployment/util/deployment_util.go),
 * that of DaemonSets does not.
 */
function isRolloutPastDeadline(
  object: KubeObject,
  conditions: readonly Condition[],
  pods: readonly ReportNode[],
  takenAt: string,
): boolean {
  if (object.ref.kind !== "DaemonSet") {
    const progress = lastConditionOfType(conditions, "Progressing");
    return progress?.status === "False" && progress.reason === "ProgressDeadlineExceeded";
  }
  const last = lastProgressTime(object, [findNewestStart(pods)]);
  return isReplacingPods(object) && last !== undefined && hasLasted(last, takenAt, gracePeriodSeconds.rollout);
}

/**
 * Whether the workload replaces its pods. A Deployment reports it in the reason of Progressing until its deadline.
 */
function isRollingOut(
  object: KubeObject,
  conditions: readonly Condition[],
  pods: readonly ReportNode[],
  takenAt: string,
): boolean {
  if (object.ref.kind === "DaemonSet")
    return isReplacingPods(object) && !isRolloutPastDeadline(object, conditions, pods, takenAt);
  const progress = lastConditionOfType(conditions, "Progressing");
  const isReported = progress?.status === "True" && progress.reason !== "NewReplicaSetAvailable";
  return isReported && !isDeadlineUnreported(object, takenAt);
}

/**
 * Whether the deadline of a roll-out has passed, and no controller runs that would report it: it would have written
 * Progressing since (deployment/util/deployment_util.go, DeploymentTimedOut counts from lastUpdateTime).
 */
function isDeadlineUnreported(object: KubeObject, takenAt: string): boolean {
  const progress = listAt(object.status, "conditions").findLast((each) => valueAt(each, "type") === "Progressing");
  const updated = normalizeUtc(valueAt(progress, "lastUpdateTime"));
  return updated !== undefined && hasLasted(updated, takenAt, readDeadlineSeconds(object));
}

/** Whether each missing pod only starts, or is on a node that is being drained. */
function areMissingPodsStarting(pods: readonly ReportNode[], object: KubeObject): boolean {
  const { ready, wanted } = readWorkloadReplicas(object) ?? { ready: 0, wanted: 0 };
  const isExcused = ({ verdict, children }: ReportNode): boolean =>
    verdict === "progressing" || children.some(({ ref, facts }) => ref.kind === "Node" && facts["cordoned"] === "true");
  const unready = pods.filter(({ verdict }) => verdict !== "healthy");
  return unready.length > 0 && unready.length >= wanted - ready && unready.every(isExcused);
}

/**
 * Whether the workload certainly lacked pods for longer than its deadline. Each of these times is known to be no
 * earlier than the beginning. An unknown time proves nothing.
 */
function hasLackedPodsTooLong(
  object: KubeObject,
  conditions: readonly Condition[],
  pods: readonly ReportNode[],
  takenAt: string,
): boolean {
  const failing = ["Available", "Progressing"]
    .map((type) => lastConditionOfType(conditions, type))
    .filter((each) => each?.status === "False");
  // Nothing wrote the object since, so its counts have been the same since.
  const times = [...failing.map((each) => each?.since), lastWriteTime(object), ...pods.map(readUnreadyTime)];
  return times.some((since) => since !== undefined && hasLasted(since, takenAt, readDeadlineSeconds(object)));
}

function readUnreadyTime({ verdict, conditions }: ReportNode): string | undefined {
  const ready = lastConditionOfType(conditions, "Ready");
  return verdict !== "healthy" && ready?.status === "False" ? ready.since : undefined;
}

function findNewestStart(pods: readonly ReportNode[]): string | undefined {
  return pods
    .flatMap(({ facts }) => facts["startedAt"] ?? [])
    .toSorted()
    .at(-1);
}

/** A Deployment's own deadline; its default for the kinds without one (apps/v1, defaults.go). */
function readDeadlineSeconds({ spec }: KubeObject): number {
  return wholeNumberAt(spec, "progressDeadlineSeconds") ?? gracePeriodSeconds.rollout;
}

/**
 * Whether the pods that are missing are those that a pause keeps from being made: all that exist are ready. A paused
 * Deployment still replaces pods that fail (deployment_controller.go: syncs its replicas, and rolls nothing out).
 */
function isHeldByPause(object: KubeObject): boolean {
  const { ready = 0 } = readWorkloadReplicas(object) ?? {};
  const total = wholeNumberAt(object.status, "replicas") ?? 0;
  return valueAt(object.spec, "paused") === true && ready >= total;
}
