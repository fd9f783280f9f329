import { open } from "node:fs/promises";

/** What a file is by its first bytes; a tar has its mark at 257 (POSIX ustar), those before 1988 have none. */
export type ArchiveType = "tar" | "gzip" | "zip" | "xz" | "zstd" | "bzip2" | "7z" | "empty" | "other";

/** Looks at the first bytes of a file: names lie. */
export async function archiveTypeOf(path: string): Promise<ArchiveType> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return typeOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function typeOf(bytes: Buffer): ArchiveType {
  if (bytes.length === 0) return "empty";
  const hex = bytes.subarray(0, 8).toString("hex");
  const known = Object.entries(marks).find(([mark]) => hex.startsWith(mark));
  if (known !== undefined) return known[1];
  return bytes.subarray(257, 262).toString("latin1") === "ustar" ? "tar" : "other";
}

const marks: Readonly<Record<string, ArchiveType>> = {
  "1f8b": "gzip",
  "504b0304": "zip",
  "504b0506": "zip",
  fd377a585a00: "xz",
  "28b52ffd": "zstd",
  "425a68": "bzip2",
  "377abcaf271c": "7z",
};
