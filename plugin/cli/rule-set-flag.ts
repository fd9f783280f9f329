import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { fallbackProfile, profileNames, type RuleSetName, ruleSets } from "../../shared/model/families.ts";
import type { RootNode } from "../../shared/model/report.ts";
import { familyTitles, unfitRuleSetOfSeveralText, unfitRuleSetText } from "../../shared/render/words/plugin/unfit.ts";

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
      ? unfitRuleSetText(asked, ownerOf(asked), `${first.ref.kind} ${first.ref.name}`)
      : unfitRuleSetOfSeveralText(asked, ownerOf(asked), kinds);
  throw new UsageError(sanitizeLine(sentence));
}

/** The objects that have this rule set, in the words of a message. */
function ownerOf(ruleSet: RuleSetName): string {
  const owner = profileNames.find((name) => ruleSets[name].includes(ruleSet)) ?? fallbackProfile;
  return familyTitles[owner];
}
