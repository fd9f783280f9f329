/** Milliseconds: nobody asks the same question more often than this while it fails. */
export const shortest = 1_000;

/**
 * How long to wait after so many failures in a row, 1 or more: full jitter (a random part of a span that doubles), never
 * less than a second, so that forty clients do not come back at once and none of them storms.
 */
export function backoff(failures: number, longest: number, random: () => number): number {
  const span = Math.min(longest, shortest * 2 ** Math.min(failures, 30));
  return shortest + random() * (span - shortest);
}
