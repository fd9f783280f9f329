import type { Condition } from "../../model/condition.ts";
import type { KubeObject, MalformedField } from "../../model/object.ts";
import type { ReadyRule } from "../../model/ready-rule.ts";
import { type ConditionsReading, conditionsAt, readConditions } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { connectivityAnnotation, deliveryToolLabel, suspendAnnotation } from "../../profiles/greenhouse/profile.ts";
import { currentTypes, legacyTypes, suspendableKinds } from "../../tables/greenhouse-kinds.ts";
import { readyRules } from "../../tables/ready-rules.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";

/** One Greenhouse object with everything that its rules read. */
export interface GreenhouseSubject {
  readonly object: KubeObject;
  readonly conditions: readonly Condition[];
  readonly malformed: readonly MalformedField[];
  readonly ready: Condition | undefined;
  readonly isDeleting: boolean;
  /** An annotation stops the controller, so Ready stays as it was. */
  readonly isSuspended: boolean;
  /** Whether it is a Plugin of a release before 2026-03-12. */
  readonly isLegacy: boolean;
  /** Condition types of older releases beside the types that replaced them. */
  readonly leftovers: readonly string[];
  /** The controller's rule for Ready; undefined for kinds without a rule. */
  readonly rule: ReadyRule | undefined;
}

export function readSubject(object: KubeObject): GreenhouseSubject {
  const { conditions, malformed } = readGreenhouseConditions(object);
  const { kind } = object.ref;
  const isLegacy = kind === "Plugin" && isOfOlderRelease(conditions);
  const leftovers = kind === "Plugin" && !isLegacy ? conditions.filter(({ type }) => legacyTypes.has(type)) : [];
  return {
    object,
    conditions,
    malformed: malformed,
    ready: firstConditionOfType(conditions, "Ready"),
    isDeleting: object.deletedAt !== undefined,
    isSuspended: suspendableKinds.has(kind) && object.annotations.has(suspendAnnotation),
    isLegacy,
    leftovers: [...new Set(leftovers.map(({ type }) => type))],
    rule: chooseReadyRule(object, conditions, isLegacy),
  };
}

/**
 * The conditions where Greenhouse keeps them, list or not, if that field exists; otherwise where other kinds have them.
 */
function readGreenhouseConditions(object: KubeObject): ConditionsReading {
  const nested = valueAt(object.status, "statusConditions", "conditions");
  return nested === undefined ? conditionsAt(object) : readConditions(nested);
}

export function findReadyCondition(object: KubeObject): Condition | undefined {
  return firstConditionOfType(readGreenhouseConditions(object).conditions, "Ready");
}

/**
 * Whether an older release wrote the conditions, by presence. HelmReleaseCreated is current;
 * otherwise HelmReconcileFailed is old. Without both, types that only an older release writes decide.
 */
function isOfOlderRelease(conditions: readonly Condition[]): boolean {
  const has = (types: ReadonlySet<string>): boolean => conditions.some(({ type }) => types.has(type));
  if (has(new Set(["HelmReleaseCreated"]))) return false;
  return has(new Set(["HelmReconcileFailed"])) || (has(legacyTypes) && !has(currentTypes));
}

function chooseReadyRule(
  object: KubeObject,
  conditions: readonly Condition[],
  isLegacy: boolean,
): ReadyRule | undefined {
  const { kind } = object.ref;
  if (isLegacy) return readyRules[isByHelmController(object, conditions) ? "Plugin/helm" : "Plugin/early-flux"];
  if (kind === "Cluster" && object.annotations.get(connectivityAnnotation) === "oidc")
    return readyRules["Cluster/oidc"];
  return readyRules[kind];
}

/**
 * Whether the Helm controller wrote the conditions. Only it checks workloads and tests; both controllers wrote the
 * types, so the label decides.
 */
function isByHelmController({ labels }: KubeObject, conditions: readonly Condition[]): boolean {
  const types = ["HelmChartTestSucceeded", "NoHelmChartTestFailures", "WorkloadReady"];
  return (
    labels.get(deliveryToolLabel) !== "flux" &&
    types.some((type) => firstConditionOfType(conditions, type) !== undefined)
  );
}

/**
 * Whether a Plugin has no chart: it installs a user interface, as the controller's reason says
 * (plugin_controller_flux.go:93-99).
 */
export function reportsNoChart(conditions: readonly Condition[]): boolean {
  const created = firstConditionOfType(conditions, "HelmReleaseCreated");
  return created?.status === "Unknown" && created.reason === "PluginDefinitionNotBackedByHelmChart";
}

/** The text at a path of the object's spec or status; empty if it has none. */
export function readSubjectText(object: KubeObject, path: readonly string[]): string {
  const [field, ...rest] = path;
  return textAt(field === "spec" ? object.spec : object.status, ...rest);
}

/**
 * Entries that a ClusterKubeconfig's spec lacks; the values of entries are never shown
 * (kubeconfig_controller.go:402-444).
 */
export function listMissingEntries({ spec }: KubeObject): readonly string[] {
  const lists = ["clusters", "users", "contexts"].filter((key) => listAt(spec, "kubeconfig", key).length === 0);
  return [...lists, ...(textAt(spec, "kubeconfig", "current-context") === "" ? ["current-context"] : [])];
}
