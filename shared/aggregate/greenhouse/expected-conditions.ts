import { type Condition, conditionWords } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Expected, ExpectedCondition } from "../../model/report.ts";
import { readyRules } from "../../tables/ready-rules.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { lacksPlugins, mergeParts, readPluginShares } from "./aggregated-parts.ts";
import { computeReady } from "./ready-by-controller.ts";
import { findGateCondition, type ReadySummary, summarizeGates } from "./ready-summary.ts";
import type { GreenhouseSubject } from "./subject.ts";

interface RuleSets {
  readonly controller: Expected;
  readonly adr: Expected;
}

/**
 * What each rule set computes from the object and its parts now. `adr` follows ADR-4 to the letter where it and the
 * code differ (cloudoperators/greenhouse at a43ac46e,
 * docs/architecture-decision-records/ADR-4_greenhouse_resource_status_reporting.md), read as follows.
 * 1. It defines no reasons: every expected reason is empty, and none is compared.
 * 2. and 3. Transition times and Equal belong to the verbs (`evaluation/condition-verbs.ts`); a Report expects no times.
 * 4. Ready is computed from the object's other conditions and from nothing else. The gates are the code's gates. They
 *    leave out the Cluster and the definition of a Plugin, and the chart of a definition. They also leave out the spec
 *    of a kubeconfig, and status.clusters of a TeamRoleBinding (its RBACReady counts instead). They leave out the
 *    inventory of a Catalog, which leaves nothing to compute Ready from. The annotation of a Cluster decides which
 *    conditions it has; it says nothing about its health.
 * 5. A typed State is optional and does not exist anywhere: none is expected.
 * 6. Conditions exist from the first reconcile on, as Unknown. Without any of the required ones, Ready is Unknown.
 *    Ready is expected of every kind, TeamRole too.
 */
export function computeExpectedConditions(subject: GreenhouseSubject, index: ObjectIndex): RuleSets {
  const merged = mergePluginConditions(subject, index);
  const conditions = replaceConditions(subject.conditions, merged);
  const byController = computeReady(subject, conditions, index);
  const controllerConditions = [...merged];
  if (byController !== undefined) {
    controllerConditions.unshift(makeReady(byController, subject.ready?.reason ?? "", findLeader(subject, index)));
  }
  const adrConditions = [makeReady(computeReadyByAdr(subject, conditions), "", undefined), ...merged];
  return {
    controller: { conditions: controllerConditions },
    adr: { conditions: adrConditions.map((condition) => ({ ...condition, reason: "" })) },
  };
}

/** The Ready condition of a summary. `previousReason` stays where the summary has no reason. */
function makeReady(
  { status, reason, message }: ReadySummary,
  previousReason: string,
  leader: string | undefined,
): ExpectedCondition {
  const leaderField = definedFields({ leader: status === "True" ? undefined : leader });
  return { type: "Ready", status, reason: reason ?? previousReason, message, ...leaderField };
}

/** Ready by ADR-4: from the gates only, and Unknown where none of their conditions exists. */
function computeReadyByAdr(
  { object, rule, isLegacy }: GreenhouseSubject,
  conditions: readonly Condition[],
): ReadySummary {
  const { kind } = object.ref;
  const ruleOfKind = readyRules[`${kind}/adr`] ?? readyRules[kind];
  const adrRule = isLegacy || kind === "Cluster" ? rule : ruleOfKind;
  const isAnyReported = adrRule?.gates.some((gate) => findGateCondition(gate, conditions) !== undefined) ?? false;
  if (adrRule === undefined || !isAnyReported) return { status: "Unknown", message: "" };
  return summarizeGates(adrRule.gates, conditions) ?? { status: "True", message: adrRule.otherwise.message };
}

/**
 * AllPluginsReady of a PluginPreset, if its Plugins are known (pluginpreset_controller.go:296-341). If it has Plugins
 * and none was read, the reported condition stands.
 */
function mergePluginConditions(
  { object, conditions }: GreenhouseSubject,
  index: ObjectIndex,
): readonly ExpectedCondition[] {
  if (object.ref.kind !== "PluginPreset") return [];
  const reported = firstConditionOfType(conditions, "AllPluginsReady");
  if (reported !== undefined && lacksPlugins(object, index))
    return [{ type: reported.type, ...conditionWords(reported) }];
  const { status, offenders, counted } = mergeParts(object, index);
  if (readPluginShares(object, index).length === 0) return [];
  const [leader] = offenders;
  const isReady = status === "True";
  const counts = `${counted - offenders.length} of ${counted} plugins are ready`;
  return [
    {
      type: "AllPluginsReady",
      // Undefined, where no Plugin counts, is False.
      status: isReady ? "True" : "False",
      reason: reported?.reason ?? "",
      // The message when all are ready is not documented, so the reported one is taken.
      message: isReady && reported?.status === "True" ? reported.message : counts,
      ...definedFields({ leader: leader?.component }),
    },
  ];
}

/** The conditions with the merged ones in place of those of their types. */
function replaceConditions(
  conditions: readonly Condition[],
  merged: readonly ExpectedCondition[],
): readonly Condition[] {
  const types = new Set(merged.map(({ type }) => type));
  return [...conditions.filter(({ type }) => !types.has(type)), ...merged];
}

/** The part that makes Ready False, if Ready is computed from parts. */
function findLeader({ object }: GreenhouseSubject, index: ObjectIndex): string | undefined {
  return object.ref.kind === "PluginPreset" ? undefined : mergeParts(object, index).offenders[0]?.component;
}
