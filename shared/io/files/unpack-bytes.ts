import zlib from "node:zlib";
import { packedText } from "../../render/words/files/file-refusals.ts";
import { archiveTypeOfBytes } from "./archive-type.ts";

/** The bytes of a file after unpacking, or why they cannot be unpacked. */
type Unpacked = { readonly bytes: Buffer; readonly refusal?: never } | { readonly refusal: string };

/**
 * Unpacks gzip and zstd, known by their first bytes, to at most `most` bytes. Other bytes are returned as they are, also
 * damaged ones: a reader of text then reports binary data. xz and bzip2 are refused with the program that unpacks them.
 * @throws RangeError where more than `most` bytes would be unpacked.
 */
export function unpackBytes(bytes: Buffer, most: number): Unpacked {
  const type = archiveTypeOfBytes(bytes);
  if (type === "xz" || type === "bzip2") return { refusal: packedText(type) };
  if (type !== "gzip" && type !== "zstd") return { bytes };
  try {
    const unpack = type === "gzip" ? zlib.gunzipSync : zlib.zstdDecompressSync;
    // A runtime without zstd has no such function.
    return unpack === undefined ? { refusal: packedText(type) } : { bytes: unpack(bytes, { maxOutputLength: most }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw error;
    return { bytes };
  }
}
