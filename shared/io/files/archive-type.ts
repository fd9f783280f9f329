import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * The type of a file by its first bytes. A tar is known by the checksum of its header, since those from before 1988
 * have no mark.
 */
export type ArchiveType = "tar" | "gzip" | "zip" | "xz" | "zstd" | "bzip2" | "7z" | "empty" | "other";

/** Reads the type of a file from its first bytes, because file names may be wrong. */
export async function detectArchiveType(path: string): Promise<ArchiveType> {
  return archiveTypeOfBytes(await readFirstBytes(path, 512));
}

/** Reads at most `maxBytes` bytes from the beginning of a file, and never waits for a named pipe. */
export async function readFirstBytes(path: string, maxBytes: number): Promise<Buffer> {
  // Without O_NONBLOCK, opening a named pipe waits for a writer. Windows has no such flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The type of a file or stream by its first 512 bytes. More of them change nothing. */
export function archiveTypeOfBytes(bytes: Buffer): ArchiveType {
  if (bytes.length === 0) return "empty";
  const hex = bytes.subarray(0, 8).toString("hex");
  for (const [mark, type] of Object.entries(marks)) if (hex.startsWith(mark)) return type;
  const isTar = bytes.subarray(257, 262).toString("latin1") === "ustar" || isTarHeader(bytes);
  return isTar ? "tar" : "other";
}

/** Whether a block is the header of a POSIX ustar archive or of an older tar: whether it has its own checksum. */
function isTarHeader(block: Buffer): boolean {
  if (block.length < 512 || block[0] === 0) return false;
  const checksumStart = 148;
  const checksumEnd = 156;
  const stated = block.subarray(checksumStart, checksumEnd).toString("latin1").replace(/\0.*/, "").trim();
  // The checksum counts its own bytes as blanks.
  const counted = Buffer.from(block.subarray(0, 512)).fill(" ", checksumStart, checksumEnd);
  return counted.reduce((sum, byte) => sum + byte, 0) === Number.parseInt(stated, 8);
}

/** The first bytes of each type, in hexadecimal digits. */
const marks: Readonly<Record<string, ArchiveType>> = {
  "1f8b": "gzip",
  "504b0304": "zip",
  "504b0506": "zip",
  fd377a585a00: "xz",
  "28b52ffd": "zstd",
  "425a68": "bzip2",
  "377abcaf271c": "7z",
};
