import type { ProfileName } from "../../../model/families.ts";
import { joinNames } from "../../../outline/words/names.ts";

/** The kinds of one API group that a profile evaluates. */
export interface EvaluatedGroup {
  readonly group: string;
  readonly kinds: readonly string[];
}

/** The error for a type that the profile cannot evaluate. `fallback` is the profile for any kind. */
export function unfitProfileText(
  profile: string,
  groups: readonly EvaluatedGroup[],
  type: string,
  fallback: string,
): string {
  const judged = groups.map(({ group, kinds }) => `${joinNames(kinds)} of ${group}`);
  return `the profile ${profile} supports ${joinNames(judged)}, not ${type}; use --profile ${fallback} for any kind`;
}

/** The objects of each family. */
export const familyTitles: Readonly<Record<ProfileName, string>> = {
  hco: "HyperConvergeds",
  application: "Applications",
  greenhouse: "Greenhouse's kinds",
  generic: "other kinds",
};

/** The error for a rule set that does not apply to the one object that was found. `owner` says what it is for. */
export function unfitRuleSetText(ruleSet: string, owner: string, object: string): string {
  return `--rules ${ruleSet} is for ${owner}; this is ${object}`;
}

/** The error for a rule set that applies to none of several objects. `owner` says what it is for. */
export function unfitRuleSetOfSeveralText(ruleSet: string, owner: string, kinds: readonly string[]): string {
  return `--rules ${ruleSet} is for ${owner}; these are of kind ${kinds.join(", ")}`;
}

/** The error for a wait whose goal the object never has. `goal` is the value of `--for`. */
export function unfitGoalText(goal: string, isOfHyperConvergedOnly: boolean, object: string): string {
  const whom = isOfHyperConvergedOnly ? "a HyperConverged" : "a HyperConverged or one of its components";
  return `error: wait --for ${goal} requires ${whom}, not ${object}`;
}
