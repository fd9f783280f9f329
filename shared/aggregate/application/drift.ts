import { conditionOf } from "../../model/condition.ts";
import type { Drift, ExpectedCondition, RuleSetName } from "../../model/report.ts";
import type { ApplicationState } from "./state.ts";

/** The rule sets of an Application; the first is the default. */
export type ApplicationRules = "code" | "proposal";

export function rulesOf(chosen: RuleSetName | undefined): ApplicationRules {
  return chosen === "proposal" ? "proposal" : "code";
}

/**
 * Where the CR and a rule set differ, in the rule set's order. Types that the rule set does not have are others' and never
 * drift; of the proposal only statuses count, because it leaves the words open.
 */
export function driftOf(rules: ApplicationRules, state: ApplicationState): readonly Drift[] {
  return state[rules].conditions
    .map((expected) => compare(rules, expected, state))
    .filter((each) => each !== undefined);
}

function compare(rules: ApplicationRules, expected: ExpectedCondition, state: ApplicationState): Drift | undefined {
  const { type, status, reason, message } = expected;
  const said = conditionOf(state.reported, type);
  const words = { status, reason, message };
  if (said === undefined) return { type, what: "missing", expected: words };
  const both = {
    reported: { status: said.status, reason: said.reason, message: said.message },
    expected: words,
  };
  if (said.status !== status) return { type, what: "status", ...both };
  if (rules === "proposal") return undefined;
  if (said.reason !== reason) return { type, what: "reason", ...both };
  return said.message === message ? undefined : { type, what: "message", ...both };
}
