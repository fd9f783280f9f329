import type { Drift, DriftHeld } from "../../../model/drift.ts";
import type { RuleSetName } from "../../../model/families.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import type { Expected, ReportNode } from "../../../model/report.ts";
import { summaryTypes } from "../../../profiles/hco/profile.ts";
import type { HcoComponent } from "../components.ts";
import { splitByTurn, type TurnInput } from "./operator-turn.ts";
import { driftDifferences, hyperConvergedDrift, hyperConvergedDriftHeld } from "./status-drift.ts";

/** The drift of one HyperConverged from one rule set, and which part of it outlived the operator's turn. */
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
  const drift = hyperConvergedDrift(ruleSet, state.conditions, expected);
  const driftHeld = hyperConvergedDriftHeld(state, parts);
  if (driftHeld !== null) return { ruleSet, drift, driftHeld, settled: [], settling: [] };
  const split = splitByTurn(driftDifferences(drift, state, components), turn);
  const isSettling = split.settling.length > 0 && split.settled.length === 0;
  return { ruleSet, drift, driftHeld: isSettling ? "settling" : null, ...split };
}

/**
 * The state without the summary conditions that the operator may be about to write. They make the verdict neither worse
 * nor better than the components explain.
 */
export function withoutSettling(state: TurnInput["state"], settling: readonly Finding[]): TurnInput["state"] {
  const types = new Set(settling.map((each) => (each.code === "drift" ? each.type : "")));
  const isSkipped = (type: string): boolean => types.has(type) && summaryTypes.includes(type);
  return { ...state, conditions: state.conditions.filter(({ type }) => !isSkipped(type)) };
}
