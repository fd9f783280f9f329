import { type Condition, lastConditionOfType } from "../../../model/condition.ts";

/**
 * The condition by which HyperConverged says that it upgrades; it became so when the upgrade began. Undefined where it
 * does not say so (facts hco 5).
 */
export function findUpgradingCondition<Kind extends Condition>(conditions: readonly Kind[]): Kind | undefined {
  const progressing = lastConditionOfType(conditions, "Progressing");
  return progressing?.reason === "HCOUpgrading" ? progressing : undefined;
}
