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
  /** The types, of Ready and Error, that are worse than the components explain. */
  readonly worse: readonly string[];
  readonly driftHeld: DriftHeld | null;
  readonly ownVerdict: Verdict;
}

/**
 * The state of one Application.
 *
 * @param others the components that may explain its conditions: without Applications that wait for this one themselves.
 */
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
  const isComparable = driftHeld === null || isIncomplete;
  const worse = isComparable ? listUnexplainedConditions(reported, computeByCode(others)) : [];
  const hasRecentChange = components.some(
    (component) => component.key !== keyOf(object.ref) && hasChangedLately(component.object, context.takenAt),
  );
  const isReadyWorse = listUnexplainedConditions(reported, code).some(({ type }) => type === "Ready");
  const isLagging = hasRecentChange || (driftHeld === null && isReadyWorse && mayHaveChanged(composition));
  // A failed list, which the controller reports in Error, has no time and does not excuse that condition.
  const isExcused = (type: string): boolean => hasRecentChange || (isLagging && type === "Ready");
  const ownVerdict = worstVerdict([
    isUnseen || components.length === 0 || isIncomplete ? "unknown" : "healthy",
    isStale || isDeleting ? "progressing" : "healthy",
    ...listOtherVerdicts(composition, reported, context),
    ...worse.map(({ type, verdict }) => (isExcused(type) ? "progressing" : verdict)),
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

/** The verdicts of the conditions that other writers set on the Application. The controller keeps these (:94). */
function listOtherVerdicts(
  { object }: ApplicationComposition,
  reported: readonly Condition[],
  { polarities }: EvaluationContext,
): readonly Verdict[] {
  return evaluateConditions(applicationProfile, object, reported, true, polarities)
    .filter(({ type }) => type !== "Ready" && type !== "Error")
    .map(({ polarity, status }) => verdictByPolarity(polarity, status));
}

/** A condition that summarises the components, and the verdict of each of its statuses, the worst status first. */
interface SummaryCondition {
  readonly type: "Ready" | "Error";
  readonly verdicts: readonly (readonly [status: ConditionStatus, verdict: Verdict])[];
}

const summaryConditions: readonly SummaryCondition[] = [
  {
    type: "Ready",
    verdicts: [
      ["False", "unavailable"],
      ["Unknown", "unknown"],
      ["True", "healthy"],
    ],
  },
  {
    type: "Error",
    verdicts: [
      ["True", "degraded"],
      ["Unknown", "unknown"],
      ["False", "healthy"],
    ],
  },
];

/** The summary conditions that are worse than the components explain, each with its verdict. */
function listUnexplainedConditions(
  reported: readonly Condition[],
  expected: Expected,
): readonly { readonly type: string; readonly verdict: Verdict }[] {
  return summaryConditions.flatMap(({ type, verdicts }) => {
    const reportedStatus = lastConditionOfType(reported, type)?.status;
    const expectedStatus = lastConditionOfType(expected.conditions, type)?.status;
    if (reportedStatus === undefined || expectedStatus === undefined) return [];
    const rankOf = (status: ConditionStatus): number => verdicts.findIndex(([other]) => other === status);
    if (rankOf(reportedStatus) >= rankOf(expectedStatus)) return [];
    const [, verdict = "unknown" as const] = verdicts[rankOf(reportedStatus)] ?? [];
    return [{ type, verdict }];
  });
}

/** Whether a condition of the object changed within the time that the controller may take to sync. */
function hasChangedLately(object: KubeObject, takenAt: string): boolean {
  return listTransitionTimes(object).some((since) => (secondsBetween(since, takenAt) ?? syncSeconds) < syncSeconds);
}

/**
 * Whether a component may have changed at an unknown time: one without any time in its conditions, such as a StatefulSet, a
 * Service or a ConfigMap, differs from its entry in status.components, or an entry names an object that is gone. Without that
 * list any component without a time may differ.
 */
function mayHaveChanged({ object, components }: ApplicationComposition): boolean {
  const hasList = Array.isArray(valueAt(object.status, "components"));
  const selectedKeys = new Set(components.map((component) => reportKey(component.object.ref)));
  const isAnyGone = hasList && [...readReportedStatuses(object).keys()].some((key) => !selectedKeys.has(key));
  const isDifferent = ({ reported, code }: ApplicationComponent): boolean => !hasList || reported !== code.status;
  return (
    isAnyGone ||
    components.some((component) => isDifferent(component) && listTransitionTimes(component.object).length === 0)
  );
}

function listTransitionTimes(object: KubeObject): readonly string[] {
  return conditionsAt(object).conditions.flatMap(({ since }) => (since === undefined ? [] : [since]));
}

/**
 * The spec.assemblyPhase, undefined for Succeeded, which an empty one means too (kubernetes-sigs/application
 * api/v1beta1/application_types.go:65-89).
 */
export function readAssemblyPhase({ object }: ApplicationComposition): "Pending" | "Failed" | undefined {
  const phase = textAt(object.spec, "assemblyPhase");
  return phase === "Pending" || phase === "Failed" ? phase : undefined;
}

/** Why no drift is a fault now: the first reason that holds. Null where there is none. */
function findDriftExcuse(state: {
  readonly isDeleting: boolean;
  readonly isStale: boolean;
  readonly isIncomplete: boolean;
}): DriftHeld | null {
  if (state.isDeleting) return "deleting";
  if (state.isStale) return "stale";
  return state.isIncomplete ? "incomplete" : null;
}
