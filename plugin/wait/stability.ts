import type { WaitStanding } from "../../shared/model/wait.ts";

/** Milliseconds that may go unseen while the goal has to hold. A connection that is cut comes back at once. */
const longestUnseenMs = 10_000;

/** How long the goal has held without a break. Times are milliseconds since the wait began. */
export interface GoalStability {
  /** Undefined: the goal does not hold, or the plugin cannot tell that it still does. */
  readonly heldSince: number | undefined;
  /** Undefined: the last look was at a live connection. */
  readonly unseenSince: number | undefined;
  /** The `heldSince` that became void because the server did not respond. It is kept until the next look. */
  readonly doubtedSince: number | undefined;
}

/** The state before the first look. */
export const notStable: GoalStability = { heldSince: undefined, unseenSince: undefined, doubtedSince: undefined };

/** One look. `isSeen`: at a live connection. `hasSkipped`: what was seen before may be out of date. */
export interface StabilityLook {
  readonly isReached: boolean;
  readonly isSeen: boolean;
  readonly elapsedMs: number;
  readonly hasSkipped: boolean;
}

/**
 * The state after a look. Only a look at a live connection begins the time. A look at an unmet goal ends it, and so
 * does a long time unseen.
 */
export function nextStability(
  before: GoalStability,
  { isReached, isSeen, elapsedMs, hasSkipped }: StabilityLook,
): GoalStability {
  const unseenSince = isSeen ? undefined : (before.unseenSince ?? elapsedMs);
  const isUnseenForLong = unseenSince !== undefined && elapsedMs - unseenSince > longestUnseenMs;
  const next = { unseenSince, doubtedSince: undefined };
  if (isReached && isSeen) return { ...next, heldSince: before.heldSince ?? elapsedMs };
  return { ...next, heldSince: isReached && !hasSkipped && !isUnseenForLong ? before.heldSince : undefined };
}

/** The state after the server did not respond when asked whether the goal still holds. The time begins again. */
export function doubtStability({ heldSince, unseenSince }: GoalStability): GoalStability {
  return { heldSince: undefined, unseenSince, doubtedSince: heldSince };
}

/** How long the goal held, from the look that led from `before` to `after`. */
export function heldTime(
  before: GoalStability,
  after: GoalStability,
  elapsedMs: number,
): Pick<WaitStanding, "heldMs" | "brokenAfterMs" | "isUnanswered"> {
  const isUnanswered = before.doubtedSince !== undefined;
  const since = before.doubtedSince ?? before.heldSince;
  const isBroken = since !== undefined && (after.heldSince === undefined || isUnanswered);
  return {
    ...(after.heldSince !== undefined && { heldMs: elapsedMs - after.heldSince }),
    ...(isBroken && { brokenAfterMs: elapsedMs - since }),
    ...(isUnanswered && { isUnanswered }),
  };
}
