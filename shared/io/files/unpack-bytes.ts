import { Readable } from "node:stream";
import zlib from "node:zlib";
import { archiveTypeOfBytes } from "./archive-type.ts";
import { xzErrorText } from "./xz-error.ts";

/** The bytes of a file after unpacking, or why they cannot be unpacked. */
type Unpacked = { readonly bytes: Buffer; readonly refusal?: never } | { readonly refusal: string };

/**
 * Unpacks gzip, zstd and xz, known by their first bytes, to at most `most` bytes. Other bytes are returned as they are,
 * also damaged ones: a reader of text then reports binary data. Truncated data is refused, and so is bzip2, with the
 * program that unpacks it.
 * @throws RangeError where more than `most` bytes would be unpacked.
 */
export async function unpackBytes(bytes: Buffer, most: number): Promise<Unpacked> {
  const type = archiveTypeOfBytes(bytes);
  if (type === "bzip2") return { refusal: packedText(type) };
  if (type === "xz") return unpackXzBytes(bytes, most);
  if (type !== "gzip" && type !== "zstd") return { bytes };
  try {
    const unpack = type === "gzip" ? zlib.gunzipSync : zlib.zstdDecompressSync;
    // A runtime without zstd has no such function.
    return unpack === undefined ? { refusal: packedText(type) } : { bytes: unpack(bytes, { maxOutputLength: most }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw error;
    // zlib, "unexpected end of file"; zstd, "Src size is incorrect".
    const isTruncated = code === "Z_BUF_ERROR" || code === "ZSTD_error_srcSize_wrong" || /end of file/.test(message);
    return isTruncated ? { refusal: `its ${type} data is truncated` } : { bytes };
  }
}

/** Why a packed file is not read, with the program that unpacks it. */
function packedText(program: string): string {
  return `it is packed with ${program}; unpack it first: ${program} -d`;
}

async function unpackXzBytes(bytes: Buffer, most: number): Promise<Unpacked> {
  const { unpackXz } = await import("./xz.lazy.ts");
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of unpackXz(Readable.from([bytes]))) {
      size += piece.length;
      if (size > most) throw new RangeError("too large");
      pieces.push(Buffer.from(piece));
    }
  } catch (error) {
    const refusal = xzErrorText(error);
    if (refusal === undefined) throw error;
    return { refusal };
  }
  return { bytes: Buffer.concat(pieces) };
}
