/** The error for objects beside several clusters. */
export const namedInFleetText =
  "gate upgrade of several clusters evaluates each HyperConverged; remove the names, or use --context";

/** The error for a profile that has no upgrade gate. `fit` are those that have one. */
export function profileWithoutGateText(profile: string, fit: readonly string[]): string {
  return `gate upgrade requires the profile ${fit.join(" or ")}: remove --profile ${profile}`;
}

/** The error for a component, whose HyperConverged has the `name`. */
export function upgradedByOwnerText(component: string, name: string, namespace: string | undefined): string {
  const place = namespace === undefined ? "" : ` -n ${namespace}`;
  return `${component} is upgraded by its HyperConverged: run kubectl hco-status gate upgrade hyperconverged/${name}${place}`;
}

/** The error for objects without an upgrade gate: the first, and how many more. `isNamed`: the user named them. */
export function withoutGateText(first: string, more: number, isNamed: boolean): string {
  const found = `${first}${more === 0 ? "" : ` and ${more} more`}`;
  const what = isNamed ? `not ${found}` : `but found only ${found}`;
  return `gate upgrade requires a HyperConverged or one of its components, ${what}`;
}

/** The error for accepting that there is no HyperConverged. */
export const acceptedAbsenceText =
  "--accept does not support NoHyperConverged: without a HyperConverged there is nothing to upgrade";

/** The error for an unknown code in `--accept`. `meant` is a similar one of `codes`. */
export function unknownCodeText(typed: string, meant: string | undefined, codes: readonly string[]): string {
  const hint = meant === undefined ? "" : `, did you mean ${meant}?`;
  return `unknown code "${typed}" for --accept${hint}; allowed: ${codes.join(", ")}`;
}
