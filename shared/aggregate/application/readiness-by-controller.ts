import type { ApplicationStatus } from "../../model/application-status.ts";
import type { KubeObject } from "../../model/object.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { formatWithGoType, type GoFields, readGoFields } from "./go-json-fields.ts";

/**
 * The readiness that the running controller computes for one component; `error` if it cannot read it, which means
 * Unknown.
 */
export interface ControllerReadiness {
  readonly status: ApplicationStatus;
  readonly error?: string;
}

/**
 * The readiness by the rule of the kind, whatever its version, otherwise by the conditions (kubernetes-sigs/application
 * controllers/status.go:26-50).
 */
export function evaluateByCode(object: KubeObject): ControllerReadiness {
  const { group, kind } = object.ref;
  const key = group === "" ? kind : `${kind}.${group}`;
  const isReady = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (isReady === undefined) return evaluateByConditions(object);
  const fields = readGoFields(object.raw);
  const ready = isReady(fields);
  const trouble = fields.trouble();
  if (trouble !== undefined) return { status: "Unknown", error: trouble };
  return { status: ready ? "Ready" : "InProgress" };
}

/** The rule of each kind, with its lines in kubernetes-sigs/application controllers/status.go. */
const rules: Readonly<Record<string, (fields: GoFields) => boolean>> = {
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
    const wanted = fields.number(["status", "desiredNumberScheduled"]);
    const available = fields.number(["status", "numberAvailable"]);
    const ready = fields.number(["status", "numberReady"]);
    return areAllTrue(isObserved(fields), available === wanted, ready === wanted, readConditionFields(fields));
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
    fields.text(["status", "phase"]);
    fields.hasTime(["status", "startTime"]);
    const ready = readGoConditions(fields).filter(({ type }) => type === "Ready");
    return ready.some(({ status, reason }) => status === "True" || reason === "PodCompleted");
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

/**
 * Whether all checks are true. Unlike `&&` it evaluates each of them, as the controller reads all fields before: a field of a
 * wrong type is an error wherever it stands.
 */
function areAllTrue(...checks: readonly boolean[]): boolean {
  return checks.every(Boolean);
}

function isObserved(fields: GoFields): boolean {
  return fields.number(["status", "observedGeneration"]) === fields.number(["metadata", "generation"]);
}

/**
 * Whether each of these counters of the status is spec.replicas. A missing spec.replicas is 1, as the API server would default
 * it. The controller itself would crash on it (:86).
 */
function hasReplicas(fields: GoFields, counters: readonly string[]): boolean {
  const wanted = fields.number(["spec", "replicas"], 1);
  return areAllTrue(...counters.map((counter) => fields.number(["status", counter]) === wanted));
}

interface ReportedCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

/** The conditions. Their times and messages are read too, because a field of another type is an error. */
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
 * Reads the conditions, so that malformed ones are an error, and is always true. For kinds whose Go type has conditions that
 * the rule does not use (k8s.io/api v0.17, which the controller was built with). In that version Service and
 * PodDisruptionBudget have none yet.
 */
function readConditionFields(fields: GoFields): boolean {
  return readGoConditions(fields).length >= 0;
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
 * Ready unless Ready is False or InProgress is True; the first condition of a type counts (status.go:54-76, 275-299).
 */
function evaluateByConditions({ raw }: KubeObject): ControllerReadiness {
  const status = valueAt(raw, "status");
  const path = ".status.conditions accessor error:";
  if (status === undefined || status === null) return { status: "Ready" };
  if (toRecord(status) === undefined) {
    return { status: "Unknown", error: `${path} ${formatWithGoType(status)}, expected map[string]interface{}` };
  }
  if (!Object.hasOwn(status, "conditions")) return { status: "Ready" };
  const conditions = valueAt(status, "conditions");
  if (!Array.isArray(conditions)) {
    return { status: "Unknown", error: `${path} ${formatWithGoType(conditions)}, expected []interface{}` };
  }
  const statusOfFirst = (type: string): unknown => {
    const condition: unknown = conditions.find((entry) => valueAt(entry, "type") === type);
    return valueAt(condition, "status");
  };
  const isInProgress = statusOfFirst("Ready") === "False" || statusOfFirst("InProgress") === "True";
  return { status: isInProgress ? "InProgress" : "Ready" };
}
