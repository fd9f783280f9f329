/** The smallest buffer that is allocated, and the largest for pieces that are smaller than it. */
const minBlockBytes = 2 ** 12;
const maxBlockBytes = 2 ** 20;

/**
 * Collects pieces of bytes as copies. A piece is a view of a larger buffer of the socket. Without copies, a server that
 * sends one byte in each frame would keep all those buffers alive.
 */
export class CollectedBytes {
  #fullBlocks: Buffer[] = [];
  #block = Buffer.alloc(0);
  /** The bytes of `#block` that are in use. */
  #usedBytes = 0;
  #bytes = 0;

  add(piece: Buffer): void {
    if (piece.length > this.#block.length - this.#usedBytes) this.#startBlock(piece.length);
    this.#usedBytes += piece.copy(this.#block, this.#usedBytes);
    this.#bytes += piece.length;
  }

  /** The number of bytes. */
  length(): number {
    return this.#bytes;
  }

  /** Returns all bytes in one buffer, and empties the collection. */
  release(): Buffer {
    const lastBlock = this.#block.subarray(0, this.#usedBytes);
    const all =
      this.#fullBlocks.length === 0 ? lastBlock : Buffer.concat([...this.#fullBlocks, lastBlock], this.#bytes);
    this.clear();
    return all;
  }

  /** Empties the collection. */
  clear(): void {
    this.#fullBlocks = [];
    this.#block = Buffer.alloc(0);
    this.#usedBytes = 0;
    this.#bytes = 0;
  }

  /** Begins a block, as long as all bytes so far together, within limits. */
  #startBlock(minBytes: number): void {
    if (this.#usedBytes > 0) this.#fullBlocks.push(this.#block.subarray(0, this.#usedBytes));
    const blockBytes = Math.max(minBytes, minBlockBytes, Math.min(this.#bytes, maxBlockBytes));
    this.#block = Buffer.allocUnsafeSlow(blockBytes);
    this.#usedBytes = 0;
  }
}
