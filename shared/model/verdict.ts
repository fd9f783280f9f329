/** How well an object is, worst first; the order is the order of {@link worst}. */
export const verdicts = ["unavailable", "degraded", "unknown", "progressing", "healthy"] as const;

export type Verdict = (typeof verdicts)[number];

/** The worst of `all`; nothing to judge is `unknown`, never `healthy`. */
export function worst(all: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => all.includes(verdict)) ?? "unknown";
}

/** Negative where `a` is worse than `b`, so that sorting puts the worst first. */
export function compareVerdicts(a: Verdict, b: Verdict): number {
  return verdicts.indexOf(a) - verdicts.indexOf(b);
}
