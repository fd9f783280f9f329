import { type Condition, type ConditionStatus, lastConditionOfType } from "../../model/condition.ts";
import type { DriftHeld } from "../../model/drift.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Expected } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { compareVerdicts, type Verdict, worstVerdict } from "../../model/verdict.ts";
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
  readonly isStale: boolean;
  readonly isDeleting: boolean;
  /** Neither Ready nor Error exists: no controller has reconciled the object. */
  readonly isUnreconciled: boolean;
  /** A part may have changed so recently that the controller has not reconciled since. */
  readonly isLagging: boolean;
  /** Those of the types Ready and Error whose conditions are worse than the components explain. */
  readonly unexplainedTypes: readonly string[];
  readonly driftHeld: DriftHeld | null;
  readonly ownVerdict: Verdict;
}

/**
 * The state of one Application.
 *
 * @param explainingComponents the components that may explain its conditions. They exclude the Application itself and
 *   Applications that wait for it: that each is not ready because the others are not ready explains no fault.
 */
export function readApplicationState(
  composition: ApplicationComposition,
  explainingComponents: readonly ApplicationComponent[],
  context: EvaluationContext,
): ApplicationState {
  const { object, components, listingErrors, unlisted } = composition;
  const reported = conditionsAt(object).conditions;
  const code = computeByCode(components);
  const isIncomplete = listingErrors.length > 0 || unlisted.length > 0 || areComponentsSkipped(composition);
  const isUnreconciled = ["Ready", "Error"].every((type) => lastConditionOfType(reported, type) === undefined);
  const isStale = isOlderThanSpec(object, reported);
  const isDeleting = object.deletedAt !== undefined;
  const driftHeld = findDriftExcuse({ isDeleting, isStale: isStale || isUnreconciled, isIncomplete });

  const isComparable = driftHeld === null || isIncomplete;
  const unexplained = isComparable ? listUnexplainedConditions(reported, computeByCode(explainingComponents)) : [];
  const hasRecentChange = hasRecentlyChangedComponent(composition, context.takenAt);
  const isReadyUnexplained = listUnexplainedConditions(reported, code).some(({ type }) => type === "Ready");
  const isLagging = hasRecentChange || (driftHeld === null && isReadyUnexplained && mayHaveChanged(composition));

  const verdicts = listVerdictsOfOtherWriters(composition, reported, context);
  if (isUnreconciled || components.length === 0 || isIncomplete) verdicts.push("unknown");
  if (isStale || isDeleting) verdicts.push("progressing");
  for (const { type, verdict } of unexplained) {
    // A failed list, which the controller reports in Error, has no time. So `isLagging` alone does not excuse Error.
    const isExcused = hasRecentChange || (isLagging && type === "Ready");
    verdicts.push(isExcused ? "progressing" : verdict);
  }
  return {
    reported,
    code,
    proposal: computeByProposal(object, components),
    isStale,
    isDeleting,
    isUnreconciled,
    isLagging,
    driftHeld,
    ownVerdict: worstVerdict(["healthy", ...verdicts]),
    unexplainedTypes: unexplained.map(({ type }) => type),
  };
}

/**
 * The verdicts of the conditions that other writers set on the Application. The controller keeps these conditions
 * (kubernetes-sigs/application controllers/application_controller.go:94).
 */
function listVerdictsOfOtherWriters(
  { object }: ApplicationComposition,
  reported: readonly Condition[],
  { polarities }: EvaluationContext,
): Verdict[] {
  return evaluateConditions(applicationProfile, object, reported, { polarities })
    .filter(({ type }) => type !== "Ready" && type !== "Error")
    .map(({ polarity, status }) => verdictByPolarity(polarity, status));
}

/** The verdicts of the conditions that summarise the components, by type and status. */
const summaryVerdicts: Readonly<Record<"Ready" | "Error", Readonly<Record<ConditionStatus, Verdict>>>> = {
  Ready: { True: "healthy", Unknown: "unknown", False: "unavailable" },
  Error: { True: "degraded", Unknown: "unknown", False: "healthy" },
};

/** Those of the conditions Ready and Error that are worse than the components explain, each with its verdict. */
function listUnexplainedConditions(
  reported: readonly Condition[],
  expected: Expected,
): readonly { readonly type: string; readonly verdict: Verdict }[] {
  return (["Ready", "Error"] as const).flatMap((type) => {
    const reportedStatus = lastConditionOfType(reported, type)?.status;
    const expectedStatus = lastConditionOfType(expected.conditions, type)?.status;
    if (reportedStatus === undefined || expectedStatus === undefined) return [];
    const verdict = summaryVerdicts[type][reportedStatus];
    const expectedVerdict = summaryVerdicts[type][expectedStatus];
    return compareVerdicts(verdict, expectedVerdict) < 0 ? [{ type, verdict }] : [];
  });
}

/** Whether a condition of a component changed within the time that the controller may take to sync. */
function hasRecentlyChangedComponent({ object, components }: ApplicationComposition, takenAt: string): boolean {
  const otherComponents = components.filter(({ key }) => key !== keyOf(object.ref));
  const transitionTimes = otherComponents.flatMap((component) => listTransitionTimes(component.object));
  return transitionTimes.some((time) => (secondsBetween(time, takenAt) ?? syncSeconds) < syncSeconds);
}

/**
 * Whether a component may have changed at an unknown time:
 * - an entry of status.components names an object that is not selected any more, or
 * - a component without any time in its conditions, such as a StatefulSet, a Service or a ConfigMap, differs from its entry
 *   there. Without that list each component without a time may differ.
 */
function mayHaveChanged({ object, components }: ApplicationComposition): boolean {
  const untimedComponents = components.filter((component) => listTransitionTimes(component.object).length === 0);
  const hasReportedList = Array.isArray(valueAt(object.status, "components"));
  if (!hasReportedList) return untimedComponents.length > 0;
  const selectedKeys = new Set(components.map((component) => reportKey(component.object.ref)));
  const isAnyGone = [...readReportedStatuses(object).keys()].some((key) => !selectedKeys.has(key));
  return isAnyGone || untimedComponents.some(({ reported, code }) => reported !== code.status);
}

/** The times of the last transitions of an object's conditions, of those that have one. */
function listTransitionTimes(object: KubeObject): readonly string[] {
  return conditionsAt(object)
    .conditions.map(({ since }) => since)
    .filter((since) => since !== undefined);
}

/**
 * The spec.assemblyPhase. Undefined for Succeeded, which an empty phase also means (kubernetes-sigs/application
 * api/v1beta1/application_types.go:65-89).
 */
export function readAssemblyPhase({ object }: ApplicationComposition): "Pending" | "Failed" | undefined {
  const phase = textAt(object.spec, "assemblyPhase");
  return phase === "Pending" || phase === "Failed" ? phase : undefined;
}

/** Why no drift is a fault now: the first of the three reasons that holds, or null if none does. */
function findDriftExcuse(state: {
  readonly isDeleting: boolean;
  readonly isStale: boolean;
  readonly isIncomplete: boolean;
}): DriftHeld | null {
  if (state.isDeleting) return "deleting";
  if (state.isStale) return "stale";
  return state.isIncomplete ? "incomplete" : null;
}
