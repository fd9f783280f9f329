import type { Contribution, ContributionsByType } from "../../model/report.ts";

/** A contribution with the type of the condition to which it contributes. */
export type TypedContribution = Contribution & { readonly type: string };

/** The contributions by type, in their order. A type may be any text of the cluster, even `__proto__`. */
export function groupByType(contributions: readonly TypedContribution[]): ContributionsByType {
  const contributionsByType = new Map<string, Contribution[]>();
  for (const { type, ...contribution } of contributions) {
    const contributionsOfType = contributionsByType.get(type) ?? [];
    contributionsOfType.push(contribution);
    contributionsByType.set(type, contributionsOfType);
  }
  return Object.fromEntries(contributionsByType);
}
