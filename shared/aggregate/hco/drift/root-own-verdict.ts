import { definedFields } from "../../../model/defined-fields.ts";
import type { ContributionsByType, ReportNode } from "../../../model/report.ts";
import { type Verdict, worstVerdict } from "../../../model/verdict.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { evaluateOwnVerdict } from "../own-verdict.ts";
import { chooseDriftRuleSet, type RuleSets } from "../rule-sets.ts";
import { findStandstill } from "../surroundings/upgrade-standstill.ts";
import type { DelayInput } from "./operator-delay.ts";
import { dropSettlingConditions, type EvaluatedDrift, evaluateDrift } from "./status-drift.ts";

/** What the own verdict of one HyperConverged is computed from. */
interface OwnVerdictInput {
  readonly components: readonly HcoComponent[];
  readonly parts: readonly ReportNode[];
  readonly expected: RuleSets;
  readonly offenders: ContributionsByType;
  readonly blamed: ContributionsByType;
  readonly isOperatorUnknown: boolean;
  /** The drift from the rule set that the user compares with. */
  readonly drift: EvaluatedDrift;
}

/** The root's own verdict, and what an upgrade under way has to do with it. */
export interface RootOwnVerdict {
  readonly verdict: Verdict;
  /** The verdict without regard to a standstill of the upgrade, which degrades the root and no component. */
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
export function evaluateRootOwnVerdict(
  input: OwnVerdictInput,
  delayInput: DelayInput,
  index: ObjectIndex,
): RootOwnVerdict {
  const { components, parts, offenders, blamed, isOperatorUnknown } = input;
  const { state, takenAt } = delayInput;
  const ruleSet = chooseDriftRuleSet(state);
  const expected = input.expected[ruleSet];
  const drift =
    input.drift.ruleSet === ruleSet ? input.drift : evaluateDrift(ruleSet, expected, parts, components, delayInput);
  const stallingLabels = new Set((offenders["UpgradeStall"] ?? []).map(({ component }) => component));
  const awaitedParts = parts.filter(
    (part) => part.required && (part.verdict !== "healthy" || stallingLabels.has(part.label)),
  );
  const verdictWithoutStandstill = evaluateOwnVerdict(dropSettlingConditions(state, drift.settling), {
    parts,
    expected,
    driftHeld: drift.driftHeld,
    blamedTypes: new Set(Object.keys(blamed)),
    isOperatorUnknown,
    takenAt,
  });
  const stalledSince = findStandstill(state, awaitedParts, index, takenAt);
  const standstillVerdict = stalledSince === undefined ? "healthy" : "degraded";
  return {
    verdict: worstVerdict([verdictWithoutStandstill, standstillVerdict]),
    verdictWithoutStandstill,
    awaitedParts,
    ...definedFields({ stalledSince }),
  };
}
