import { type Condition, findConditionWithStatus, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, toText, valueAt } from "../../parse/json-value.ts";
import { nodePressureTypes } from "../../tables/kubernetes-words.ts";
import {
  filledFacts,
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  malformedField,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/**
 * The health of a Node (core/v1 NodeSpec, NodeConditionType). The first rule that fits decides:
 * 1. It has no condition Ready: unknown.
 * 2. Ready is not True: unavailable. The node controller sets Ready to Unknown if the kubelet does not report.
 * 3. A condition reports pressure, such as MemoryPressure: degraded.
 * 4. It is cordoned: progressing, because the user intends a change.
 */
export function evaluateNode(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const facts = filledFacts({ cordoned: isCordoned(object) ? "true" : "" });
  const ready = lastConditionOfType(conditions, "Ready");
  if (ready === undefined) {
    return unhealthyObject("unknown", makeTrouble("NotObserved", { code: "missing-condition", type: "Ready" }), facts);
  }
  if (ready.status !== "True") {
    const { reason, message, since, status } = ready;
    const code = status === "Unknown" ? "kubelet-silent" : "node-not-ready";
    return unhealthyObject("unavailable", makeTrouble(reason || "NotReady", message || { code }, since), facts);
  }
  const pressure = conditions.find(({ type, status }) => nodePressureTypes.has(type) && status === "True");
  if (pressure !== undefined) return unhealthyObject("degraded", troubleFromCondition(pressure), facts);
  if (!isCordoned(object)) return healthyObject();
  return unhealthyObject("progressing", makeTrouble("Cordoned", { code: "cordoned" }, readCordonTime(object)), facts);
}

/** Whether the kubelet of a Node no longer reports, by the conditions of the Node. Its pods may still run. */
export function isKubeletSilent(conditions: readonly Pick<Condition, "type" | "status">[]): boolean {
  return lastConditionOfType(conditions, "Ready")?.status === "Unknown";
}

/** Whether no new pods are scheduled to a node. */
export function isCordoned({ spec }: Pick<KubeObject, "spec">): boolean {
  return valueAt(spec, "unschedulable") === true;
}

/** When the node was cordoned, by the taint that Kubernetes adds then (kubernetes/api core/v1/well_known_taints.go). */
export function readCordonTime({ spec }: KubeObject): string | undefined {
  const taint = listAt(spec, "taints").find((each) => textAt(each, "key") === "node.kubernetes.io/unschedulable");
  return normalizeUtc(valueAt(taint, "timeAdded"));
}

/**
 * The health of a Namespace by its phase. Active is healthy. Terminating is degraded if the deletion fails or takes too
 * long, otherwise progressing. The cause is the first of these:
 * 1. a condition that reports a failure of the deletion,
 * 2. the condition about remaining finalizers,
 * 3. another condition that is True, such as remaining content,
 * 4. the finalizers of the Namespace, also those in its spec (core/v1 types.go, NamespaceSpec).
 */
export function evaluateNamespace(object: KubeObject, takenAt: string): ObjectHealth {
  const phase = textAt(object.status, "phase");
  if (phase === "Active") return healthyObject({ phase });
  if (phase !== "Terminating") return malformedField("phase");
  const blocking = conditionsAt(object).conditions.filter(({ status }) => status === "True");
  const failure = blocking.find(({ type }) => type.endsWith("Failure"));
  if (failure !== undefined) return unhealthyObject("degraded", troubleFromCondition(failure), { phase });
  const remaining = blocking.find(({ type }) => type === "NamespaceFinalizersRemaining") ?? blocking[0];
  const finalizers = [...object.finalizers, ...listAt(object.spec, "finalizers").map(toText)];
  const trouble =
    remaining === undefined
      ? makeTrouble("Terminating", { code: "deletion-waits", finalizers })
      : troubleFromCondition(remaining);
  const isLong = hasLasted(object.deletedAt ?? trouble.since, takenAt, gracePeriodSeconds.deleting);
  return unhealthyObject(isLong ? "degraded" : "progressing", trouble, { phase });
}

/**
 * The health of an APIService by its condition Available. After five minutes without it the APIService is degraded, because
 * it breaks discovery, kubectl and every client of its group. kstatus has no rule for it, and that of Argo CD has no limit.
 */
export function evaluateApiService(object: KubeObject, takenAt: string): ObjectHealth {
  const available = conditionOf(object, "Available");
  if (available === undefined) {
    const isLong = hasLasted(object.createdAt, takenAt, gracePeriodSeconds.apiService);
    const trouble = makeTrouble("NotObserved", { code: "missing-condition", type: "Available" }, object.createdAt);
    return unhealthyObject(isLong ? "unknown" : "progressing", trouble);
  }
  if (available.status === "True") return healthyObject();
  const isLong = hasLasted(available.since, takenAt, gracePeriodSeconds.apiService);
  return unhealthyObject(isLong ? "degraded" : "progressing", troubleFromCondition(available));
}

/**
 * The health of a CRD (apiextensions types.go). The first rule that fits decides:
 * 1. Its names are taken, or the server cannot use its schema: degraded.
 * 2. It is being deleted: progressing, and degraded where that takes too long.
 * 3. It is established: healthy. It is being installed: progressing. Otherwise it is degraded.
 */
export function evaluateCustomResourceDefinition(object: KubeObject, takenAt: string): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const flaw =
    findConditionWithStatus(conditions, "NamesAccepted", "False") ??
    findConditionWithStatus(conditions, "NonStructuralSchema", "True");
  if (flaw !== undefined) return unhealthyObject("degraded", troubleFromCondition(flaw));
  const terminating = findConditionWithStatus(conditions, "Terminating", "True");
  if (terminating !== undefined) {
    const isLong = hasLasted(object.deletedAt ?? terminating.since, takenAt, gracePeriodSeconds.deleting);
    return unhealthyObject(isLong ? "degraded" : "progressing", troubleFromCondition(terminating));
  }
  const established = lastConditionOfType(conditions, "Established");
  if (established === undefined) {
    const trouble = makeTrouble("Installing", { code: "missing-condition", type: "Established" }, object.createdAt);
    return unhealthyObject("progressing", trouble);
  }
  if (established.status === "True") return healthyObject();
  const isInstalling = established.reason === "Installing";
  return unhealthyObject(isInstalling ? "progressing" : "degraded", troubleFromCondition(established));
}
