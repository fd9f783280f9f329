/** Milliseconds to wait for what must come: a limit for what hangs, not for what is slow on a busy machine. */
export const longest = 180_000;

/** The same for `expect.poll`. */
export const patience: { readonly timeout: number; readonly interval: number } = { timeout: longest, interval: 100 };

/**
 * Repeats an attempt that throws. A busy VS Code may miss a click, or redraw what the mouse is about to reach.
 * @param firstTimeout milliseconds that the first attempt gets. Each further attempt gets more.
 */
export async function retry<Result>(
  firstTimeout: number,
  attempt: (timeout: number) => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + longest;
  for (let timeout = firstTimeout; ; timeout *= 1.3) {
    try {
      return await attempt(timeout);
    } catch (cause) {
      if (Date.now() > deadline) throw cause;
    }
  }
}
