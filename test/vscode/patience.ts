/** Milliseconds to wait for what must come: a limit for what hangs, not for what is slow on a busy machine. */
export const longest = 180_000;

/** The same for `expect.poll`. */
export const patience: { readonly timeout: number; readonly interval: number } = { timeout: longest, interval: 100 };
