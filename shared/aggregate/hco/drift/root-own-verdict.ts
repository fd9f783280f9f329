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

/** What the own verdict of one HyperConverged is made of. */
export interface OwnVerdictInput {
  readonly components: readonly HcoComponent[];
  readonly parts: readonly ReportNode[];
  readonly expected: RuleSets;
  readonly offenders: ContributionsByType;
  readonly blamed: ContributionsByType;
  readonly isOperatorUnknown: boolean;
  /** The drift from the rule set that the user compares with. */
  readonly compared: SettledDrift;
}

/** The root's own verdict, and what it is made of where an upgrade stands still. */
interface RootOwnVerdict {
  readonly own: Verdict;
  /** The own verdict without the standstill: no component is worse for an upgrade that waits for it. */
  readonly moving: Verdict;
  /** The parts that an upgrade waits for. */
  readonly awaited: readonly ReportNode[];
  /** Since when nothing has moved, RFC 3339 UTC. Absent while something does. */
  readonly stalledSince?: string;
}

/**
 * The root's own verdict by the rules of the operator that runs, whichever rule set the user compares with. Conditions
 * that the operator may be about to write are omitted of it. An upgrade that stands still makes it degraded.
 */
export function evaluateRootItself(input: OwnVerdictInput, turn: TurnInput, index: ObjectIndex): RootOwnVerdict {
  const { components, parts, expected, offenders, blamed, isOperatorUnknown, compared } = input;
  const { state, takenAt } = turn;
  const ruleSet = chooseDriftRuleSet(state);
  const reported = expected[ruleSet];
  const isSameSet = compared.ruleSet === ruleSet;
  const { settling, driftHeld } = isSameSet ? compared : settleDrift(ruleSet, reported, parts, components, turn);
  const weighed = dropSettlingConditions(state, settling);
  const stalling = new Set((offenders["UpgradeStall"] ?? []).map(({ component }) => component));
  const blamedTypes = new Set(Object.keys(blamed));
  const awaited = parts.filter((part) => part.required && (part.verdict !== "healthy" || stalling.has(part.label)));
  const stalledSince = findStandstill(state, awaited, index, takenAt);
  const moving = evaluateOwnVerdict(weighed, parts, reported, driftHeld, blamedTypes, takenAt, isOperatorUnknown);
  return {
    own: worstVerdict([moving, stalledSince === undefined ? "healthy" : "degraded"]),
    moving,
    awaited,
    ...definedFields({ stalledSince }),
  };
}
