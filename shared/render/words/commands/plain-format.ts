/** The keys of `--plain`; scripts read them. The other keys are the labels of the text format in small letters. */
export const plainKeys = {
  verdict: "verdict",
  headline: "headline",
  source: "source",
  taken: "taken",
  object: "object",
  impact: "impact",
  identity: "identity",
  condition: "condition",
  below: "below",
  gate: "gate",
  note: "note",
  read: "read",
  next: (place: string): string => `next ${place}`.replace(":", "").trim(),
} as const;

/** `for 8 minutes`, `since 2026-11-21T08:30:00Z`, or empty. */
export function plainSinceText(since: string): string {
  if (since === "") return "";
  return /^\d{4}-/.test(since) ? `since ${since}` : `for ${since}`;
}

/** `version v1.63.0, wants v1.64.0`, or empty; screen readers speak an arrow badly. */
export function aboutPart(version: string): string {
  const [observed = "", expected] = version.split("->").map((each) => each.trim());
  if (version === "") return "";
  const runs = observed === "" ? "no version" : `version ${observed}`;
  return expected === undefined ? runs : `${runs}, expected ${expected}`;
}

/** The roots of the same cluster that the line leaves out. */
export function moreThereText(others: number): string {
  return `${others} more`;
}
