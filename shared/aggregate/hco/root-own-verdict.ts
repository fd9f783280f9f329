import type { ReportNode, RootNode } from "../../model/report.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HcoComponent } from "./components.ts";
import type { TurnInput } from "./drift/operator-turn.ts";
import { settleDrift, withoutSettling } from "./drift/settled-drift.ts";
import { ownVerdict } from "./own-verdict.ts";
import { driftRuleSet, type RuleSets } from "./rule-sets.ts";
import { hasStoodStill } from "./surroundings/upgrade-standstill.ts";

/** What the own verdict of one HyperConverged is made of. */
interface OwnVerdictInput {
  readonly components: readonly HcoComponent[];
  readonly parts: readonly ReportNode[];
  readonly expected: RuleSets;
  readonly offenders: RootNode["offenders"];
  readonly blamed: RootNode["offenders"];
  readonly isOperatorUnknown: boolean;
}

/**
 * The root's own verdict by the rules of the operator that runs, whichever rule set the user compares with. Conditions
 * that the operator may be about to write are left out of it. An upgrade that stands still makes it degraded.
 */
export function rootOwnVerdict(input: OwnVerdictInput, turn: TurnInput, index: ObjectIndex): Verdict {
  const { components, parts, expected, offenders, blamed, isOperatorUnknown } = input;
  const { state, takenAt } = turn;
  const ruleSet = driftRuleSet(state);
  const reported = expected[ruleSet];
  const { settling, driftHeld } = settleDrift(ruleSet, reported, parts, components, turn);
  const weighed = withoutSettling(state, settling);
  const stalling = new Set((offenders["UpgradeStall"] ?? []).map(({ component }) => component));
  const blamedTypes = new Set(Object.keys(blamed));
  const awaited = parts.filter((part) => part.required && (part.verdict !== "healthy" || stalling.has(part.label)));
  return worstVerdict([
    ownVerdict(weighed, parts, reported, driftHeld, blamedTypes, takenAt, isOperatorUnknown),
    hasStoodStill(state, awaited, index, takenAt) ? "degraded" : "healthy",
  ]);
}
