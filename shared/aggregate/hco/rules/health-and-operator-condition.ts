import { type ConditionWords, lastConditionOfType } from "../../../model/condition.ts";
import type { ExpectedCondition } from "../../../model/report.ts";

/**
 * hyperconverged_controller.go:1023-1051. `isRelaxed`: in an upgrade since 1.16 (hco#3726), where Available is ignored.
 */
export function systemHealthStatus(
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
export function operatorConditionUpgradeable(
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
