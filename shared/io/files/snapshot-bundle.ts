import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { InputError } from "../errors/errors.ts";
import { archiveTypeOfBytes, readFirstBytes } from "./archive-type.ts";
import { maxInputBytes } from "./read-input.ts";
import { packTar, type TarEntry } from "./tar-file.ts";

/** The folder of a bundle, so that unpacking it leaves one folder. */
const folder = "hco-status-bundle";

/** The first file of a bundle, by which it is known. */
const snapshotName = `${folder}/snapshot.json`;

/** A bundle: the snapshot first, then what people and scripts read of it. Equal texts make equal bytes. */
export function packBundle(snapshot: string, others: readonly TarEntry[]): Buffer {
  const rest = others.map(({ name, text }) => ({ name: `${folder}/${name}`, text }));
  return packTar([{ name: snapshotName, text: snapshot }, ...rest]);
}

/**
 * The text of the snapshot in the bundle at `path`. Undefined where it is no bundle, or cannot be read, which its reader
 * then reports.
 * @throws InputError for a bundle that is damaged, or larger than a snapshot may be.
 */
export async function snapshotInBundle(path: string): Promise<string | undefined> {
  if (!(await isBundle(path))) return undefined;
  try {
    return await readFirstFile(path);
  } catch (error) {
    throw new InputError(damagedBundleText(path), { cause: error });
  }
}

/** The text of the first file of a packed tar. What follows it is not unpacked. */
async function readFirstFile(path: string): Promise<string> {
  const file = createReadStream(path);
  const unpacked = file.pipe(createGunzip({ chunkSize: unpackedChunkBytes }));
  file.on("error", (error) => unpacked.destroy(error));
  const chunks: Buffer[] = [];
  let bytes = 0;
  /** Where the file ends in the tar. Undefined until its header was read. */
  let end: number | undefined;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < headerBytes) continue;
      end ??= headerBytes + readSize(Buffer.concat(chunks));
      if (bytes >= end) return Buffer.concat(chunks).subarray(headerBytes, end).toString();
    }
  } finally {
    file.destroy();
  }
  throw new RangeError("truncated");
}

/** The size of a file by the header before it. @throws RangeError if it is no size, or larger than a snapshot may be. */
function readSize(header: Buffer): number {
  const size = Number.parseInt(header.subarray(124, 135).toString("latin1"), 8);
  if (size > 0 && size <= maxInputBytes) return size;
  throw new RangeError("size");
}

const headerBytes = 512;

/** Large chunks, because a snapshot has some megabytes. */
const unpackedChunkBytes = 262_144;

async function isBundle(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    const first = await readFirstBytes(path, firstBytes);
    if (archiveTypeOfBytes(first) !== "gzip") return false;
    const head = gunzipSync(first, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64_000_000 });
    return head.subarray(0, 100).toString("latin1").replace(/\0.*/s, "") === snapshotName;
  } catch {
    return false;
  }
}

/** Enough packed bytes for the first header. */
const firstBytes = 4_096;

/** The error for a bundle that cannot be unpacked. */
export function damagedBundleText(path: string): string {
  return `${path} is a bundle of hco-status, but is damaged or too large; write it again with snapshot --bundle`;
}
