/**
 * The candidate with the fewest letters to change from `typed`; undefined if they are too many for a typing mistake,
 * or `typed` is longer than any word that is typed.
 */
export function nearestSpelling(typed: string, candidates: readonly string[]): string | undefined {
  if (typed.length > maxLetters) return undefined;
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      distance: candidate.startsWith(typed) && typed.length > 1 ? 0 : distance(typed, candidate),
    }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(typed.length / 3)) ? best.candidate : undefined;
}

// The time grows with the length, and a script may pass anything.
const maxLetters = 200;

/** The Levenshtein distance, in which two swapped neighbours count once, computed one row at a time. */
function distance(from: string, to: string): number {
  const letters = [...from];
  const targets = [...to];
  let before: readonly number[] = [];
  let row: readonly number[] = [...targets, ""].map((_, column) => column);
  for (const [line, letter] of letters.entries()) {
    const next = [line + 1];
    for (const [column, target] of targets.entries()) {
      const left = next[column] ?? 0;
      const above = row[column + 1] ?? 0;
      const corner = row[column] ?? 0;
      const isSwap = line > 0 && column > 0 && letter === targets[column - 1] && letters[line - 1] === target;
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(left + 1, above + 1, corner + (letter === target ? 0 : 1), swapped));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
