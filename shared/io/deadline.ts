/** A signal that fires when `signal` does or when the time is over, whichever is first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The time was over first. */
  isOver(): boolean;
  /** There is time without end from now on; the signal still fires when the other one does. */
  lift(): void;
  /** No longer needed: no timer is left behind. */
  clear(): void;
}

/** @param milliseconds 0: no limit. */
export function deadlineOf(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const own = new AbortController();
  let over = false;
  const late = (): void => {
    over = true;
    own.abort();
  };
  const follow = (): void => own.abort(signal?.reason);
  const timer = milliseconds > 0 ? setTimeout(late, milliseconds) : undefined;
  signal?.addEventListener("abort", follow, { once: true });
  if (signal?.aborted) follow();
  return {
    signal: own.signal,
    isOver: () => over,
    lift: () => clearTimeout(timer),
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", follow);
    },
  };
}

/** `promise`, unless `signal` fires first; what becomes of the promise then is nobody's concern. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const fire = (): void => reject(signal.reason);
  signal.addEventListener("abort", fire, { once: true });
  if (signal.aborted) fire();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", fire);
  }
}
