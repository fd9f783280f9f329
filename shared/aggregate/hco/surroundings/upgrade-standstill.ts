import type { ReportNode } from "../../../model/report.ts";
import { foundObject, isUnread } from "../../../model/snapshot.ts";
import { normalizeUtc } from "../../../model/time.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { listAt, valueAt } from "../../../parse/json-value.ts";
import { hasLasted } from "../../core/object-health.ts";
import { findLastProgressTime, isReplacingPods } from "../../core/rollout.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { findUpgradingCondition } from "../operator/upgrading-condition.ts";
import { findFailingUpgrade } from "./failing-upgrade.ts";

/** How long an upgrade may stand still before it is a fault. */
const maxStandstillSeconds = 15 * 60;

/**
 * Since when a running upgrade stands still: since its first failed reconcile if every reconcile fails, otherwise since
 * something that it waits for last moved. Undefined where that is less than 15 minutes ago or not known.
 *
 * @param awaited the components that the upgrade waits for.
 */
export function findStandstill(
  state: HyperConvergedState,
  awaited: readonly ReportNode[],
  index: ObjectIndex,
  takenAt: string,
): string | undefined {
  const since = findFailingUpgrade(state, index, takenAt)?.since ?? findLastMove(state, awaited, index, takenAt);
  return since !== undefined && hasLasted(since, takenAt, maxStandstillSeconds) ? since : undefined;
}

/**
 * When something that a running upgrade waits for last moved: the newest transition time of these components and their
 * workloads, or the beginning of the upgrade if they have not moved since. Undefined
 * - where no upgrade runs, or it waits for nothing,
 * - where the CR does not say when the upgrade began,
 * - where a component was not read, because that component may move.
 */
function findLastMove(
  state: HyperConvergedState,
  awaited: readonly ReportNode[],
  index: ObjectIndex,
  takenAt: string,
): string | undefined {
  const begunAt = findUpgradingCondition(state.conditions)?.since;
  if (state.upgradeMode !== true || begunAt === undefined) return undefined;
  if (awaited.length === 0 || awaited.some(isUnread)) return undefined;
  const componentTimes = awaited.flatMap(({ conditions }) => conditions.map(({ since }) => since));
  const workloads = awaited.flatMap(({ children }) => children);
  const workloadTimes = workloads.flatMap((workload) => listWorkloadMoves(workload, index, takenAt));
  const times = [begunAt, ...componentTimes, ...workloadTimes].filter((time) => time !== undefined);
  return times.toSorted().at(-1);
}

/** The times at which a workload moved. */
function listWorkloadMoves({ ref }: ReportNode, index: ObjectIndex, takenAt: string): readonly (string | undefined)[] {
  const object = foundObject(index.find(ref));
  if (object === undefined) return [];
  // A DaemonSet has no conditions. While it replaces its pods, an unknown time is no standstill.
  if (ref.kind === "DaemonSet") return isReplacingPods(object) ? [findLastProgressTime(object, []) ?? takenAt] : [];
  const transitions = conditionsAt(object).conditions.map(({ since }) => since);
  // Progressing of a Deployment keeps its transition time while the roll-out goes on (apps/v1, DeploymentCondition).
  const conditions = listAt(object.status, "conditions");
  const updates = conditions.map((condition) => normalizeUtc(valueAt(condition, "lastUpdateTime")));
  return [...transitions, ...updates];
}
