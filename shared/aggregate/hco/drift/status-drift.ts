import { type Condition, conditionWords, lastConditionOfType } from "../../../model/condition.ts";
import type { Drift, DriftHeld } from "../../../model/drift.ts";
import type { RuleSetName } from "../../../model/families.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import type { Expected, ExpectedCondition, ReportNode } from "../../../model/report.ts";
import { summaryTypes } from "../../../profiles/hco/profile.ts";
import { type ComparedField, findDifference } from "../../evaluation/condition-drift.ts";
import { makeDriftFinding } from "../../evaluation/shared-findings.ts";
import type { HcoComponent } from "../components.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { type DelayInput, type Difference, listWriteTimesBehindType, splitByDelay } from "./operator-delay.ts";

/** The drift of one HyperConverged from one rule set. */
export interface EvaluatedDrift {
  readonly ruleSet: RuleSetName;
  readonly drift: readonly Drift[];
  /** Why no drift is a fault now. Null where drift is a fault. */
  readonly driftHeld: DriftHeld | null;
  /** The drift that is a fault: it has lasted for longer than the operator's usual delay. */
  readonly settled: readonly Finding[];
  /** The drift that may end with the operator's next write. */
  readonly settling: readonly Finding[];
}

/** Compares the CR with the conditions that a rule set expects of it. */
export function evaluateDrift(
  ruleSet: RuleSetName,
  expected: Expected,
  parts: readonly ReportNode[],
  components: readonly HcoComponent[],
  delayInput: DelayInput,
): EvaluatedDrift {
  const { state } = delayInput;
  const drift = computeDrift(ruleSet, state.conditions, expected);
  const excuse = findDriftExcuse(state, parts);
  if (excuse !== null) return { ruleSet, drift, driftHeld: excuse, settled: [], settling: [] };
  const differences = drift.map(
    (row): Difference => ({
      finding: makeDriftFinding("warning", state.object.ref, row),
      writeTimes: listWriteTimesBehindType(row.type, components),
    }),
  );
  const { settled, settling } = splitByDelay(differences, delayInput);
  const isAllSettling = settling.length > 0 && settled.length === 0;
  return { ruleSet, drift, driftHeld: isAllSettling ? "settling" : null, settled, settling };
}

/**
 * The state without the summary conditions that the operator may be about to write, so that the verdict depends on the
 * components and not on them. `settling`: the drift of these conditions.
 */
export function dropSettlingConditions(state: HyperConvergedState, settling: readonly Finding[]): HyperConvergedState {
  const settlingTypes = settling.flatMap((finding) => (finding.code === "drift" ? [finding.type] : []));
  const droppedTypes = new Set(settlingTypes.filter((type) => summaryTypes.includes(type)));
  return { ...state, conditions: state.conditions.filter(({ type }) => !droppedTypes.has(type)) };
}

/**
 * The differences between the CR's conditions and a rule set: first the conditions that the rule set expects, in its order,
 * then those that it does not expect. A document describes only its own types, so every other condition agrees with it. The
 * operator's rules describe every condition that the CR may have.
 */
function computeDrift(ruleSet: RuleSetName, reported: readonly Condition[], expected: Expected): readonly Drift[] {
  const reportedByType = new Map(reported.map((condition) => [condition.type, condition]));
  const drift = expected.conditions
    .map((condition) => compareCondition(ruleSet, condition, reportedByType.get(condition.type)))
    .filter((row) => row !== undefined);
  if (ruleSet !== "operator") return drift;
  const expectedTypes = new Set(expected.conditions.map(({ type }) => type));
  const unexpected = [...reportedByType.values()].filter(({ type }) => !expectedTypes.has(type));
  const extraDrift = unexpected.map(
    (condition): Drift => ({ type: condition.type, what: "extra", reported: conditionWords(condition) }),
  );
  return [...drift, ...extraDrift];
}

/** How a reported condition differs from the expected one. Undefined where the two agree. */
function compareCondition(
  ruleSet: RuleSetName,
  expected: ExpectedCondition,
  reported: Condition | undefined,
): Drift | undefined {
  const { type } = expected;
  if (reported === undefined) return { type, what: "missing", expected: conditionWords(expected) };
  const what = findDifference(reported, expected, listComparedFields(ruleSet, expected));
  if (what === undefined) return undefined;
  return { type, what, expected: conditionWords(expected), reported: conditionWords(reported) };
}

/**
 * The fields that are compared beside the status, as far as the rule set defines them:
 * - `operator`: reason and message.
 * - `status-doc`: reason and message of bad conditions. The document gives good ones neither.
 * - `conditions-doc`: none. It takes the reason of a component and defines no message.
 */
function listComparedFields(ruleSet: RuleSetName, { reason }: ExpectedCondition): readonly ComparedField[] {
  const hasReason = ruleSet === "operator" || (ruleSet === "status-doc" && reason !== "");
  return hasReason ? ["reason", "message"] : [];
}

/** Why no drift is a fault now, whatever its age. The first reason that applies, or null. */
function findDriftExcuse(state: HyperConvergedState, parts: readonly ReportNode[]): DriftHeld | null {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (state.isDeleting) return "deleting";
  if (state.operator.running === false) return "operator-down";
  if (reconcile !== undefined && reconcile.status !== "True") return "reconcile-error";
  // The operator has not observed a CR without conditions, so its status is older than its spec.
  if (state.isStale || state.isUnobserved) return "stale";
  if (state.upgradeMode === true) return "upgrading";
  const isPartMissing = parts.some((part) => part.required && part.outcome !== "found");
  return isPartMissing ? "incomplete" : null;
}
