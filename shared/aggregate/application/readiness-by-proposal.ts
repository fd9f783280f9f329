import type { EvaluatedByRules } from "../../model/application-status.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { formatGroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { valueAt } from "../../parse/json-value.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { type GoFields, readGoFields } from "./go-json-fields.ts";

/** Whether a component of one kind is ready. */
type ReadinessRule = (fields: GoFields) => boolean;

/** The rules of the proposal for kinds of Kubernetes: its section "Core controller resources", 1 to 3. */
const rules: ReadonlyMap<string, ReadinessRule> = new Map<string, ReadinessRule>([
  [
    "StatefulSet.apps",
    (fields) => {
      const { replicas, readycount, currentcount } = readStatefulSetNumbers(fields);
      return readycount === replicas && currentcount === replicas;
    },
  ],
  ["Service", () => true],
  [
    "PodDisruptionBudget.policy",
    (fields) => {
      const { currenthealthy, desiredhealthy } = readBudgetNumbers(fields);
      return currenthealthy >= desiredhealthy;
    },
  ],
]);

/**
 * The readiness of one component by the proposal of kubernetes-sigs/application#79: by the rule of its kind, and of a custom
 * resource by its Ready condition. It is null for other kinds of Kubernetes, which the proposal leaves as "todo".
 */
export function evaluateByProposal(object: KubeObject): EvaluatedByRules["proposal"] {
  const rule = rules.get(formatGroupKind(object.ref));
  if (rule !== undefined) return evaluateByRule(object, rule);
  return isInCoreGroup(object) ? null : evaluateByCondition(object);
}

/** API groups that come with Kubernetes. Every other group holds custom resources, Applications too. */
const coreGroups: ReadonlySet<string> = new Set([
  ...coreKinds.map(({ group }) => group),
  "authentication.k8s.io",
  "authorization.k8s.io",
  "extensions",
]);

/** Whether the object belongs to a group that comes with Kubernetes. */
export function isInCoreGroup({ ref }: KubeObject): boolean {
  return coreGroups.has(ref.group);
}

/**
 * The readiness by the rule of a kind. An object with a field that is not a number, of which the proposal says nothing, is
 * Unknown and not counted, because the proposal does not count what is Unknown.
 */
function evaluateByRule({ raw }: KubeObject, isReadyByRule: ReadinessRule): EvaluatedByRules["proposal"] {
  const fields = readGoFields(raw);
  const isReady = isReadyByRule(fields);
  if (fields.firstError() !== undefined) return { status: "Unknown", counted: false };
  return { status: isReady ? "Ready" : "InProgress", counted: true };
}

/** The readiness of a custom resource by its own Ready condition. One without that condition is Unknown and not counted. */
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
  const numbers = readExtendedNumbers(formatGroupKind(ref), fields);
  if (fields.firstError() !== undefined) return {};
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number)]));
}

function readExtendedNumbers(groupKind: string, fields: GoFields): Readonly<Record<string, number>> {
  if (groupKind === "PodDisruptionBudget.policy") return readBudgetNumbers(fields);
  if (groupKind !== "StatefulSet.apps") return {};
  const numbers = readStatefulSetNumbers(fields);
  return { ...numbers, progress: computeProgressPercent(numbers.readycount, numbers.replicas) };
}

/** "progress = 100*readyreplicas/replicas" of the proposal, limited to 0 to 100. Without desired replicas it is 100. */
function computeProgressPercent(readyReplicas: number, replicas: number): number {
  if (replicas <= 0) return 100;
  const percent = Math.trunc((100 * readyReplicas) / replicas);
  return Math.min(100, Math.max(0, percent));
}
