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

/** The operator's input: the components and what else it knows. */
export interface OperatorInput {
  readonly components: readonly ComponentConditions[];
  /** The CR's conditions: types the operator does not own are carried over. */
  readonly reported: readonly Condition[];
  readonly upgradeMode: boolean | null;
  /** The version that an upgrade leads to, for the operator's messages. */
  readonly targetVersion: string;
  /** At least one annotation holds a JSON patch with operations. */
  readonly isTainted: boolean;
  readonly switches: OperatorSwitches & {
    /** TaintedConfiguration: since 1.3. */
    readonly taint: boolean;
    /** systemHealthStatus: since 1.9. */
    readonly health: boolean;
    /** During an upgrade Available=False is no error for systemHealthStatus: since 1.16. */
    readonly relaxedHealth: boolean;
  };
}

const completed = { reason: "ReconcileCompleted", message: "Reconcile completed successfully" };

/** The operator's five conditions in its order, then those that it carries over, and its three summaries. */
export function applyOperatorRules(input: OperatorInput): Expected {
  const contributions = input.components.flatMap((component) => listOperatorContributions(component, input.switches));
  const ownConditions = overrideProgressing(addUnsetTypes(rememberContributions(contributions)), input);
  const conditions = [...ownConditions, ...listCarriedOver(input)];
  const componentRefuses = contributions.some(({ rule }) => rule === "not-upgradeable");
  return {
    conditions,
    systemHealthStatus: input.switches.health
      ? computeHealthStatus(conditions, input.upgradeMode === true && input.switches.relaxedHealth)
      : null,
    upgradeMode: input.upgradeMode,
    operatorConditionUpgradeable: computeOlmUpgradeable(
      lastConditionOfType(conditions, "Upgradeable"),
      input.upgradeMode === true,
      componentRefuses,
      input.targetVersion,
    ),
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

/**
 * The Upgradeable that the operator reports to OLM (:1086-1120). It is False only in an upgrade or when a component
 * itself refuses. Progressing and degraded components do not count.
 */
function computeOlmUpgradeable(
  upgradeable: ConditionWords | undefined,
  isUpgrading: boolean,
  componentRefuses: boolean,
  targetVersion: string,
): ConditionWords {
  if (isUpgrading) {
    return {
      status: "False",
      reason: "AlreadyPerformingUpgrade",
      message: `upgrading the hyperConverged cluster operator to version ${targetVersion}`,
    };
  }
  if (!componentRefuses) return { status: "True", reason: "Upgradeable", message: "" };
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
  const complete = (type: string, defaultWords: ConditionWords): ExpectedCondition =>
    contributed.get(type) ?? { type, ...defaultWords };
  const yes = { status: "True" as const, ...completed };
  const no = { status: "False" as const, ...completed };
  const isDegraded = contributed.has("Degraded");
  return [
    { type: "ReconcileComplete", ...yes },
    complete("Available", isDegraded ? degradedWords("available") : yes),
    complete("Progressing", no),
    complete("Degraded", no),
    complete("Upgradeable", describeUpgradeable(contributed)),
  ];
}

function degradedWords(what: "available" | "Upgradeable"): ConditionWords {
  return { status: "False", reason: "HCODegraded", message: `HCO is not ${what} due to degraded components` };
}

/** Upgradeable where no component contributed it. */
function describeUpgradeable(contributed: ReadonlyMap<string, ExpectedCondition>): ConditionWords {
  if (contributed.has("Degraded")) return degradedWords("Upgradeable");
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
 * Conditions that the operator carries over. It keeps types that it does not own (leftovers of old versions, the
 * injector's condition). TaintedConfiguration has a rule of its own (:981-1021): True while tainted, removed if it was
 * True, kept if False.
 */
function listCarriedOver(input: OperatorInput): readonly ExpectedCondition[] {
  const others = new Map<string, ExpectedCondition>();
  for (const { type, status, reason, message } of input.reported) {
    if (!operatorTypes.includes(type)) others.set(type, { type, status, reason, message });
  }
  const type = "TaintedConfiguration";
  if (input.switches.taint && input.isTainted) {
    others.set(type, {
      type,
      status: "True",
      reason: "UnsupportedFeatureAnnotation",
      message: "Unsupported feature was activated via an HCO annotation",
    });
  } else if (input.switches.taint && others.get(type)?.status === "True") {
    others.delete(type);
  }
  return [...others.values()];
}
