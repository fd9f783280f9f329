import { UsageError } from "../shared/io/errors.ts";
import type { Report, RuleSetName } from "../shared/model/report.ts";
import { harmless } from "../shared/render/safe.ts";

/** Whose rule set it is. */
const owners: Readonly<Record<RuleSetName, string>> = {
  "conditions-doc": "HyperConvergeds",
  "status-doc": "HyperConvergeds",
  operator: "HyperConvergeds",
  code: "Applications",
  proposal: "Applications",
  controller: "Greenhouse's kinds",
  adr: "Greenhouse's kinds",
  generic: "kinds without rules of their own",
};

/** @throws UsageError where a rule set was asked for and none of the roots has it. */
export function mindRuleSet(asked: RuleSetName | undefined, { roots }: Pick<Report, "roots">): void {
  const [first] = roots;
  if (asked === undefined || first === undefined || roots.some(({ expected }) => Object.hasOwn(expected, asked)))
    return;
  const kinds = [...new Set(roots.map(({ ref }) => ref.kind))];
  const what =
    roots.length === 1 ? `this is ${first.ref.kind} ${first.ref.name}` : `these are of kind ${kinds.join(", ")}`;
  throw new UsageError(`--rules ${asked} is for ${owners[asked]}; ${harmless(what)}`);
}
