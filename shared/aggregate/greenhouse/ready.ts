import type { Condition } from "../../model/condition.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { at, list, record } from "../../parse/value.ts";
import type { Index } from "../lookup.ts";
import { conditionOf } from "../verbs.ts";
import { clusterOf, definitionOf } from "./links.ts";
import { mergedOf } from "./shares.ts";
import { missingEntries, readyOf, type Subject, saysNoChart } from "./subject.ts";
import { type Summary, summary } from "./summary.ts";

// What the controllers ask besides conditions; that they do is the fourth difference from ADR-4 (facts seed-systems 2.3).

/** The Ready that the controller would write now; undefined for a kind without a rule. */
export function readyByController(
  subject: Subject,
  conditions: readonly Condition[],
  index: Index,
): Summary | undefined {
  const { rule } = subject;
  if (rule === undefined) return undefined;
  const asked = besides[subject.object.ref.kind]?.(subject, index);
  return asked ?? summary(rule.gates, conditions) ?? after(subject) ?? { status: "True", ...rule.otherwise };
}

/** Asked before the gates; undefined leaves it to them. */
type Besides = (subject: Subject, index: Index) => Summary | undefined;

const besides: Readonly<Record<string, Besides | undefined>> = {
  Plugin: plugin,
  PluginDefinition: withoutChart,
  ClusterPluginDefinition: withoutChart,
  TeamRoleBinding: everyCluster,
  Catalog: inventory,
};

/** Cluster access, then the definition, then whether there is a chart at all (plugin_controller_flux.go:246-264, util.go:76-130). */
function plugin({ object, conditions, isLegacy, rule }: Subject, index: Index): Summary | undefined {
  // What the older releases asked of the Cluster stands in ClusterAccessReady.
  if (isLegacy) return undefined;
  const created = conditionOf(conditions, "HelmReleaseCreated");
  const failedBy = (reason: string): boolean => created?.status === "False" && created.reason === reason;
  const cluster = clusterOf(object, index);
  if (failedBy("ClusterAccessFailed") || (cluster !== undefined && isOutOfReach(cluster))) {
    return { status: "False", message: "cluster access not ready" };
  }
  const definition = definitionOf(object, index);
  if (failedBy("PluginDefinitionNotAvailable") || definition?.outcome === "absent") {
    return { status: "False", message: "PluginDefinition not available" };
  }
  const isChartless = definition?.outcome === "found" ? !hasChart(definition.object.spec) : saysNoChart(conditions);
  return isChartless && rule !== undefined ? { status: "True", ...rule.otherwise } : undefined;
}

/** What was not read is not known to be out of reach. */
function isOutOfReach(cluster: Lookup): boolean {
  return cluster.outcome === "found" ? readyOf(cluster.object)?.status !== "True" : cluster.outcome === "absent";
}

/** plugindefinition/utils.go:53-89 */
function withoutChart({ object }: Subject): Summary | undefined {
  return hasChart(object.spec) ? undefined : { status: "True", reason: "", message: "No HelmChart defined" };
}

function hasChart(spec: unknown): boolean {
  return record(at(spec, ["helmChart"])) !== undefined;
}

/** None listed is ready (teamrolebinding_controller.go:852-867). */
function everyCluster({ object }: Subject, index: Index): Summary | undefined {
  const { status } = mergedOf(object, index);
  return status === "False" ? { status, message: "Team RBAC reconciliation failed" } : undefined;
}

/** Reasons that an earlier step of the same round has written: the inventory is not asked then (catalog_controller.go:392-400). */
const earlierSteps: readonly string[] = ["CatalogSourceValidationFail", "OrphanedObjectCleanUpFail"];

/** Reasons of the default, where a kind has no rule of its own: made of what the round came to, which nobody recorded. */
const byOutcome: readonly string[] = ["Created", "FailingCreation", "PendingCreation"];

/** catalog_controller.go:226-248, 392-466; an older Catalog has one source and no inventory. */
function inventory({ object, ready }: Subject, index: Index): Summary | undefined {
  if (list(at(object.spec, ["sources"])).length === 0 && at(object.spec, ["source"]) === undefined) {
    const message = "no sources specified for catalog, skipping reconciliation";
    return { status: "False", reason: "CatalogEmptySources", message };
  }
  const isOfEarlierStep = ready?.status === "False" && earlierSteps.includes(ready.reason);
  if (ready !== undefined && (isOfEarlierStep || byOutcome.includes(ready.reason))) return ready;
  const { status } = mergedOf(object, index);
  // Without an inventory there is nothing to make it of.
  if (status === undefined) return ready ?? { status: "Unknown", reason: "", message: "" };
  return status === "False"
    ? { status, reason: "CatalogNotReady", message: "not all catalog objects are ready" }
    : undefined;
}

/** Asked after the gates: a kubeconfig that nothing failed for and that is not there all the same (kubeconfig_controller.go:402-444). */
function after({ object }: Subject): Summary | undefined {
  if (object.ref.kind !== "ClusterKubeconfig" || missingEntries(object).length === 0) return undefined;
  return { status: "False", reason: "Incomplete", message: "" };
}
