/** The shortest pause in milliseconds between two tries of a request that fails. */
export const shortestPause = 1_000;

/**
 * How long to wait after `failures` failures in a row, 1 or more, in milliseconds. It uses full jitter: a random part
 * of a span that doubles, never less than a second. Forty clients then do not come back at once, and none of them
 * storms the server.
 */
export function backoffPause(failures: number, longest: number, random: () => number): number {
  const span = Math.min(longest, shortestPause * 2 ** Math.min(failures, 30));
  return shortestPause + random() * (span - shortestPause);
}
