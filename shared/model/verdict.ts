/** The health of an object, worst first; {@link worstVerdict} uses this order. */
export const allVerdicts = ["unavailable", "degraded", "unknown", "progressing", "healthy"] as const;

export type Verdict = (typeof allVerdicts)[number];

/** The worst of `all`; an empty list is `unknown`, never `healthy`. */
export function worstVerdict(all: readonly Verdict[]): Verdict {
  return allVerdicts.find((verdict) => all.includes(verdict)) ?? "unknown";
}

/** Negative if `a` is worse than `b`, so that sorting puts the worst first. */
export function compareVerdicts(a: Verdict, b: Verdict): number {
  return allVerdicts.indexOf(a) - allVerdicts.indexOf(b);
}

/** The items by their verdict, the worst first. */
export function sortWorstFirst<Item extends { readonly verdict: Verdict }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
}

/** Whether a verdict is unavailable or degraded. */
export function isSerious(verdict: Verdict): boolean {
  return verdict === "unavailable" || verdict === "degraded";
}
