import { definedFields } from "../../../model/defined-fields.ts";
import type { ContributionsByType, ReportNode } from "../../../model/report.ts";
import { type Verdict, worstVerdict } from "../../../model/verdict.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { evaluateOwnVerdict } from "../own-verdict.ts";
import { chooseDriftRuleSet, type RuleSets } from "../rule-sets.ts";
import { findStandstill } from "../surroundings/upgrade-standstill.ts";
import type { TurnInput } from "./operator-turn.ts";
import { dropSettlingConditions, type SettledDrift, settleDrift } from "./status-drift.ts";

/** What the own verdict of one HyperConverged is computed from. */
export interface OwnVerdictInput {
  readonly components: readonly HcoComponent[];
  readonly parts: readonly ReportNode[];
  readonly expected: RuleSets;
  readonly offenders: ContributionsByType;
  readonly blamed: ContributionsByType;
  readonly isOperatorUnknown: boolean;
  /** The drift from the rule set that the user compares with. */
  readonly settledDrift: SettledDrift;
}

/** The root's own verdict, and what it is made of where an upgrade stands still. */
interface RootOwnVerdict {
  readonly verdict: Verdict;
  /** The same verdict for an upgrade that moves: a standstill makes the root degraded, and no component. */
  readonly verdictWithoutStandstill: Verdict;
  /** The parts that an upgrade waits for. */
  readonly awaitedParts: readonly ReportNode[];
  /** Since when the upgrade stands still, RFC 3339 UTC. Absent while it moves. */
  readonly stalledSince?: string;
}

/**
 * The root's own verdict by the rules of the operator that runs, whichever rule set the user compares with. Conditions
 * that the operator may be about to write do not count. An upgrade that stands still makes the root degraded.
 */
export function evaluateRootItself(input: OwnVerdictInput, turn: TurnInput, index: ObjectIndex): RootOwnVerdict {
  const { components, parts, offenders, blamed, isOperatorUnknown, settledDrift } = input;
  const { state, takenAt } = turn;
  const ruleSet = chooseDriftRuleSet(state);
  const expected = input.expected[ruleSet];
  const isComparedBySameSet = settledDrift.ruleSet === ruleSet;
  const { settling, driftHeld } = isComparedBySameSet
    ? settledDrift
    : settleDrift(ruleSet, expected, parts, components, turn);
  const settledState = dropSettlingConditions(state, settling);
  const stalling = new Set((offenders["UpgradeStall"] ?? []).map(({ component }) => component));
  const awaitedParts = parts.filter(
    (part) => part.required && (part.verdict !== "healthy" || stalling.has(part.label)),
  );
  const stalledSince = findStandstill(state, awaitedParts, index, takenAt);
  const verdictWithoutStandstill = evaluateOwnVerdict(
    settledState,
    parts,
    expected,
    driftHeld,
    new Set(Object.keys(blamed)),
    takenAt,
    isOperatorUnknown,
  );
  return {
    verdict: worstVerdict([verdictWithoutStandstill, stalledSince === undefined ? "healthy" : "degraded"]),
    verdictWithoutStandstill,
    awaitedParts,
    ...definedFields({ stalledSince }),
  };
}
