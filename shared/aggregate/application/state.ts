import { type Condition, type ConditionStatus, conditionOf } from "../../model/condition.ts";
import { keyOf } from "../../model/object.ts";
import type { DriftHeld, Expected, Node } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { application, syncSeconds } from "../../profiles/application.ts";
import { isOlderThanSpec } from "../freshness.ts";
import type { Context } from "../judgement.ts";
import { judge, verdictBySense } from "../sense.ts";
import type { Composition } from "./components.ts";
import { expectedByCode, expectedByProposal } from "./expected.ts";

/** How an Application is by itself, and what both rule sets make of its components. */
export interface ApplicationState {
  readonly reported: readonly Condition[];
  readonly code: Expected;
  readonly proposal: Expected;
  /** Of `code`. */
  readonly ready: number;
  readonly total: number;
  readonly isStale: boolean;
  readonly isDeleting: boolean;
  /** Neither Ready nor Error is there: no controller has looked. */
  readonly isUnseen: boolean;
  /** A part changed so lately that the controller need not have looked since. */
  readonly isLagging: boolean;
  readonly driftHeld: DriftHeld | null;
  readonly ownVerdict: Verdict;
}

export function stateOf(composition: Composition, parts: readonly Node[], context: Context): ApplicationState {
  const { object, components, listingErrors } = composition;
  const reported = conditionsAt(object).conditions;
  const code = expectedByCode(components);
  const isUnseen = ["Ready", "Error"].every((type) => conditionOf(reported, type) === undefined);
  const [isStale, isDeleting] = [isOlderThanSpec(object, reported), object.deletedAt !== undefined];
  const driftHeld: DriftHeld | null = isDeleting
    ? "deleting"
    : isStale || isUnseen
      ? "stale"
      : listingErrors.length > 0
        ? "incomplete"
        : null;
  const isLagging = changedLately(parts, context.takenAt);
  // It does not explain itself: an Application among its own components stays not ready because it is not ready.
  const others = components.filter(({ key }) => key !== keyOf(object.ref));
  const explained = others.length === components.length ? code : expectedByCode(others);
  const ownVerdict = worst([
    isUnseen || parts.length === 0 || listingErrors.length > 0 ? "unknown" : "healthy",
    isStale || isDeleting ? "progressing" : "healthy",
    ...othersWords(composition, reported, context),
    ...(driftHeld === null || listingErrors.length > 0 ? worseThanExplained(reported, explained, isLagging) : []),
  ]);
  const [ready = 0, total = 0] = (code.componentsReady ?? "").split("/").map(Number);
  return {
    ...{ reported, code, proposal: expectedByProposal(object, components), ready, total },
    ...{ isStale, isDeleting, isUnseen, isLagging, driftHeld, ownVerdict },
  };
}

/** What others than the controller write on the Application is its own; the controller leaves it alone (:94). */
function othersWords({ object }: Composition, reported: readonly Condition[], { senses }: Context): readonly Verdict[] {
  return judge(application, object, reported, true, senses)
    .filter(({ type }) => type !== "Ready" && type !== "Error")
    .map(({ sense, status }) => verdictBySense(sense, status));
}

/** The two that are made from the parts, worst status first, and what that status makes of the Application. */
const summaries: readonly (readonly [type: string, order: readonly ConditionStatus[], verdicts: readonly Verdict[]])[] =
  [
    ["Ready", ["False", "Unknown", "True"], ["unavailable", "unknown", "healthy"]],
    ["Error", ["True", "Unknown", "False"], ["degraded", "unknown", "healthy"]],
  ];

/** They count by themselves only where they are worse than the parts explain (report.md, "Verdict of a root"). */
function worseThanExplained(
  reported: readonly Condition[],
  expected: Expected,
  isLagging: boolean,
): readonly Verdict[] {
  return summaries.flatMap(([type, order, verdicts]) => {
    const said = conditionOf(reported, type)?.status;
    const explained = conditionOf(expected.conditions, type)?.status;
    if (said === undefined || explained === undefined) return [];
    const rank = order.indexOf(said);
    if (rank >= order.indexOf(explained)) return [];
    return [isLagging ? "progressing" : (verdicts[rank] ?? "unknown")];
  });
}

function changedLately(parts: readonly Node[], takenAt: string): boolean {
  return parts.some(({ conditions }) =>
    conditions.some(({ since }) => (secondsBetween(since, takenAt) ?? syncSeconds) < syncSeconds),
  );
}

/** spec.assemblyPhase, where it is not the usual one: empty means Succeeded (APP application_types.go:65-89). */
export function assemblyPhase({ object }: Composition): "Pending" | "Failed" | undefined {
  const phase = text(at(object.spec, ["assemblyPhase"]));
  return phase === "Pending" || phase === "Failed" ? phase : undefined;
}
