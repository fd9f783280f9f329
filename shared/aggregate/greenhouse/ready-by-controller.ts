import type { Condition } from "../../model/condition.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { listAt, recordAt, valueAt } from "../../parse/json-value.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { mergeParts } from "./aggregated-parts.ts";
import { pluginCluster, pluginDefinition } from "./object-links.ts";
import { type ReadySummary, summarizeGates } from "./ready-summary.ts";
import { type GreenhouseSubject, missingEntries, readyCondition, saysNoChart } from "./subject.ts";

// Checks of the controllers besides conditions. By ADR-4 Ready depends on the other conditions only.

/** The Ready condition that the controller would write now; undefined for a kind without a rule. */
export function readyByController(
  subject: GreenhouseSubject,
  conditions: readonly Condition[],
  index: ObjectIndex,
): ReadySummary | undefined {
  const { rule } = subject;
  if (rule === undefined) return undefined;
  const asked = besides[subject.object.ref.kind]?.(subject, index);
  return asked ?? summarizeGates(rule.gates, conditions) ?? after(subject) ?? { status: "True", ...rule.otherwise };
}

/** A check before the gates; undefined leaves the result to them. */
type Besides = (subject: GreenhouseSubject, index: ObjectIndex) => ReadySummary | undefined;

const besides: Readonly<Record<string, Besides | undefined>> = {
  Plugin: plugin,
  PluginDefinition: withoutChart,
  ClusterPluginDefinition: withoutChart,
  TeamRoleBinding: everyCluster,
  Catalog: inventory,
};

/**
 * The check of a Plugin: cluster access, then the definition, then whether it has a chart
 * (plugin_controller_flux.go:246-264, util.go:76-130).
 */
function plugin(
  { object, conditions, isLegacy, rule }: GreenhouseSubject,
  index: ObjectIndex,
): ReadySummary | undefined {
  // Older releases report their check of the Cluster in ClusterAccessReady.
  if (isLegacy) return undefined;
  const created = firstConditionOfType(conditions, "HelmReleaseCreated");
  const failedBy = (reason: string): boolean => created?.status === "False" && created.reason === reason;
  const cluster = pluginCluster(object, index);
  if (failedBy("ClusterAccessFailed") || (cluster !== undefined && isOutOfReach(cluster))) {
    return { status: "False", message: "cluster access not ready" };
  }
  const definition = pluginDefinition(object, index);
  if (failedBy("PluginDefinitionNotAvailable") || definition?.outcome === "absent") {
    return { status: "False", message: "PluginDefinition not available" };
  }
  const isChartless = definition?.outcome === "found" ? !hasChart(definition.object.spec) : saysNoChart(conditions);
  return isChartless && rule !== undefined ? { status: "True", ...rule.otherwise } : undefined;
}

/** Whether a Cluster is not ready or absent; one that was not read may be reachable. */
function isOutOfReach(cluster: Lookup): boolean {
  return cluster.outcome === "found" ? readyCondition(cluster.object)?.status !== "True" : cluster.outcome === "absent";
}

/** plugindefinition/utils.go:53-89 */
function withoutChart({ object }: GreenhouseSubject): ReadySummary | undefined {
  return hasChart(object.spec) ? undefined : { status: "True", reason: "", message: "No HelmChart defined" };
}

function hasChart(spec: unknown): boolean {
  return recordAt(spec, "helmChart") !== undefined;
}

/** The check of a TeamRoleBinding: an empty list of clusters is ready (teamrolebinding_controller.go:852-867). */
function everyCluster({ object }: GreenhouseSubject, index: ObjectIndex): ReadySummary | undefined {
  const { status } = mergeParts(object, index);
  return status === "False" ? { status, message: "Team RBAC reconciliation failed" } : undefined;
}

/**
 * Reasons that an earlier step of the same reconcile writes; the controller then skips the inventory
 * (catalog_controller.go:392-400).
 */
const earlierSteps: readonly string[] = ["CatalogSourceValidationFail", "OrphanedObjectCleanUpFail"];

/**
 * Default reasons of a kind without a rule of its own. They come from the result of the reconcile, which no field
 * records.
 */
const byOutcome: readonly string[] = ["Created", "FailingCreation", "PendingCreation"];

/**
 * The check of a Catalog (catalog_controller.go:226-248, 392-466). An older Catalog has one source and no inventory.
 */
function inventory({ object, ready }: GreenhouseSubject, index: ObjectIndex): ReadySummary | undefined {
  if (listAt(object.spec, "sources").length === 0 && valueAt(object.spec, "source") === undefined) {
    const message = "no sources specified for catalog, skipping reconciliation";
    return { status: "False", reason: "CatalogEmptySources", message };
  }
  const isOfEarlierStep = ready?.status === "False" && earlierSteps.includes(ready.reason);
  if (ready !== undefined && (isOfEarlierStep || byOutcome.includes(ready.reason))) return ready;
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
function after({ object }: GreenhouseSubject): ReadySummary | undefined {
  if (object.ref.kind !== "ClusterKubeconfig" || missingEntries(object).length === 0) return undefined;
  return { status: "False", reason: "Incomplete", message: "" };
}
