import { type Condition, conditionWords } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReadyRule } from "../../model/ready-rule.ts";
import type { Expected, ExpectedCondition } from "../../model/report.ts";
import { readyRules } from "../../tables/ready-rules.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { arePluginsUnread, mergeReadinessOfParts, readPluginReadiness } from "./aggregated-parts.ts";
import { computeReady } from "./ready-by-controller.ts";
import { findGateCondition, summarizeGates } from "./ready-summary.ts";
import type { GreenhouseSubject } from "./subject.ts";

/** The conditions that each rule set expects. */
interface RuleSets {
  readonly controller: Expected;
  readonly adr: Expected;
}

/**
 * The conditions that each rule set expects of an object, from its other conditions and its parts:
 *
 * | Condition | `controller` | `adr` |
 * | --- | --- | --- |
 * | Ready | of a kind with a rule: the gates and what else its controller checks | of every kind: the gates alone |
 * | AllPluginsReady of a PluginPreset | merged from its Plugins | the same |
 * | the reason of each | the one that the controller writes | empty, because ADR-4 defines none |
 *
 * `controller` follows the code of Greenhouse. `adr` follows ADR-4 where the code differs from it
 * (https://github.com/cloudoperators/greenhouse/blob/a43ac46e0ee25b71c483d10766c3f0df39f8ebd5/docs/architecture-decision-records/ADR-4_greenhouse_resource_status_reporting.md).
 * ADR-4 also has an optional State, which no kind has, and transition times, which a Report does not expect.
 */
export function computeExpectedConditions(subject: GreenhouseSubject, index: ObjectIndex): RuleSets {
  const allPluginsReady = expectAllPluginsReady(subject, index);
  const conditions = replaceCondition(subject.conditions, allPluginsReady);
  const readyByController = expectReadyByController(subject, conditions, index);
  const readyByAdr = expectReadyByAdr(subject, conditions);
  const controllerConditions = [readyByController, allPluginsReady].filter((condition) => condition !== undefined);
  const adrConditions = [readyByAdr, allPluginsReady].filter((condition) => condition !== undefined);
  return {
    controller: { conditions: controllerConditions },
    adr: { conditions: adrConditions.map((condition) => ({ ...condition, reason: "" })) },
  };
}

/** The conditions with `replacement` in place of the one of its type. */
function replaceCondition(
  conditions: readonly Condition[],
  replacement: ExpectedCondition | undefined,
): readonly Condition[] {
  if (replacement === undefined) return conditions;
  return [...conditions.filter(({ type }) => type !== replacement.type), replacement];
}

/** Ready as the controller would write it now. Undefined for a kind without a rule. */
function expectReadyByController(
  subject: GreenhouseSubject,
  conditions: readonly Condition[],
  index: ObjectIndex,
): ExpectedCondition | undefined {
  const summary = computeReady(subject, conditions, index);
  if (summary === undefined) return undefined;
  const { status, reason, message } = summary;
  const previousReason = subject.ready?.reason ?? "";
  const leader = status === "True" ? undefined : findFirstUnreadyPart(subject, index);
  return { type: "Ready", status, reason: reason ?? previousReason, message, ...definedFields({ leader }) };
}

/**
 * The first part that makes Ready False. Undefined without an unready part, and for a PluginPreset: its Plugins make
 * AllPluginsReady False, which makes Ready False.
 */
function findFirstUnreadyPart({ object }: GreenhouseSubject, index: ObjectIndex): string | undefined {
  if (object.ref.kind === "PluginPreset") return undefined;
  return mergeReadinessOfParts(object, index).unready[0]?.component;
}

/**
 * Ready by ADR-4, which computes it from the object's other conditions and from nothing else. What the controllers check
 * besides these does not count:
 *
 * | Kind | Not counted |
 * | --- | --- |
 * | Plugin | its Cluster and its definition |
 * | PluginDefinition | whether it has a chart |
 * | ClusterKubeconfig | the entries in its spec |
 * | TeamRoleBinding | status.clusters (its condition RBACReady counts instead) |
 * | Catalog | the inventory |
 *
 * By ADR-4 the conditions exist from the first reconcile on, as Unknown. So Ready is Unknown if no gate has a condition.
 */
function expectReadyByAdr(subject: GreenhouseSubject, conditions: readonly Condition[]): ExpectedCondition {
  const rule = chooseAdrRule(subject);
  const gates = rule?.gates ?? [];
  const isAnyGateReported = gates.some((gate) => findGateCondition(gate, conditions) !== undefined);
  if (rule === undefined || !isAnyGateReported) return { type: "Ready", status: "Unknown", reason: "", message: "" };
  const summary = summarizeGates(gates, conditions);
  if (summary === undefined) return { type: "Ready", status: "True", reason: "", message: rule.otherwise.message };
  return { type: "Ready", status: summary.status, reason: "", message: summary.message };
}

/**
 * The rule for Ready by ADR-4. It is the rule of the controller for a legacy Plugin, whose conditions no other rule names,
 * and for a Cluster, whose annotation decides which conditions it has.
 */
function chooseAdrRule({ object, rule, isLegacy }: GreenhouseSubject): ReadyRule | undefined {
  const { kind } = object.ref;
  if (isLegacy || kind === "Cluster") return rule;
  return readyRules[`${kind}/adr`] ?? readyRules[kind];
}

/**
 * The expected AllPluginsReady of a PluginPreset (cloudoperators/greenhouse,
 * internal/controller/plugin/pluginpreset_controller.go, line 296), by the first row that fits:
 *
 * | Plugins | AllPluginsReady |
 * | --- | --- |
 * | none was read, the status names or counts some, and the preset reports the condition | as the preset reports it |
 * | none was read, and status.pluginStatuses names some that may exist | merged from status.pluginStatuses |
 * | some were read | merged from their Ready conditions; of those not read, from status.pluginStatuses |
 * | none was read, and status.pluginStatuses names none that may exist | not expected |
 *
 * Undefined also for an object of another kind.
 */
function expectAllPluginsReady(
  { object, conditions }: GreenhouseSubject,
  index: ObjectIndex,
): ExpectedCondition | undefined {
  if (object.ref.kind !== "PluginPreset") return undefined;
  const reported = firstConditionOfType(conditions, "AllPluginsReady");
  if (reported !== undefined && arePluginsUnread(object, index)) {
    return { type: reported.type, ...conditionWords(reported) };
  }
  const hasPlugins = readPluginReadiness(object, index).length > 0;
  return hasPlugins ? mergeAllPluginsReady(object, reported, index) : undefined;
}

/**
 * AllPluginsReady as the controller merges it from the Ready conditions of the Plugins. If no Plugin has a Ready condition,
 * the controller writes False.
 */
function mergeAllPluginsReady(
  preset: KubeObject,
  reported: Condition | undefined,
  index: ObjectIndex,
): ExpectedCondition {
  const { status, unready, total } = mergeReadinessOfParts(preset, index);
  const areAllReady = status === "True";
  // The message of a True condition is documented nowhere, so the reported message of such a condition is expected.
  const message =
    areAllReady && reported?.status === "True"
      ? reported.message
      : `${total - unready.length} of ${total} plugins are ready`;
  const leader = unready[0]?.component;
  return {
    type: "AllPluginsReady",
    status: areAllReady ? "True" : "False",
    reason: reported?.reason ?? "",
    message,
    ...definedFields({ leader }),
  };
}
