import { opendir, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { constants, gunzipSync, zstdDecompressSync } from "node:zlib";
import { archiveTypeOfBytes, readFirstBytes } from "../../files/archive-type.ts";

/**
 * Whether a path is an archive of files, or a folder that has folders and no manifest at its top, as a must-gather has.
 * A packed single file is none, and neither is a folder that is to be read with all below it. False where the path
 * cannot be read, which its reader then reports.
 */
export async function mayHoldMustGather(path: string, recursive: boolean): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) {
      if (recursive) return false;
      return await hasFoldersAlone(path);
    }
    return found.isFile() && (await isArchiveOfFiles(await readFirstBytes(path, firstPackedBytes)));
  } catch {
    return false;
  }
}

/** Whether a folder has folders and no manifest. Its entries are read one after the other, since there may be millions. */
async function hasFoldersAlone(path: string): Promise<boolean> {
  let hasFolder = false;
  for await (const entry of await opendir(path)) {
    if (/\.(ya?ml|json)$/.test(entry.name)) return false;
    hasFolder ||= entry.isDirectory();
  }
  return hasFolder;
}

/** Whether a path is a file by the name of a manifest, packed or not, and no archive. */
export async function isFileOfObjects(path: string): Promise<boolean> {
  if (!/\.(ya?ml|json)(\.(gz|zst|xz))?$/i.test(path)) return false;
  try {
    return (await stat(path)).isFile() && !(await isArchiveOfFiles(await readFirstBytes(path, firstPackedBytes)));
  } catch {
    return false;
  }
}

/** Enough packed bytes for the first header of a tar. */
const firstPackedBytes = 65_536;

async function isArchiveOfFiles(bytes: Buffer): Promise<boolean> {
  const type = archiveTypeOfBytes(bytes);
  if (type === "xz") return archiveTypeOfBytes(await beginOfXz(bytes)) === "tar";
  if (type !== "gzip" && type !== "zstd") return type === "tar" || type === "zip";
  const maxOutputLength = 64_000_000;
  const inside =
    type === "gzip"
      ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
      : zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_flush, maxOutputLength });
  return archiveTypeOfBytes(inside) === "tar";
}

/** The first unpacked bytes, at least a header of a tar where there are as many. */
async function beginOfXz(bytes: Buffer): Promise<Buffer> {
  const { unpackXz } = await import("../../files/xz.lazy.ts");
  let begin = Buffer.alloc(0);
  for await (const piece of unpackXz(Readable.from([bytes]))) {
    begin = Buffer.concat([begin, piece]);
    if (begin.length >= 512) break;
  }
  return begin;
}
