import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { evaluateContainer, restartsAlways } from "./container-health.ts";
import { areStatusesLists, formatReadyContainers, listContainers, restartCount } from "./containers.ts";
import {
  filledFacts,
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  malformedField,
  type NodeFacts,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/**
 * The health of a Pod (kstatus core.go, podConditions; Argo CD for failures). The first rule that fits decides:
 * 1. It succeeded: healthy, even if condition Ready is False.
 * 2. It failed: degraded.
 * 3. A container is degraded: degraded, whatever the conditions report.
 * 4. Otherwise its phase decides, and in phase Running the worst container, then condition Ready.
 */
export function evaluatePod(pod: KubeObject, takenAt: string): ObjectHealth {
  const phase = textAt(pod.status, "phase");
  const facts = makePodFacts(pod, phase);
  if (!areStatusesLists(pod)) return malformedField("containers", facts);
  if (phase === "Succeeded") return healthyObject(facts);

  const unhealthyContainer = findWorstContainer(pod, facts, takenAt);
  if (phase === "Failed") return evaluateFailedPod(pod, unhealthyContainer, facts);
  if (unhealthyContainer?.verdict === "degraded") return unhealthyContainer;
  switch (phase) {
    case "Pending":
      return evaluatePendingPod(pod, unhealthyContainer, facts, takenAt);
    case "Unknown": {
      const reason = textAt(pod.status, "reason");
      const message = textAt(pod.status, "message");
      return unhealthyObject("unknown", makeTrouble(reason || "NodeLost", message || { code: "node-lost" }), facts);
    }
    case "Running":
      return unhealthyContainer ?? evaluateReadiness(pod, facts, takenAt);
    default:
      return malformedField("phase", facts);
  }
}

function makePodFacts(pod: KubeObject, phase: string): NodeFacts {
  const containers = listContainers(pod);
  const restarts = containers.reduce((sum, container) => sum + restartCount(container), 0);
  return filledFacts({
    phase,
    ready: formatReadyContainers(containers),
    restarts: `${restarts}`,
    node: textAt(pod.spec, "nodeName"),
    reason: textAt(pod.status, "reason"),
    startedAt: normalizeUtc(valueAt(pod.status, "startTime")),
  });
}

/**
 * The health of the worst container with the facts of the pod. Of several that are equally bad it is the first. Undefined
 * if all are healthy.
 */
function findWorstContainer(pod: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth | undefined {
  const containers = listContainers(pod).map((container) => ({
    name: container.name,
    health: evaluateContainer(container, pod, takenAt),
  }));
  const [worst] = containers.toSorted((a, b) => compareVerdicts(a.health.verdict, b.health.verdict));
  if (worst?.health.trouble === undefined) return undefined;
  const { verdict, trouble } = worst.health;
  return { verdict, trouble, facts: { ...facts, container: worst.name } };
}

/**
 * The health of a failed pod, which does not recover by itself. Its cause is the first of these:
 * 1. the reason in its status (`Evicted`, `DeadlineExceeded`),
 * 2. its condition DisruptionTarget (preempted),
 * 3. its worst container, if that is degraded,
 * 4. the message in its status.
 */
function evaluateFailedPod(
  pod: KubeObject,
  unhealthyContainer: ObjectHealth | undefined,
  facts: NodeFacts,
): ObjectHealth {
  const reason = textAt(pod.status, "reason");
  const message = textAt(pod.status, "message");
  const disruption = conditionOf(pod, "DisruptionTarget");
  const since = disruption?.since ?? unhealthyContainer?.trouble?.since ?? conditionOf(pod, "Ready")?.since;
  if (reason !== "") {
    const explanation = message || disruption?.message || { code: "pod-failed" as const };
    return unhealthyObject("degraded", makeTrouble(reason, explanation, since), facts);
  }
  if (disruption?.status === "True") return unhealthyObject("degraded", troubleFromCondition(disruption), facts);
  if (unhealthyContainer?.verdict === "degraded") return unhealthyContainer;
  return unhealthyObject("degraded", makeTrouble("Failed", message || { code: "pod-failed" }, since), facts);
}

/** The health of a pod that has not started. */
function evaluatePendingPod(
  pod: KubeObject,
  unhealthyContainer: ObjectHealth | undefined,
  facts: NodeFacts,
  takenAt: string,
): ObjectHealth {
  const scheduled = conditionOf(pod, "PodScheduled");
  const isScheduled = textAt(pod.spec, "nodeName") !== "" || scheduled?.status === "True";
  if (!isScheduled) return evaluateUnscheduledPod(pod, facts, takenAt);
  if (unhealthyContainer !== undefined) return unhealthyContainer;
  const trouble = makeTrouble("Pending", { code: "no-container-statuses" }, scheduled?.since);
  return unhealthyObject("progressing", trouble, facts);
}

/**
 * The health of a pod that is not scheduled: progressing, and degraded once the pod is 15 s old, as in kstatus. Until then
 * the scheduler may find a new node. With a scheduling gate it stays progressing, because its owner holds it back.
 */
function evaluateUnscheduledPod(pod: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth {
  const scheduled = conditionOf(pod, "PodScheduled");
  if (scheduled === undefined) {
    const isLate = hasLasted(pod.createdAt, takenAt, gracePeriodSeconds.observing);
    const trouble = makeTrouble("NotScheduled", { code: "not-evaluated-by-scheduler" }, pod.createdAt);
    return unhealthyObject(isLate ? "degraded" : "progressing", trouble, facts);
  }
  const { reason, message, since } = scheduled;
  if (reason === "SchedulingGated") {
    return unhealthyObject("progressing", makeTrouble(reason, message || { code: "scheduling-gated" }, since), facts);
  }
  const isLate = hasLasted(pod.createdAt ?? since, takenAt, gracePeriodSeconds.scheduling);
  const trouble = makeTrouble(reason || "NotScheduled", message || { code: "not-assigned" }, since);
  return unhealthyObject(isLate ? "degraded" : "progressing", trouble, facts);
}

/**
 * The health of a running pod whose containers are all healthy, by its condition Ready. Ready may still be False because of
 * a readiness gate, or of a node that does not report.
 */
function evaluateReadiness(pod: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth {
  const ready = conditionOf(pod, "Ready");
  if (ready?.status === "True") return healthyObject(facts);
  if (ready === undefined) {
    if (listContainers(pod).length > 0) return healthyObject(facts);
    return unhealthyObject("unknown", makeTrouble("NotObserved", { code: "no-container-statuses" }), facts);
  }
  if (isUnreadyByEndedContainers(pod)) return healthyObject(facts);
  const { reason, since } = troubleFromCondition(ready);
  const trouble = makeTrouble(
    reason === "Ready" ? "NotReady" : reason,
    ready.message || { code: "pod-not-ready" },
    since,
  );
  const isLong = hasLasted(ready.since, takenAt, gracePeriodSeconds.settling);
  return unhealthyObject(isLong ? "degraded" : "progressing", trouble, facts);
}

/**
 * Whether a pod is not ready only because some of its containers ended with exit code 0 and are not restarted. The
 * kubelet counts ended containers as not ready until all have ended (kubelet, status/generate.go).
 */
function isUnreadyByEndedContainers(pod: KubeObject): boolean {
  if (restartsAlways(pod)) return false;
  if (conditionOf(pod, "ContainersReady")?.status !== "False") return false;
  const mainContainers = listContainers(pod).filter(({ role }) => role === "main");
  return mainContainers.some(({ status }) => valueAt(status, "state", "terminated", "exitCode") === 0);
}

/**
 * Whether a pod has ended for good, as one that was evicted: it is kept for hours (kubernetes/kubernetes
 * pkg/controller/podgc/gc_controller.go).
 */
export function hasPodEnded({ status }: KubeObject): boolean {
  return ["Succeeded", "Failed"].includes(textAt(status, "phase"));
}
