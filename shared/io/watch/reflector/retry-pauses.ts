// All pauses of a reflector, in milliseconds. list-watch.ts decides when each of them is made. The curve of a backoff
// and the spread are those of all clients in this folder.

/** The shortest pause between two tries of a request that fails. */
const minPauseMs = 1_000;
/** Between two lists of objects that may be read and not watched. */
export const betweenListsMs = 30_000;
/** Until objects that could not be watched are watched again. */
const unwatchableMs = 300_000;
/** Between two requests that the server refuses: the kind does not exist, or the user may not read it. */
const refusedMs = 30_000;
/** Between two requests that the server refuses, after it has refused them for `longRefusedAfterMs`. */
const longRefusedMs = 60_000;
const longRefusedAfterMs = 600_000;
/**
 * Between two requests for a kind that does not exist, while the definitions of all kinds are watched: an API without a
 * definition may serve it later.
 */
export const missingKindMs = 900_000;
/** The longest pause between two requests that fail. */
const maxBackoffMs = 60_000;
/** The longest pause that is made because a busy server asks for it. */
const maxRequestedPauseMs = 3_600_000;
/** A watch that ends sooner does not count as a success. */
const worthwhileMs = 10_000;

/** How many requests in a row are sent with growing pauses once a refusal may have ended. */
export const quickRetries = 5;

/** The pause after `failures` requests in a row that failed. */
export function pauseAfterFailures(failures: number, random: () => number): number {
  return backoffPause(Math.max(1, failures), maxBackoffMs, random);
}

/** The pause after `failures` requests in a row to a busy server: at least the `seconds` that it asked for, up to an hour. */
export function pauseOfBusyServer(seconds: number, failures: number, random: () => number): number {
  return Math.max(Math.min(seconds * 1000, maxRequestedPauseMs), pauseAfterFailures(failures, random));
}

/** The pause after a refusal, where all requests have been refused since `since`. */
export function pauseAfterRefusal(quickRetriesLeft: number, since: number, now: number, random: () => number): number {
  if (quickRetriesLeft > 0) return spreadPause(minPauseMs * 2 ** (quickRetries - quickRetriesLeft), random);
  return spreadPause(isPast(since, longRefusedAfterMs, now) ? longRefusedMs : refusedMs, random);
}

/** What is left of the pause that is made between any two requests, however the clock is set meanwhile. */
export function remainingPause(requestedAt: number, now: number): number {
  return minPauseMs - Math.min(minPauseMs, Math.max(0, now - requestedAt));
}

/** Whether a watch that the server accepted at `begunAt` went on long enough to count as a success. */
export function hasWorked(begunAt: number | undefined, now: number): boolean {
  return isPast(begunAt, worthwhileMs, now);
}

/** Whether it is time to retry a watch that the server refused at `since`. */
export function isWatchDue(since: number | undefined, now: number): boolean {
  return since === undefined || isPast(since, unwatchableMs, now);
}

/** Whether a period since a time is over. A clock that was set back counts as past, so that the request is tried. */
function isPast(since: number | undefined, periodMs: number, now: number): boolean {
  return since !== undefined && Math.abs(now - since) >= periodMs;
}

/** A pause that is up to a fifth longer or shorter, so that many clients do not send requests at the same time. */
export function spreadPause(pauseMs: number, random: () => number): number {
  return pauseMs * (0.8 + random() * 0.4);
}

/**
 * How long to wait after `failures` failures in a row, 1 or more, in milliseconds. It uses full jitter: a random part
 * of a span that doubles, never less than a second. Forty clients then do not come back at once, and none of them
 * storms the server.
 */
export function backoffPause(failures: number, maxPauseMs: number, random: () => number): number {
  const maxSpanMs = Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(failures, 30));
  return minPauseMs + random() * (maxSpanMs - minPauseMs);
}
