/** Milliseconds: what was said a while ago may be said again at once; sooner only what stays. */
const memory = 60_000;
const patience = 10_000;

/** What somebody is told about: `key` is the same as long as only words about it differ. */
export interface Said {
  readonly text: string;
  readonly key: string;
  /** What is compared, where the text says a time that goes on by itself. */
  readonly same?: string;
  /** It is worth one at once, unless it was what was said last. */
  readonly isUrgent?: true;
}

/**
 * Whether a text is worth a line now: a new one is at once; one that only puts the same in other words, or that has just
 * been said, when it has stayed for a while. So what flaps does not fill a log. Asked again and again, with the time.
 */
export function steadily(): (said: Said, now: number) => boolean {
  let last: Said | undefined;
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
