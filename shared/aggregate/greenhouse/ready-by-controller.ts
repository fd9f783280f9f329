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

/**
 * The Ready condition that the controller would write now. Undefined for a kind without a rule. The first of these that has a
 * result counts: the check of the kind before the gates, the gates, the check of a kubeconfig, and the rule's default.
 */
export function computeReady(
  subject: GreenhouseSubject,
  conditions: readonly Condition[],
  index: ObjectIndex,
): ReadySummary | undefined {
  const { rule, object } = subject;
  if (rule === undefined) return undefined;
  const early = earlyChecks[object.ref.kind]?.(subject, index);
  return (
    early ?? summarizeGates(rule.gates, conditions) ?? checkKubeconfig(subject) ?? { status: "True", ...rule.otherwise }
  );
}

/** A check of one kind before the gates. Undefined leaves the result to them. */
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
  const hasFailedBy = (reason: string): boolean => created?.status === "False" && created.reason === reason;
  const cluster = findPluginCluster(object, index);
  if (hasFailedBy("ClusterAccessFailed") || (cluster !== undefined && isClusterOutOfReach(cluster))) {
    return { status: "False", message: "cluster access not ready" };
  }
  const definition = findPluginDefinition(object, index);
  if (hasFailedBy("PluginDefinitionNotAvailable") || definition?.outcome === "absent") {
    return { status: "False", message: "PluginDefinition not available" };
  }
  const isChartless = definition?.outcome === "found" ? !hasChart(definition.object.spec) : reportsNoChart(conditions);
  return isChartless && rule !== undefined ? { status: "True", ...rule.otherwise } : undefined;
}

/** Whether a Cluster is not ready or does not exist. One that was not read may be reachable. */
function isClusterOutOfReach(cluster: Lookup): boolean {
  return cluster.outcome === "found"
    ? findReadyCondition(cluster.object)?.status !== "True"
    : cluster.outcome === "absent";
}

/** The check of a definition: one without a chart is ready (plugindefinition/utils.go:53-89). */
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
 * Reasons that an earlier step of the same reconcile writes, after which the controller skips the inventory
 * (catalog_controller.go:392-400).
 */
const earlierStepReasons: readonly string[] = ["CatalogSourceValidationFail", "OrphanedObjectCleanUpFail"];

/**
 * The default reasons for the result of a reconcile, which no field records. A Ready with one of them stays.
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
 * The check of a ClusterKubeconfig after the gates: one that is incomplete although no step failed
 * (kubeconfig_controller.go:402-444).
 */
function checkKubeconfig({ object }: GreenhouseSubject): ReadySummary | undefined {
  if (object.ref.kind !== "ClusterKubeconfig" || listMissingEntries(object).length === 0) return undefined;
  return { status: "False", reason: "Incomplete", message: "" };
}
