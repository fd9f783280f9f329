import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { containerHealth, restartsAlways } from "./container-health.ts";
import { areStatusesLists, listContainers, readyContainers, restartCount } from "./containers.ts";
import {
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  malformedField,
  type NodeFacts,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
  withCause,
} from "./object-health.ts";

/**
 * The health of a Pod by its phase, its containers and its conditions (kstatus core.go, podConditions; Argo CD for
 * failures). A failing container makes it degraded, whatever the conditions report. Succeeded is healthy, even if
 * condition Ready is False.
 */
export function evaluatePod(object: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const phase = textAt(object.status, "phase");
  const facts = podFacts(object, phase);
  if (!areStatusesLists(object)) return malformedField("containers", facts);
  if (phase === "Succeeded") return healthyObject(facts);
  const worst = worstContainer(object, facts, takenAt);
  if (phase === "Failed") return failed(object, worst, facts);
  if (worst?.verdict === "degraded") return worst;
  const scheduled = lastConditionOfType(conditions, "PodScheduled");
  const isAssigned = textAt(object.spec, "nodeName") !== "" || scheduled?.status === "True";
  if (phase === "Pending") {
    if (!isAssigned) return unscheduled(object, facts, takenAt);
    return (
      worst ??
      unhealthyObject("progressing", withCause("Pending", { code: "no-container-statuses" }, scheduled?.since), facts)
    );
  }
  if (phase === "Unknown") {
    const reason = textAt(object.status, "reason") || "NodeLost";
    return unhealthyObject(
      "unknown",
      withCause(reason, textAt(object.status, "message") || { code: "node-lost" }),
      facts,
    );
  }
  if (phase !== "Running") return malformedField("phase", facts);
  if (worst !== undefined) return worst;
  const ready = lastConditionOfType(conditions, "Ready");
  if (ready?.status === "True") return healthyObject(facts);
  if (ready === undefined) {
    const isReported = listContainers(object).length > 0;
    return isReported
      ? healthyObject(facts)
      : unhealthyObject("unknown", withCause("NotObserved", { code: "no-container-statuses" }), facts);
  }
  if (isReadyButForTheDone(object)) return healthyObject(facts);
  // All containers are ready but the pod is not: because of readiness gates, or a node that does not report.
  const { reason, since } = troubleFromCondition(ready);
  const isLong = hasLasted(ready.since, takenAt, gracePeriodSeconds.settling);
  const trouble = withCause(
    reason === "Ready" ? "NotReady" : reason,
    ready.message || { code: "pod-not-ready" },
    since,
  );
  return unhealthyObject(isLong ? "degraded" : "progressing", trouble, facts);
}

/**
 * Whether a pod is unready only because of containers that ended with 0 and are not restarted. Only its other
 * containers count, and they are healthy. The kubelet counts ended containers as unready until all have ended (kubelet,
 * status/generate.go).
 */
function isReadyButForTheDone(object: KubeObject): boolean {
  if (restartsAlways(object)) return false;
  const isUnready = conditionOf(object, "ContainersReady")?.status === "False";
  const done = listContainers(object).filter(({ role }) => role === "main");
  return isUnready && done.some(({ status }) => valueAt(status, "state", "terminated", "exitCode") === 0);
}

/** The health of the worst container as the pod's own; the first of several that are equally bad. */
function worstContainer(object: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth | undefined {
  const all = listContainers(object).map((each) => ({ ...containerHealth(each, object, takenAt), name: each.name }));
  const [worst] = all.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (worst?.trouble === undefined) return undefined;
  const { trouble, verdict, name } = worst;
  return { verdict, trouble, facts: { ...facts, container: name } };
}

/**
 * The health of a failed pod: evicted, preempted, past its deadline, or with a failed container. It does not recover by
 * itself.
 */
function failed(object: KubeObject, worst: ObjectHealth | undefined, facts: NodeFacts): ObjectHealth {
  const [reason, message] = ["reason", "message"].map((name) => textAt(object.status, name));
  const disruption = conditionOf(object, "DisruptionTarget");
  const since = disruption?.since ?? worst?.trouble?.since ?? conditionOf(object, "Ready")?.since;
  if (reason !== undefined && reason !== "") {
    return unhealthyObject(
      "degraded",
      withCause(reason, message || disruption?.message || { code: "pod-failed" }, since),
      facts,
    );
  }
  if (disruption?.status === "True") return unhealthyObject("degraded", troubleFromCondition(disruption), facts);
  if (worst?.verdict === "degraded") return worst;
  return unhealthyObject("degraded", withCause("Failed", message || { code: "pod-failed" }, since), facts);
}

/**
 * The health of a pod that is not scheduled. By kstatus, unschedulable counts once the pod is 15 s old: the scheduler
 * retries as nodes come.
 */
function unscheduled(object: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth {
  const scheduled = conditionOf(object, "PodScheduled");
  if (scheduled === undefined) {
    const isLong = hasLasted(object.createdAt, takenAt, gracePeriodSeconds.observing);
    const trouble = withCause("NotScheduled", { code: "not-evaluated-by-scheduler" }, object.createdAt);
    return unhealthyObject(isLong ? "degraded" : "progressing", trouble, facts);
  }
  const { reason, message, since } = scheduled;
  if (reason === "SchedulingGated") {
    return unhealthyObject("progressing", withCause(reason, message || { code: "scheduling-gated" }, since), facts);
  }
  const isYoung = !hasLasted(object.createdAt ?? since, takenAt, gracePeriodSeconds.scheduling);
  const trouble = withCause(reason || "NotScheduled", message || { code: "not-assigned" }, since);
  return unhealthyObject(isYoung ? "progressing" : "degraded", trouble, facts);
}

function podFacts(object: KubeObject, phase: string): NodeFacts {
  const containers = listContainers(object);
  const restarts = containers.reduce((sum, each) => sum + restartCount(each), 0);
  const node = textAt(object.spec, "nodeName");
  const reason = textAt(object.status, "reason");
  const startedAt = normalizeUtc(valueAt(object.status, "startTime"));
  return {
    ...(phase !== "" && { phase }),
    ready: readyContainers(containers),
    restarts: `${restarts}`,
    ...(node !== "" && { node }),
    ...(reason !== "" && { reason }),
    ...definedFields({ startedAt }),
  };
}
