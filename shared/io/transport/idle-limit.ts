/** The content that a piece should have. A server writes whole objects, of some hundred bytes at least. */
const fairBytes = 16;

/** How many pieces may come without that content. */
const maxIdlePieces = 10_000;

/**
 * Notices a server that keeps the client busy and brings next to nothing: with pieces that are empty, are padding, or
 * have one byte each.
 */
export class IdleLimit {
  #idlePieces = 0;

  /** Counts a piece that arrived. Returns false as soon as far more pieces came than their content calls for. */
  count(): boolean {
    this.#idlePieces += 1;
    return this.#idlePieces <= maxIdlePieces;
  }

  /** Counts the bytes of content in a piece. They make up for as many pieces as would have brought the same. */
  credit(bytes: number): void {
    this.#idlePieces = Math.max(0, this.#idlePieces - bytes / fairBytes);
  }
}
