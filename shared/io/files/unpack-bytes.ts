import zlib from "node:zlib";
import { packedText } from "../../render/words/files/file-refusals.ts";

/** The bytes of a file after unpacking, or why they cannot be unpacked. */
type Unpacked = { readonly bytes: Buffer; readonly refusal?: never } | { readonly refusal: string };

/**
 * Unpacks gzip and zstd, known by their first bytes, to at most `most` bytes. Other bytes are returned as they are, also
 * damaged ones: a reader of text then reports binary data. xz and bzip2 are refused with the program that unpacks them.
 * @throws RangeError where more than `most` bytes would be unpacked.
 */
export function unpackBytes(bytes: Buffer, most: number): Unpacked {
  const program = programs.find(([mark]) => bytes.subarray(0, 6).toString("hex").startsWith(mark))?.[1];
  if (program === undefined) return { bytes };
  if (program === "xz" || program === "bzip2") return { refusal: packedText(program) };
  try {
    const unpack = program === "gzip" ? zlib.gunzipSync : zlib.zstdDecompressSync;
    // A runtime without zstd has no such function.
    return unpack === undefined
      ? { refusal: packedText(program) }
      : { bytes: unpack(bytes, { maxOutputLength: most }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw error;
    return { bytes };
  }
}

const programs: readonly (readonly [mark: string, program: "gzip" | "zstd" | "xz" | "bzip2"])[] = [
  ["1f8b", "gzip"],
  ["28b52ffd", "zstd"],
  ["fd377a585a00", "xz"],
  ["425a68", "bzip2"],
];
