import { conditionOf } from "../../../model/condition.ts";
import type { Finding } from "../../../model/finding.ts";
import type { Contribution, Drift, DriftHeld, Expected } from "../../../model/report.ts";
import { type Verdict, verdicts } from "../../../model/verdict.ts";
import type { Index } from "../../lookup.ts";
import { operatorCondition } from "../operator-condition.ts";
import type { HyperConvergedState } from "../state.ts";

/** Where the CR and its parts do not say the same, and what that means for whoever trusts the CR. */
export function disagreements(
  state: HyperConvergedState,
  verdict: Verdict,
  drift: readonly Drift[],
  driftHeld: DriftHeld | null,
  operator: Expected,
): readonly Finding[] {
  return [
    ...(driftHeld === null ? drift.map((each) => drifted(state, each)) : []),
    ...health(state, verdict, operator),
    ...looksWorse(state, verdict),
  ];
}

function drifted(state: HyperConvergedState, { type, what, reported, expected }: Drift): Finding {
  return {
    code: "drift",
    severity: "warning",
    about: state.object.ref,
    type,
    what,
    ...(reported === undefined ? {} : { reportedReason: reported.reason, reportedStatus: reported.status }),
    ...(expected === undefined ? {} : { expectedReason: expected.reason, expectedStatus: expected.status }),
  };
}

/** systemHealthStatus is healthy while a part is down (an upgrade since 1.16), or bad while nothing is. */
function health(state: HyperConvergedState, verdict: Verdict, operator: Expected): readonly Finding[] {
  const reported = state.systemHealthStatus;
  // An operator that is not running has not looked: its word is old, not wrong.
  if (reported === undefined || state.operator.running === false) return [];
  const isWell = verdict === "healthy" || verdict === "progressing";
  const disagrees = reported === "healthy" ? !isWell && verdict !== "unknown" : isWell && reported === "error";
  if (!disagrees) return [];
  const expected = operator.systemHealthStatus === reported ? undefined : operator.systemHealthStatus;
  return [
    {
      code: "health-disagrees",
      severity: "warning",
      about: state.object.ref,
      reported,
      verdict,
      ...(expected === undefined || expected === null ? {} : { expected }),
    },
  ];
}

/** A roll-out makes the CR say Available=False / HCODegraded while nothing is known to be down (facts hco 1.4). */
function looksWorse(state: HyperConvergedState, verdict: Verdict): readonly Finding[] {
  if (verdicts.indexOf(verdict) < verdicts.indexOf("progressing")) return [];
  const [condition] = [conditionOf(state.conditions, "Available"), conditionOf(state.conditions, "Degraded")].filter(
    (each) => each?.status === (each?.type === "Available" ? "False" : "True"),
  );
  if (condition === undefined) return [];
  const { type, reason } = condition;
  return [{ code: "conditions-disagree", severity: "info", about: state.object.ref, type, reason, verdict }];
}

/** Blame that could only be read from the CR's reasons. */
export function blameFindings(
  state: HyperConvergedState,
  blamed: Readonly<Record<string, readonly Contribution[]>>,
): readonly Finding[] {
  const components = [...new Set(Object.values(blamed).flatMap((rows) => rows.map((row) => row.component)))];
  return components.length === 0
    ? []
    : [{ code: "blame-from-reasons", severity: "warning", about: state.object.ref, components }];
}

/** OLM's OperatorCondition beside what the operator should have told it (facts hco 2.6). */
export function operatorConditionFindings(
  state: HyperConvergedState,
  index: Index,
  operator: Expected,
  driftHeld: DriftHeld | null,
): readonly Finding[] {
  const expected = operator.operatorConditionUpgradeable;
  const said = operatorCondition(state, index);
  const isHeld = driftHeld !== null && driftHeld !== "upgrading";
  if (said === undefined || expected === undefined || said.status === expected.status || isHeld) return [];
  const { about, ...words } = said;
  return [{ code: "operator-condition", severity: "warning", about, ...words, expected: expected.status }];
}
