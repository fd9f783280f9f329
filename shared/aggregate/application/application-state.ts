import { type Condition, type ConditionStatus, lastConditionOfType } from "../../model/condition.ts";
import type { DriftHeld } from "../../model/drift.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Expected } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { applicationProfile, syncSeconds } from "../../profiles/application.ts";
import { evaluateConditions, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import {
  type ApplicationComponent,
  type ApplicationComposition,
  areComponentsSkipped,
  readReportedStatuses,
  reportKey,
} from "./composition.ts";
import { computeByCode, computeByProposal } from "./expected-conditions.ts";

/** An Application's own state, and what both rule sets compute from its components. */
export interface ApplicationState {
  readonly reported: readonly Condition[];
  readonly code: Expected;
  readonly proposal: Expected;
  /** The ready components, from `code`. */
  readonly ready: number;
  readonly total: number;
  readonly isStale: boolean;
  readonly isDeleting: boolean;
  /** Neither Ready nor Error exists: no controller has reconciled the object. */
  readonly isUnseen: boolean;
  /** A part may have changed so recently that the controller has not reconciled since. */
  readonly isLagging: boolean;
  /** Those of Ready and Error that are worse than the components explain. */
  readonly worse: readonly string[];
  readonly driftHeld: DriftHeld | null;
  readonly ownVerdict: Verdict;
}

/** @param others components that may explain the conditions; without those that wait for the Application themselves. */
export function readApplicationState(
  composition: ApplicationComposition,
  others: readonly ApplicationComponent[],
  context: EvaluationContext,
): ApplicationState {
  const { object, components, listingErrors, unlisted } = composition;
  const isIncomplete = listingErrors.length > 0 || unlisted.length > 0 || areComponentsSkipped(composition);
  const reported = conditionsAt(object).conditions;
  const code = computeByCode(components);
  const isUnseen = ["Ready", "Error"].every((type) => lastConditionOfType(reported, type) === undefined);
  const isStale = isOlderThanSpec(object, reported);
  const isDeleting = object.deletedAt !== undefined;
  const driftHeld = findDriftExcuse({ isDeleting, isStale: isStale || isUnseen, isIncomplete });
  // An Application among its own components stays not ready because it is not ready.
  const counts = driftHeld === null || isIncomplete;
  const worse = counts ? listUnexplainedConditions(reported, computeByCode(others)) : [];
  const isLate = components.some(
    (each) => each.key !== keyOf(object.ref) && hasChangedLately(each.object, context.takenAt),
  );
  const isWorse = listUnexplainedConditions(reported, code).some(({ type }) => type === "Ready");
  const isLagging = isLate || (driftHeld === null && isWorse && mayHaveChanged(composition));
  const ownVerdict = worstVerdict([
    isUnseen || components.length === 0 || isIncomplete ? "unknown" : "healthy",
    isStale || isDeleting ? "progressing" : "healthy",
    ...listOtherVerdicts(composition, reported, context),
    // What a failed list reported in Error no component explains.
    ...worse.map(({ type, verdict }) => (isLate || (isLagging && type === "Ready") ? "progressing" : verdict)),
  ]);
  const [ready = 0, total = 0] = (code.componentsReady ?? "").split("/").map(Number);
  return {
    reported,
    code,
    proposal: computeByProposal(object, components),
    ready,
    total,
    isStale,
    isDeleting,
    isUnseen,
    isLagging,
    driftHeld,
    ownVerdict,
    worse: worse.map(({ type }) => type),
  };
}

/** Verdicts of the conditions that other writers set on the Application; the controller leaves them alone (:94). */
function listOtherVerdicts(
  { object }: ApplicationComposition,
  reported: readonly Condition[],
  { polarities }: EvaluationContext,
): readonly Verdict[] {
  return evaluateConditions(applicationProfile, object, reported, true, polarities)
    .filter(({ type }) => type !== "Ready" && type !== "Error")
    .map(({ polarity, status }) => verdictByPolarity(polarity, status));
}

/** The two conditions that summarise the parts: statuses, worst first, and the verdict of each status. */
const summaries: readonly (readonly [type: string, order: readonly ConditionStatus[], verdicts: readonly Verdict[]])[] =
  [
    ["Ready", ["False", "Unknown", "True"], ["unavailable", "unknown", "healthy"]],
    ["Error", ["True", "Unknown", "False"], ["degraded", "unknown", "healthy"]],
  ];

/** The summaries that count by themselves: those worse than the parts explain. */
function listUnexplainedConditions(
  reported: readonly Condition[],
  expected: Expected,
): readonly { readonly type: string; readonly verdict: Verdict }[] {
  return summaries.flatMap(([type, order, verdicts]) => {
    const status = lastConditionOfType(reported, type)?.status;
    const explained = lastConditionOfType(expected.conditions, type)?.status;
    if (status === undefined || explained === undefined) return [];
    const rank = order.indexOf(status);
    return rank < order.indexOf(explained) ? [{ type, verdict: verdicts[rank] ?? "unknown" }] : [];
  });
}

function hasChangedLately(object: KubeObject, takenAt: string): boolean {
  return listTransitionTimes(object).some((since) => (secondsBetween(since, takenAt) ?? syncSeconds) < syncSeconds);
}

/**
 * Whether a component without any time differs from its entry in status.components, or is gone. Without that list any
 * component may differ. A StatefulSet, a Service or a ConfigMap has no condition with a time.
 */
function mayHaveChanged({ object, components }: ApplicationComposition): boolean {
  const hasList = Array.isArray(valueAt(object.status, "components"));
  const isOther = ({ reported, code }: ApplicationComponent): boolean => !hasList || reported !== code.status;
  const here = new Set(components.map((each) => reportKey(each.object.ref)));
  const isGone = hasList && [...readReportedStatuses(object).keys()].some((key) => !here.has(key));
  return isGone || components.some((each) => isOther(each) && listTransitionTimes(each.object).length === 0);
}

function listTransitionTimes(object: KubeObject): readonly string[] {
  return conditionsAt(object).conditions.flatMap(({ since }) => (since === undefined ? [] : [since]));
}

/** spec.assemblyPhase, unless it has the default; empty means Succeeded (APP application_types.go:65-89). */
export function readAssemblyPhase({ object }: ApplicationComposition): "Pending" | "Failed" | undefined {
  const phase = textAt(object.spec, "assemblyPhase");
  return phase === "Pending" || phase === "Failed" ? phase : undefined;
}

function findDriftExcuse(state: {
  readonly isDeleting: boolean;
  readonly isStale: boolean;
  readonly isIncomplete: boolean;
}): DriftHeld | null {
  if (state.isDeleting) return "deleting";
  if (state.isStale) return "stale";
  return state.isIncomplete ? "incomplete" : null;
}
