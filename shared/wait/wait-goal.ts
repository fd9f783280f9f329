import { upgradeableRoots } from "../aggregate/hco/upgrade/upgrade-findings.ts";
import type { RequestedKind } from "../aggregate/snapshot/queries.ts";
import { families } from "../model/families.ts";
import type { Ref } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import { type UnmetRequirement, type WaitGoal, type WaitResult, waitStates } from "../model/wait.ts";
import { findUnavailability, findUnmetCondition } from "./condition-obstacles.ts";
import { findMissingObjects, findUndeletedRoots } from "./existence-obstacles.ts";
import { addOperatorState, addSettlingStatus, findUnseenOperator, findUnsettledStatus } from "./status-obstacles.ts";
import { hasOwnObstacle, isOperatorUnread, isRootUnread, isUnreadKind, listUnreadObjects } from "./unread-obstacles.ts";
import { findGateObstacles, findUpgradeObstacles } from "./upgrade-obstacles.ts";
import { findUnhealthyParts, isDown, isUnhealthy } from "./verdict-obstacles.ts";
import { findShortWorkloads, shortWorkloadCodes } from "./workload-obstacles.ts";

/** The goal of a wait, from the value of `--for`. Undefined for an unknown value. */
export function parseWaitGoal(value: string): WaitGoal | undefined {
  const [, type, status = "True"] = /^condition=([^=]+)(?:=(.+))?$/s.exec(value) ?? [];
  if (type !== undefined) return { is: "condition", type, status };
  const [, version] = /^upgraded=(.+)$/s.exec(value) ?? [];
  if (version !== undefined) return { is: "upgraded", version };
  const is = waitStates.find((state) => state === value);
  return is === undefined ? undefined : { is };
}

/**
 * Whether all roots of one Report meet the goal, and the obstacles. Everything is evaluated together, and only if the
 * status belongs to the latest generation. `wanted`: the objects that the user named and that must exist. Absent: a
 * HyperConverged must exist, or another root that is not part of one. `met`: roots found before, which must still exist
 * if the user named none. For a deletion only these count.
 */
export function evaluateWaitGoal(
  report: Report,
  goal: WaitGoal,
  wanted?: readonly RequestedKind[],
  met: readonly Ref[] = [],
): WaitResult {
  const unread = listUnreadObjects(report);
  const obstacles = findObstacles(report, goal, wanted === undefined ? met : []);
  // A user without permission to read cannot know that an object is deleted.
  if (goal.is === "deleted") {
    const isFound = obstacles.length > 0;
    return toWaitResult([...obstacles, ...unread.filter((one) => !(isFound && isOperatorUnread(one)))]);
  }
  const notFound = findMissingObjects(report, wanted, met);
  // Objects that exist are created, whatever else could not be read.
  if (goal.is === "create" && notFound.length === 0) return toWaitResult([]);
  const missing = notFound.filter((one) => !isUnreadKind(one, unread));
  // The gate itself reports what it could not read.
  const isReportedByGate = goal.is === "upgradeable" && upgradeableRoots(report).length > 0;
  const rest = isReportedByGate ? [] : unread.filter((one) => !hasOwnObstacle(one, obstacles));
  // What was not found does not exist, as far as that could be read.
  if (goal.is === "create" && missing.length > 0) return { obstacles: missing, isKnown: true };
  // A condition and a creation concern only the roots, not the objects below them.
  return toWaitResult([
    ...obstacles,
    ...(goal.is === "condition" || goal.is === "create" ? rest.filter((one) => isRootUnread(one, wanted)) : rest),
    ...missing,
  ]);
}

function toWaitResult(obstacles: readonly UnmetRequirement[]): WaitResult {
  return { obstacles, isKnown: obstacles.length === 0 || !obstacles.every(isUnknownState) };
}

/** Whether the obstacle means that the state is unknown. */
function isUnknownState(one: UnmetRequirement): boolean {
  switch (one.code) {
    case "nothing-there":
    case "unread":
    case "no-versions":
    case "operator-unknown":
      return true;
    case "verdict":
      return one.verdict === "unknown";
    case "gate":
      return one.reason.state === "unknown";
    case "operator-rollout":
      return one.state === "unknown";
    case "upgrade":
      return one.running === null || (one.running === false && (one.version === undefined || one.wanted === undefined));
    default:
      return false;
  }
}

/** The obstacles in the roots that the Report has, by the goal. */
function findObstacles(report: Report, goal: WaitGoal, met: readonly Ref[]): readonly UnmetRequirement[] {
  switch (goal.is) {
    case "healthy":
      return collectPerRoot(report.roots, (root) =>
        addSettlingStatus(root, [
          ...findUnsettledStatus(root),
          ...findUnhealthyParts(root, isUnhealthy),
          ...findShortWorkloads(root, report, shortWorkloadCodes, isUnhealthy),
        ]),
      );
    case "available":
      return collectPerRoot(report.roots, (root) =>
        addSettlingStatus(root, [
          ...findUnsettledStatus(root),
          ...addOperatorState(findUnavailability(root), root, report),
          ...findShortWorkloads(root, report, ["component-workload-down", "workload-absent"], isDown),
        ]),
      );
    case "upgradeable":
      return [...findGateObstacles(report), ...findUnversionedRoots(report, upgradeableRoots(report))];
    case "upgraded": {
      const versioned = report.roots.filter(({ profile }) => families[profile].hasUpgradeGate);
      return [
        ...collectPerRoot(versioned, (root) =>
          addSettlingStatus(root, [
            ...findUnsettledStatus(root),
            ...addOperatorState(findUpgradeObstacles(root, goal.version), root, report),
          ]),
        ),
        ...findUnversionedRoots(report, versioned),
      ];
    }
    case "create":
      return [];
    case "deleted":
      return findUndeletedRoots(report, met);
    case "condition":
      return collectPerRoot(report.roots, (root) => [
        ...findUnmetCondition(root, goal.type, goal.status),
        ...findUnseenOperator(root, report),
      ]);
  }
}

/** The obstacle that no root can be upgraded. Where some can, the others are no obstacle. */
function findUnversionedRoots({ roots }: Report, versioned: readonly RootNode[]): readonly UnmetRequirement[] {
  if (versioned.length > 0) return [];
  return collectPerRoot(roots, ({ ref: about, label }) => [{ code: "no-versions", about, label }]);
}

function collectPerRoot(
  roots: readonly RootNode[],
  find: (root: RootNode) => readonly UnmetRequirement[],
): readonly UnmetRequirement[] {
  return roots.flatMap((root) => find(root).map((one) => ({ ...one, root: root.ref })));
}
