import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import zlib from "node:zlib";
import { inputLimits } from "../../parse/input-budget.ts";
import { fileErrorMessage } from "../errors/file-error-message.ts";
import { namedPipeText } from "../errors/file-errors.ts";
import { archiveTypeOfBytes } from "./archive-type.ts";
import { isNamedPipe, readBounded } from "./read-bounded.ts";
import { guessEncoding } from "./text-encoding.ts";
import { xzErrorText } from "./xz-error.ts";

/** The text of one input, or a short reason why there is none, with its error. */
export type InputText =
  | {
      readonly text: string;
      /** The size of the text where it was unpacked, and before it was decoded. */
      readonly bytes: number;
      readonly refusal?: never;
      readonly bytesBeforeRefusal?: never;
    }
  /** `bytesBeforeRefusal`: it has more bytes than were allowed, and so many were read before that was known. */
  | { readonly refusal: string; readonly error?: unknown; readonly bytesBeforeRefusal?: number };

/** The most that is read of one file or stream, in bytes. */
export const maxInputBytes: number = inputLimits.bytes.max;

/** The text of a file, a device or the pipe of a shell, of at most `maxBytes` bytes. A named pipe is refused. */
export async function readText(path: string, maxBytes: number = maxInputBytes): Promise<InputText> {
  try {
    const found = await stat(path);
    if (isNamedPipe(path, found)) return { refusal: namedPipeText };
    // Files of /proc have no size, and reading one may wait or never end.
    if (found.isFile() && found.size === 0) return unpackedText(readBounded(path, maxBytes), maxBytes);
    if (!found.isFile()) return await readStream(createReadStream(path), maxBytes);
    // A file that is too large by itself takes nothing away from others.
    if (found.size > maxInputBytes) return { refusal: tooLargeText(maxBytes) };
    return found.size > maxBytes ? tooLarge(maxBytes, 0) : await unpackedText(await readFile(path), maxBytes);
  } catch (error) {
    return { refusal: fileErrorMessage(error), error };
  }
}

/** The text of a whole stream of at most `maxBytes` bytes. */
export async function readStream(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number = maxInputBytes,
): Promise<InputText> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > maxBytes) return tooLarge(maxBytes, bytes);
      chunks.push(chunk);
    }
    const [only] = chunks;
    // A single chunk is not copied, because it may be a whole large file.
    if (chunks.length === 1 && only !== undefined)
      return await unpackedText(Buffer.from(only.buffer, only.byteOffset, only.length), maxBytes);
    return await unpackedText(Buffer.concat(chunks), maxBytes);
  } catch (error) {
    return { refusal: fileErrorMessage(error), error };
  }
}

/** The text of bytes, packed with gzip, zstd or xz or not. */
async function unpackedText(bytes: Buffer, maxBytes: number): Promise<InputText> {
  try {
    const unpacked = await unpackBytes(bytes, maxBytes);
    if (unpacked.refusal !== undefined) return unpacked;
    return { text: decode(unpacked.bytes), bytes: unpacked.bytes.length };
  } catch (error) {
    if (error instanceof RangeError) return tooLarge(maxBytes, maxBytes);
    throw error;
  }
}

function tooLarge(maxBytes: number, bytesBeforeRefusal: number): InputText {
  return { refusal: tooLargeText(maxBytes), bytesBeforeRefusal };
}

/** The reason for an input of more than `maxBytes` bytes. */
function tooLargeText(maxBytes: number): string {
  return `it is larger than ${Math.floor(maxBytes / 1_000_000)} MB; pass only the relevant parts`;
}

function decode(bytes: Buffer): string {
  const encoding = guessEncoding(bytes);
  return encoding === "utf-8" ? bytes.toString("utf8") : new TextDecoder(encoding).decode(bytes);
}

/** The bytes of a file after unpacking, or why they cannot be unpacked. */
type Unpacked = { readonly bytes: Buffer; readonly refusal?: never } | { readonly refusal: string };

/**
 * Unpacks gzip, zstd and xz, known by their first bytes, to at most `maxBytes` bytes. Other bytes are returned as they are,
 * also damaged ones: a reader of text then reports binary data. Truncated data is refused, and so is bzip2, with the
 * program that unpacks it.
 * @throws RangeError where more than `maxBytes` bytes would be unpacked.
 */
export async function unpackBytes(bytes: Buffer, maxBytes: number): Promise<Unpacked> {
  const type = archiveTypeOfBytes(bytes);
  if (type === "bzip2") return { refusal: packedText(type) };
  if (type === "xz") return unpackXzBytes(bytes, maxBytes);
  if (type !== "gzip" && type !== "zstd") return { bytes };
  try {
    if (type === "gzip") {
      return {
        bytes: zlib.gunzipSync(bytes, { maxOutputLength: maxBytes, chunkSize: gzipChunkSize(bytes, maxBytes) }),
      };
    }
    // A runtime without zstd has no such function.
    const unpack = zlib.zstdDecompressSync;
    return unpack === undefined
      ? { refusal: packedText(type) }
      : { bytes: unpack(bytes, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw error;
    // zlib, "unexpected end of file"; zstd, "Src size is incorrect".
    const isTruncated = code === "Z_BUF_ERROR" || code === "ZSTD_error_srcSize_wrong" || /end of file/.test(message);
    return isTruncated ? { refusal: `its ${type} data is truncated` } : { bytes };
  }
}

/**
 * The size that the end of gzip data states, so that all of it is unpacked into one buffer, and one more for zlib to see
 * the end. Several buffers would be copied into another one. A wrong size is harmless: memory that is not written to is
 * not taken, and a buffer that is too small is followed by others.
 */
function gzipChunkSize(bytes: Buffer, maxBytes: number): number {
  const stated = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  return Math.min(Math.max(stated, 16_384), maxBytes) + 1;
}

/** Why a packed file is not read, with the program that unpacks it. */
function packedText(program: string): string {
  return `it is packed with ${program}; unpack it first: ${program} -d`;
}

async function unpackXzBytes(bytes: Buffer, maxBytes: number): Promise<Unpacked> {
  const { unpackXz } = await import("./xz.lazy.ts");
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of unpackXz(Readable.from([bytes]))) {
      size += piece.length;
      if (size > maxBytes) throw new RangeError("too large");
      pieces.push(Buffer.from(piece));
    }
  } catch (error) {
    const refusal = xzErrorText(error);
    if (refusal === undefined) throw error;
    return { refusal };
  }
  return { bytes: Buffer.concat(pieces) };
}
