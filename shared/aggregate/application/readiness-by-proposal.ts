import type { EvaluatedByRules } from "../../model/application-status.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { valueAt } from "../../parse/json-value.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { type GoFields, readGoFields } from "./go-json-fields.ts";

/**
 * The readiness of one component by the proposal of kubernetes-sigs/application#79. It is null for core kinds that the
 * text leaves as "todo". A custom resource counts if it has a Ready condition; without one it is Unknown and omitted.
 */
export function evaluateByProposal(object: KubeObject): EvaluatedByRules["proposal"] {
  const { group, kind } = object.ref;
  const key = group === "" ? kind : `${kind}.${group}`;
  const isReady = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (isReady !== undefined) return evaluateByRule(object, isReady);
  return coreGroups.has(group) ? null : evaluateByCondition(object);
}

/** "Core controller resources", 1 to 3. */
const rules: Readonly<Record<string, (fields: GoFields) => boolean>> = {
  "StatefulSet.apps": (fields) => {
    const { replicas, readycount, currentcount } = readStatefulSetNumbers(fields);
    return readycount === replicas && currentcount === replicas;
  },
  Service: () => true,
  "PodDisruptionBudget.policy": (fields) => {
    const { currenthealthy, desiredhealthy } = readBudgetNumbers(fields);
    return currenthealthy >= desiredhealthy;
  },
};

/** API groups that come with Kubernetes; every other group holds custom resources, Applications too. */
const coreGroups: ReadonlySet<string> = new Set([
  ...coreKinds.map((each) => each.group),
  "authentication.k8s.io",
  "authorization.k8s.io",
  "extensions",
]);

/** Whether the object belongs to a group that comes with Kubernetes. */
export function isInCoreGroup({ ref }: KubeObject): boolean {
  return coreGroups.has(ref.group);
}

/**
 * The readiness by the rule of a kind. The proposal does not say what a field means that is not a number. It is Unknown here
 * and not counted, as the proposal does not count what is Unknown.
 */
function evaluateByRule({ raw }: KubeObject, isReady: (fields: GoFields) => boolean): EvaluatedByRules["proposal"] {
  const fields = readGoFields(raw);
  const ready = isReady(fields);
  if (fields.trouble() !== undefined) return { status: "Unknown", counted: false };
  return { status: ready ? "Ready" : "InProgress", counted: true };
}

/** The readiness of a custom resource by its own Ready condition. */
function evaluateByCondition({ raw }: KubeObject): EvaluatedByRules["proposal"] {
  const { conditions } = readConditions(valueAt(raw, "status", "conditions"));
  const ready = lastConditionOfType(conditions, "Ready");
  if (ready === undefined) return { status: "Unknown", counted: false };
  return { status: ready.status === "True" ? "Ready" : "InProgress", counted: true };
}

function readStatefulSetNumbers(
  fields: GoFields,
): Readonly<Record<"replicas" | "readycount" | "currentcount", number>> {
  return {
    replicas: fields.number(["spec", "replicas"], 1),
    readycount: fields.number(["status", "readyReplicas"]),
    currentcount: fields.number(["status", "currentReplicas"]),
  };
}

function readBudgetNumbers(fields: GoFields): Readonly<Record<"currenthealthy" | "desiredhealthy", number>> {
  return {
    currenthealthy: fields.number(["status", "currentHealthy"]),
    desiredhealthy: fields.number(["status", "desiredHealthy"]),
  };
}

/**
 * The proposal's `sts` and `pdb` blocks under its own field names. Empty for other kinds and for fields that are not
 * numbers.
 */
export function readExtendedStatus({ ref, raw }: KubeObject): Readonly<Record<string, string>> {
  const fields = readGoFields(raw);
  const numbers = readNumbers(`${ref.kind}.${ref.group}`, fields);
  if (fields.trouble() !== undefined) return {};
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number)]));
}

function readNumbers(kind: string, fields: GoFields): Readonly<Record<string, number>> {
  if (kind === "PodDisruptionBudget.policy") return readBudgetNumbers(fields);
  if (kind !== "StatefulSet.apps") return {};
  const numbers = readStatefulSetNumbers(fields);
  const { replicas, readycount } = numbers;
  // The proposal has "progress = 100*readyreplicas/replicas". It is limited to 0 to 100, and 100 if no replicas are wanted.
  const progress = replicas <= 0 ? 100 : Math.trunc((100 * readycount) / replicas);
  return { ...numbers, progress: Math.min(100, Math.max(0, progress)) };
}
