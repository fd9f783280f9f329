import type { ApplicationStatus } from "../../model/application-status.ts";
import { formatGroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { formatWithGoType, type GoFields, readGoFields } from "./go-json-fields.ts";

/** The readiness that the running controller computes for one component. */
export interface ControllerReadiness {
  readonly status: ApplicationStatus;
  /** Why the controller cannot read the component, which makes the status Unknown. */
  readonly error?: string;
}

/**
 * The readiness of a component by the rule of its kind, whatever its version, or by its conditions for a kind without a rule
 * (kubernetes-sigs/application controllers/status.go:26-50).
 */
export function evaluateByCode(object: KubeObject): ControllerReadiness {
  const isReadyByRule = rules.get(formatGroupKind(object.ref));
  if (isReadyByRule === undefined) return evaluateByConditions(object);
  const fields = readGoFields(object.raw);
  const isReady = isReadyByRule(fields);
  const error = fields.firstError();
  if (error !== undefined) return { status: "Unknown", error };
  return { status: isReady ? "Ready" : "InProgress" };
}

/** The rule of each kind, with its lines in kubernetes-sigs/application controllers/status.go. */
const rulesByKind: Readonly<Record<string, (fields: GoFields) => boolean>> = {
  // 79-92
  "StatefulSet.apps": (fields) =>
    areAllTrue(
      isObserved(fields),
      hasReplicas(fields, ["replicas", "readyReplicas", "currentReplicas"]),
      readConditionFields(fields),
    ),
  // 95-132
  "Deployment.apps": (fields) => {
    const conditions = readGoConditions(fields);
    const isUpToDate = hasCondition(conditions, "Progressing", "True", "NewReplicaSetAvailable");
    return areAllTrue(
      isObserved(fields),
      hasReplicas(fields, ["replicas", "readyReplicas", "availableReplicas"]),
      isUpToDate || hasCondition(conditions, "Available", "True"),
      !hasCondition(conditions, "ReplicaFailure", "True"),
    );
  },
  // 135-158
  "ReplicaSet.apps": (fields) =>
    areAllTrue(
      isObserved(fields),
      hasReplicas(fields, ["replicas", "readyReplicas", "availableReplicas"]),
      !hasCondition(readGoConditions(fields), "ReplicaFailure", "True"),
    ),
  // 161-173
  "DaemonSet.apps": (fields) => {
    const desired = fields.number(["status", "desiredNumberScheduled"]);
    const available = fields.number(["status", "numberAvailable"]);
    const ready = fields.number(["status", "numberReady"]);
    return areAllTrue(isObserved(fields), available === desired, ready === desired, readConditionFields(fields));
  },
  // 176-186
  PersistentVolumeClaim: (fields) =>
    areAllTrue(fields.text(["status", "phase"]) === "Bound", readConditionFields(fields)),
  // 189-202, 262-273. A Service without a type is not ready. Live servers always fill it in.
  Service: (fields) => {
    const type = fields.text(["spec", "type"]);
    if (["ClusterIP", "NodePort", "ExternalName"].includes(type)) return true;
    const addresses = fields.list(["status", "loadBalancer", "ingress"]).map((ingress) => ingress.text(["ip"]).trim());
    const hasClusterIP = fields.text(["spec", "clusterIP"]).trim() !== "";
    return type === "LoadBalancer" && areAllTrue(hasClusterIP, addresses.length > 0, !addresses.includes(""));
  },
  // 205-217
  Pod: (fields) => {
    // The rule does not use these two fields, but a malformed one is an error.
    fields.text(["status", "phase"]);
    fields.hasTime(["status", "startTime"]);
    const readyConditions = readGoConditions(fields).filter(({ type }) => type === "Ready");
    return readyConditions.some(({ status, reason }) => status === "True" || reason === "PodCompleted");
  },
  // 220-231
  "PodDisruptionBudget.policy": (fields) => {
    const current = fields.number(["status", "currentHealthy"]);
    const desired = fields.number(["status", "desiredHealthy"]);
    return areAllTrue(isObserved(fields), current >= desired);
  },
  // 233-246
  ReplicationController: (fields) =>
    areAllTrue(
      isObserved(fields),
      hasReplicas(fields, ["replicas", "readyReplicas", "availableReplicas"]),
      readConditionFields(fields),
    ),
  // 248-260: a Job that has started is ready, even if it failed
  "Job.batch": (fields) => areAllTrue(fields.hasTime(["status", "startTime"]), readConditionFields(fields)),
};

/** A Map, because a plain object would also have `toString` and other names that a kind may have. */
const rules = new Map(Object.entries(rulesByKind));

/**
 * Whether all checks are true. Unlike with `&&`, each check is evaluated, because the controller reads all fields before it
 * compares them: a field of a wrong type is an error, whatever the other checks say.
 */
function areAllTrue(...checks: readonly boolean[]): boolean {
  return checks.every(Boolean);
}

/** Whether the controller of the kind has observed the newest spec. */
function isObserved(fields: GoFields): boolean {
  return fields.number(["status", "observedGeneration"]) === fields.number(["metadata", "generation"]);
}

/**
 * Whether each of these counters of the status equals spec.replicas. A missing spec.replicas is 1, the default of the API
 * server. The controller itself would crash on a missing one (:86).
 */
function hasReplicas(fields: GoFields, counters: readonly string[]): boolean {
  const desired = fields.number(["spec", "replicas"], 1);
  return areAllTrue(...counters.map((counter) => fields.number(["status", counter]) === desired));
}

interface ReportedCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

/** The conditions of the status. Their times and messages are read too, because a field of another type is an error. */
function readGoConditions(fields: GoFields): readonly ReportedCondition[] {
  return fields.list(["status", "conditions"]).map((entry) => {
    const type = entry.text(["type"]);
    const status = entry.text(["status"]);
    const reason = entry.text(["reason"]);
    entry.text(["message"]);
    for (const name of ["lastTransitionTime", "lastUpdateTime", "lastProbeTime"]) entry.hasTime([name]);
    return { type, status, reason };
  });
}

/**
 * Reads the conditions only because a malformed one is an error, and returns true. It is for kinds whose Go type has conditions
 * that the rule does not use (k8s.io/api v0.17, with which the controller was built). In that version Service and
 * PodDisruptionBudget have no conditions yet.
 */
function readConditionFields(fields: GoFields): true {
  readGoConditions(fields);
  return true;
}

function hasCondition(
  conditions: readonly ReportedCondition[],
  type: string,
  status: string,
  reason?: string,
): boolean {
  return conditions.some(
    (condition) =>
      condition.type === type && condition.status === status && (reason === undefined || condition.reason === reason),
  );
}

/**
 * The readiness of a kind without a rule (status.go:54-76, 275-299). The first rule that fits decides:
 * 1. status or status.conditions has another type: Unknown.
 * 2. Ready is False, or InProgress is True: InProgress.
 * 3. Otherwise Ready, also without conditions.
 */
function evaluateByConditions({ raw }: KubeObject): ControllerReadiness {
  const status = valueAt(raw, "status");
  if (status === undefined || status === null) return { status: "Ready" };
  if (toRecord(status) === undefined) {
    return { status: "Unknown", error: formatAccessError(status, "map[string]interface{}") };
  }
  if (!Object.hasOwn(status, "conditions")) return { status: "Ready" };
  const conditions = valueAt(status, "conditions");
  if (!Array.isArray(conditions)) {
    return { status: "Unknown", error: formatAccessError(conditions, "[]interface{}") };
  }
  // The first condition of a type counts.
  const readStatus = (type: string): unknown => {
    const condition: unknown = conditions.find((entry) => valueAt(entry, "type") === type);
    return valueAt(condition, "status");
  };
  const isInProgress = readStatus("Ready") === "False" || readStatus("InProgress") === "True";
  return { status: isInProgress ? "InProgress" : "Ready" };
}

/** The error of Go's NestedSlice for a value on the way to status.conditions that has another type. */
function formatAccessError(value: unknown, expectedType: string): string {
  return `.status.conditions accessor error: ${formatWithGoType(value)}, expected ${expectedType}`;
}
