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
  readonly ownVersion: string;
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
  const memory = rememberContributions(contributions);
  const five = overrideProgressing(addUnsetTypes(memory), input);
  const conditions = [...five, ...listCarriedOver(input)];
  const componentRefuses = contributions.some((each) => each.rule === "not-upgradeable");
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
      input.ownVersion,
    ),
  };
}

/**
 * hyperconverged_controller.go:1023-1051. `isRelaxed`: in an upgrade since 1.16 (hco#3726), where Available is ignored.
 */
function computeHealthStatus(
  conditions: readonly ExpectedCondition[],
  isRelaxed: boolean,
): "healthy" | "warning" | "error" {
  const is = (type: string, status: string): boolean => lastConditionOfType(conditions, type)?.status === status;
  if (is("Degraded", "True") || (!isRelaxed && !is("Available", "True"))) return "error";
  if (!is("ReconcileComplete", "True") || (!isRelaxed && is("Progressing", "True"))) return "warning";
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
  ownVersion: string,
): ConditionWords {
  if (isUpgrading) {
    return {
      status: "False",
      reason: "AlreadyPerformingUpgrade",
      message: `upgrading the hyperConverged cluster operator to version ${ownVersion}`,
    };
  }
  if (!componentRefuses) return { status: "True", reason: "Upgradeable", message: "" };
  return { status: "False", reason: upgradeable?.reason ?? "", message: upgradeable?.message ?? "" };
}

/**
 * One reason and message per type. The last writer wins, except where it writes only if unset (hcoConditions.go:25-46).
 */
function rememberContributions(spoken: readonly OperatorContribution[]): ReadonlyMap<string, ExpectedCondition> {
  const memory = new Map<string, ExpectedCondition>();
  for (const { type, status, reason, message, component, onlyIfUnset } of spoken) {
    if (onlyIfUnset && memory.has(type)) continue;
    memory.set(type, { type, status, reason, message, leader: component });
  }
  return memory;
}

/** aggregateComponentConditions (:674-876), in the order of hcoConditions.go:9-17. */
function addUnsetTypes(memory: ReadonlyMap<string, ExpectedCondition>): readonly ExpectedCondition[] {
  const unless = (type: string, words: ConditionWords): ExpectedCondition => memory.get(type) ?? { type, ...words };
  const yes = { status: "True" as const, ...completed };
  const no = { status: "False" as const, ...completed };
  const degraded = { status: "False" as const, reason: "HCODegraded" };
  const isDegraded = memory.has("Degraded");
  // The operator never reaches this: a component that sets Progressing also sets Upgradeable.
  const progressing = {
    status: "False" as const,
    reason: "HCOProgressing",
    message: "HCO is not Upgradeable due to progressing components",
  };
  const unlessDegraded = memory.has("Progressing") ? progressing : yes;
  return [
    { type: "ReconcileComplete", ...yes },
    unless("Available", isDegraded ? { ...degraded, message: "HCO is not available due to degraded components" } : yes),
    unless("Progressing", no),
    unless("Degraded", no),
    unless(
      "Upgradeable",
      isDegraded ? { ...degraded, message: "HCO is not Upgradeable due to degraded components" } : unlessDegraded,
    ),
  ];
}

/**
 * completeReconciliation (:903-912): during an upgrade the operator's own reason and message replace the component's.
 */
function overrideProgressing(five: readonly ExpectedCondition[], input: OperatorInput): readonly ExpectedCondition[] {
  if (input.upgradeMode !== true) return five;
  const reported = { reason: "HCOUpgrading", message: `HCO is now upgrading to version ${input.ownVersion}` };
  return five.map((each) => (each.type === "Progressing" ? { type: each.type, status: "True", ...reported } : each));
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
