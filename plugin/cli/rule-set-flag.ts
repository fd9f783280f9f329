import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { fallbackProfile, families, profileNames, type RuleSetName, ruleSets } from "../../shared/model/families.ts";
import type { RootNode } from "../../shared/model/report.ts";

/**
 * Refuses a rule set that does not apply to any of the roots: `--rules code is for Applications; this is Team it`.
 * @throws UsageError where `--rules` requests a rule set and none of the roots has it.
 */
export function assertRuleSetApplies(
  requested: RuleSetName | undefined,
  { roots }: { readonly roots: readonly Pick<RootNode, "ref" | "expected">[] },
): void {
  const [first, ...others] = roots;
  if (requested === undefined || first === undefined) return;
  if (roots.some(({ expected }) => Object.hasOwn(expected, requested))) return;
  const owner = profileNames.find((name) => ruleSets[name].includes(requested)) ?? fallbackProfile;
  const kinds = new Set(roots.map(({ ref }) => ref.kind));
  const found =
    others.length === 0 ? `this is ${first.ref.kind} ${first.ref.name}` : `these are of kind ${[...kinds].join(", ")}`;
  throw new UsageError(sanitizeLine(`--rules ${requested} is for ${families[owner].title}; ${found}`));
}
