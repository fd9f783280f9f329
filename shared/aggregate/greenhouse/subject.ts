import type { Condition } from "../../model/condition.ts";
import type { MalformedEvidence } from "../../model/finding/evidence.ts";
import type { KubeObject } from "../../model/object.ts";
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
  readonly malformed: readonly MalformedEvidence[];
  readonly ready: Condition | undefined;
  readonly isDeleting: boolean;
  /** An annotation stops the controller, so Ready stays as it was. */
  readonly isSuspended: boolean;
  /** Whether it is a Plugin of a release before 2026-03-12. */
  readonly isLegacy: boolean;
  /** Condition types of older releases beside the types that replaced them. */
  readonly leftovers: readonly string[];
  /** The controller's rule for Ready. Undefined for kinds without a rule. */
  readonly rule: ReadyRule | undefined;
}

export function readSubject(object: KubeObject): GreenhouseSubject {
  const { conditions, malformed } = readGreenhouseConditions(object);
  const { kind } = object.ref;
  const isLegacy = kind === "Plugin" && isOfOlderRelease(conditions);
  const legacyConditions = conditions.filter(({ type }) => legacyTypes.has(type));
  const leftovers = kind === "Plugin" && !isLegacy ? legacyConditions : [];
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
 * The conditions in status.statusConditions, where Greenhouse keeps them. Without that field, those in status.conditions.
 */
function readGreenhouseConditions(object: KubeObject): ConditionsReading {
  const nested = valueAt(object.status, "statusConditions", "conditions");
  return nested === undefined ? conditionsAt(object) : readConditions(nested);
}

export function findReadyCondition(object: KubeObject): Condition | undefined {
  return firstConditionOfType(readGreenhouseConditions(object).conditions, "Ready");
}

/**
 * Whether an older release wrote the conditions. The first of these types that exists decides: HelmReleaseCreated is of a
 * current release, HelmReconcileFailed of an older one, then any type that only one of them writes.
 */
function isOfOlderRelease(conditions: readonly Condition[]): boolean {
  const types = conditions.map(({ type }) => type);
  if (types.includes("HelmReleaseCreated")) return false;
  if (types.includes("HelmReconcileFailed")) return true;
  return types.some((type) => legacyTypes.has(type)) && !types.some((type) => currentTypes.has(type));
}

function chooseReadyRule(
  object: KubeObject,
  conditions: readonly Condition[],
  isLegacy: boolean,
): ReadyRule | undefined {
  const { kind } = object.ref;
  if (isLegacy) return readyRules[isByHelmController(object, conditions) ? "Plugin/helm" : "Plugin/early-flux"];
  const isByOidc = kind === "Cluster" && object.annotations.get(connectivityAnnotation) === "oidc";
  return readyRules[isByOidc ? "Cluster/oidc" : kind];
}

/**
 * Whether the Helm controller wrote the conditions, and not the Flux controller. Only the Helm controller checks workloads and
 * tests. As both may have written the Plugin, its label decides first.
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

/** The text at a path that begins with `spec` or `status`. Empty where there is none. */
export function readSubjectText(object: KubeObject, path: readonly string[]): string {
  const [section, ...fields] = path;
  return textAt(section === "spec" ? object.spec : object.status, ...fields);
}

/**
 * The entries that a ClusterKubeconfig's spec lacks. The values of entries are never shown
 * (kubeconfig_controller.go:402-444).
 */
export function listMissingEntries({ spec }: KubeObject): readonly string[] {
  const missing = ["clusters", "users", "contexts"].filter((key) => listAt(spec, "kubeconfig", key).length === 0);
  if (textAt(spec, "kubeconfig", "current-context") === "") missing.push("current-context");
  return missing;
}
