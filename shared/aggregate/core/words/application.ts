// What a rule set expects in an Application where neither the proposal nor the controller has words of their own.

/** The message of a Settled condition that is Unknown. */
export const noGenerationText = "no generation is known";

/** The message of a Settled condition that is False. */
export function unsettledText(observed: number | undefined, generation: number | undefined): string {
  const seen = observed === undefined ? "no version" : `version ${observed}`;
  return `observed ${seen}, the spec is at ${generation ?? "none"}`;
}

/** The error for a field that holds no time. Go's own error shows how it parsed the text; this one names the field. */
export function noTimeText(field: string): string {
  return `cannot read ${field} as a time`;
}
