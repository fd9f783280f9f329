/** The error for an unknown state, in kubectl's words. */
export function unknownGoalText(state: string): string {
  return `unrecognized condition: "${state}"`;
}
