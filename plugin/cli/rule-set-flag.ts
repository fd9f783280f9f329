import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { fallbackProfile, families, profileNames, type RuleSetName, ruleSets } from "../../shared/model/families.ts";
import type { RootNode } from "../../shared/model/report.ts";

/**
 * Refuses a rule set that does not apply to any of the roots.
 * @throws UsageError where a rule set was asked for and none of the roots has it.
 */
export function assertRuleSetApplies(
  asked: RuleSetName | undefined,
  { roots }: { readonly roots: readonly Pick<RootNode, "ref" | "expected">[] },
): void {
  const [first] = roots;
  if (asked === undefined || first === undefined || roots.some(({ expected }) => Object.hasOwn(expected, asked)))
    return;
  const kinds = [...new Set(roots.map(({ ref }) => ref.kind))];
  const sentence =
    roots.length === 1
      ? `--rules ${asked} is for ${ruleSetOwner(asked)}; this is ${first.ref.kind} ${first.ref.name}`
      : `--rules ${asked} is for ${ruleSetOwner(asked)}; these are of kind ${kinds.join(", ")}`;
  throw new UsageError(sanitizeLine(sentence));
}

/** The objects that have this rule set, in the words of a message. */
function ruleSetOwner(ruleSet: RuleSetName): string {
  const owner = profileNames.find((name) => ruleSets[name].includes(ruleSet)) ?? fallbackProfile;
  return families[owner].title;
}
