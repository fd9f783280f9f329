import type { WaitNews } from "../../shared/render/words/commands/wait-standing.ts";

/**
 * Milliseconds for which a printed line is remembered. Within `memoryMs`, the same line is printed again only after it
 * has lasted for `patienceMs`.
 */
const memoryMs = 60_000;
const patienceMs = 10_000;

/**
 * Returns a function that decides whether a text is worth a line now. New text is printed at once. A rewording of the
 * last line, or a line that was printed recently, must first last for a while. So flapping does not fill a log. The
 * function is called at every look, with the time.
 */
export function createLineDebouncer(): (said: WaitNews, now: number) => boolean {
  let last: WaitNews | undefined;
  let next: { readonly text: string; readonly since: number } | undefined;
  const times = new Map<string, number>();

  return (said, now) => {
    const { key, isUrgent = false } = said;
    const text = said.same ?? said.text;
    if (text === (last?.same ?? last?.text)) {
      next = undefined;
      return false;
    }
    if (next?.text !== text) next = { text, since: now };
    for (const [old, at] of times) if (now - at >= memoryMs) times.delete(old);
    const isOld = last !== undefined && !isUrgent && (key === last.key || times.has(key));
    if (now - next.since < (isOld ? patienceMs : 0)) return false;
    last = said;
    next = undefined;
    times.set(key, now);
    return true;
  };
}

/** Milliseconds between two lines about a goal that was met and then lost. A log with more would be useless. */
const spacingMs = 5_000;

/**
 * Returns a function that counts how often the goal was lost and returns how many of these times need a line now. It is
 * called at every look, with the time.
 */
export function countResets(): (isLost: boolean, now: number) => number {
  let waiting = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  return (isLost, now) => {
    if (isLost) waiting += 1;
    if (waiting === 0 || now - toldAt < spacingMs) return 0;
    const due = waiting;
    waiting = 0;
    toldAt = now;
    return due;
  };
}
