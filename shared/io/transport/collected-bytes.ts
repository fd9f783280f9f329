/**
 * Collects pieces of bytes as copies. A piece is a view of a larger buffer of the socket. Without copies, a server that
 * sends one byte in each frame would keep all those buffers alive.
 */
export interface CollectedBytes {
  add(piece: Buffer): void;
  /** The number of bytes. */
  length(): number;
  /** Returns all bytes in one buffer, and empties the collection. */
  release(): Buffer;
  /** Empties the collection. */
  clear(): void;
}

/** The smallest buffer that is allocated, and the largest for pieces that are smaller than it. */
const blockBytes = { min: 2 ** 12, max: 2 ** 20 } as const;

/** Returns an empty collection. */
export function collectBytes(): CollectedBytes {
  let full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  let bytes = 0;

  function begin(minBytes: number): void {
    if (used > 0) full.push(block.subarray(0, used));
    block = Buffer.allocUnsafeSlow(Math.max(minBytes, blockBytes.min, Math.min(bytes, blockBytes.max)));
    used = 0;
  }

  function clear(): void {
    full = [];
    block = Buffer.alloc(0);
    used = 0;
    bytes = 0;
  }

  return {
    add(piece) {
      if (piece.length > block.length - used) begin(piece.length);
      used += piece.copy(block, used);
      bytes += piece.length;
    },
    length: () => bytes,
    release() {
      const last = block.subarray(0, used);
      const all = full.length === 0 ? last : Buffer.concat([...full, last], bytes);
      clear();
      return all;
    },
    clear,
  };
}
