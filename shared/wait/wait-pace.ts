import type { GoalShare, PaceEstimate } from "../model/wait.ts";

/** When the share of components grew while a wait watched. Times are milliseconds since the wait began. */
export interface WaitPace {
  readonly total: number;
  readonly first: PaceSample;
  readonly last: PaceSample;
}

interface PaceSample {
  readonly done: number;
  readonly elapsedMs: number;
}

/** The fewest components that make a pace. One alone may have been about to be done anyway. */
const minGained = 2;

/**
 * The pace after one more evaluation. A share that shrinks, or that counts other components, begins a new pace, because
 * the samples before say nothing about it.
 */
export function updatePace(
  before: WaitPace | undefined,
  share: GoalShare | undefined,
  elapsedMs: number,
): WaitPace | undefined {
  if (share === undefined) return undefined;
  const { done, total } = share;
  const sample = { done, elapsedMs };
  if (before === undefined || before.total !== total || done < before.last.done)
    return { total, first: sample, last: sample };
  return done > before.last.done ? { ...before, last: sample } : before;
}

/**
 * The time until all components meet the goal, if they go on at the same pace. Undefined where too few were seen to meet the
 * goal, where all do, or where the next one takes longer than the pace.
 */
export function estimateRemaining(pace: WaitPace | undefined, elapsedMs: number): PaceEstimate | undefined {
  if (pace === undefined) return undefined;
  const { total, first, last } = pace;
  const gained = last.done - first.done;
  const remaining = total - last.done;
  if (gained < minGained || remaining === 0) return undefined;
  const overMs = last.elapsedMs - first.elapsedMs;
  const sinceLastMs = elapsedMs - last.elapsedMs;
  const eachMs = overMs / gained;
  if (sinceLastMs > eachMs) return undefined;
  return { remainingMs: remaining * eachMs - sinceLastMs, gained, overMs };
}
