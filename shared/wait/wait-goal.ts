import { listUpgradeableRoots } from "../aggregate/hco/upgrade/upgrade-findings.ts";
import type { RequestedKind } from "../aggregate/snapshot/queries.ts";
import { type BlockingFinding, withEffect } from "../model/finding/goal.ts";
import type { Ref } from "../model/object.ts";
import type { Report } from "../model/report.ts";
import { type WaitGoal, type WaitResult, waitStates } from "../model/wait.ts";
import { listFindingsOnRoots, nameGoal } from "./blocking-findings.ts";
import {
  isOperatorUnread,
  isReportedByPart,
  isRootUnread,
  listMissingObjects,
  listUndeletedRoots,
  listUnreadObjects,
} from "./requested-objects.ts";

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
 * Whether all roots of one Report reach the goal: no finding blocks it, and everything that it needs was read. All are
 * evaluated together, and only if the status belongs to the latest generation. `requested`: the objects that the user
 * named and that must exist. Absent: a HyperConverged must exist, or another root that is not part of one.
 * `foundBefore`: roots found before, which must still exist if the user named none. For a deletion only these count.
 */
export function evaluateWaitGoal(
  report: Report,
  goal: WaitGoal,
  requested?: readonly RequestedKind[],
  foundBefore: readonly Ref[] = [],
): WaitResult {
  const blocking = listBlockingFindings(report, goal, requested, foundBefore);
  const name = nameGoal(goal);
  return { blocking, isKnown: blocking.length === 0 || blocking.some(({ effects }) => effects[name] === "blocks") };
}

/** The findings that block the goal or leave it unknown whether it is reached, in the order of the Report. */
function listBlockingFindings(
  report: Report,
  goal: WaitGoal,
  requested: readonly RequestedKind[] | undefined,
  foundBefore: readonly Ref[],
): readonly BlockingFinding[] {
  const unread = listUnreadObjects(report, nameGoal(goal));
  // A user without permission to read cannot know that an object is deleted.
  if (goal.is === "deleted") {
    const undeleted = listUndeletedRoots(report, requested === undefined ? foundBefore : []);
    return [...undeleted, ...unread.filter((finding) => !(undeleted.length > 0 && isOperatorUnread(finding)))];
  }
  const onRoots = listFindingsOnRoots(report, goal);
  const notFound = listMissingObjects(report, requested, foundBefore);
  // An object counts as missing only where its kind was read.
  const missing = notFound.filter(({ about }) => !unread.some((finding) => finding.about.kind === about.kind));
  if (goal.is === "create") {
    // Objects that exist are created, whatever else could not be read.
    if (notFound.length === 0) return [];
    // What was not found does not exist, as far as that could be read.
    if (missing.length > 0) return missing.map((finding) => withEffect(finding, "create", "blocks"));
    return unread.filter((finding) => isRootUnread(finding, requested));
  }
  const unknown = missing.map((finding) => withEffect(finding, nameGoal(goal), "unknown"));
  // A condition concerns only the roots, not the objects below them.
  if (goal.is === "condition")
    return [...onRoots, ...unread.filter((finding) => isRootUnread(finding, requested)), ...unknown];
  // The findings about an upgrade include what could not be read.
  if (goal.is === "upgradeable" && listUpgradeableRoots(report).length > 0) return [...onRoots, ...unknown];
  return [...onRoots, ...unread.filter((finding) => !isReportedByPart(finding, onRoots)), ...unknown];
}
