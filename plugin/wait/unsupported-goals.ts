import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { Report } from "../../shared/model/report.ts";
import { resourceName } from "../../shared/model/resource-name.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import type { WaitResult } from "../../shared/model/wait.ts";
import { qualifiedName } from "../../shared/outline/words/names.ts";
import { missingKindText, nothingToWaitForText } from "../../shared/render/words/commands/wait.ts";
import { isUnreadObject } from "../../shared/wait/requested-objects.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";
import type { WaitSetting } from "./events.ts";

/** What the first look has read. */
interface FirstLook {
  readonly report: Report;
  readonly snapshot: Snapshot;
  readonly waited: WaitResult;
}

/**
 * Why waiting should not even begin, as lines of an error. A type, a name or a root does not exist, unless the wait is
 * for its creation or deletion (kubectl, pkg/cmd/wait/wait.go, RunWaitContext). Or such objects never have the state.
 * Objects that could not be read may exist, so they are no reason.
 */
export function refuseGoal(look: FirstLook, asked: RequestedObjects, setting: WaitSetting): string | undefined {
  const { report, snapshot, waited } = look;
  const { goal, namespace } = setting;
  if (waited.blocking.some(isUnreadObject)) return undefined;
  // A bare word may be the name of an object that was deleted, or is not created yet.
  const isAbsent = goal.is === "deleted" || goal.is === "create";
  const looked = isAbsent ? { ...asked, wanted: [], unknown: asked.word === undefined ? asked.unknown : [] } : asked;
  const misses = notFoundErrors(looked, report, snapshot, namespace);
  if (misses.length > 0) return misses.join("\n");
  const absence = waited.blocking.find(({ code }) => code === "missing-object");
  if (absence !== undefined && !isAbsent) return absenceText(absence.about.kind, snapshot, setting);
  const other = asked.wanted === undefined ? undefined : waited.blocking.find(({ code }) => code === "no-versions");
  if (other === undefined) return undefined;
  return sanitizeLine(unfitGoalText(goal.is, goal.is === "upgraded", qualifiedName(other.about)));
}

/** The error for a wait whose goal the object never has. `goal` is the value of `--for`. */
function unfitGoalText(goal: string, isOfHyperConvergedOnly: boolean, object: string): string {
  const whom = isOfHyperConvergedOnly ? "a HyperConverged" : "a HyperConverged or one of its components";
  return `error: wait --for ${goal} requires ${whom}, not ${object}`;
}

/** The error where the source has no object of the kind. */
function absenceText(kind: string, { readings }: Snapshot, { goal, namespace, selector }: WaitSetting): string {
  const missing = readings.find(({ query, outcome }) => query.kind === kind && outcome === "noSuchKind");
  if (missing !== undefined) return sanitizeLine(missingKindText(goal, resourceName(missing.query)));
  return sanitizeLine(nothingToWaitForText(goal, kind, namespace, selector));
}
