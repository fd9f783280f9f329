/**
 * Counts the bytes that are held at one moment, whatever passed before. All responses under way share it, because each
 * alone could stay below a limit that all of them together exceed.
 */
export interface ByteBudget {
  /** Counts `bytes` more. Returns false, and counts none, where that would exceed the limit. */
  take(bytes: number): boolean;
  /** Counts `bytes` less, because they are not held any more. */
  giveBack(bytes: number): void;
}

/** Creates a budget of `most` bytes. */
export function createByteBudget(most: number): ByteBudget {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    giveBack(bytes) {
      held -= bytes;
    },
  };
}
