import { stat } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";
import { damagedBundleText } from "../../render/words/files/bundle.ts";
import { InputError } from "../errors/errors.ts";
import { archiveTypeOfBytes, readFirstBytes } from "./archive-type.ts";
import { readBounded } from "./read-bounded.ts";
import { mostBytes } from "./read-input.ts";
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
    // Of a bundle the snapshot is the largest part. What follows it is never looked at.
    const bytes = gunzipSync(readBounded(path, mostBytes), { maxOutputLength: 3 * mostBytes });
    const size = Number.parseInt(bytes.subarray(124, 135).toString("latin1"), 8);
    if (!(size > 0 && size <= mostBytes && blockBytes + size <= bytes.length))
      throw new InputError(damagedBundleText(path));
    return bytes.subarray(blockBytes, blockBytes + size).toString();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(damagedBundleText(path), { cause: error });
  }
}

const blockBytes = 512;

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
