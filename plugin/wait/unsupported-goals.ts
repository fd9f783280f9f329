import type { Report } from "../../shared/model/report.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import type { WaitGoal, WaitResult } from "../../shared/model/wait.ts";
import { sanitizeLine } from "../../shared/render/characters/sanitize.ts";
import { unfitGoalText } from "../../shared/render/words/plugin/unfit.ts";
import { qualifiedName } from "../../shared/render/words/report/names.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";

/**
 * Why waiting should not even begin, as lines of an error. A type or a name does not exist, unless the wait is for its
 * deletion (kubectl, pkg/cmd/wait/wait.go, RunWaitContext). Or such objects never have the state. Objects that could
 * not be read may exist, so they are no reason.
 */
export function refuseGoal(
  { report, snapshot, waited }: { readonly report: Report; readonly snapshot: Snapshot; readonly waited: WaitResult },
  goal: WaitGoal,
  asked: RequestedObjects,
  namespace: string | undefined,
): string | undefined {
  if (waited.obstacles.some(({ code }) => code === "unread")) return undefined;
  // A bare word may have been the name of a deleted object.
  const isGone = goal.is === "deleted";
  const looked = isGone ? { ...asked, wanted: [], unknown: asked.word === undefined ? asked.unknown : [] } : asked;
  const misses = notFoundErrors(looked, report, snapshot, namespace);
  if (misses.length > 0) return misses.join("\n");
  const other = asked.wanted === undefined ? undefined : waited.obstacles.find(({ code }) => code === "no-versions");
  if (other?.code !== "no-versions") return undefined;
  return sanitizeLine(unfitGoalText(goal.is, goal.is === "upgraded", qualifiedName(other.about)));
}
