import { Readable } from "node:stream";
import xz from "xz-decompress";

/**
 * The unpacked bytes of an xz file, piece by piece, of all its streams. A dictionary has at most 64 MiB, as `xz -9` makes
 * it. Data that is damaged or has more behind it ends in an error. Readings of one process take turns.
 */
export function unpackXz(packed: Readable): Readable {
  const pieces = Readable.toWeb(packed) as ConstructorParameters<typeof xz.XzReadableStream>[0];
  return Readable.fromWeb(new xz.XzReadableStream(pieces) as Parameters<typeof Readable.fromWeb>[0]);
}
