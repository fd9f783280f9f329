import { type Condition, type ConditionWords, lastConditionOfType } from "../../../model/condition.ts";
import type { Expected, ExpectedCondition } from "../../../model/report.ts";
import { operatorTypes } from "../../../profiles/hco/profile.ts";
import type { ComponentConditions } from "./component-conditions.ts";
import {
  listOperatorContributions,
  type OperatorContribution,
  type OperatorSwitches,
} from "./operator-contributions.ts";

// What the current operator writes. kubevirt/hyperconverged-cluster-operator@03da3cff,
// controllers/hyperconverged/hyperconverged_controller.go, aggregateComponentConditions to updateConditions.

/** What the operator computes its conditions from. */
export interface OperatorInput {
  readonly components: readonly ComponentConditions[];
  /** The CR's conditions. The operator keeps those of types that it does not own. */
  readonly reported: readonly Condition[];
  readonly upgradeMode: boolean | null;
  /** The version that an upgrade leads to, for the operator's messages. */
  readonly targetVersion: string;
  /** At least one annotation holds a JSON patch with operations. */
  readonly isTainted: boolean;
  readonly switches: OperatorSwitches & {
    /** It writes TaintedConfiguration: since 1.3. */
    readonly writesTaint: boolean;
    /** It writes systemHealthStatus: since 1.9. */
    readonly writesHealth: boolean;
    /** During an upgrade, Available=False is no error for systemHealthStatus: since 1.16. */
    readonly relaxesHealthInUpgrades: boolean;
  };
}

const completed = { reason: "ReconcileCompleted", message: "Reconcile completed successfully" };

const tainted: ExpectedCondition = {
  type: "TaintedConfiguration",
  status: "True",
  reason: "UnsupportedFeatureAnnotation",
  message: "Unsupported feature was activated via an HCO annotation",
};

/** The operator's five conditions in its order, then those that it carries over, and the values computed from them. */
export function applyOperatorRules(input: OperatorInput): Expected {
  const { components, switches, upgradeMode, targetVersion } = input;
  const contributions = components.flatMap((component) => listOperatorContributions(component, switches));
  const ownConditions = overrideProgressing(addUnsetTypes(rememberContributions(contributions)), input);
  const conditions = [...ownConditions, ...listCarriedOver(input)];
  const isUpgrading = upgradeMode === true;
  const isHealthRelaxed = isUpgrading && switches.relaxesHealthInUpgrades;
  const isRefused = contributions.some(({ rule }) => rule === "not-upgradeable");
  const upgradeable = lastConditionOfType(conditions, "Upgradeable");
  return {
    conditions,
    systemHealthStatus: switches.writesHealth ? computeHealthStatus(conditions, isHealthRelaxed) : null,
    upgradeMode,
    operatorConditionUpgradeable: isUpgrading
      ? describeRunningUpgrade(targetVersion)
      : computeOlmUpgradeable(upgradeable, isRefused),
  };
}

/**
 * systemHealthStatus, as the operator computes it (hyperconverged_controller.go:1023-1051). `isRelaxed`: in an upgrade since
 * 1.16, in which Available and Progressing do not count (kubevirt/hyperconverged-cluster-operator#3726).
 */
function computeHealthStatus(
  conditions: readonly ExpectedCondition[],
  isRelaxed: boolean,
): "healthy" | "warning" | "error" {
  const isTrue = (type: string): boolean => lastConditionOfType(conditions, type)?.status === "True";
  if (isTrue("Degraded") || (!isRelaxed && !isTrue("Available"))) return "error";
  if (!isTrue("ReconcileComplete") || (!isRelaxed && isTrue("Progressing"))) return "warning";
  return "healthy";
}

/** The Upgradeable that the operator reports to OLM during an upgrade (:1086-1120). */
function describeRunningUpgrade(targetVersion: string): ConditionWords {
  return {
    status: "False",
    reason: "AlreadyPerformingUpgrade",
    message: `upgrading the hyperConverged cluster operator to version ${targetVersion}`,
  };
}

/**
 * The Upgradeable that the operator reports to OLM without an upgrade (:1086-1120). It is False only if a component itself
 * refuses. Progressing and degraded components do not count.
 */
function computeOlmUpgradeable(upgradeable: ConditionWords | undefined, isRefused: boolean): ConditionWords {
  if (!isRefused) return { status: "True", reason: "Upgradeable", message: "" };
  return { status: "False", reason: upgradeable?.reason ?? "", message: upgradeable?.message ?? "" };
}

/**
 * One condition per type. The last contribution of a type replaces the others, unless it applies only if the type is unset
 * (hcoConditions.go:25-46).
 */
function rememberContributions(contributions: readonly OperatorContribution[]): ReadonlyMap<string, ExpectedCondition> {
  const memory = new Map<string, ExpectedCondition>();
  for (const { type, status, reason, message, component, onlyIfUnset } of contributions) {
    if (onlyIfUnset && memory.has(type)) continue;
    memory.set(type, { type, status, reason, message, leader: component });
  }
  return memory;
}

/**
 * The operator's five conditions in its order (hcoConditions.go:9-17): those that components contributed, and the
 * operator's own for the other types (aggregateComponentConditions, :674-876).
 */
function addUnsetTypes(contributed: ReadonlyMap<string, ExpectedCondition>): readonly ExpectedCondition[] {
  const completedTrue = { status: "True" as const, ...completed };
  const completedFalse = { status: "False" as const, ...completed };
  const isDegraded = contributed.has("Degraded");
  const defaults: readonly ExpectedCondition[] = [
    { type: "Available", ...(isDegraded ? describeDegraded("available") : completedTrue) },
    { type: "Progressing", ...completedFalse },
    { type: "Degraded", ...completedFalse },
    { type: "Upgradeable", ...describeUpgradeable(contributed) },
  ];
  const summaries = defaults.map((condition) => contributed.get(condition.type) ?? condition);
  return [{ type: "ReconcileComplete", ...completedTrue }, ...summaries];
}

function describeDegraded(what: "available" | "Upgradeable"): ConditionWords {
  return { status: "False", reason: "HCODegraded", message: `HCO is not ${what} due to degraded components` };
}

/** Upgradeable where no component contributed it. */
function describeUpgradeable(contributed: ReadonlyMap<string, ExpectedCondition>): ConditionWords {
  if (contributed.has("Degraded")) return describeDegraded("Upgradeable");
  if (!contributed.has("Progressing")) return { status: "True", ...completed };
  // The operator has this case and never reaches it: a component that sets Progressing also sets Upgradeable.
  return {
    status: "False",
    reason: "HCOProgressing",
    message: "HCO is not Upgradeable due to progressing components",
  };
}

/**
 * The conditions with the operator's own reason and message of Progressing during an upgrade, which replace a component's
 * (completeReconciliation, :903-912).
 */
function overrideProgressing(
  conditions: readonly ExpectedCondition[],
  input: OperatorInput,
): readonly ExpectedCondition[] {
  if (input.upgradeMode !== true) return conditions;
  const progressing: ExpectedCondition = {
    type: "Progressing",
    status: "True",
    reason: "HCOUpgrading",
    message: `HCO is now upgrading to version ${input.targetVersion}`,
  };
  return conditions.map((condition) => (condition.type === "Progressing" ? progressing : condition));
}

/**
 * Conditions that the operator carries over: those of types that it does not own, such as leftovers of old versions and the
 * condition of the injector. Since 1.3 it handles TaintedConfiguration (:981-1021):
 * - tainted: it is True,
 * - not tainted, but reported as True: it is removed,
 * - otherwise it is carried over.
 */
function listCarriedOver({ reported, switches, isTainted }: OperatorInput): readonly ExpectedCondition[] {
  const carriedOver = new Map<string, ExpectedCondition>();
  for (const { type, status, reason, message } of reported) {
    if (!operatorTypes.includes(type)) carriedOver.set(type, { type, status, reason, message });
  }
  if (switches.writesTaint && isTainted) carriedOver.set(tainted.type, tainted);
  const isNoLongerTainted = !isTainted && carriedOver.get(tainted.type)?.status === "True";
  if (switches.writesTaint && isNoLongerTainted) carriedOver.delete(tainted.type);
  return [...carriedOver.values()];
}
