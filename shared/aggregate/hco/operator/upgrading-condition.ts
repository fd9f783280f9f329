import { type Condition, lastConditionOfType } from "../../../model/condition.ts";

/**
 * The condition by which HyperConverged reports an upgrade, else undefined. Its last transition is the begin of the
 * upgrade (kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go,
 * completeReconciliation).
 */
export function findUpgradingCondition<Kind extends Condition>(conditions: readonly Kind[]): Kind | undefined {
  const progressing = lastConditionOfType(conditions, "Progressing");
  return progressing?.reason === "HCOUpgrading" ? progressing : undefined;
}
