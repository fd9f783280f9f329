/**
 * Counts the bytes that are held at one moment, whatever passed before. All responses under way share it, because each
 * alone could stay below a limit that all of them together exceed.
 */
export class ByteBudget {
  readonly #maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts `bytes` more. Returns false, and counts none, where that would exceed the limit. */
  take(bytes: number): boolean {
    if (this.#heldBytes + bytes > this.#maxBytes) return false;
    this.#heldBytes += bytes;
    return true;
  }

  /** Counts `bytes` less, because they are not held any more. */
  giveBack(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
