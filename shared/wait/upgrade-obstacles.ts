import { upgradeableRoots } from "../aggregate/hco/upgrade/upgrade-findings.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { UnmetRequirement } from "../model/wait.ts";
import { operatorTypes } from "../profiles/hco/profile.ts";
import { upgradeGate } from "../upgrade-gate/upgrade-gate.ts";
import { isBehind, isSameVersion, toUpgradeRequirement } from "./upgrade-requirement.ts";
import { toVerdictRequirement } from "./verdict-obstacles.ts";

/**
 * The obstacles of `gate upgrade`. Unlike it, a root's own gate depends on what the CR and its components report, not
 * on their health.
 */
export function findGateObstacles(report: Report): readonly UnmetRequirement[] {
  if (upgradeableRoots(report).length === 0) return [];
  return upgradeGate(report).reasons.map(
    (reason): UnmetRequirement => ({ code: "gate", reason, ...(reason.root !== undefined && { root: reason.root }) }),
  );
}

/**
 * The obstacles to an upgrade. Without any of the operator's conditions nothing shows that it has finished, whatever
 * version the status has. `asked`: the version that the user requires.
 */
export function findUpgradeObstacles(root: RootNode, asked?: string): readonly UnmetRequirement[] {
  const obstacles = [...findUnfinishedUpgrade(root, asked), ...findOperatorRollout(root, asked)];
  const isSeen = root.conditions.some(({ type }) => operatorTypes.includes(type));
  return isSeen || obstacles.length > 0 ? obstacles : [toVerdictRequirement(root, root, "unknown")];
}

/**
 * The obstacles to a finished upgrade. None if no upgrade runs, the CR's installed version is the operator's, and every
 * component has its expected version. An unknown version counts as not reached.
 */
function findUnfinishedUpgrade(root: RootNode, asked?: string): readonly UnmetRequirement[] {
  const { gates, facts, children } = root;
  const { observedVersion: version, expectedVersion: wanted } = facts;
  const behind = children
    .filter(({ required, facts: own }) => required && (own["expectedVersion"] ?? "") !== "" && isBehind(own))
    .map(({ label }) => label);
  const isReached = gates.upgrade.running === false && version !== undefined && version === wanted;
  const isAsked = asked === undefined || isSameVersion(asked, version);
  if (isReached && isAsked && behind.length === 0) return [];
  return [toUpgradeRequirement(root, behind, isAsked ? undefined : asked)];
}

/**
 * The obstacle that the operator itself is being replaced: the upgrade that it is to make has not begun. Where its
 * Deployment could not be read, it may have a newer template than the operator that runs. That is no obstacle to a
 * version that the user requires.
 */
function findOperatorRollout({ ref: about, label, operator }: RootNode, asked?: string): readonly UnmetRequirement[] {
  if (operator === undefined) return [];
  const isUnseen = operator.running === "yes" && asked === undefined;
  const { rollout } = operator;
  if (rollout === undefined) return isUnseen ? [{ code: "operator-rollout", about, label, state: "unknown" }] : [];
  const { state } = rollout;
  return state === "complete" ? [] : [{ code: "operator-rollout", about, label, state, rollout }];
}
