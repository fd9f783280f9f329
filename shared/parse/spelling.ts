/**
 * The candidate with the fewest letters to change from `typed`; undefined if they are too many for a typing mistake,
 * or `typed` is longer than any word that is typed.
 */
export function nearestSpelling(typed: string, candidates: readonly string[]): string | undefined {
  if (typed.length > mostLetters) return undefined;
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      distance: candidate.startsWith(typed) && typed.length > 1 ? 0 : distance(typed, candidate),
    }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(typed.length / 3)) ? best.candidate : undefined;
}

// The time grows with the length, and a script may pass anything.
const mostLetters = 200;

/** The Levenshtein distance, computed one row at a time. */
function distance(from: string, to: string): number {
  let row = [...to, ""].map((_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries()) {
      const [left, above, corner] = [next[column] ?? 0, row[column + 1] ?? 0, row[column] ?? 0];
      next.push(Math.min(left + 1, above + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
