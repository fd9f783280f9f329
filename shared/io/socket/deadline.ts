/** A signal that fires when `signal` does or when the time is over, whichever is first. */
export interface RequestDeadline {
  readonly signal: AbortSignal;
  /** Whether the time ended before `signal` fired. */
  isOver(): boolean;
  /** Removes the time limit. The signal still fires when the other one does. */
  lift(): void;
  /** Ends the timer and the listener, when the deadline is not needed any more. */
  clear(): void;
}

/** The deadline `timeoutMs` from now, which `signal` may move forward. @param timeoutMs 0: no limit. */
export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): RequestDeadline {
  const own = new AbortController();
  let over = false;
  const late = (): void => {
    over = true;
    own.abort();
  };
  const follow = (): void => own.abort(signal?.reason);
  const timer = timeoutMs > 0 ? setTimeout(late, timeoutMs) : undefined;
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

/** `promise`, unless `signal` fires first. The result of the promise is ignored then. */
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
