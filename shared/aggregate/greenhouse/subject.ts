import type { Condition } from "../../model/condition.ts";
import type { KubeObject, Oddity } from "../../model/object.ts";
import { type ConditionsReading, conditionsAt, readConditions } from "../../parse/conditions.ts";
import { at, list, text } from "../../parse/value.ts";
import {
  connectivityAnnotation,
  currentPluginTypes,
  deliveryToolLabel,
  legacyTypes,
  suspendAnnotation,
  suspendable,
} from "../../profiles/greenhouse.ts";
import {
  controllerRules,
  earlyFluxPlugin,
  helmPlugin,
  oidcCluster,
  type ReadyRule,
} from "../../profiles/greenhouse-gates.ts";
import { conditionOf } from "../verbs.ts";

/** One Greenhouse object as its rules ask about it. */
export interface Subject {
  readonly object: KubeObject;
  readonly conditions: readonly Condition[];
  readonly oddities: readonly Oddity[];
  readonly ready: Condition | undefined;
  readonly isDeleting: boolean;
  /** Its annotation stops the controller, so Ready stays as it was. */
  readonly isSuspended: boolean;
  /** Plugins of before 2026-03-12. */
  readonly isLegacy: boolean;
  /** Types that nobody writes any more beside those that are written instead. */
  readonly leftovers: readonly string[];
  /** What the controller asks of its conditions; undefined for kinds without a rule. */
  readonly rule: ReadyRule | undefined;
}

export function subjectOf(object: KubeObject): Subject {
  const { conditions, oddities } = readingOf(object);
  const { kind } = object.ref;
  const isLegacy = kind === "Plugin" && isOfBefore(conditions);
  const leftovers = kind === "Plugin" && !isLegacy ? conditions.filter(({ type }) => legacyTypes.has(type)) : [];
  return {
    ...{ object, conditions, oddities },
    ready: conditionOf(conditions, "Ready"),
    isDeleting: object.deletedAt !== undefined,
    isSuspended: suspendable.has(kind) && object.annotations.has(suspendAnnotation),
    isLegacy,
    leftovers: [...new Set(leftovers.map(({ type }) => type))],
    rule: ruleOf(object, conditions, isLegacy),
  };
}

/** Where Greenhouse keeps them, list or not, whatever else there is; else where everybody else does. */
function readingOf(object: KubeObject): ConditionsReading {
  const nested = at(object.status, ["statusConditions", "conditions"]);
  return nested === undefined ? conditionsAt(object) : readConditions(nested);
}

export function readyOf(object: KubeObject): Condition | undefined {
  return conditionOf(readingOf(object).conditions, "Ready");
}

/**
 * Chosen by presence (facts seed-systems 2.5): HelmReleaseCreated is of today, else HelmReconcileFailed of before; with
 * neither, what only an older release wrote.
 */
function isOfBefore(conditions: readonly Condition[]): boolean {
  const has = (types: ReadonlySet<string>): boolean => conditions.some(({ type }) => types.has(type));
  if (has(new Set(["HelmReleaseCreated"]))) return false;
  return has(new Set(["HelmReconcileFailed"])) || (has(legacyTypes) && !has(currentPluginTypes));
}

function ruleOf(object: KubeObject, conditions: readonly Condition[], isLegacy: boolean): ReadyRule | undefined {
  const { kind } = object.ref;
  if (isLegacy) return isOfHelm(object, conditions) ? helmPlugin : earlyFluxPlugin;
  if (kind === "Cluster" && object.annotations.get(connectivityAnnotation) === "oidc") return oidcCluster;
  return (controllerRules as Readonly<Record<string, ReadyRule | undefined>>)[kind];
}

/** Only the Helm controller looked at workloads and tests; both wrote the types, so the label has the last word. */
function isOfHelm({ labels }: KubeObject, conditions: readonly Condition[]): boolean {
  const types = ["HelmChartTestSucceeded", "NoHelmChartTestFailures", "WorkloadReady"];
  return labels.get(deliveryToolLabel) !== "flux" && types.some((type) => conditionOf(conditions, type) !== undefined);
}

/** What is installed for one that has no chart: a user interface, recognised by the controller's own reason (plugin_controller_flux.go:93-99). */
export function saysNoChart(conditions: readonly Condition[]): boolean {
  const created = conditionOf(conditions, "HelmReleaseCreated");
  return created?.status === "Unknown" && created.reason === "PluginDefinitionNotBackedByHelmChart";
}

/** The text at a path of its spec or status; empty where there is none. */
export function textAt(object: KubeObject, path: readonly string[]): string {
  const [field, ...rest] = path;
  return text(at(field === "spec" ? object.spec : object.status, rest));
}

/** Entries of a ClusterKubeconfig's spec that are not there: what they hold is never shown (kubeconfig_controller.go:402-444). */
export function missingEntries({ spec }: KubeObject): readonly string[] {
  const lists = ["clusters", "users", "contexts"].filter((key) => list(at(spec, ["kubeconfig", key])).length === 0);
  return [...lists, ...(text(at(spec, ["kubeconfig", "current-context"])) === "" ? ["current-context"] : [])];
}
