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

/**
 * Creates a budget.
 * @param untilEmpty After a refusal all others are refused too, until nothing is held. Without it, what one holder gives
 * back lets the others go on, and a server without end fills the memory with what was just given up.
 */
export function createByteBudget(maxBytes: number, { untilEmpty = false }: { untilEmpty?: boolean } = {}): ByteBudget {
  let heldBytes = 0;
  let isRefusing = false;
  return {
    take(bytes) {
      if (heldBytes === 0) isRefusing = false;
      const isExceeded = heldBytes + bytes > maxBytes;
      if (isExceeded && untilEmpty) isRefusing = true;
      if (isExceeded || isRefusing) return false;
      heldBytes += bytes;
      return true;
    },
    giveBack(bytes) {
      heldBytes -= bytes;
    },
  };
}
