import { definedFields } from "../../shared/model/defined-fields.ts";
import type { WaitStatus } from "../../shared/model/wait.ts";

/** Milliseconds without a live connection during which the goal may still count as held. A cut connection is soon restored. */
const maxUnseenMs = 10_000;

/** How long the goal has held without a break. Times are milliseconds since the wait began. */
export interface GoalStability {
  /** Undefined: the goal does not hold, or the plugin does not know whether the goal still holds. */
  readonly heldSince: number | undefined;
  /** Since when the connection was not live. Undefined: it was live at the last evaluation. */
  readonly unseenSince: number | undefined;
  /** The `heldSince` that was dropped because the server confirmed nothing. Kept until the next evaluation. */
  readonly doubtedSince: number | undefined;
}

/** The state before the first evaluation. */
export const notStable: GoalStability = { heldSince: undefined, unseenSince: undefined, doubtedSince: undefined };

/** The result of one evaluation. */
export interface StabilityInput {
  /** Whether the goal was reached. */
  readonly isReached: boolean;
  /** Whether the connection was live. */
  readonly isSeen: boolean;
  /** Whether the machine slept, so that the goal may have been lost unseen. */
  readonly hasSkipped: boolean;
  readonly elapsedMs: number;
}

/**
 * The state after an evaluation:
 * - the goal is reached on a live connection: it holds, since this evaluation or longer;
 * - the goal is reached, the connection is not live, but only for a short time: nothing changes;
 * - any other evaluation: the goal no longer counts as held.
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

/** The state after the server did not confirm that the goal still holds. The time for which the goal held begins again. */
export function doubtStability({ heldSince, unseenSince }: GoalStability): GoalStability {
  return { heldSince: undefined, unseenSince, doubtedSince: heldSince };
}

/** How long the goal has held, or had held until the evaluation that led from `before` to `after` ended that. */
export function measureHeldTime(
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
    isUnconfirmed: isUnconfirmed || undefined,
  });
}
