import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { constants, createGunzip, createZstdDecompress } from "node:zlib";
import { InputError } from "../../errors/errors.ts";
import { fileErrorMessage } from "../../errors/refusal-reading.ts";
import { xzErrorText } from "../../files/xz-error.ts";
import { refuseBomb } from "../limits.ts";
import type { GatherFiles, ReadProgress } from "./archive-files.ts";
import { entryTree } from "./entry-tree.ts";
import { entryText, type StoredEntry } from "./tar-entries.ts";
import { endsTooEarly, parsingInto } from "./tar-parsing.ts";

/**
 * A must-gather in a tar archive, packed with gzip, zstd, xz or not, read from begin to end in one pass. Only entries that could
 * matter are kept, packed again, and nothing is written to disk. An archive that ends too early is `cut`.
 * @throws InputError where it cannot be read, is no tar, is packed twice, or is made to be unpacked without end.
 */
export async function tarFiles(
  path: string,
  { packing, total }: { readonly packing: Packing; readonly total: number },
  progress: ReadProgress,
): Promise<GatherFiles> {
  const tree = entryTree<StoredEntry>(path);
  const unpack = await unpackers[packing]();
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  const unpacked = unpack(file);
  file.on("error", (error) => unpacked.destroy(error));
  const parsing = parsingInto(tree, path);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let read = 0;
  let broken: string | undefined;
  // Events and not an iteration, which drops what was unpacked right before an error.
  unpacked.on("data", (chunk: Buffer) => {
    read += chunk.length;
    progress({ is: "archive", done: file.bytesRead, total });
    try {
      refuseBomb(path, read, file.bytesRead);
      parsing.write(chunk);
    } catch (error) {
      unpacked.destroy(error as Error);
    }
  });
  unpacked.on("end", resolve).on("error", reject).on("close", resolve);
  try {
    await ended;
  } catch (error) {
    if (error instanceof InputError) throw error;
    // What came before the break has been read, and is worth showing.
    broken = causeOf(error);
  } finally {
    file.destroy();
  }
  const trouble = parsing.end(broken);
  const cut = trouble === undefined ? undefined : archiveNotWholeText(trouble);
  const isTruncated = broken !== undefined || trouble === endsTooEarly;
  return {
    list: async (folder) => tree.list(folder),
    read: async (name) => {
      const stored = tree.content(name);
      return stored === undefined ? { refusal: tree.whyNone(name) } : entryText(stored);
    },
    damage: () => [
      ...tree.damage(),
      ...(cut === undefined ? [] : [{ where: path, cause: cut, ...(isTruncated && { isTruncated }) }]),
    ],
    ...(cut !== undefined && { cut }),
    close() {},
  };
}

/** The damage of an archive that breaks off, with the reason. */
function archiveNotWholeText(trouble: string): string {
  if (trouble === endsTooEarly) return "the archive is truncated, and the rest is missing";
  return `the archive cannot be read to its end (${trouble}), and the rest is missing`;
}

/** How a tar may be packed. */
type Packing = "tar" | "gzip" | "zstd" | "xz";

const unpackers: Readonly<Record<Packing, () => Promise<(file: Readable) => Readable>>> = {
  tar: async () => (file) => file,
  gzip: async () => (file) => file.pipe(createGunzip({ chunkSize: 1 << 18, finishFlush: constants.Z_SYNC_FLUSH })),
  zstd: async () => (file) =>
    file.pipe(createZstdDecompress({ chunkSize: 1 << 18, finishFlush: constants.ZSTD_e_flush })),
  xz: async () => (await import("../../files/xz.lazy.ts")).unpackXz,
};

function causeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith("ZSTD_") === true) return damagedDataText("zstd");
  if (code?.startsWith("Z_") === true) return damagedDataText("gzip");
  return xzErrorText(error) ?? fileErrorMessage(error);
}

/** The reason for packed data that cannot be unpacked. */
function damagedDataText(format: "gzip" | "zstd"): string {
  return `its ${format} data is damaged`;
}
