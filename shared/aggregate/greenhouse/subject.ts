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
  /** Whether the annotation for suspension is set. The controller then leaves Ready as it was. */
  readonly isSuspended: boolean;
  /** Whether it is a Plugin whose conditions a release before 2026-03-12 wrote. */
  readonly isLegacy: boolean;
  /** The types of older releases among the conditions of a Plugin that a newer release has reconciled since. */
  readonly leftovers: readonly string[];
  /** The controller's rule for Ready. Undefined for kinds without a rule. */
  readonly rule: ReadyRule | undefined;
}

export function readSubject(object: KubeObject): GreenhouseSubject {
  const { conditions, malformed } = readGreenhouseConditions(object);
  const { kind } = object.ref;
  const isLegacy = kind === "Plugin" && areLegacyConditions(conditions);
  return {
    object,
    conditions,
    malformed,
    ready: firstConditionOfType(conditions, "Ready"),
    isDeleting: object.deletedAt !== undefined,
    isSuspended: suspendableKinds.has(kind) && object.annotations.has(suspendAnnotation),
    isLegacy,
    leftovers: kind === "Plugin" && !isLegacy ? listLegacyTypes(conditions) : [],
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
 * Whether an older release wrote the conditions of a Plugin. Conditions of both releases may stand side by side, so the
 * first of these rules that applies decides:
 * 1. with HelmReleaseCreated a current release wrote them,
 * 2. with HelmReconcileFailed an older one,
 * 3. otherwise an older one, if some types are legacy and none is current.
 */
function areLegacyConditions(conditions: readonly Condition[]): boolean {
  const types = conditions.map(({ type }) => type);
  if (types.includes("HelmReleaseCreated")) return false;
  if (types.includes("HelmReconcileFailed")) return true;
  const hasCurrentType = types.some((type) => currentTypes.has(type));
  return listLegacyTypes(conditions).length > 0 && !hasCurrentType;
}

/** The types that only older releases write, each once. */
function listLegacyTypes(conditions: readonly Condition[]): readonly string[] {
  const types = conditions.map(({ type }) => type).filter((type) => legacyTypes.has(type));
  return [...new Set(types)];
}

/** The row of `readyRules` for the object. A legacy Plugin and a Cluster with OIDC have rows of their own. */
function chooseReadyRule(
  object: KubeObject,
  conditions: readonly Condition[],
  isLegacy: boolean,
): ReadyRule | undefined {
  const { kind } = object.ref;
  if (isLegacy) {
    return readyRules[wasWrittenByHelmController(object, conditions) ? "Plugin/helm" : "Plugin/early-flux"];
  }
  const usesOidc = kind === "Cluster" && object.annotations.get(connectivityAnnotation) === "oidc";
  return readyRules[usesOidc ? "Cluster/oidc" : kind];
}

/** Condition types that only the Helm controller writes: the Flux controller checks neither workloads nor tests. */
const helmControllerTypes = ["HelmChartTestSucceeded", "NoHelmChartTestFailures", "WorkloadReady"];

/**
 * Whether the Helm controller wrote the conditions of a legacy Plugin, and not the Flux controller. The label decides
 * first, because a Plugin that Flux took over keeps the conditions of the Helm controller.
 */
function wasWrittenByHelmController({ labels }: KubeObject, conditions: readonly Condition[]): boolean {
  if (labels.get(deliveryToolLabel) === "flux") return false;
  return conditions.some(({ type }) => helmControllerTypes.includes(type));
}

/**
 * Whether a Plugin reports that its definition has no chart. Such a Plugin installs only a user interface
 * (cloudoperators/greenhouse internal/controller/plugin/plugin_controller_flux.go:93-99).
 */
export function reportsNoChart(conditions: readonly Condition[]): boolean {
  const created = firstConditionOfType(conditions, "HelmReleaseCreated");
  return created?.status === "Unknown" && created.reason === "PluginDefinitionNotBackedByHelmChart";
}

/** The text at a path that begins with `spec` or `status`: `["status", "version"]` -> `"1.2.0"`. Empty without one. */
export function readSubjectText(object: KubeObject, path: readonly string[]): string {
  const [section, ...fields] = path;
  return textAt(section === "spec" ? object.spec : object.status, ...fields);
}

/**
 * The names of the kubeconfig entries that the spec of a ClusterKubeconfig lacks: `["users", "current-context"]`. The
 * entries hold credentials, so their values are never returned (kubeconfig_controller.go:402-444).
 */
export function listMissingKubeconfigEntries({ spec }: KubeObject): readonly string[] {
  const missing = ["clusters", "users", "contexts"].filter((key) => listAt(spec, "kubeconfig", key).length === 0);
  if (textAt(spec, "kubeconfig", "current-context") === "") missing.push("current-context");
  return missing;
}
