import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Judged } from "../../model/report.ts";
import { readConditions } from "../../parse/conditions.ts";
import { at } from "../../parse/value.ts";
import { coreKinds } from "../../profiles/core-kinds.ts";
import { type GoFields, goFields } from "./go-fields.ts";

/**
 * What seeds/application-status-proposal.md makes of one component; null where it has no rule: core kinds that it leaves
 * as "todo". A custom resource counts as soon as it says Ready; without it, it is Unknown and left out.
 */
export function readinessByProposal(object: KubeObject): Judged["proposal"] {
  const { group, kind } = object.ref;
  const key = group === "" ? kind : `${kind}.${group}`;
  const isReady = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (isReady !== undefined) return byRule(object, isReady);
  return coreGroups.has(group) ? null : byCondition(object);
}

/** "Core controller resources", 1 to 3. */
const rules: Readonly<Record<string, (fields: GoFields) => boolean>> = {
  "StatefulSet.apps": (fields) => {
    const { replicas, readycount, currentcount } = statefulSetNumbers(fields);
    return readycount === replicas && currentcount === replicas;
  },
  Service: () => true,
  "PodDisruptionBudget.policy": (fields) => {
    const { currenthealthy, desiredhealthy } = budgetNumbers(fields);
    return currenthealthy >= desiredhealthy;
  },
};

/** Groups that come with Kubernetes; what lies in any other is a custom resource, Applications too. */
const coreGroups: ReadonlySet<string> = new Set([
  ...coreKinds.map((each) => each.group),
  "authentication.k8s.io",
  "authorization.k8s.io",
  "extensions",
]);

/** An object of a group that comes with Kubernetes. */
export function isCore({ ref }: KubeObject): boolean {
  return coreGroups.has(ref.group);
}

/** The text does not say what a number that is none means: Unknown, which it leaves out of the aggregate elsewhere. */
function byRule({ raw }: KubeObject, isReady: (fields: GoFields) => boolean): Judged["proposal"] {
  const fields = goFields(raw);
  const ready = isReady(fields);
  if (fields.trouble() !== undefined) return { status: "Unknown", counted: false };
  return { status: ready ? "Ready" : "InProgress", counted: true };
}

function byCondition({ raw }: KubeObject): Judged["proposal"] {
  const { conditions } = readConditions(at(raw, ["status", "conditions"]));
  const ready = conditionOf(conditions, "Ready");
  if (ready === undefined) return { status: "Unknown", counted: false };
  return { status: ready.status === "True" ? "Ready" : "InProgress", counted: true };
}

function statefulSetNumbers(fields: GoFields): Readonly<Record<"replicas" | "readycount" | "currentcount", number>> {
  return {
    replicas: fields.number(["spec", "replicas"], 1),
    readycount: fields.number(["status", "readyReplicas"]),
    currentcount: fields.number(["status", "currentReplicas"]),
  };
}

function budgetNumbers(fields: GoFields): Readonly<Record<"currenthealthy" | "desiredhealthy", number>> {
  return {
    currenthealthy: fields.number(["status", "currentHealthy"]),
    desiredhealthy: fields.number(["status", "desiredHealthy"]),
  };
}

/** The proposal's `sts` and `pdb` blocks with the names it gives their numbers; none for other kinds or odd numbers. */
export function extendedStatus({ ref, raw }: KubeObject): Readonly<Record<string, string>> {
  const fields = goFields(raw);
  const numbers = numbersOf(`${ref.kind}.${ref.group}`, fields);
  if (fields.trouble() !== undefined) return {};
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number)]));
}

function numbersOf(kind: string, fields: GoFields): Readonly<Record<string, number>> {
  if (kind === "PodDisruptionBudget.policy") return budgetNumbers(fields);
  if (kind !== "StatefulSet.apps") return {};
  const numbers = statefulSetNumbers(fields);
  const { replicas, readycount } = numbers;
  // "progress = 100*readyreplicas/replicas", 0 to 100; who wants none has all.
  const progress = replicas <= 0 ? 100 : Math.trunc((100 * readycount) / replicas);
  return { ...numbers, progress: Math.min(100, Math.max(0, progress)) };
}
