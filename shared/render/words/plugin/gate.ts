/** The error for a profile that has no upgrade gate. `fit` are those that have one. */
export function profileWithoutGateText(profile: string, fit: readonly string[]): string {
  return `gate upgrade requires the profile ${fit.join(" or ")}: remove --profile ${profile}`;
}
