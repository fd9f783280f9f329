import { lastConditionOfType } from "../../model/condition.ts";
import type { Drift } from "../../model/drift.ts";
import type { RuleSetName } from "../../model/families.ts";
import type { ExpectedCondition } from "../../model/report.ts";
import type { ApplicationState } from "./application-state.ts";

/** The rule sets of an Application; the first is the default. */
export type ApplicationRules = "code" | "proposal";

export function applicationRules(chosen: RuleSetName | undefined): ApplicationRules {
  return chosen === "proposal" ? "proposal" : "code";
}

/**
 * Where the CR and a rule set differ, in the rule set's order. Condition types that the rule set lacks belong to other
 * writers and are never drift. Of the proposal only statuses count, because it leaves reasons and messages open.
 */
export function applicationDrift(rules: ApplicationRules, state: ApplicationState): readonly Drift[] {
  return state[rules].conditions
    .map((expected) => compare(rules, expected, state))
    .filter((each) => each !== undefined);
}

function compare(rules: ApplicationRules, expected: ExpectedCondition, state: ApplicationState): Drift | undefined {
  const { type, status, reason, message } = expected;
  const reported = lastConditionOfType(state.reported, type);
  const wanted = { status, reason, message };
  if (reported === undefined) return { type, what: "missing", expected: wanted };
  const both = {
    reported: { status: reported.status, reason: reported.reason, message: reported.message },
    expected: wanted,
  };
  if (reported.status !== status) return { type, what: "status", ...both };
  if (rules === "proposal") return undefined;
  if (reported.reason !== reason) return { type, what: "reason", ...both };
  return reported.message === message ? undefined : { type, what: "message", ...both };
}
