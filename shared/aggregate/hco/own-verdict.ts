import { type Condition, type ConditionStatus, conditionOf } from "../../model/condition.ts";
import type { DriftHeld, Expected, Node } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import type { HyperConvergedState } from "./state.ts";

/** A state younger than this is shown, not alarmed about (facts hco 14.11: update conflicts in nearly every install). */
export const transientSeconds = 60;

/**
 * What is the root's own: ReconcileComplete, InvalidRequest, deletion, a spec nobody has looked at, its operator; and its
 * reported Available, Progressing and Degraded where they are worse than the parts explain (report.md, "Verdict of a root").
 */
export function ownVerdict(
  state: HyperConvergedState,
  parts: readonly Node[],
  expected: Expected,
  driftHeld: DriftHeld | null,
  blamedTypes: ReadonlySet<string>,
  takenAt: string,
): Verdict {
  const areUnread = parts.some((part) => part.required && (part.outcome === "forbidden" || part.outcome === "unread"));
  return worst([
    reconcileVerdict(state, takenAt),
    // An upgrade that only waits for a version shows in no component (facts hco 1.6): it is not done all the same.
    state.isDeleting || state.isStale || state.upgradeMode === true ? "progressing" : "healthy",
    state.operator.running === false ? "degraded" : "healthy",
    ...(areUnread || driftHeld === null ? worseThanExplained(state.conditions, expected, blamedTypes) : []),
  ]);
}

function reconcileVerdict(state: HyperConvergedState, takenAt: string): Verdict {
  if (state.isRefused) return "degraded";
  if (state.isUnseen) return "unknown";
  const reconcile = conditionOf(state.conditions, "ReconcileComplete");
  if (reconcile === undefined || reconcile.status === "True") return "healthy";
  if (reconcile.status === "Unknown") return reconcile.reason === "Init" ? "progressing" : "unknown";
  return isPassingConflict(reconcile, takenAt) ? "progressing" : "degraded";
}

/** An update conflict that the next loop mends: its text, and younger than a minute (facts hco 2.4, 14.11). */
export function isPassingConflict(reconcile: Condition, takenAt: string): boolean {
  const seconds = secondsBetween(reconcile.since, takenAt);
  return (
    reconcile.message.includes("the object has been modified") && seconds !== undefined && seconds < transientSeconds
  );
}

/** The three summary types, worst status first, and what that status makes of the root. */
const summaries: readonly (readonly [type: string, order: readonly ConditionStatus[], verdicts: readonly Verdict[]])[] =
  [
    ["Available", ["False", "Unknown", "True"], ["unavailable", "unknown", "healthy"]],
    ["Degraded", ["True", "Unknown", "False"], ["degraded", "unknown", "healthy"]],
    ["Progressing", ["True", "Unknown", "False"], ["progressing", "unknown", "healthy"]],
  ];

/** `blamed`: types whose words name a part that nobody could read, so that no part that was read explains them. */
function worseThanExplained(
  reported: readonly Condition[],
  expected: Expected,
  blamed: ReadonlySet<string>,
): readonly Verdict[] {
  return summaries.flatMap(([type, order, verdicts]) => {
    const [said, explained] = [conditionOf(reported, type)?.status, conditionOf(expected.conditions, type)?.status];
    if (said === undefined || explained === undefined) return [];
    const rank = order.indexOf(said);
    return rank < order.indexOf(explained) || blamed.has(type) ? [verdicts[rank] ?? "unknown"] : [];
  });
}
