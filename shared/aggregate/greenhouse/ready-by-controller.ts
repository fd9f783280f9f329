import type { Condition } from "../../model/condition.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { listAt, recordAt, valueAt } from "../../parse/json-value.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { mergeReadinessOfParts } from "./aggregated-parts.ts";
import { findPluginCluster, findPluginDefinition } from "./object-links.ts";
import { type ReadySummary, summarizeGates } from "./ready-summary.ts";
import { findReadyCondition, type GreenhouseSubject, listMissingKubeconfigEntries, reportsNoChart } from "./subject.ts";

// By ADR-4 Ready depends on the other conditions only. The controllers also check what is in this file.

/**
 * The Ready condition that the controller would write now. Undefined for a kind without a rule. The first of these that has
 * a result decides:
 * 1. the check of the kind that the controller makes before the gates,
 * 2. the gates,
 * 3. the check of a kubeconfig,
 * 4. the default of the rule, which is True.
 */
export function computeReady(
  subject: GreenhouseSubject,
  conditions: readonly Condition[],
  index: ObjectIndex,
): ReadySummary | undefined {
  const { rule, object } = subject;
  if (rule === undefined) return undefined;
  const checkBeforeGates = checksBeforeGates[object.ref.kind];
  return (
    checkBeforeGates?.(subject, index) ??
    summarizeGates(rule.gates, conditions) ??
    checkKubeconfig(subject) ?? { status: "True", ...rule.otherwise }
  );
}

/** A check of one kind before the gates. Undefined leaves the result to the gates. */
type CheckBeforeGates = (subject: GreenhouseSubject, index: ObjectIndex) => ReadySummary | undefined;

const checksBeforeGates: Readonly<Record<string, CheckBeforeGates | undefined>> = {
  Plugin: checkPlugin,
  PluginDefinition: checkChart,
  ClusterPluginDefinition: checkChart,
  TeamRoleBinding: checkClusters,
  Catalog: checkInventory,
};

/**
 * The check of a Plugin: False without access to its cluster, then False without its definition, then True if it has no
 * chart (plugin_controller_flux.go:246-264, util.go:76-130).
 */
function checkPlugin(
  { object, conditions, isLegacy, rule }: GreenhouseSubject,
  index: ObjectIndex,
): ReadySummary | undefined {
  // Older releases report their check of the Cluster in ClusterAccessReady.
  if (isLegacy || rule === undefined) return undefined;
  const created = firstConditionOfType(conditions, "HelmReleaseCreated");
  const creationFailure = created?.status === "False" ? created.reason : undefined;
  const cluster = findPluginCluster(object, index);
  if (creationFailure === "ClusterAccessFailed" || (cluster !== undefined && isClusterUnusable(cluster))) {
    return { status: "False", message: "cluster access not ready" };
  }
  const definition = findPluginDefinition(object, index);
  if (creationFailure === "PluginDefinitionNotAvailable" || definition?.outcome === "absent") {
    return { status: "False", message: "PluginDefinition not available" };
  }
  const hasNoChart = definition?.outcome === "found" ? !hasChart(definition.object.spec) : reportsNoChart(conditions);
  return hasNoChart ? { status: "True", ...rule.otherwise } : undefined;
}

/** Whether a Cluster is not Ready or does not exist. False for one that was not read, because it may be Ready. */
function isClusterUnusable(cluster: Lookup): boolean {
  if (cluster.outcome === "found") return findReadyCondition(cluster.object)?.status !== "True";
  return cluster.outcome === "absent";
}

/** The check of a definition: one without a chart is ready (plugindefinition/utils.go:53-89). */
function checkChart({ object }: GreenhouseSubject): ReadySummary | undefined {
  return hasChart(object.spec) ? undefined : { status: "True", reason: "", message: "No HelmChart defined" };
}

function hasChart(spec: unknown): boolean {
  return recordAt(spec, "helmChart") !== undefined;
}

/**
 * The check of a TeamRoleBinding: False if its status reports a failure on a cluster. Without any cluster the gates decide
 * (teamrolebinding_controller.go:852-867).
 */
function checkClusters({ object }: GreenhouseSubject, index: ObjectIndex): ReadySummary | undefined {
  const { status } = mergeReadinessOfParts(object, index);
  return status === "False" ? { status, message: "Team RBAC reconciliation failed" } : undefined;
}

/**
 * Reasons that an earlier step of the same reconcile writes, after which the controller skips the inventory
 * (catalog_controller.go:392-400).
 */
const earlierStepReasons: readonly string[] = ["CatalogSourceValidationFail", "OrphanedObjectCleanUpFail"];

/**
 * The default reasons for the result of a reconcile. The controller takes that result from no field of the object, so it
 * cannot be computed again.
 */
const reconcileResultReasons: readonly string[] = ["Created", "FailingCreation", "PendingCreation"];

/**
 * The check of a Catalog (catalog_controller.go:226-248, 392-466). The first of these that applies decides:
 * 1. Without a source Ready is False. An older Catalog has one source in spec.source.
 * 2. A Ready that does not come from the inventory stays.
 * 3. Without an inventory, as in an older Catalog, Ready cannot be computed: it stays, or is Unknown.
 * 4. Ready is False if an object of the inventory is not Ready.
 */
function checkInventory({ object, ready }: GreenhouseSubject, index: ObjectIndex): ReadySummary | undefined {
  if (listAt(object.spec, "sources").length === 0 && valueAt(object.spec, "source") === undefined) {
    const message = "no sources specified for catalog, skipping reconciliation";
    return { status: "False", reason: "CatalogEmptySources", message };
  }
  if (ready !== undefined && !isComputedFromInventory(ready)) return ready;
  const { status } = mergeReadinessOfParts(object, index);
  if (status === undefined) return ready ?? { status: "Unknown", reason: "", message: "" };
  if (status === "True") return undefined;
  return { status, reason: "CatalogNotReady", message: "not all catalog objects are ready" };
}

/** Whether the controller computed the Ready of a Catalog from its inventory, as far as the reason shows. */
function isComputedFromInventory({ status, reason }: Condition): boolean {
  if (reconcileResultReasons.includes(reason)) return false;
  return status !== "False" || !earlierStepReasons.includes(reason);
}

/**
 * The check of a ClusterKubeconfig after the gates: False if entries are missing although no step failed
 * (kubeconfig_controller.go:402-444).
 */
function checkKubeconfig({ object }: GreenhouseSubject): ReadySummary | undefined {
  if (object.ref.kind !== "ClusterKubeconfig" || listMissingKubeconfigEntries(object).length === 0) return undefined;
  return { status: "False", reason: "Incomplete", message: "" };
}
