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
import { type Difference, listWritesBehindDrift, splitByTurn, type TurnInput } from "./operator-turn.ts";

/** The drift of one HyperConverged from one rule set, and which of it has lasted for longer than the operator's turn. */
export interface SettledDrift {
  readonly ruleSet: RuleSetName;
  readonly drift: readonly Drift[];
  readonly driftHeld: DriftHeld | null;
  readonly settled: readonly Finding[];
  readonly settling: readonly Finding[];
}

/** Compares the CR with a rule set. Drift that is younger than the operator's turn is no finding. */
export function settleDrift(
  ruleSet: RuleSetName,
  expected: Expected,
  parts: readonly ReportNode[],
  components: readonly HcoComponent[],
  turn: TurnInput,
): SettledDrift {
  const { state } = turn;
  const drift = computeDrift(ruleSet, state.conditions, expected);
  const driftHeld = findDriftExcuse(state, parts);
  if (driftHeld !== null) return { ruleSet, drift, driftHeld, settled: [], settling: [] };
  const split = splitByTurn(listDriftDifferences(drift, state, components), turn);
  const isSettling = split.settling.length > 0 && split.settled.length === 0;
  return { ruleSet, drift, driftHeld: isSettling ? "settling" : null, ...split };
}

/**
 * The state without the summary conditions that the operator may be about to write. They make the verdict neither worse
 * nor better than the components explain.
 */
export function dropSettlingConditions(state: TurnInput["state"], settling: readonly Finding[]): TurnInput["state"] {
  const types = new Set(settling.map((each) => (each.code === "drift" ? each.type : "")));
  const isSkipped = (type: string): boolean => types.has(type) && summaryTypes.includes(type);
  return { ...state, conditions: state.conditions.filter(({ type }) => !isSkipped(type)) };
}

/**
 * The differences between the CR and a rule set, in the rule set's order. Conditions that the rule set does not expect
 * follow.
 */
function computeDrift(ruleSet: RuleSetName, reported: readonly Condition[], expected: Expected): readonly Drift[] {
  const reportedByType = new Map(reported.map((condition) => [condition.type, condition]));
  const drift = expected.conditions
    .map((condition) => compareCondition(ruleSet, condition, reportedByType.get(condition.type)))
    .filter((each) => each !== undefined);
  // A document describes only its own types. The operator's rules describe every condition that the CR may have.
  if (ruleSet !== "operator") return drift;
  const expectedTypes = new Set(expected.conditions.map((condition) => condition.type));
  const extra = [...reportedByType.values()].filter(({ type }) => !expectedTypes.has(type));
  return [
    ...drift,
    ...extra.map((condition): Drift => ({ type: condition.type, what: "extra", reported: conditionWords(condition) })),
  ];
}

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
 * The fields that a rule set defines for a condition beside the status: conditions-doc has the component's own reason and no
 * message, and status-doc gives good conditions neither reason nor message.
 */
function listComparedFields(ruleSet: RuleSetName, { reason }: ExpectedCondition): readonly ComparedField[] {
  const hasReason = ruleSet === "operator" || (ruleSet === "status-doc" && reason !== "");
  return hasReason ? ["reason", "message"] : [];
}

/** The drift as differences, each with the times of the writes that it may come from. */
function listDriftDifferences(
  drift: readonly Drift[],
  state: HyperConvergedState,
  components: readonly HcoComponent[],
): readonly Difference[] {
  return drift.map((each) => ({
    finding: makeDriftFinding("warning", state.object.ref, each),
    written: listWritesBehindDrift(each.type, components),
  }));
}

/** Why no drift is a fault now, whatever its age: the first reason that holds. Null where there is none. */
function findDriftExcuse(state: HyperConvergedState, parts: readonly ReportNode[]): DriftHeld | null {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (state.isDeleting) return "deleting";
  if (state.operator.running === false) return "operator-down";
  if (reconcile !== undefined && reconcile.status !== "True") return "reconcile-error";
  // The operator has not observed a CR without conditions, so its status is older than its spec.
  if (state.isStale || state.isUnseen) return "stale";
  if (state.upgradeMode === true) return "upgrading";
  return parts.some((part) => part.required && part.outcome !== "found") ? "incomplete" : null;
}
