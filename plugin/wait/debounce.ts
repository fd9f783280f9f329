import type { WaitNews } from "../../shared/render/words/commands/wait-standing.ts";

/**
 * Milliseconds for which a printed line is remembered. Within `memory`, the same line is printed again only after it
 * has lasted for `patience`.
 */
const memory = 60_000;
const patience = 10_000;

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
    for (const [old, at] of times) if (now - at >= memory) times.delete(old);
    const isOld = last !== undefined && !isUrgent && (key === last.key || times.has(key));
    if (now - next.since < (isOld ? patience : 0)) return false;
    last = said;
    next = undefined;
    times.set(key, now);
    return true;
  };
}
