import type { Condition } from "../../model/condition.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { listAt, recordAt, valueAt } from "../../parse/json-value.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { mergeParts } from "./aggregated-parts.ts";
import { findPluginCluster, findPluginDefinition } from "./object-links.ts";
import { type ReadySummary, summarizeGates } from "./ready-summary.ts";
import { findReadyCondition, type GreenhouseSubject, listMissingEntries, reportsNoChart } from "./subject.ts";

// Checks of the controllers besides conditions. By ADR-4 Ready depends on the other conditions only.

/** The Ready condition that the controller would write now; undefined for a kind without a rule. */
export function computeReady(
  subject: GreenhouseSubject,
  conditions: readonly Condition[],
  index: ObjectIndex,
): ReadySummary | undefined {
  const { rule } = subject;
  if (rule === undefined) return undefined;
  const asked = earlyChecks[subject.object.ref.kind]?.(subject, index);
  return (
    asked ?? summarizeGates(rule.gates, conditions) ?? checkKubeconfig(subject) ?? { status: "True", ...rule.otherwise }
  );
}

/** A check before the gates; undefined leaves the result to them. */
type EarlyCheck = (subject: GreenhouseSubject, index: ObjectIndex) => ReadySummary | undefined;

const earlyChecks: Readonly<Record<string, EarlyCheck | undefined>> = {
  Plugin: checkPlugin,
  PluginDefinition: checkChart,
  ClusterPluginDefinition: checkChart,
  TeamRoleBinding: checkClusters,
  Catalog: checkInventory,
};

/**
 * The check of a Plugin: cluster access, then the definition, then whether it has a chart
 * (plugin_controller_flux.go:246-264, util.go:76-130).
 */
function checkPlugin(
  { object, conditions, isLegacy, rule }: GreenhouseSubject,
  index: ObjectIndex,
): ReadySummary | undefined {
  // Older releases report their check of the Cluster in ClusterAccessReady.
  if (isLegacy) return undefined;
  const created = firstConditionOfType(conditions, "HelmReleaseCreated");
  const failedBy = (reason: string): boolean => created?.status === "False" && created.reason === reason;
  const cluster = findPluginCluster(object, index);
  if (failedBy("ClusterAccessFailed") || (cluster !== undefined && isClusterOutOfReach(cluster))) {
    return { status: "False", message: "cluster access not ready" };
  }
  const definition = findPluginDefinition(object, index);
  if (failedBy("PluginDefinitionNotAvailable") || definition?.outcome === "absent") {
    return { status: "False", message: "PluginDefinition not available" };
  }
  const isChartless = definition?.outcome === "found" ? !hasChart(definition.object.spec) : reportsNoChart(conditions);
  return isChartless && rule !== undefined ? { status: "True", ...rule.otherwise } : undefined;
}

/** Whether a Cluster is not ready or absent; one that was not read may be reachable. */
function isClusterOutOfReach(cluster: Lookup): boolean {
  return cluster.outcome === "found"
    ? findReadyCondition(cluster.object)?.status !== "True"
    : cluster.outcome === "absent";
}

/** plugindefinition/utils.go:53-89 */
function checkChart({ object }: GreenhouseSubject): ReadySummary | undefined {
  return hasChart(object.spec) ? undefined : { status: "True", reason: "", message: "No HelmChart defined" };
}

function hasChart(spec: unknown): boolean {
  return recordAt(spec, "helmChart") !== undefined;
}

/** The check of a TeamRoleBinding: an empty list of clusters is ready (teamrolebinding_controller.go:852-867). */
function checkClusters({ object }: GreenhouseSubject, index: ObjectIndex): ReadySummary | undefined {
  const { status } = mergeParts(object, index);
  return status === "False" ? { status, message: "Team RBAC reconciliation failed" } : undefined;
}

/**
 * Reasons that an earlier step of the same reconcile writes; the controller then skips the inventory
 * (catalog_controller.go:392-400).
 */
const earlierStepReasons: readonly string[] = ["CatalogSourceValidationFail", "OrphanedObjectCleanUpFail"];

/**
 * Default reasons of a kind without a rule of its own. They come from the result of the reconcile, which no field
 * records.
 */
const outcomeReasons: readonly string[] = ["Created", "FailingCreation", "PendingCreation"];

/**
 * The check of a Catalog (catalog_controller.go:226-248, 392-466). An older Catalog has one source and no inventory.
 */
function checkInventory({ object, ready }: GreenhouseSubject, index: ObjectIndex): ReadySummary | undefined {
  if (listAt(object.spec, "sources").length === 0 && valueAt(object.spec, "source") === undefined) {
    const message = "no sources specified for catalog, skipping reconciliation";
    return { status: "False", reason: "CatalogEmptySources", message };
  }
  const isOfEarlierStep = ready?.status === "False" && earlierStepReasons.includes(ready.reason);
  if (ready !== undefined && (isOfEarlierStep || outcomeReasons.includes(ready.reason))) return ready;
  const { status } = mergeParts(object, index);
  // Without an inventory there is nothing to compute Ready from.
  if (status === undefined) return ready ?? { status: "Unknown", reason: "", message: "" };
  return status === "False"
    ? { status, reason: "CatalogNotReady", message: "not all catalog objects are ready" }
    : undefined;
}

/**
 * A check after the gates: a kubeconfig that no step failed for and that is incomplete nevertheless
 * (kubeconfig_controller.go:402-444).
 */
function checkKubeconfig({ object }: GreenhouseSubject): ReadySummary | undefined {
  if (object.ref.kind !== "ClusterKubeconfig" || listMissingEntries(object).length === 0) return undefined;
  return { status: "False", reason: "Incomplete", message: "" };
}
