import { opendir, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { constants, gunzipSync, zstdDecompressSync } from "node:zlib";
import { type ArchiveType, archiveTypeOfBytes, readFirstBytes } from "../../files/archive-type.ts";

/**
 * Whether a path that the user named for files of objects may be a must-gather instead: an archive of several files, or
 * a folder that has folders at its top and no manifest. False for a `recursive` folder, whose manifests may stand
 * anywhere below it. False where the path cannot be read: its reader reports that.
 */
export async function mayHoldMustGather(path: string, recursive: boolean): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return !recursive && (await hasOnlyFolders(path));
    return found.isFile() && (await isTarOrZip(path));
  } catch {
    return false;
  }
}

/**
 * Whether a path that the user named for a must-gather is a manifest instead: `hco.yaml`, `pods.json.gz`. False for a tar
 * with such a name, and where the path cannot be read.
 */
export async function isFileOfObjects(path: string): Promise<boolean> {
  if (!/\.(ya?ml|json)(\.(gz|zst|xz))?$/i.test(path)) return false;
  try {
    return (await stat(path)).isFile() && !(await isTarOrZip(path));
  } catch {
    return false;
  }
}

/** Whether a folder has folders and no manifest. Its entries are read one after the other, since there may be millions. */
async function hasOnlyFolders(path: string): Promise<boolean> {
  let hasFolder = false;
  for await (const entry of await opendir(path)) {
    if (/\.(ya?ml|json)$/.test(entry.name)) return false;
    hasFolder ||= entry.isDirectory();
  }
  return hasFolder;
}

/** The bytes of a file that are read to find its type. Packed, they hold the first header of a tar. */
const inspectedBytes = 65_536;

/** The bytes of the first header of a tar, by which it is known. */
const tarHeaderBytes = 512;

/** The most bytes that the inspected ones are unpacked to: a thousand times as many is as dense as gzip gets. */
const maxUnpackedBytes = 64_000_000;

/** Whether a file is a zip or a tar, packed or not. @throws where it cannot be read or unpacked. */
async function isTarOrZip(path: string): Promise<boolean> {
  const bytes = await readFirstBytes(path, inspectedBytes);
  const type = archiveTypeOfBytes(bytes);
  if (type === "tar" || type === "zip") return true;
  const unpacked = await unpackFirstBytes(bytes, type);
  return unpacked !== undefined && archiveTypeOfBytes(unpacked) === "tar";
}

/** The unpacked beginning of a packed file. Undefined where the type is no packing. */
async function unpackFirstBytes(bytes: Buffer, type: ArchiveType): Promise<Buffer | undefined> {
  const maxOutputLength = maxUnpackedBytes;
  if (type === "gzip") return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength });
  if (type === "zstd") return zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_flush, maxOutputLength });
  return type === "xz" ? unpackFirstXzBytes(bytes) : undefined;
}

async function unpackFirstXzBytes(bytes: Buffer): Promise<Buffer> {
  const { unpackXz } = await import("../../files/xz.lazy.ts");
  let unpacked = Buffer.alloc(0);
  for await (const chunk of unpackXz(Readable.from([bytes]))) {
    unpacked = Buffer.concat([unpacked, chunk]);
    if (unpacked.length >= tarHeaderBytes) break;
  }
  return unpacked;
}
