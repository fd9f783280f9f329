import { definedFields } from "../../shared/model/defined-fields.ts";
import type { WaitStatus } from "../../shared/model/wait.ts";

/** Milliseconds that may go unseen while the goal has to hold. A connection that is cut comes back at once. */
const maxUnseenMs = 10_000;

/** How long the goal has held without a break. Times are milliseconds since the wait began. */
export interface GoalStability {
  /** Undefined: the goal does not hold, or the plugin cannot tell that it still does. */
  readonly heldSince: number | undefined;
  /** Undefined: the connection was live at the last evaluation. */
  readonly unseenSince: number | undefined;
  /** The `heldSince` that became void because the server did not respond. It is kept until the next evaluation. */
  readonly doubtedSince: number | undefined;
}

/** The state before the first evaluation. */
export const notStable: GoalStability = { heldSince: undefined, unseenSince: undefined, doubtedSince: undefined };

/** The result of one evaluation. `isSeen`: the connection was live. `hasSkipped`: what was seen before may be out of date. */
export interface StabilityInput {
  readonly isReached: boolean;
  readonly isSeen: boolean;
  readonly elapsedMs: number;
  readonly hasSkipped: boolean;
}

/**
 * The state after an evaluation. Only one with a live connection begins the time. An unmet goal ends it, and so does a
 * long time unseen.
 */
export function nextStability(
  before: GoalStability,
  { isReached, isSeen, elapsedMs, hasSkipped }: StabilityInput,
): GoalStability {
  const unseenSince = isSeen ? undefined : (before.unseenSince ?? elapsedMs);
  const next = { unseenSince, doubtedSince: undefined };
  if (isReached && isSeen) return { ...next, heldSince: before.heldSince ?? elapsedMs };
  const isUnseenForLong = unseenSince !== undefined && elapsedMs - unseenSince > maxUnseenMs;
  const mayStillHold = isReached && !hasSkipped && !isUnseenForLong;
  return { ...next, heldSince: mayStillHold ? before.heldSince : undefined };
}

/** The state after the server did not confirm that the goal still holds. The time begins again. */
export function doubtStability({ heldSince, unseenSince }: GoalStability): GoalStability {
  return { heldSince: undefined, unseenSince, doubtedSince: heldSince };
}

/** How long the goal held, from the evaluation that led from `before` to `after`. */
export function heldTime(
  before: GoalStability,
  after: GoalStability,
  elapsedMs: number,
): Pick<WaitStatus, "heldMs" | "brokenAfterMs" | "isUnconfirmed"> {
  const isUnconfirmed = before.doubtedSince !== undefined;
  const heldBeforeSince = before.doubtedSince ?? before.heldSince;
  const isBroken = heldBeforeSince !== undefined && (after.heldSince === undefined || isUnconfirmed);
  return definedFields({
    heldMs: after.heldSince === undefined ? undefined : elapsedMs - after.heldSince,
    brokenAfterMs: isBroken ? elapsedMs - heldBeforeSince : undefined,
    isUnconfirmed: isUnconfirmed ? true : undefined,
  });
}
