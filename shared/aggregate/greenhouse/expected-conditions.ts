import { type Condition, conditionWords } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { ReadyRule } from "../../model/ready-rule.ts";
import type { Expected, ExpectedCondition } from "../../model/report.ts";
import { readyRules } from "../../tables/ready-rules.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { lacksPlugins, mergeReadinessOfParts, readPluginReadiness } from "./aggregated-parts.ts";
import { computeReady } from "./ready-by-controller.ts";
import { findGateCondition, type ReadySummary, summarizeGates } from "./ready-summary.ts";
import type { GreenhouseSubject } from "./subject.ts";

/** The conditions that each rule set expects. */
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
  const allPluginsReady = expectAllPluginsReady(subject, index);
  const mergedConditions = allPluginsReady === undefined ? [] : [allPluginsReady];
  const conditions = replaceConditions(subject.conditions, mergedConditions);
  const controllerConditions = [...mergedConditions];
  const readyByController = computeReady(subject, conditions, index);
  if (readyByController !== undefined) {
    const previousReason = subject.ready?.reason ?? "";
    controllerConditions.unshift(makeReady(readyByController, previousReason, findLeader(subject, index)));
  }
  const readyByAdr = makeReady(computeReadyByAdr(subject, conditions), "", undefined);
  const adrConditions = [readyByAdr, ...mergedConditions].map((condition) => ({ ...condition, reason: "" }));
  return { controller: { conditions: controllerConditions }, adr: { conditions: adrConditions } };
}

/**
 * The Ready condition of a summary.
 *
 * @param previousReason the reason where the summary has none
 * @param leader the part that makes Ready False
 */
function makeReady(
  { status, reason, message }: ReadySummary,
  previousReason: string,
  leader: string | undefined,
): ExpectedCondition {
  const leaderField = definedFields({ leader: status === "True" ? undefined : leader });
  return { type: "Ready", status, reason: reason ?? previousReason, message, ...leaderField };
}

/** Ready by ADR-4: from the gates only, and Unknown where none of their conditions exists. */
function computeReadyByAdr(subject: GreenhouseSubject, conditions: readonly Condition[]): ReadySummary {
  const rule = chooseAdrRule(subject);
  const isAnyGateReported = rule?.gates.some((gate) => findGateCondition(gate, conditions) !== undefined) ?? false;
  if (rule === undefined || !isAnyGateReported) return { status: "Unknown", message: "" };
  return summarizeGates(rule.gates, conditions) ?? { status: "True", message: rule.otherwise.message };
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
 * The expected AllPluginsReady of a PluginPreset (pluginpreset_controller.go:296-341):
 * 1. undefined for an object of another kind,
 * 2. the reported condition, if the preset has Plugins and none was read,
 * 3. undefined without any Plugin,
 * 4. otherwise the condition that the controller merges from the Plugins.
 */
function expectAllPluginsReady(
  { object, conditions }: GreenhouseSubject,
  index: ObjectIndex,
): ExpectedCondition | undefined {
  if (object.ref.kind !== "PluginPreset") return undefined;
  const reported = firstConditionOfType(conditions, "AllPluginsReady");
  if (reported !== undefined && lacksPlugins(object, index)) {
    return { type: reported.type, ...conditionWords(reported) };
  }
  if (readPluginReadiness(object, index).length === 0) return undefined;
  const { status, unready, total } = mergeReadinessOfParts(object, index);
  // The status is undefined if no Plugin has a Ready condition, which the controller reports as False.
  const isReady = status === "True";
  const readyCount = `${total - unready.length} of ${total} plugins are ready`;
  const [leader] = unready;
  return {
    type: "AllPluginsReady",
    status: isReady ? "True" : "False",
    reason: reported?.reason ?? "",
    // The message when all are ready is not documented, so the reported one is taken.
    message: isReady && reported?.status === "True" ? reported.message : readyCount,
    ...definedFields({ leader: leader?.component }),
  };
}

/** The conditions with the merged ones in place of those of their types. */
function replaceConditions(
  conditions: readonly Condition[],
  mergedConditions: readonly ExpectedCondition[],
): readonly Condition[] {
  const mergedTypes = new Set(mergedConditions.map(({ type }) => type));
  return [...conditions.filter(({ type }) => !mergedTypes.has(type)), ...mergedConditions];
}

/**
 * The first part that makes Ready False. Undefined for a PluginPreset, whose Plugins make AllPluginsReady False instead, and
 * where no part is unready.
 */
function findLeader({ object }: GreenhouseSubject, index: ObjectIndex): string | undefined {
  if (object.ref.kind === "PluginPreset") return undefined;
  return mergeReadinessOfParts(object, index).unready[0]?.component;
}
