import { type Condition, type ConditionStatus, conditionOf } from "../../model/condition.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { DriftHeld, Expected } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { application, syncSeconds } from "../../profiles/application.ts";
import { isOlderThanSpec } from "../freshness.ts";
import type { Context } from "../judgement.ts";
import { judge, verdictBySense } from "../sense.ts";
import { type Component, type Composition, reportedStatuses, reportKey } from "./components.ts";
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
  /** A part may have changed so lately that the controller need not have looked since. */
  readonly isLagging: boolean;
  /** Of Ready and Error those that are worse than the components explain. */
  readonly worse: readonly string[];
  readonly driftHeld: DriftHeld | null;
  readonly ownVerdict: Verdict;
}

/** @param others what may explain its words: its components, but for those that wait for it themselves. */
export function stateOf(composition: Composition, others: readonly Component[], context: Context): ApplicationState {
  const { object, components, listingErrors, unlisted } = composition;
  const isIncomplete = listingErrors.length > 0 || unlisted.length > 0;
  const reported = conditionsAt(object).conditions;
  const code = expectedByCode(components);
  const isUnseen = ["Ready", "Error"].every((type) => conditionOf(reported, type) === undefined);
  const [isStale, isDeleting] = [isOlderThanSpec(object, reported), object.deletedAt !== undefined];
  const driftHeld: DriftHeld | null = isDeleting
    ? "deleting"
    : isStale || isUnseen
      ? "stale"
      : isIncomplete
        ? "incomplete"
        : null;
  // An Application among its own components stays not ready because it is not ready.
  const counts = driftHeld === null || isIncomplete;
  const worse = counts ? worseThanExplained(reported, expectedByCode(others)) : [];
  const isLate = components.some(
    (each) => each.key !== keyOf(object.ref) && changedLately(each.object, context.takenAt),
  );
  const isWorse = worseThanExplained(reported, code).some(({ type }) => type === "Ready");
  const isLagging = isLate || (driftHeld === null && isWorse && changedUntimed(composition));
  const ownVerdict = worst([
    isUnseen || components.length === 0 || isIncomplete ? "unknown" : "healthy",
    isStale || isDeleting ? "progressing" : "healthy",
    ...othersWords(composition, reported, context),
    // What a list that failed said in Error no component explains.
    ...worse.map(({ type, verdict }) => (isLate || (isLagging && type === "Ready") ? "progressing" : verdict)),
  ]);
  const [ready = 0, total = 0] = (code.componentsReady ?? "").split("/").map(Number);
  return {
    ...{ reported, code, proposal: expectedByProposal(object, components), ready, total },
    ...{ isStale, isDeleting, isUnseen, isLagging, driftHeld, ownVerdict },
    worse: worse.map(({ type }) => type),
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
): readonly { readonly type: string; readonly verdict: Verdict }[] {
  return summaries.flatMap(([type, order, verdicts]) => {
    const said = conditionOf(reported, type)?.status;
    const explained = conditionOf(expected.conditions, type)?.status;
    if (said === undefined || explained === undefined) return [];
    const rank = order.indexOf(said);
    return rank < order.indexOf(explained) ? [{ type, verdict: verdicts[rank] ?? "unknown" }] : [];
  });
}

function changedLately(object: KubeObject, takenAt: string): boolean {
  return timesOf(object).some((since) => (secondsBetween(since, takenAt) ?? syncSeconds) < syncSeconds);
}

/**
 * A component is not as status.components has it (without such a list any may be the one), or is gone, and nobody knows
 * since when: a StatefulSet, a Service, a ConfigMap has no condition that would tell.
 */
function changedUntimed({ object, components }: Composition): boolean {
  const hasList = Array.isArray(at(object.status, ["components"]));
  const isOther = ({ reported, code }: Component): boolean => !hasList || reported !== code.status;
  const here = new Set(components.map((each) => reportKey(each.object.ref)));
  const isGone = hasList && [...reportedStatuses(object).keys()].some((key) => !here.has(key));
  return isGone || components.some((each) => isOther(each) && timesOf(each.object).length === 0);
}

function timesOf(object: KubeObject): readonly string[] {
  return conditionsAt(object).conditions.flatMap(({ since }) => (since === undefined ? [] : [since]));
}

/** spec.assemblyPhase, where it is not the usual one: empty means Succeeded (APP application_types.go:65-89). */
export function assemblyPhase({ object }: Composition): "Pending" | "Failed" | undefined {
  const phase = text(at(object.spec, ["assemblyPhase"]));
  return phase === "Pending" || phase === "Failed" ? phase : undefined;
}
