import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { constants, createGunzip, createZstdDecompress } from "node:zlib";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import type { Damage } from "../../../model/snapshot.ts";
import type { InputBudget } from "../../../parse/input-budget.ts";
import { InputError } from "../../errors/errors.ts";
import { fileErrorMessage } from "../../errors/file-error-message.ts";
import { xzErrorText } from "../../files/xz-error.ts";
import { refuseBomb } from "../limits.ts";
import type { MustGatherFiles, ReadProgress } from "./archive-files.ts";
import { EntryTree } from "./entry-tree.ts";
import { readStoredText, type StoredEntry } from "./tar-entries.ts";
import { keptLogEnds } from "./tar-log-ends.ts";
import { endsTooEarly, TarParser } from "./tar-parser.ts";

/**
 * A must-gather in a tar archive, packed with gzip, zstd, xz or not, read from begin to end in one pass. Only entries that could
 * matter are kept, packed again, and nothing is written to disk. Of an archive that breaks off, what came before is kept.
 * @throws InputError where it cannot be read, is no tar, is packed twice, or is made to be unpacked without end.
 */
export async function openTar(
  path: string,
  { packing, total }: { readonly packing: Packing; readonly total: number },
  progress: ReadProgress,
  budget: InputBudget,
): Promise<MustGatherFiles> {
  const tree = new EntryTree<StoredEntry>(path, budget);
  const logs = keptLogEnds();
  const parser = new TarParser(path, { tree, logs, budget });
  const unpack = await unpackers[packing]();
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  const unpacked = unpack(file);
  file.on("error", (error) => unpacked.destroy(error));
  let unpackedBytes = 0;
  let unpackingFlaw: string | undefined;
  try {
    await forEachChunk(unpacked, (chunk) => {
      unpackedBytes += chunk.length;
      progress({ is: "archive", done: file.bytesRead, total });
      refuseBomb(path, unpackedBytes, file.bytesRead);
      parser.write(chunk);
    });
  } catch (error) {
    if (error instanceof InputError) throw error;
    // What came before the break has been read, and is worth showing.
    unpackingFlaw = unpackingFaultText(error);
  } finally {
    file.destroy();
  }
  const flaw = parser.end(unpackingFlaw);
  const cut = flaw === undefined ? undefined : archiveNotWholeText(flaw);
  const archiveDamage: Damage[] = [];
  if (cut !== undefined) {
    const isTruncated = unpackingFlaw !== undefined || flaw === endsTooEarly;
    archiveDamage.push({ where: path, cause: cut, ...trueFlags({ isTruncated }) });
  }
  return {
    list: async (folder) => tree.list(folder),
    read: async (name) => {
      const stored = tree.content(name);
      return stored === undefined ? { refusal: tree.explainMissing(name) } : readStoredText(stored);
    },
    readEnd: async (name) => logs.get(name),
    damage: () => [...tree.damage(), ...archiveDamage],
    ...definedFields({ cut }),
    close() {},
  };
}

/**
 * Passes on all chunks of a stream, also what was unpacked right before an error, which an iteration would drop.
 * @throws the error of the stream or of `take`, which ends the stream.
 */
async function forEachChunk(stream: Readable, take: (chunk: Buffer) => void): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  stream.on("data", (chunk: Buffer) => {
    try {
      take(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
  stream.on("end", resolve).on("error", reject).on("close", resolve);
  await ended;
}

/** The damage of an archive that breaks off, with the reason. */
function archiveNotWholeText(flaw: string): string {
  if (flaw === endsTooEarly) return "the archive is truncated, and the rest is missing";
  return `the archive cannot be read to its end (${flaw}), and the rest is missing`;
}

/** How a tar may be packed. `tar`: not at all. */
type Packing = "tar" | "gzip" | "zstd" | "xz";

const unpackers: Readonly<Record<Packing, () => Promise<(file: Readable) => Readable>>> = {
  tar: async () => (file) => file,
  gzip: async () => (file) => file.pipe(createGunzip({ chunkSize: 1 << 18, finishFlush: constants.Z_SYNC_FLUSH })),
  zstd: async () => (file) =>
    file.pipe(createZstdDecompress({ chunkSize: 1 << 18, finishFlush: constants.ZSTD_e_flush })),
  xz: async () => (await import("../../files/xz.lazy.ts")).unpackXz,
};

function unpackingFaultText(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith("ZSTD_") === true) return "its zstd data is damaged";
  if (code?.startsWith("Z_") === true) return "its gzip data is damaged";
  return xzErrorText(error) ?? fileErrorMessage(error);
}
